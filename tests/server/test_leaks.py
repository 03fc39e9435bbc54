"""Non-interference over the wire, in short; `just leaks` compares thousands of positions."""

import asyncio
from pathlib import Path

import pytest

from gemtable.games.contract import Game
from tests.matches import CASES, GAMES_FOUND
from tests.server.worlds import CATEGORIES, Figures, compare

POSITIONS = 8  # of each option set


@pytest.mark.parametrize("game", GAMES_FOUND, ids=lambda game: game.about.id)
def test_worlds_that_somebody_cannot_tell_apart_give_the_same_bytes(game: Game, tmp_path: Path) -> None:
    figures = Figures()
    for case in CASES:
        if case.game is game:
            figures.add(asyncio.run(compare(case, POSITIONS, 1, tmp_path / str(case))))
    assert figures.now, "no position held a secret: the test has seen nothing"
    missing = [category for category in CATEGORIES if not figures.compared[category]]
    assert not missing, f"nothing was compared of {missing}"
