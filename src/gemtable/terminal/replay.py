"""Replay a match file: where it stands, or what one seat saw."""

import argparse
from pathlib import Path

from gemtable.games.contract import SPECTATOR
from gemtable.games.words import sentence
from gemtable.table.files import read_file
from gemtable.table.match import Match, read_match
from gemtable.terminal.flags import add_json, add_language, number, print_json
from gemtable.terminal.seats import names_in


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", type=Path, help="a match file (see docs/protocol.md)")
    parser.add_argument("--seat", type=number(0, 63), help="tell what this seat saw; without it, what a spectator saw")
    parser.add_argument("--view", action="store_true", help="what the seat's screen draws now, as JSON")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    match = read_match(read_file(arguments.file))
    seat = SPECTATOR if arguments.seat is None else arguments.seat
    if seat >= match.header.seats:
        raise match.no_seat(seat)
    if arguments.view:
        print_json(match.scene(seat))
    elif arguments.json:
        print_json(match.result())
    else:
        print(told(match, seat, arguments.lang), end="")
    return 0


def told(match: Match, seat: int, language: str) -> str:
    """Everything the seat was told, a sentence a line, and the position it sees at the end."""
    names = names_in(match, language)
    lines = [sentence(match.header.game, fact, language, names) for fact in match.facts(seat)]
    return "\n".join(lines) + "\n" * bool(lines) * 2 + match.game.text(match.scene(seat), language, names)
