"""Replay a match file: where it stands, or what one seat saw."""

import argparse

from gemtable.games.words import sentence
from gemtable.table.match import Match
from gemtable.terminal.flags import add_json, add_language, add_match, match_of, print_json
from gemtable.terminal.seats import names_in


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_match(parser)
    parser.add_argument("--view", action="store_true", help="what the seat's screen draws now, as JSON")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    match, seat = match_of(arguments)
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
