"""Print the rules of a game, numbered."""

import argparse
import sys

from gemtable.games.contract import Game, find
from gemtable.terminal.flags import add_games, add_language
from gemtable.terminal.screen import Screen


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_games(parser, _describe_game)
    parser.set_defaults(run=run)


def _describe_game(parser: argparse.ArgumentParser, game: Game) -> None:  # noqa: ARG001
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    text = find(arguments.game).rules_text(arguments.lang).rstrip()
    if sys.stdout.isatty():
        Screen(arguments.lang).page(text.replace("**", ""))
    else:
        print(text)  # Markdown, as it stands
    return 0
