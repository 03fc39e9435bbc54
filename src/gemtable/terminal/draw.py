"""Draw the position a match file leads to, as text or as an SVG picture."""

import argparse
from pathlib import Path

from gemtable.games.contract import SPECTATOR
from gemtable.table.files import read_file
from gemtable.table.match import read_match
from gemtable.terminal.flags import add_language, number, print_exactly
from gemtable.terminal.seats import names_in


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", type=Path, help="a match file")
    parser.add_argument("--seat", type=number(0, 63), help="as this seat sees it; without it, as a spectator does")
    parser.add_argument("--svg", action="store_true", help="a picture instead of text")
    parser.add_argument("--notation", action="store_true", help="the whole position in the words that `solve --show` reads")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the drawing."""
    match = read_match(read_file(arguments.file))
    seat = SPECTATOR if arguments.seat is None else arguments.seat
    if seat >= match.header.seats:
        raise match.no_seat(seat)
    names = names_in(match, arguments.lang)
    if arguments.notation:
        print(match.game.write(match.game.view(match.state, seat)), end="")
    elif arguments.svg:
        print_exactly(match.game.svg(match.scene(seat), arguments.lang, names))
    else:
        print(match.game.text(match.scene(seat), arguments.lang, names), end="")
    return 0
