"""Draw the position a match file leads to, as text or as an SVG picture."""

import argparse
from typing import Any

from gemtable.games.contract import Unplayable
from gemtable.kit.draws import WORDS, start
from gemtable.table.match import Match
from gemtable.terminal.flags import add_language, add_match, match_of, print_exactly
from gemtable.terminal.seats import names_in

TRIED = 64  # worlds in which a secret would be another


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_match(parser)
    parser.add_argument("--svg", action="store_true", help="a picture instead of text")
    parser.add_argument("--notation", action="store_true", help="the whole position in the words that `solve --show` reads")
    add_language(parser)
    parser.set_defaults(run=run)


def whole_view(match: Match, seat: int) -> Any:
    """The view, if nothing is secret in it: words cannot leave a choice open. Judged by the view alone, so that a refusal tells nothing."""
    view, stream = match.game.view(match.state, seat), [0] * WORDS
    start(stream, 0, 0)
    if any(match.game.imagined(view, seat, stream) != view for _ in range(TRIED)):
        raise Unplayable("something is secret in this position now, so it cannot be said in words; wait until all have chosen")
    return view


def run(arguments: argparse.Namespace) -> int:
    """Print the drawing."""
    match, seat = match_of(arguments)
    names = names_in(match, arguments.lang)
    if arguments.notation:
        print(match.game.write(whole_view(match, seat)), end="")
    elif arguments.svg:
        print_exactly(match.game.svg(match.scene(seat), arguments.lang, names))
    else:
        print(match.game.text(match.scene(seat), arguments.lang, names), end="")
    return 0
