"""What happens at a table, entry by entry. A table is what its log makes of it, and nothing else.

Time comes from outside, in milliseconds; so does everything that chance or a bot decides. A seat's own notes are
not in it: the numbers of the entries would tell others when somebody takes a note.
"""

from typing import Any, Literal

import msgspec


class Pace(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How long anybody may take, in milliseconds; 0 is no limit. A slow table gives days for a move."""

    move: int = 0  # for each decision
    budget: int = 0  # for the whole match
    increment: int = 0  # given back with each decision
    grace: int = 120_000  # how long a leaver's seat is kept before a bot takes it

    def __post_init__(self) -> None:
        if min(self.move, self.budget, self.increment, self.grace) < 0 or max(self.move, self.budget, self.increment, self.grace) > 10**10:
            raise ValueError("times are 0 to 10,000,000,000 milliseconds")
        if self.move and self.budget:
            raise ValueError("a table has a time for each move or a budget for the match, not both")
        if self.increment and not self.budget:
            raise ValueError("an increment needs a budget")


class _Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True, tag_field="entry", tag=str.lower):
    at: int


class Opened(_Entry, frozen=True):
    """The table stands."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    pace: Pace
    undo: bool = False  # whether a decision may be taken back while nobody knows of it


class Sat(_Entry, frozen=True):
    """A person takes an empty seat."""

    seat: int
    name: str


class Hired(_Entry, frozen=True):
    """A bot takes an empty seat."""

    seat: int
    bot: str


class Rose(_Entry, frozen=True):
    """A seat is empty again; before the match has begun."""

    seat: int


class Began(_Entry, frozen=True):
    """The match begins."""


class Moved(_Entry, frozen=True):
    """An event of the match: a decision, or an outcome of chance, in the words of the game."""

    seat: int | Literal["chance"]
    move: str


class TookBack(_Entry, frozen=True):
    """The last decision is undone."""

    seat: int


class Resigned(_Entry, frozen=True):
    """A person gives up: a bot plays on, and does not win."""

    seat: int
    bot: str


class Left(_Entry, frozen=True):
    """A person is away."""

    seat: int


class Returned(_Entry, frozen=True):
    """A person is back, and gets the seat back unless it was given up."""

    seat: int


class StoodIn(_Entry, frozen=True):
    """A bot decides for a seat until its person returns: the grace is over, or the time has run out."""

    seat: int
    bot: str


class Paused(_Entry, frozen=True):
    """Clocks stand still and nobody moves."""

    seat: int


class Resumed(_Entry, frozen=True):
    """The match goes on."""

    seat: int


class Said(_Entry, frozen=True):
    """A line of chat; the seat is None when a spectator says it."""

    seat: int | None
    name: str
    text: str


Entry = Opened | Sat | Hired | Rose | Began | Moved | TookBack | Resigned | Left | Returned | StoodIn | Paused | Resumed | Said


def write_entry(entry: Entry) -> bytes:
    """An entry as bytes for a store."""
    return msgspec.json.encode(entry)


def read_entry(data: bytes) -> Entry:
    """The entry that `write_entry` wrote."""
    entry: Entry = msgspec.json.decode(data, type=Entry)
    return entry
