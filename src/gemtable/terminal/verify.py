"""Verify that the chance of a match is as it was sealed."""

import argparse
from pathlib import Path
from typing import Any

from gemtable.table.files import read_file
from gemtable.table.match import lines_of, read_match
from gemtable.table.proof import draws, kept, proof, seal_of
from gemtable.terminal.flags import add_json, print_exactly, print_json

DIFFERS = 1  # the exit code


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", type=Path, help="a match file with a seal (see docs/seal.md)")
    parser.add_argument("--proof", action="store_true", help="print what tools/verify_match.py checks without this package")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict, or the proof and leave the verdict to whoever reads it."""
    data = read_file(arguments.file)
    if arguments.proof:
        print_exactly(proof(read_match(data)).decode().removesuffix("\n"))
        return 0
    verdict = verify(data)
    if arguments.json:
        print_json(verdict)
    else:
        print(told(verdict))
    return 0 if verdict["verified"] else DIFFERS


def verify(data: bytes) -> dict[str, Any]:
    """What is found in a match file: whether the secret was the sealed one, and each draw that differs."""
    match = read_match(data)
    (_, *lines), drawn = lines_of(data), list(draws(match))
    differs = [
        {"line": lines[draw.event][0], "draw": draw.number, "drawn": draw.move, "sealed": draw.sealed}
        for draw in drawn
        if draw.move != draw.sealed
    ]
    return {
        "verified": kept(match) and not differs,
        "commitment": kept(match),
        "draws": len(drawn),
        "differs": differs,
        "salted": any(seal_of(match).salts),
        "over": match.result().over,
    }


def told(verdict: dict[str, Any]) -> str:
    """The verdict in a line."""
    if not verdict["commitment"]:
        return "does not verify: the secret is not the one whose commitment was published"
    return differing(verdict) if verdict["differs"] else as_sealed(verdict)


def as_sealed(verdict: dict[str, Any]) -> str:
    """That all is well, and what this cannot say."""
    count = verdict["draws"]
    line = f"the chance of this match is as sealed: {count} draw{'s' * (count != 1)}"
    line += "" if verdict["over"] else "; the match is not over"
    return line + ("" if verdict["salted"] else "; no seat added a salt")


def differing(verdict: dict[str, Any]) -> str:
    """The first draw that differs, and how many more."""
    first, *more = verdict["differs"]
    line = f"does not verify: line {first['line']}, draw {first['draw']}: {first['drawn']} was drawn, the seal gives {first['sealed']}"
    return f"{line}; {len(more)} more of {verdict['draws']} draws differ" if more else line
