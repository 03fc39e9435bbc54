"""What a viewer is told of what happened at a table: all of it, but of the events of the match only what it may know."""

from typing import Any

import msgspec

from gemtable.games.contract import CHANCE, HIDDEN, Game, fields_of, kind
from gemtable.table.follow import Step
from gemtable.table.log import PRIVATE, Entry
from gemtable.table.match import Event


class Heard(msgspec.Struct, frozen=True, tag_field="what", tag="entry"):
    """An entry that all may know of, and its number."""

    seq: int
    entry: Entry


class HeardMove(msgspec.Struct, frozen=True, tag_field="what", tag="event"):
    """An event of the match: `move` is None where it is hidden from the viewer; the facts are what it is told instead of the rules."""

    seq: int
    at: int
    seat: int | None  # None: chance
    move: str | None
    facts: list[dict[str, Any]]


def heard(game: Game, step: Step, viewer: int) -> Heard | HeardMove:
    """What this viewer is told of this step."""
    if step.event is None:
        return Heard(step.seq, public(step.entry))
    return heard_event(game, step.event, viewer, step.seq, step.entry.at)


def heard_event(game: Game, event: Event, viewer: int, seq: int, at: int) -> HeardMove:
    """What this viewer is told of an event; the words of a move come from what it could see before, too."""
    before = game.view(event.before, viewer)
    seen = game.shown(event.before, event.actor, event.action, viewer)
    facts = game.tell(before, event.actor, seen, game.view(event.after, viewer))
    words = None if seen == HIDDEN else game.say(before, event.actor, seen)
    return HeardMove(seq, at, None if event.actor == CHANCE else event.actor, words, [fact_of(fact) for fact in facts])


def fact_of(fact: Any) -> dict[str, Any]:
    """A fact as it goes on the wire."""
    return {"fact": kind(fact), **fields_of(fact)}


def public(entry: Entry) -> Entry:
    """The entry without what nobody is told."""
    private = {name: None for name in PRIVATE if getattr(entry, name, None) is not None}
    return msgspec.structs.replace(entry, **private) if private else entry
