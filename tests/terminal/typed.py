"""The command as somebody at a keyboard sees it: answers in, lines out."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gemtable.table.match import Match, read_match

ONE = ["play", "nullgame", "--seed", "5", "--save", "match.jsonl"]
CAVES = ["play", "diamant", "--seed", "5", "--save", "match.jsonl"]
ENOUGH = ["1"] * 400


@dataclass
class Said:
    code: int
    out: str
    err: str


Play = Callable[..., Said]


def kept(path: str = "match.jsonl") -> Match:
    return read_match(Path(path).read_bytes())
