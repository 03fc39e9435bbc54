"""The number of courses of each length, pinned: tests/games/<game>/perft.json. `just perft` writes new pins.

A change of these numbers is a change of the rules: raise `rules_version`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, GAMES, Game, find
from gemtable.lab.perft import perft
from gemtable.table.options import read_options

PINS = [(game_id, pin) for game_id in GAMES for pin in json.loads((Path(__file__).parent / game_id / "perft.json").read_text("utf-8"))]
every_pin = pytest.mark.parametrize(("game_id", "pin"), PINS, ids=lambda part: part if isinstance(part, str) else str(part["options"]))


@every_pin
def test_courses_are_as_many_as_pinned(game_id: str, pin: dict[str, Any]) -> None:
    options = read_options(find(game_id), pin["options"])
    assert perft(game_id, len(pin["courses"]), pin["seats"], options) == pin["courses"]


@every_pin
def test_plain_rules_count_the_same(game_id: str, pin: dict[str, Any]) -> None:
    game = find(game_id)
    state = game.begin(pin["seats"], read_options(game, pin["options"]))
    depth = sum(1 for courses in pin["courses"] if courses < 20_000)
    assert depth >= 3
    assert [_count(game, state, n) for n in range(1, depth + 1)] == pin["courses"][:depth]


def _count(game: Game, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    courses = 0
    for actor in (CHANCE, *game.acting(state)):
        for offer in game.possible(state, actor):
            after = state.clone()
            game.play(after, actor, offer.action)
            courses += _count(game, after, depth - 1)
    return courses


@pytest.mark.parametrize("game_id", GAMES)
def test_the_pins_go_deep_enough(game_id: str) -> None:
    assert max(pin["courses"][-1] for game, pin in PINS if game == game_id) >= 1_000_000
