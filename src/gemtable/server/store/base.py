"""What the server asks of a store, and what a store may answer."""

from collections.abc import Callable, Sequence
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


class Nobody(Unknown):
    """There is nobody of this id."""

    def __str__(self) -> str:
        return f"there is nobody of the id {self.args[0]!r}"


class Taken(StoreError):
    """There is another match of this name."""

    def __init__(self, match: str) -> None:
        super().__init__(match)

    def __str__(self) -> str:
        return f"there is another match {self.args[0]!r}"


class Somebody(Taken):
    """There is somebody of this id, or the token is somebody's."""

    def __str__(self) -> str:
        return f"there is somebody else of the id {self.args[0]!r}"


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


class InUse(StoreError):
    """Another process has this database open, and it is a kind that only one may."""


class Missing(StoreError):
    """Something has to be installed first."""


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
class Mark:
    """What a list has to know of a match without reading its events. Each command that gives one sets it anew."""

    over: bool = False  # nothing more is to be done
    listed: bool = False  # whoever looks for a table is shown it
    due: int | None = None  # when somebody has to look at it although nobody asks, in milliseconds


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, or a program that does. The id says nothing about who that is."""

    person: str
    name: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """Another process has written: something of this match, or who this person is. With neither, anything may have changed."""

    match: str | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is of everything."""

    matches: int
    events: int
    commands: int
    snapshots: int
    people: int = 0
    tokens: int = 0
    members: int = 0
    notes: int = 0


Post = Callable[[Callable[[], None]], object]


class Store(Protocol):
    """Matches as rows of events, numbered from 1 without gaps, which are only ever added; and the people who play them.

    What is written is answered by a future, and never before it is on disk. `Busy` and `Closed` are raised at once.
    A future that is cancelled while its command waits takes the command back. Everything may be called from any thread.
    Secrets of people come hashed: the store never sees one. Only people the store knows belong to a match: `Nobody` when not.
    """

    # Matches

    def create(
        self, match: str, header: bytes, events: Sequence[bytes] = (), mark: Mark | None = None, members: Sequence[str] = ()
    ) -> Future[Appended]:
        """A new match with its first events. Asked twice, it is there once; `Taken` when the name belongs to another."""

    def append(
        self,
        match: str,
        expected_seq: int,
        seat: str,
        command_id: str,
        events: Sequence[bytes],
        snapshot: bytes | None = None,
        mark: Mark | None = None,
        members: Sequence[str] = (),
    ) -> Future[Appended]:
        """Add events, all or none, if the first of them gets the number expected; `Conflict` when not.

        The same command of the same seat again changes nothing and gets the first answer. `snapshot` is the state after the
        last of the events; `members` are people who belong to the match from now on.
        """

    def read(self, match: str, after_seq: int = 0) -> list[tuple[int, bytes]]:
        """The events numbered higher than that."""

    def header(self, match: str) -> bytes:
        """What the match was created with."""

    def snapshot(self, match: str) -> Snapshot | None:
        """The latest state kept, if any was."""

    def done(self, match: str, seat: str, command_id: str) -> Appended | None:
        """What was answered to this command, if it was done."""

    def matches(self, before: int | None = None, limit: int = 50, *, over: bool = False) -> list[Listed]:
        """A page of the matches that are open, or of those that are over, newest first."""

    def listed(self, before: int | None = None, limit: int = 50) -> list[Listed]:
        """A page of the matches marked as listed, newest first."""

    def due(self, now: int, limit: int = 100) -> list[str]:
        """The open matches somebody has to look at by now, the longest overdue first."""

    # People

    def add_person(self, person: Person, token: bytes, at: int) -> Future[None]:
        """Somebody new, known by this token; asked twice, once. `Somebody`, which is `Taken`, when there is another of this id."""

    def rename(self, person: str, name: str) -> Future[None]:
        """Somebody is called otherwise from now on; `Nobody`, which is `Unknown`, when there is nobody of this id."""

    def person_of(self, token: bytes) -> Person | None:
        """Whose token this is."""

    def replace_tokens(self, person: str, token: bytes | None, at: int) -> Future[None]:
        """From now on this is the only token of the person; with None there is none. Codes of the person go, too.

        `Nobody` when there is nobody of this id. `at` counts as the time the person came.
        """

    def put_code(self, person: str, code: bytes, until: int) -> Future[None]:
        """A code that is good once, until then; an earlier one of the person goes. `Nobody` when there is nobody of this id."""

    def take_code(self, code: bytes, token: bytes, at: int) -> Future[Person | None]:
        """Use a code up: its person is known by this token alone from now on. None when there is no such code at this time.

        After `StorageFailed`, `person_of` the token says whether it was done.
        """

    def forget_idle(self, before: int) -> Future[int]:
        """Forget people and their tokens who came before then and belong to no match; how many they were."""

    # Who belongs to which match

    def admit(self, match: str, person: str) -> Future[None]:
        """The person belongs to the match; `Unknown` when there is no such match, or nobody of this id."""

    def dismiss(self, match: str, person: str) -> Future[None]:
        """The person does not, any more."""

    def admitted(self, match: str, person: str) -> bool:
        """Whether the person belongs to the match."""

    def matches_of(self, person: str, before: int | None = None, limit: int = 50) -> list[Listed]:
        """A page of the matches the person belongs to, those that are open and those that are over, newest first."""

    def open_matches(self, person: str) -> int:
        """How many matches that are not over the person belongs to."""

    def invite(self, match: str, invitation: bytes | None) -> Future[None]:
        """From now on this is the invitation to the match, the only one; with None there is none. `Unknown` as always."""

    def invitation(self, match: str) -> bytes | None:
        """The invitation to the match, if there is one; `Unknown` when there is no such match."""

    # Notes of a seat

    def put_notes(self, match: str, seat: int, body: bytes) -> Future[None]:
        """A seat's own notes, in place of those before; `Unknown` when there is no such match."""

    def notes(self, match: str, seat: int) -> bytes | None:
        """The notes of a seat, if it has taken any."""

    # The house

    def listen(self, hear: Callable[[Changed], None]) -> None:
        """Be told, from some thread, of what other processes write to the same database; soon after, and each change once or more.

        `Changed()`, with neither, says that something may have been missed: look at everything anew.
        """

    def wake(self, post: Post | None) -> None:
        """From now on the futures of a batch are answered by one callable, handed to `post`; with None by the writer's thread.

        `store.wake(loop.call_soon_threadsafe)` wakes an event loop once a batch, and `waiting.answer(future)` awaits such a
        future without waking it again. Whoever posts must not block the thread that answers by waiting for a future there.
        """

    def check(self) -> Counts:
        """Look through everything; `Damaged` says what is wrong."""

    def backup(self, path: Path) -> Counts:
        """A checked copy, made while everything goes on; FileExistsError when there is a file of that name."""

    def close(self) -> None:
        """Write what is waiting, answer, then stop. What goes through `post` is answered when that comes to it."""
