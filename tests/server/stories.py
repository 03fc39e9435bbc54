"""Random tables and their twins: two logs that differ in nothing but what some eyes cannot know."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gemtable.games.contract import CHANCE, Unplayable, fields_of
from gemtable.players import cast
from gemtable.table import acts
from gemtable.table.follow import Step, apply, follow
from gemtable.table.log import Entry, Moved, Opened, Pace, TookBack
from gemtable.table.seal import Seal
from gemtable.table.table import Table, open_table
from tests.matches import Case, own

LONGEST = 1500  # entries of a story
TRIES = 40  # until hidden choices are left as they were
SPECTATOR_OF = "watcher"
SAYINGS = ("hello", "ahoj, kdo jde domů?", "nooo", "gg")

Act = Callable[[Table, random.Random, int], Entry]


@dataclass(frozen=True)
class Story:
    """A random table from its opening on."""

    name: str
    secret: bytes
    tables: list[Table]  # after each entry
    entries: list[Entry]
    ends: list[int]  # how many entries there were whenever nothing was under way

    @property
    def people(self) -> list[str]:
        """Who belongs to it: those who sit there and one who watches."""
        return [*sorted({chair.person for chair in self.tables[-1].chairs if chair.person}), f"{self.name}-{SPECTATOR_OF}"]


def tell(case: Case, dice: random.Random, name: str) -> Story:
    """Open a table, let people and bots sit down, play, chat, undo, leave and come back at random."""
    secret, at = dice.randbytes(32), 1_700_000_000_000
    table = open_table(_opened(case, dice, name, secret, at))
    story = Story(name, secret, [table], [table.opened], [])
    for plan in _gathering(table, dice, name):
        table = _go_on(story, plan(table))
    while table.stage != "over" and len(story.entries) < LONGEST:
        at += dice.randrange(5000)
        try:
            table = _go_on(story, _anything(table, dice)(table, dice, at))
        except Unplayable:
            continue
    return story


def _opened(case: Case, dice: random.Random, name: str, secret: bytes, at: int) -> Opened:
    about = case.game.about
    return Opened(
        at=at,
        game=about.id,
        rules=about.rules_version,
        seats=case.seats(dice),
        options=fields_of(case.options),
        pace=dice.choice([Pace(), Pace(move=60_000), Pace(budget=900_000, increment=5_000)]),
        undo=dice.random() < 0.8,
        host=f"{name}-0",
        listed=dice.random() < 0.5,
        commitment=Seal(secret).commitment,
    )


def _gathering(table: Table, dice: random.Random, name: str) -> list[Callable[[Table], Entry]]:
    """Who sits where. The host is a person and may hold several seats, as at a device that goes round."""
    plans: list[Callable[[Table], Entry]] = []
    bots = [character.name for character in cast(table.opened.game).characters]
    for seat in range(table.opened.seats):
        plans += _seated(seat, name, dice.choice(bots) if seat and dice.random() < 0.35 else None, dice.random() < 0.15, table.opened.at)
    return plans


def _seated(seat: int, name: str, bot: str | None, round_going: bool, at: int) -> list[Callable[[Table], Entry]]:
    if bot is not None:
        return [lambda table: acts.hire(table, seat, bot, at)]
    person = f"{name}-{0 if round_going else seat}"
    return [
        lambda table: acts.sit(table, seat, f"Seat {seat}", at, person),
        lambda table: acts.ready(table, seat, f"salt {seat}", at),
    ]


def _go_on(story: Story, entry: Entry) -> Table:
    """One more entry, and what comes of it."""
    table = story.tables[-1]
    _, steps = follow(table, entry, story.secret)
    for step in steps:
        table = table.fork()
        table.apply(step.entry)
        story.tables.append(table)
        story.entries.append(step.entry)
    if table.stage != "gathering":
        story.ends.append(len(story.entries))
    return table


# What may happen at a table


def _anything(table: Table, dice: random.Random) -> Act:
    if table.stage == "paused":
        return dice.choice([_resume, _say])
    kinds: list[Act] = [_move, _take_back, _say, _leave, _return, _pause, _resign]
    return dice.choices(kinds, [80, 12, 4, 2, 4, 1, 0.2])[0]


def _move(table: Table, dice: random.Random, at: int) -> Entry:
    seat = dice.choice(table.acting())
    words = dice.choice(table.offers(seat)).words
    return acts.move_for(table, seat, words, at) if table.chairs[seat].bot else acts.move(table, seat, words, at)


def _take_back(table: Table, dice: random.Random, at: int) -> Entry:
    last = table.match.events[-1].actor if table.match.events else 0
    return acts.take_back(table, last if last != CHANCE else 0, at)


def _say(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.say(table, 0, "", dice.choice(SAYINGS), at)


def _leave(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.leave(table, dice.randrange(len(table.chairs)), at)


def _return(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.come_back(table, dice.randrange(len(table.chairs)), at)


def _pause(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.pause(table, 0, at)


def _resume(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.resume(table, 0, at)


def _resign(table: Table, dice: random.Random, at: int) -> Entry:
    return acts.resign(table, dice.randrange(len(table.chairs)), "fair", at)


# The other world


def twin_of(story: Story, length: int, eyes: Sequence[int], dice: random.Random) -> list[Entry] | None:
    """Another log of that many entries that these eyes cannot tell from the story's; None where there is no other."""
    table = story.tables[0]
    log: list[Entry] = [story.entries[0]]
    safe, tries = (table, 1), 0
    while len(log) < length:
        at = len(log)
        entry = _redrawn(story.tables[at - 1], story.tables[at], table, story.entries[at], eyes, dice, free=tries < TRIES)
        if entry is None:  # a choice of before comes to light: choose otherwise
            tries += 1
            table = safe[0]
            del log[safe[1] :]
            if tries > 2 * TRIES:
                return None
            continue
        table = table.fork()
        table.apply(entry)
        log.append(entry)
        if table.match.state == story.tables[at].match.state and _nothing_hidden(table, eyes):
            safe, tries = (table, len(log)), 0
    return log if log != story.entries[:length] else None


def _nothing_hidden(table: Table, eyes: Sequence[int]) -> bool:
    game, state = table.match.game, table.match.state
    return all(game.view(state, eye) == state for eye in eyes)


def _redrawn(
    before: Table, after: Table, other: Table, entry: Entry, eyes: Sequence[int], dice: random.Random, *, free: bool
) -> Entry | None:
    """The entry of the other world: hidden choices are made anew. None when it would show."""
    if isinstance(entry, TookBack):
        return entry if other.match.events and _alike_after_undo(other, after, eyes) else None
    if not isinstance(entry, Moved):
        return entry
    actor = CHANCE if entry.seat == "chance" else entry.seat
    own_action = before.match.game.parse(before.match.state, actor, entry.move)
    for action in _candidates(before, other, actor, own_action, eyes, dice, free=free):
        if (words := _alike(other, after, actor, action, eyes)) is not None:
            return Moved(entry.at, entry.seat, words)
    return None


def _candidates(before: Table, other: Table, actor: int, action: int, eyes: Sequence[int], dice: random.Random, *, free: bool) -> list[int]:
    game, secrets = before.match.game, own(before.match.game, "secrets")
    possible = [offer.action for offer in game.possible(other.match.state, actor)]
    if free and all(secrets.hidden(before.match.state, actor, eye) for eye in eyes):
        return dice.sample(possible, len(possible))
    return [action] if action in possible else []


def _alike(other: Table, after: Table, actor: int, action: int, eyes: Sequence[int]) -> str | None:
    """The words of the action in the other world, if what comes of it looks the same."""
    game, state = other.match.game, other.match.state.clone()
    words = game.say(state, actor, action)
    game.play(state, actor, action)
    return words if all(game.view(state, eye) == game.view(after.match.state, eye) for eye in eyes) else None


def _alike_after_undo(other: Table, after: Table, eyes: Sequence[int]) -> bool:
    game, state = other.match.game, other.match.events[-1].before
    return all(game.view(state, eye) == game.view(after.match.state, eye) for eye in eyes)


def both_ways(real: Table, other: Table, secret: bytes, eyes: Sequence[int], dice: random.Random, at: int) -> tuple[Entry, Entry] | None:
    """Something that may happen next in both worlds and looks the same to these eyes, whatever was chosen in secret."""
    act, seed = _anything(real, dice), dice.random()
    try:
        entry = act(real, random.Random(seed), at)
        ahead, steps = follow(real, entry, secret)
    except (Unplayable, IndexError):
        return None
    if not isinstance(entry, Moved):
        return entry, act(other, random.Random(seed), at)
    for twin in _moves_of_twin(real, other, entry, eyes, dice):
        twin_ahead, twin_steps = follow(other, twin, secret)
        if _same_steps(ahead, steps, twin_ahead, twin_steps, eyes):
            return entry, twin
    return None


def _moves_of_twin(real: Table, other: Table, entry: Moved, eyes: Sequence[int], dice: random.Random) -> list[Entry]:
    assert entry.seat != "chance"
    action = real.match.game.parse(real.match.state, entry.seat, entry.move)
    candidates = _candidates(real, other, entry.seat, action, eyes, dice, free=True)
    return [Moved(entry.at, entry.seat, real.match.game.say(other.match.state, entry.seat, candidate)) for candidate in candidates]


def _same_steps(ahead: Table, steps: list[Step], twin: Table, twin_steps: list[Step], eyes: Sequence[int]) -> bool:
    """Whether the same has happened to these eyes, step by step. What was done openly must be the same."""
    if [type(step.entry) for step in steps] != [type(step.entry) for step in twin_steps] or ahead.stage != twin.stage:
        return False
    return all(_same_step(ahead, step, other, eye) for step, other in zip(steps, twin_steps, strict=True) for eye in eyes)


def _same_step(table: Table, step: Step, other: Step, eye: int) -> bool:
    game = table.match.game
    if step.event is None or other.event is None:
        return True
    hidden = own(game, "secrets").hidden(step.event.before, step.event.actor, eye)
    same = hidden or step.event.action == other.event.action
    return same and bool(game.view(step.event.after, eye) == game.view(other.event.after, eye))


def laid(entries: Sequence[Entry]) -> Table:
    """The table of a log, with all its events."""
    first = entries[0]
    assert isinstance(first, Opened)
    table = open_table(first)
    for entry in entries[1:]:
        apply(table, entry)
    return table
