"""Whole matches whose chance is sealed, for the tests of what seals and verifies."""

import random
from collections.abc import Sequence

from gemtable.games.contract import OVER
from gemtable.table.local import Local
from gemtable.table.match import Match, Sealed, begin
from gemtable.table.seal import LONGEST_SALT, Seal
from tests.matches import Case

LETTERS = 'ab"\\ \n\u2028\x00žŁ龍🐎'


def salts(dice: random.Random, seats: int) -> list[str | None]:
    """A salt for some of the seats, of any length and with any letters."""
    lengths = [dice.choice([1, 7, LONGEST_SALT]) for _ in range(seats)]
    return [dice.choice([None, "".join(dice.choices(LETTERS, k=length))]) for length in lengths]


def sealed_match(case: Case, dice: random.Random, added: Sequence[str | None] | None = None, *, told: bool = True) -> Match:
    """A match between bots that move at random; its secret is in it when it is told."""
    seats = case.seats(dice) if added is None else len(added)
    seal = Seal(dice.randbytes(32)).with_salts(salts(dice, seats) if added is None else added)
    match = begin(case.game.about.id, seats, case.options, seal=Sealed(**seal.published(over=told)))
    header = match.header
    chance = seal.chance(header.game, header.rules, header.seats, header.options)
    local = Local(match, ["@random"] * seats, dice.randrange(2**60), lambda _: None, chance)
    while local.turn() != OVER:
        local.advance()
    return match
