"""Measure how many decisions a second each game runs at: one core, random play."""

import argparse

from gemtable.games.contract import GAMES
from gemtable.lab.measure import speed
from gemtable.terminal.flags import add_json, print_json


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure every game of the list."""
    speeds = {game_id: {mode: round(rate) for mode, rate in speed(game_id).items()} for game_id in GAMES}
    if arguments.json:
        print_json(speeds)
    else:
        for game_id, rates in speeds.items():
            print(f"{game_id:10s} " + "   ".join(f"{mode} {rate:,} decisions/s" for mode, rate in rates.items()))
    return 0
