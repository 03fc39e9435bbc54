"""What the ruling tests see of a match: its file, and nothing behind it."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest

from gemtable.games.contract import CHANCE
from gemtable.table.match import read_match


@dataclass
class Position:
    over: bool
    scores: list[int]
    winners: list[int]
    actors: list[int] | str
    possible: list[str]


def replay_file(seats: int, relics: str, moves: list[tuple[str | int, str]]) -> Position:
    header = {"game": "diamant", "rules": 1, "seats": seats, "options": {"relics": relics}}
    lines = [header, *({"seat": seat, "move": move} for seat, move in moves)]
    match = read_match(b"\n".join(map(msgspec.json.encode, lines)))
    result, game = match.result(), match.game
    actors = (CHANCE,) if result.actors == "chance" else result.actors
    possible = {offer.words for actor in actors for offer in game.possible(match.state, actor)}
    return Position(result.over, result.scores, result.winners, result.actors, sorted(possible))


@pytest.fixture
def replay() -> Callable[..., Position]:
    return replay_file
