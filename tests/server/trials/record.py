"""What clients wrote down of a run: what they asked for and were answered, and what every socket was told; and what the store has of it."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from gemtable.server.room import Private
from gemtable.server.store.base import Store
from gemtable.server.tokens import hashed


@dataclass
class Answered:
    """Done with its numbers, or refused with its kind of error."""

    at: float
    first: int = 0
    last: int = 0
    error: str | None = None
    table: str | None = None  # of a rematch


@dataclass
class Try:
    """A command as it was sent once."""

    sent: float
    answer: Answered | None = None


@dataclass
class Asked:
    """A command, however often it was sent. `token` shows whose it is."""

    table: str
    token: str
    id: str
    seq: int
    act: dict[str, Any]
    tries: list[Try] = field(default_factory=list)

    @property
    def sent(self) -> float:
        return self.tries[0].sent

    @property
    def answers(self) -> list[Answered]:
        return [attempt.answer for attempt in self.tries if attempt.answer]

    @property
    def done(self) -> list[Answered]:
        return [answer for answer in self.answers if answer.error is None]


@dataclass
class Told:
    """A message of a socket: `welcome` or `news` with entries, or `done` with the id and first number of a command."""

    say: str
    entries: list[tuple[int, bytes]] = field(default_factory=list)
    seq: int = 0  # of the view; of `done`, the first number
    id: str = ""


@dataclass
class Hearing:
    """A socket from its beginning to its end. `quiet`: at its end there was nothing more to be told."""

    table: str
    token: str
    seat: int | None
    after: int | None
    told: list[Told] = field(default_factory=list)
    view: bytes = b""  # the last one
    quiet: bool = False


@dataclass
class Opening:
    """How a table came to be: as it was asked for, or as a rematch."""

    token: str
    seats: list[str | None]
    ready: bool = False
    rematch: bool = False


@dataclass
class Journal:
    """What the store has of a table. `done` has the numbers of the commands asked for, by person and id."""

    rows: list[tuple[int, bytes]]
    secret: bytes
    done: dict[tuple[str, str], tuple[int, int]]


@dataclass
class Record:
    """All of a run. `people` says who is known by each token; None when nobody is."""

    opened: dict[str, Opening] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    hearings: list[Hearing] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    strange: set[tuple[str, str, str]] = field(default_factory=set)  # what clients saw that should not be: the kind, the table, what
    people: dict[str, str | None] = field(default_factory=dict)
    journals: dict[str, Journal | None] = field(default_factory=dict)

    def read(self, store: Store) -> None:
        """Add what the store has."""
        self.people = {token: person.person if (person := store.person_of(hashed(token))) else None for token in self.tokens}
        by_table: dict[str, list[Asked]] = {name: [] for name in self.opened}
        for asked in self.asked:
            by_table[asked.table].append(asked)
        there = {listed.match for listed in all_matches(store)}
        self.journals = {name: self._journal(store, name, commands) if name in there else None for name, commands in by_table.items()}

    def _journal(self, store: Store, name: str, commands: list[Asked]) -> Journal:
        done: dict[tuple[str, str], tuple[int, int]] = {}
        for asked in commands:
            person = self.people[asked.token] or ""
            if (found := store.done(name, person, asked.id)) is not None:
                done[person, asked.id] = found.first_seq, found.last_seq
        return Journal(store.read(name), msgspec.json.decode(store.header(name), type=Private).secret, done)

    def parts(self) -> "list[Record]":
        """What is about each table."""
        parts = {name: Record({name: opened}, journals={name: self.journals[name]}) for name, opened in self.opened.items()}
        for asked in self.asked:
            parts[asked.table].asked.append(asked)
        for hearing in self.hearings:
            parts[hearing.table].hearings.append(hearing)
        for part in parts.values():
            whose: list[Asked | Hearing | Opening] = [*part.asked, *part.hearings, *part.opened.values()]
            part.tokens = sorted({one.token for one in whose})
            part.people = {token: self.people[token] for token in part.tokens}
        return list(parts.values())


def all_matches(store: Store) -> list[Any]:
    """Every match of a store."""
    return [*_pages(store, over=False), *_pages(store, over=True)]


def _pages(store: Store, *, over: bool) -> list[Any]:
    found: list[Any] = []
    while page := store.matches(found[-1].number if found else None, 500, over=over):
        found += page
    return found
