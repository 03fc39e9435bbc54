"""Draw the position a match file leads to, as text or as an SVG picture."""

import argparse

from gemtable.terminal.flags import add_language, add_match, match_of, print_exactly
from gemtable.terminal.seats import names_in


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_match(parser)
    parser.add_argument("--svg", action="store_true", help="a picture instead of text")
    parser.add_argument("--notation", action="store_true", help="the whole position in the words that `solve --show` reads")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the drawing."""
    match, seat = match_of(arguments)
    names = names_in(match, arguments.lang)
    if arguments.notation:
        print(match.game.write(match.game.view(match.state, seat)), end="")
    elif arguments.svg:
        print_exactly(match.game.svg(match.scene(seat), arguments.lang, names))
    else:
        print(match.game.text(match.scene(seat), arguments.lang, names), end="")
    return 0
