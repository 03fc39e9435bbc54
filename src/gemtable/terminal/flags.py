"""Flags that several commands share; those of a game come from its options."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import msgspec

from gemtable.games.contract import GAMES, LANGUAGES, SPECTATOR, Game, Options, Unplayable, find
from gemtable.games.words import words_of
from gemtable.table.files import read_file
from gemtable.table.match import Match, read_match
from gemtable.table.options import allowed, hints, read_options


def add_games(parser: argparse.ArgumentParser, describe: Callable[[argparse.ArgumentParser, Game], None]) -> None:
    """A word for each game of the list, with the flags of its own."""
    games = parser.add_subparsers(metavar="GAME", dest="game", required=True, parser_class=type(parser))
    for game_id in GAMES:
        game = find(game_id)
        describe(games.add_parser(game_id, help=game.about.goal["en"], description=game.about.goal["en"]), game)


def add_options(parser: argparse.ArgumentParser, game: Game) -> None:
    """A flag for each option of the game."""
    words, known = words_of(game.about.id, "en")["options"], hints(game)
    for field in fields(game.about.options):
        default = field.default if field.default is not MISSING else None
        flag = f"--{field.name.replace('_', '-')}"
        told = f"{words[field.name]} ({', '.join(allowed(known[field.name]))}; default: {str(default).lower()})"
        only_yes = {"nargs": "?", "const": "true"} if known[field.name] is bool else {}
        parser.add_argument(flag, dest=f"option_{field.name}", metavar="VALUE", help=told.replace("%", "%%"), **only_yes)  # type: ignore[arg-type]


def options_of(arguments: argparse.Namespace) -> Options:
    """The options as the flags give them."""
    given = {name[len("option_") :]: value for name, value in vars(arguments).items() if name.startswith("option_")}
    return read_options(find(arguments.game), {name: value for name, value in given.items() if value is not None}, as_words=True)


def add_match(parser: argparse.ArgumentParser) -> None:
    """A match file, and whose eyes to see it with."""
    parser.add_argument("file", type=Path, help="a match file (see docs/match-files.md)")
    parser.add_argument("--seat", type=number(0, 63), help="as this seat sees it; without it, as a spectator does")


def match_of(arguments: argparse.Namespace) -> tuple[Match, int]:
    """The match of the file, and the seat, or SPECTATOR."""
    match = read_match(read_file(arguments.file))
    seat: int = SPECTATOR if arguments.seat is None else arguments.seat
    if seat >= match.header.seats:
        raise Unplayable(f"there is no seat {seat} in this match", [str(seat) for seat in range(match.header.seats)])
    return match, seat


def folder_named(word: str) -> Path:
    """Reads the name of a folder."""
    if not word or Path(word).is_file():
        raise argparse.ArgumentTypeError(f"{word[:60]!r} is {'a file' if word else 'no name'}: name a folder")
    return Path(word)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Which language to speak."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language: en, cs or pl (default: en)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """For programs."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(word: str) -> int:
        if not word.lstrip("-").isascii() or not word.lstrip("-").isdigit() or len(word) > 20 or not least <= int(word) <= most:
            raise argparse.ArgumentTypeError(f"{word[:30]!r} is not a whole number from {least} to {most}")
        return int(word)

    return read


def print_json(value: Any) -> None:
    """One line of JSON."""
    print_exactly(msgspec.json.encode(value).decode())


def print_exactly(text: str) -> None:
    """What programs read is UTF-8, whatever letters the terminal has."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    print(text)
