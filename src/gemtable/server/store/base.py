"""What the server asks of a store, and what a store may answer."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


class StoreError(Exception):
    """Something a store did not do; the message is for people."""


class Unknown(StoreError):
    """There is no such match."""

    def __init__(self, match: str) -> None:
        super().__init__(match)

    def __str__(self) -> str:
        return f"there is no match {self.args[0]!r}"


class Taken(StoreError):
    """There is another match of this name."""

    def __init__(self, match: str) -> None:
        super().__init__(match)

    def __str__(self) -> str:
        return f"there is another match {self.args[0]!r}"


class Conflict(StoreError):
    """The match has moved on since: read what is missing, then decide again."""

    def __init__(self, next_seq: int) -> None:
        super().__init__(next_seq)
        self.next_seq = next_seq

    def __str__(self) -> str:
        return f"the next event of this match is number {self.next_seq}"


class Busy(StoreError):
    """More is waiting to be written than the store takes; nothing of this was taken."""


class Closed(StoreError):
    """The store is closed; nothing of this was taken."""


class StorageFailed(StoreError):
    """Writing failed. What was asked may or may not be stored: the same command again finds out, and has one effect."""


class Full(StorageFailed):
    """There is no room on the disk. Reading goes on, and writing does once there is room again."""


class Damaged(StoreError):
    """This is no sound database of ours."""


class Newer(StoreError):
    """The database was written by a later version."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The numbers that events got; last_seq is first_seq - 1 where there were none."""

    first_seq: int
    last_seq: int
    again: bool = field(default=False, compare=False)  # it was there already: this is the first answer once more


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state as it was kept along with the event numbered seq."""

    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list; the next page begins with `before=number` of the last one."""

    number: int
    match: str
    header: bytes
    last_seq: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is of everything."""

    matches: int
    events: int
    commands: int
    snapshots: int


class Store(Protocol):
    """Matches as rows of events, numbered from 1 without gaps, which are only ever added.

    What is written is answered by a future, and never before it is on disk. `Busy` and `Closed` are raised at once.
    A future that is cancelled while its command waits takes the command back. Everything may be called from any thread.
    """

    def create(self, match: str, header: bytes, events: Sequence[bytes] = ()) -> Future[Appended]:
        """A new match with its first events. Asked twice, it is there once; `Taken` when the name belongs to another."""

    def append(
        self,
        match: str,
        expected_seq: int,
        seat: str,
        command_id: str,
        events: Sequence[bytes],
        snapshot: bytes | None = None,
        *,
        over: bool = False,
    ) -> Future[Appended]:
        """Add events, all or none, if the first of them gets the number expected; `Conflict` when not.

        The same command of the same seat again changes nothing and gets the first answer. `snapshot` is the state after the
        last of the events; `over` takes the match out of the list of open ones.
        """

    def read(self, match: str, after_seq: int = 0) -> list[tuple[int, bytes]]:
        """The events numbered higher than that."""

    def header(self, match: str) -> bytes:
        """What the match was created with."""

    def snapshot(self, match: str) -> Snapshot | None:
        """The latest state kept, if any was."""

    def matches(self, before: int | None = None, limit: int = 50, *, over: bool = False) -> list[Listed]:
        """A page of the matches that are open, or of those that are over, newest first."""

    def check(self) -> Counts:
        """Look through everything; `Damaged` says what is wrong."""

    def backup(self, path: Path) -> Counts:
        """A checked copy, made while everything goes on; FileExistsError when there is a file of that name."""

    def close(self) -> None:
        """Write what is waiting, then stop."""
