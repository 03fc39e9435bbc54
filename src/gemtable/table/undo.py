"""Whether a decision may be taken back: only while it has shown nobody anything hidden. Derived from the events, for any game."""

from gemtable.games.contract import SPECTATOR, Game
from gemtable.kit.draws import WORDS, start
from gemtable.table.match import Event, Match

_WORLDS = 24  # tried for each viewer: a secret that two worlds in three would show differently is missed once in 10**11


def may_take_back(match: Match, seat: int) -> bool:
    """Whether the last event was this seat's own decision, and showed nobody more than that decision."""
    if not match.events or match.events[-1].actor != seat:
        return False
    event, number = match.events[-1], len(match.events)
    return not any(reveals(match.game, event, viewer, number) for viewer in (*range(match.header.seats), SPECTATOR))


def reveals(game: Game, event: Event, viewer: int, number: int) -> bool:
    """Whether the viewer has learned something: in another world that fits what it knew, the same decision would have looked otherwise."""
    before, after = game.view(event.before, viewer), game.view(event.after, viewer)
    stream = [0] * WORDS
    start(stream, 0, number)
    for _ in range(_WORLDS):
        world = game.imagined(before, viewer, stream)
        if game.allows(world, event.actor, event.action):
            game.play(world, event.actor, event.action)
            if game.view(world, viewer) != after:
                return True
    return False
