"""The chance of a sealed match, draw by draw: what could have come, what came, and what the seal gives."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from gemtable.games.contract import CHANCE, Unplayable
from gemtable.table.match import Match, Sealed
from gemtable.table.seal import Seal


@dataclass(frozen=True, slots=True)
class Draw:
    """One event of chance, in words."""

    number: int  # among the draws, from 0
    event: int  # among the events, from 0
    of: list[tuple[str, int]]  # what could have come, with its weight
    move: str
    sealed: str  # what should have come


def seal_of(match: Match) -> Seal:
    """The seal of a match whose secret is told; Unplayable when there is nothing to verify."""
    told = _told(match)
    if told.secret is None:
        raise Unplayable("the secret of this match is not told yet: there is nothing to verify before it is over")
    return Seal(bytes.fromhex(told.secret), tuple(told.salts))


def kept(match: Match) -> bool:
    """Whether the secret that is told is the one that was sealed."""
    return seal_of(match).keeps(_told(match).commitment)


def draws(match: Match) -> Iterator[Draw]:
    """Every draw of a match whose secret is told."""
    header = match.header
    chance = seal_of(match).chance(header.game, header.rules, header.seats, header.options)
    drawn = [(at, event) for at, event in enumerate(match.events) if event.actor == CHANCE]
    for number, (at, event) in enumerate(drawn):
        of = [(offer.words, weight) for offer, weight in match.game.outcomes(event.before)]
        sealed = chance(number, [weight for _, weight in of], len(of))
        yield Draw(number, at, of, match.game.say(event.before, CHANCE, event.action), of[sealed][0])


def proof(match: Match) -> bytes:
    """What `tools/verify_match.py` checks: the first line of the match, then a line for each draw."""
    lines = [{"draw": draw.number, "of": draw.of, "move": draw.move} for draw in draws(match)]
    return b"".join([msgspec.json.encode(line) + b"\n" for line in (match.header, *lines)])


def _told(match: Match) -> Sealed:
    if match.header.seal is None:
        raise Unplayable("this match has no seal: there is nothing to verify")
    return match.header.seal
