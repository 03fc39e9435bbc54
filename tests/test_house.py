"""What docs/house.md promises of the code itself."""

import ast
import re
from pathlib import Path

import pytest

from gemtable.games.contract import GAMES

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "gemtable").rglob("*.py"))
GAME_FILES = ["__init__", "game", "state", "rules", "view", "notation", "drawing"]


def at(path: Path) -> str:
    return path.relative_to(ROOT / "src" / "gemtable").as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=at)
def test_a_file_has_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=at)
def test_no_code_asks_which_game_it_is(path: Path) -> None:
    """Except a game's own folders."""
    own = {game_id for game_id in GAMES if f"/{game_id}/" in f"/{at(path)}"}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Compare | ast.MatchValue):
            named = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)} & set(GAMES)
            assert named <= own, f"line {node.lineno} asks for {named}"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("file", ["rules", "state"])
def test_rules_and_states_import_the_kit_and_nothing_else(game_id: str, file: str) -> None:
    path = ROOT / f"src/gemtable/games/{game_id}/{file}.py"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert re.fullmatch(rf"typing|gemtable\.kit\.\w+|gemtable\.games\.{game_id}\.\w+", node.module or "")
            if file == "rules" and "games" in (node.module or ""):
                assert not {"view", "notation", "game", "drawing"} & set((node.module or "").split("."))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_has_all_files_of_a_game(game_id: str) -> None:
    there = {path.stem for path in (ROOT / f"src/gemtable/games/{game_id}").glob("*.py")}
    assert there >= set(GAME_FILES)


def test_no_address_is_in_the_tree() -> None:
    """It installs from whichever package index a person has; the name space of SVG, this machine and names for examples are none."""
    known = {"http://www.w3.org", "http://localhost", "http://127.0.0.1", "https://gems.example"}
    for path in [*ROOT.glob("*.*"), *ROOT.glob("docs/**/*.md"), *SOURCES, *ROOT.glob("tools/*.py"), *ROOT.glob(".ci/*")]:
        if path.is_file() and path.name != "uv.lock":
            assert set(re.findall(r"https?://[\w.]+", path.read_text("utf-8"))) <= known, path


def test_everything_that_is_installed_is_pinned() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    pins = set(re.findall(r'^  "([a-z0-9-]+)==', text, re.MULTILINE))
    asked = {name.lower() for name in re.findall(r'^  "([A-Za-z0-9-]+)>=', text, re.MULTILINE)}
    assert asked
    assert asked <= pins
