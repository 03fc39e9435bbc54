"""Print the rules of a game, numbered."""

import argparse

from gemtable.games.contract import Game, find
from gemtable.terminal.flags import add_games, add_language


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_games(parser, _describe_game)
    parser.set_defaults(run=run)


def _describe_game(parser: argparse.ArgumentParser, game: Game) -> None:  # noqa: ARG001
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    print(find(arguments.game).rules_text(arguments.lang).rstrip())
    return 0
