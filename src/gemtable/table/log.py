"""What happens at a table, entry by entry. A table is what its log makes of it, and nothing else.

Time comes from outside, in milliseconds; so does everything that chance or a bot decides. A seat's own notes are
not in it: the numbers of the entries would tell others when somebody takes a note.
"""

from typing import Any, Literal

import msgspec

SLOW = 3_600_000  # milliseconds for a move or a match from which on a table is slow


class Pace(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How long anybody may take, in milliseconds; 0 is no limit. A slow table gives hours or days for a move."""

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

    @property
    def slow(self) -> bool:
        """Whether people come and go between their moves: then nobody who is away is missed."""
        return max(self.move, self.budget) >= SLOW


# Nothing in an entry refers back to it: no search for garbage need look at the many that are kept.
class _Entry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True, gc=False, tag_field="entry", tag=str.lower):
    at: int


class Opened(_Entry, frozen=True):
    """The table stands. `host` is the person whose table it is."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    pace: Pace
    undo: bool = False  # whether a decision may be taken back while nobody knows of it
    host: str | None = None
    listed: bool = False  # anybody may find it, watch it and sit down; else only who was invited
    commitment: str | None = None  # of the secret its chance comes from
    after: str | None = None  # the table it is the rematch of
    brought: bool = False  # its first events come from a match file


class Sat(_Entry, frozen=True):
    """A person takes an empty seat."""

    seat: int
    name: str
    person: str | None = None


class Hired(_Entry, frozen=True):
    """A bot takes an empty seat."""

    seat: int
    bot: str


class Rose(_Entry, frozen=True):
    """A seat is empty again; before the match has begun."""

    seat: int


class Ready(_Entry, frozen=True):
    """A person wants to begin, and adds a salt to the chance of the match."""

    seat: int
    salt: str | None = None


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


class Unsealed(_Entry, frozen=True):
    """The match is over: the secret its chance came from."""

    secret: str


class Rematched(_Entry, frozen=True):
    """Somebody wants to play again, at another table."""

    seat: int
    table: str


class Closed(_Entry, frozen=True):
    """The table is given up before its match has begun."""


class Said(_Entry, frozen=True):
    """A line of chat; the seat is None when a spectator says it."""

    seat: int | None
    name: str
    text: str


Entry = (
    Opened
    | Sat
    | Hired
    | Rose
    | Ready
    | Began
    | Moved
    | TookBack
    | Resigned
    | Left
    | Returned
    | StoodIn
    | Paused
    | Resumed
    | Unsealed
    | Rematched
    | Closed
    | Said
)
PRIVATE = ("host", "person")  # fields of entries that nobody is told


def write_entry(entry: Entry) -> bytes:
    """An entry as bytes for a store."""
    return msgspec.json.encode(entry)


def read_entry(data: bytes) -> Entry:
    """The entry that `write_entry` wrote."""
    entry: Entry = msgspec.json.decode(data, type=Entry)
    return entry
