"""Count the courses a game can take in its first events."""

import argparse

from gemtable.games.contract import Game
from gemtable.lab import DEEPEST
from gemtable.terminal.flags import add_games, add_json, add_options, number, options_of, print_json


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_games(parser, _describe_game)
    parser.set_defaults(run=run)


def _describe_game(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--depth", type=number(1, DEEPEST), required=True, help="how many events")
    parser.add_argument("--seats", type=number(0, 99), default=game.about.box[0], help=f"default: {game.about.box[0]}")
    add_options(parser, game)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Count, and print a line for each depth."""
    from gemtable.lab.perft import perft  # loads Numba: not before the words are known to be right

    counts = perft(arguments.game, arguments.depth, arguments.seats, options_of(arguments))
    if arguments.json:
        print_json({"game": arguments.game, "seats": arguments.seats, "counts": counts})
    else:
        print("\n".join(f"{depth:3d} {count:,}" for depth, count in enumerate(counts, 1)))
    return 0
