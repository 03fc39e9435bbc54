"""Copy Nullgame under a new name: a whole game, green from the start, with every blank marked. `just new-game NAME`.

A blank is a line with the word BLANK that says what belongs there. `just check-game NAME` lists those that are left.
"""

import argparse
import keyword
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATTERN = "nullgame"
FOLDERS = ("src/gemtable/games", "src/gemtable/players", "tests/games")

# What belongs into each file of the copy; the line is put at its top.
BLANKS = {
    "game.py": "title, one-sentence goal, seats, options and variants of your game",
    "state.py": "one documented line for each field of a match, and named constants",
    "rules.py": "setup, actors, legal, chances, play, score, winners, in the order and the verbs of the booklet",
    "view.py": "what is hidden from whom (shown, conceal, imagine), what a screen draws (scene), what happened (tell)",
    "notation.py": "moves and positions in words",
    "drawing.py": "the position as text and as a picture, from the scene alone",
    "thumbs.py": "random, easy and fair by rules of thumb, and a few characters",
    "test_rulings.py": "a test for each ruling, named by its number",
    "secrets.py": "what a seat may not know, said apart from view.py",
    "invariants.py": "what holds in every position, and what never changes",
}


def mine(text: str, name: str, letter: str) -> str:
    """A text of Nullgame as one of the new game."""
    text = text.replace(PATTERN, name).replace(PATTERN.title(), name.replace("_", " ").title())
    text = re.sub(r"\bN(\d+(?:\.\d+)?)\b", rf"{letter}\1", text)
    return re.sub(r"\btest_n(\d+_\d+)", rf"test_{letter.lower()}\1", text)


def copy(source: Path, target: Path, name: str, letter: str) -> None:
    """One folder, file by file."""
    for path in sorted(source.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        text = mine(path.read_text("utf-8"), name, letter)
        if path.name in BLANKS:
            text = f"# BLANK: {BLANKS[path.name]}\n{text}"
        if path.parent.name == "text":
            text = text.replace("\n\n## About\n", "\n\n## About\n\nBLANK: who made the game.\n") if path.suffix == ".md" else text
        (target / path.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
        (target / path.relative_to(source)).write_text(text, "utf-8")


def join_the_list(root: Path, name: str) -> None:
    """Into GAMES, and into the contract that games never import one another."""
    change(root / "CHANGELOG.md", re.compile(rf"^(\| {PATTERN} \| 1 \|.*)$", re.MULTILINE), rf"\1\n| {name} | 1 | next | first |")
    change(root / "src/gemtable/games/__init__.py", re.compile(r"^(GAMES = \(.*)\)$", re.MULTILINE), rf'\1, "{name}")')
    change(root / "pyproject.toml", re.compile(rf'"gemtable\.games\.{PATTERN}"\]'), f'"gemtable.games.{name}", "gemtable.games.{PATTERN}"]')


def change(path: Path, old: re.Pattern[str], new: str) -> None:
    """Replace the one place where a pattern stands."""
    text, found = old.subn(new, path.read_text("utf-8"))
    if found != 1:
        raise ValueError(f"{path.name} has {found} places like {old.pattern} instead of one")
    path.write_text(text, "utf-8")


def free_letter(root: Path, name: str) -> str:
    """A letter for the numbers of its rules: one of its own, else any that no other game has."""
    texts = [path.read_text("utf-8") for path in (root / FOLDERS[0]).glob("*/text/en.md")]
    used = {found[1] for text in texts if (found := re.search(r"^\*\*([A-Z])\d", text, re.MULTILINE))}
    return next(letter for letter in name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter.isalpha() and letter not in used)


def new_game(root: Path, name: str) -> list[Path]:
    """Lay the files; ValueError when the name will not do, and then nothing has been written."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise ValueError(f"{name!r} cannot be the name of a game: small letters, digits and _, as in `castle`")
    targets = [root / folder / name for folder in FOLDERS]
    for target in targets:
        if target.exists():
            raise ValueError(f"{target.relative_to(root)} is there already")
    if any(name in path.read_text("utf-8") for path in (root / "tests").rglob("*.py")):
        raise ValueError(f"{name!r} is a word of the tests already, so its own could not be told apart; choose another")
    letter = free_letter(root, name)
    for target in targets:
        copy(target.parent / PATTERN, target, name, letter)
    join_the_list(root, name)
    subprocess.run([sys.executable, "-m", "ruff", "check", "--fix", "--quiet", *targets], cwd=root, check=False)  # imports in their order
    return targets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    try:
        targets = new_game(ROOT, parser.parse_args().name)
    except ValueError as wrong:
        sys.exit(f"new-game: {wrong}")
    print("Laid, a copy of Nullgame and green as it stands:")
    print("\n".join(f"  {target.relative_to(ROOT)}/" for target in targets))
    print(f"Next: docs/add-a-game.md, and `uv run just check-game {targets[0].name}` for what is still to do.")


if __name__ == "__main__":
    main()
