"""Play many games between bots on all cores and compare them."""

import argparse
import sys
from collections.abc import Callable

from gemtable.games.contract import Game, Unplayable
from gemtable.lab import MOST_MATCHES
from gemtable.lab.report import Report
from gemtable.players import cast
from gemtable.terminal.command import STOPPED
from gemtable.terminal.flags import add_games, add_json, add_options, number, options_of, print_json


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    add_games(parser, _describe_game)
    parser.set_defaults(run=run)


def _describe_game(parser: argparse.ArgumentParser, game: Game) -> None:
    names = ", ".join(character.name for character in cast(game.about.id).characters)
    parser.add_argument("--players", default="random,easy,fair", help=f"who plays, by commas (default: random,easy,fair): {names}")
    parser.add_argument("--seats", type=number(0, 99), help="how many; players repeat until all are taken (default: one each)")
    parser.add_argument("--games", type=number(1, MOST_MATCHES), default=10_000, help="how many (default: 10000)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, help="the same seed gives the same games (default: 0)")
    parser.add_argument("--cores", "--processes", type=number(1, 1024), help="how many work at once (default: all); the result is the same")
    add_options(parser, game)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, and print how each player fared."""
    from gemtable.lab.run import simulate  # loads Numba: not before the words are known to be right

    names = [name.strip() for name in arguments.players.split(",")]
    seats = len(names) if arguments.seats is None else arguments.seats
    if 0 < seats < len(names):
        raise Unplayable(f"{len(names)} players are too many for {seats} seats")
    players = [names[seat % len(names)] for seat in range(seats)]
    if sys.stderr.isatty():
        print("Loading the rules; the first time they are compiled, some ten seconds …", end="", file=sys.stderr, flush=True)
    report = simulate(
        arguments.game,
        players,
        options_of(arguments),
        matches=arguments.games,
        seed=arguments.seed,
        cores=arguments.cores or 0,
        progress=_bar(arguments.games) if sys.stderr.isatty() else lambda _: None,
    )
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    if arguments.json:
        print_json(report)
    else:
        print(table(report))
    return STOPPED if report.stopped else 0


def _bar(whole: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        full = 30 * done // whole
        print(f"\r\033[K{'█' * full}{'░' * (30 - full)} {done:,} of {whole:,} games", end="", file=sys.stderr, flush=True)

    return show


def table(report: Report) -> str:
    """The report for people."""
    end = ", stopped" if report.stopped else ""
    head = [
        f"{report.game}, {report.games:,} games{end}, seed {report.seed}, {report.decisions:.1f} decisions a game",
        f"{'player':12s} {'wins':>7s}  {'95 % interval':15s} {'alone':>7s} {'score':>7s} {'± sd':>6s} {'least':>6s} {'most':>6s}",
    ]
    rows = [
        f"{one.player:12s} {one.share:7.2%}  {one.low:6.2%}–{one.high:6.2%}  {one.sole:7.2%} {one.score.mean:7.2f} {one.score.sd:6.2f}"
        f" {one.score.least:6d} {one.score.most:6d}"
        for one in report.players
    ]
    return "\n".join([*head, *rows])
