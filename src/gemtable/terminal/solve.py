"""Solve exactly what can be solved: today Diamant with one explorer."""

import argparse
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from gemtable.games.contract import GAMES, Unplayable, find
from gemtable.table.files import read_file
from gemtable.table.match import BOM, read_match
from gemtable.table.options import allowed
from gemtable.terminal.flags import add_json, print_json


def describe(parser: argparse.ArgumentParser) -> None:
    """A word for each game that has a solver, with a flag for each field of its `Problem`."""
    games = parser.add_subparsers(metavar="GAME", dest="game", required=True, parser_class=type(parser))
    for game_id in GAMES:
        if find_spec(f"gemtable.players.{game_id}.solver"):
            _describe_game(games.add_parser(game_id, help=find(game_id).about.goal["en"]), _solver(game_id).Problem)
    parser.set_defaults(run=run)


def _describe_game(parser: argparse.ArgumentParser, problem: type[Any]) -> None:
    for field in fields(problem):
        told = f"{', '.join(allowed(get_type_hints(problem)[field.name]))} (default: {field.default})"
        parser.add_argument(f"--{field.name}", default=field.default, help=told, metavar="VALUE")
    parser.add_argument(
        "--show",
        type=Path,
        metavar="FILE",
        help="what to do in this position: a match file, or text as `gemtable draw --notation` prints it",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the value of the problem, or the advice for a position."""
    solver = _solver(arguments.game)
    problem = _read_problem(solver.Problem, arguments)
    if arguments.show is None:
        value = solver.value(problem)
        found, told = {"value": value}, f"{value:.6f}"
    else:
        found = advice = solver.advise(problem, _position(arguments.game, arguments.show))
        told = f"{advice.best}: on {advice.on:.6f}, home {advice.home:.6f}"
    if arguments.json:
        print_json(found)
    else:
        print(told)
    return 0


def _solver(game_id: str) -> Any:
    return import_module(f"gemtable.players.{game_id}.solver")


def _read_problem(problem: type[Any], arguments: argparse.Namespace) -> Any:
    known, values = get_type_hints(problem), {}
    for name, hint in known.items():
        try:
            values[name] = msgspec.convert(getattr(arguments, name), hint, strict=False)
        except msgspec.ValidationError:
            raise Unplayable(f"--{name} cannot be {getattr(arguments, name)[:40]!r}", allowed(hint)) from None
    try:
        return problem(**values)
    except ValueError as wrong:
        raise Unplayable(str(wrong)) from None


def _position(game_id: str, path: Path) -> Any:
    """The position of a text, or the one a match file leads to."""
    data = read_file(path).removeprefix(BOM)
    if not data.lstrip().startswith(b"{"):
        try:
            return find(game_id).place(data.decode("utf-8"))
        except UnicodeDecodeError:
            raise Unplayable(f"{path}: the file is not UTF-8 text") from None
    match = read_match(data)
    if match.header.game != game_id:
        raise Unplayable(f"{path} is a match of {match.header.game}")
    return match.state
