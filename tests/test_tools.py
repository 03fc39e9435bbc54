"""The tools that lay a new game and say what it lacks, tried on a copy of the tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.check_game import lacking
from tools.new_game import BLANKS, ROOT, new_game

NAME = "".join(("toy", "_", "cave"))  # put together here, for a name must not be a word of the tests
SUITE = ("test_contract.py", "test_texts.py", "test_playthroughs.py", "test_secrets.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src", "tests", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_a_new_game_is_green_as_it_is_laid(tree: Path) -> None:
    new_game(tree, NAME)
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME]
    tests = [f"tests/games/{name}" for name in SUITE]
    run = subprocess.run(
        [*command, *tests, f"tests/games/{NAME}"], cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "-q", "--no-cache", "."], cwd=tree, stdout=subprocess.PIPE, text=True, check=False
    )
    assert ruff.returncode == 0, ruff.stdout


def test_its_blanks_are_listed_until_they_are_filled(tree: Path) -> None:
    new_game(tree, NAME)
    lines = list(lacking(tree, NAME))
    assert {line.partition(": BLANK: ")[2] for line in lines if "BLANK" in line} >= set(BLANKS.values())
    assert f"src/gemtable/games/{NAME}/text/pl.json: is still Nullgame's" in lines
    rules = tree / f"src/gemtable/games/{NAME}/rules.py"
    rules.write_text(rules.read_text("utf-8").partition("\n")[2], "utf-8")
    assert sum(f"{NAME}/rules.py" in line for line in lines) == 1
    assert not any(f"{NAME}/rules.py" in line for line in lacking(tree, NAME))


def test_what_is_missing_is_named(tree: Path) -> None:
    for gone in ("src/gemtable/games/diamant/view.py", "tests/games/diamant/secrets.py"):
        (tree / gone).unlink()
    shutil.rmtree(tree / "tests/games/diamant/playthroughs")
    (tree / "tests/games/diamant/perft.json").write_text('[{"options": {}, "seats": 3, "courses": [18]}]', "utf-8")
    (tree / "src/gemtable/games/__init__.py").write_text("GAMES = ()", "utf-8")
    lines = "\n".join(lacking(tree, "diamant"))
    for told in ("view.py: is missing", "secrets.py: is missing", "no playthrough", "no pin counts a million", "diamant is not in GAMES"):
        assert told in lines


@pytest.mark.parametrize("name", ["diamant", "nullgame"])
def test_the_games_of_the_list_lack_nothing(name: str) -> None:
    assert list(lacking(ROOT, name)) == []


@pytest.mark.parametrize("name", ["Toy", "1st", "class", "a-b", "", "../up", "diamant", "x" * 40, "test", "lab"])
def test_a_name_that_will_not_do_writes_nothing(tree: Path, name: str) -> None:
    before = sorted(tree.rglob("*"))
    with pytest.raises(ValueError, match=r"cannot be the name of a game|is there already|is a word of the tests"):
        new_game(tree, name)
    assert sorted(tree.rglob("*")) == before
