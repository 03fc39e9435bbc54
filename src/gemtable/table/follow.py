"""What an entry leads to at once: the match begins when all are ready, chance brings what is next, and at the end its secret is told."""

from dataclasses import dataclass

from gemtable.games.contract import CHANCE
from gemtable.table.acts import move_for
from gemtable.table.log import Began, Entry, Moved, Unsealed
from gemtable.table.match import Event
from gemtable.table.seal import Chance, Seal
from gemtable.table.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """An entry, its number, and the event of the match that it was, if it was one."""

    seq: int
    entry: Entry
    event: Event | None


def follow(table: Table, entry: Entry, secret: bytes) -> tuple[Table, list[Step]]:
    """The table after this entry and all that comes of it by itself. The table handed in stays as it is."""
    ahead = table.fork()
    steps = [apply(ahead, entry)]
    if ahead.all_ready():
        steps.append(apply(ahead, Began(entry.at)))
    chance = chance_of(ahead, secret) if ahead.for_chance() else None
    while chance and ahead.for_chance():
        steps.append(apply(ahead, move_for(ahead, "chance", drawn(ahead, chance), entry.at)))
    if ahead.stage == "over" and ahead.secret is None and ahead.opened.commitment is not None and not ahead.closed:
        steps.append(apply(ahead, Unsealed(entry.at, secret.hex())))
    return ahead, steps


def apply(table: Table, entry: Entry) -> Step:
    """One entry, kept along with what it did."""
    table.apply(entry)
    return Step(table.seq, entry, table.match.events[-1] if isinstance(entry, Moved) else None)


def chance_of(table: Table, secret: bytes) -> Chance:
    """Where the chance of this table comes from. The salts are those of the seats when the match began."""
    opened = table.opened
    seal = Seal(secret, tuple(chair.salt for chair in table.chairs))
    return seal.chance(opened.game, opened.rules, opened.seats, opened.options)


def drawn(table: Table, chance: Chance) -> str:
    """What chance brings now, in words."""
    game, state = table.match.game, table.match.state
    weights = [0] * game.about.outcomes
    n = game.chances(state, weights)
    return game.say(state, CHANCE, chance(table.match.draws, weights, n))
