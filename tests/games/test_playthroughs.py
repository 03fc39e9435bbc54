"""Whole matches written out in full. A registered game without one fails. `just playthroughs` writes them anew: read the diff."""

from pathlib import Path

import pytest

from gemtable.games.contract import GAMES, find
from gemtable.table.options import read_options
from tools.playthrough import read_back, write_out

HERE = Path(__file__).parent
TEXTS = sorted(HERE.glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_match_goes_as_written(path: Path) -> None:
    text = path.read_text("utf-8")
    match = read_back(text)
    assert match.result().over, "a playthrough goes to the end"
    assert write_out(match) == text


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_set_has_a_playthrough(game_id: str) -> None:
    played = {read_back(path.read_text("utf-8")).options for path in TEXTS if path.parent.parent.name == game_id}
    assert played >= set(find(game_id).about.variants)


def test_options_survive_the_file() -> None:
    for game_id in GAMES:
        for variant in find(game_id).about.variants:
            assert read_options(find(game_id), vars(variant)) == variant
