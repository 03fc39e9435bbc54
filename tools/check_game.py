"""Say what a game still lacks, then run the tests that every game must pass on it. `just check-game NAME`."""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.new_game import FOLDERS, PATTERN, ROOT, mine

GAME_FILES = ("__init__.py", "game.py", "state.py", "rules.py", "view.py", "notation.py", "drawing.py")
TEXTS = tuple(f"text/{language}.{ending}" for ending in ("md", "json") for language in ("en", "cs", "pl"))
PLAYER_FILES = ("__init__.py", "thumbs.py")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-k")
TEST_FILES = ("test_rulings.py", "secrets.py", "invariants.py", "perft.json")


def lacking(root: Path, name: str) -> Iterator[str]:
    """A line for everything that is missing."""
    games, players, tests = (root / folder / name for folder in FOLDERS)
    if f'"{name}"' not in (root / FOLDERS[0] / "__init__.py").read_text("utf-8"):
        yield f"src/gemtable/games/__init__.py: {name} is not in GAMES"
    if f'"gemtable.games.{name}"' not in (root / "pyproject.toml").read_text("utf-8"):
        yield f"pyproject.toml: gemtable.games.{name} is not among the games that never import one another"
    if f"| {name} |" not in (root / "CHANGELOG.md").read_text("utf-8"):
        yield f"CHANGELOG.md: {name} is not among the rules versions"
    for folder, names in ((games, GAME_FILES + TEXTS), (players, PLAYER_FILES), (tests, TEST_FILES)):
        for file in names:
            yield from _file_lacks(root, folder / file, name)
    if not list(tests.glob("playthroughs/*.txt")):
        yield f"{(tests / 'playthroughs').relative_to(root)}: no playthrough; write one with tools/playthrough.py"
    if (tests / "perft.json").is_file() and max((pin["courses"][-1] for pin in _pins(tests)), default=0) < 1_000_000:
        yield f"{(tests / 'perft.json').relative_to(root)}: no pin counts a million courses; make a list longer and run `just perft`"


def _pins(tests: Path) -> list[dict[str, list[int]]]:
    pins: list[dict[str, list[int]]] = json.loads((tests / "perft.json").read_text("utf-8"))
    return pins


def _file_lacks(root: Path, path: Path, name: str) -> Iterator[str]:
    place = path.relative_to(root)
    if not path.is_file():
        yield f"{place}: is missing"
        return
    text = path.read_text("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if "BLANK" in line and name != PATTERN:
            yield f"{place}:{number}: {line.strip('# ')}"
    pattern = path.parents[len(path.relative_to(root).parts) - 4] / PATTERN / Path(*path.relative_to(root).parts[4:])
    if path.suffix in (".md", ".json") and name != PATTERN and pattern.is_file() and _same(text, pattern, name):
        yield f"{place}: is still Nullgame's"


def _same(text: str, pattern: Path, name: str) -> bool:
    letter = re.search(r"^\*\*([A-Z])\d", text, re.MULTILINE)
    return text == mine(pattern.read_text("utf-8"), name, letter[1] if letter else "N")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    name = parser.parse_args().name
    if not (ROOT / FOLDERS[0] / name).is_dir():
        sys.exit(f"check-game: there is no src/gemtable/games/{name}; lay it with `just new-game {name}`")
    missing = list(lacking(ROOT, name))
    print("\n".join(missing) or f"{name} has everything a game needs.", flush=True)
    # First what must hold before anything else can: a slip there would turn everything red.
    for few in (["-x", "tests/games/test_contract.py"], ["--maxfail=5", "tests"]):
        if subprocess.run([*PYTEST, f"{name} or test_docs or test_house", *few], cwd=ROOT, check=False).returncode:
            sys.exit(1)
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
