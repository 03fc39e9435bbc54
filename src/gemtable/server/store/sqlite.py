"""Matches and people in a SQLite file: one process, in it one writer and many readers."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import apsw

from gemtable.server.store import database, written
from gemtable.server.store.base import Appended, Changed, Closed, Counts, Listed, Mark, Person, Post, Snapshot, StoreError, Unknown
from gemtable.server.store.database import Value, rows
from gemtable.server.store.lock import Lock
from gemtable.server.store.writer import Writer
from gemtable.server.store.written import COMMAND, EVENTS, last_seq, only

WAITING = 10_000  # commands at most in the queue: less than a second's work
NEWEST = 2**63 - 1  # above the number of every match

PAGE = """
SELECT m.number, m.id, m.header, coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0)
FROM {source} AND m.number < ? ORDER BY m.number DESC LIMIT ?"""
OPEN, OVER = (PAGE.format(source=f"match AS m WHERE over = {over}") for over in (0, 1))
LISTED = PAGE.format(source="match AS m WHERE listed = 1")
# The order is the index's: a page takes as many steps as it has lines.
OF = """
SELECT m.number, m.id, m.header, coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0)
FROM member CROSS JOIN match AS m ON m.id = member.match
WHERE member.person = ? AND member.number < ? ORDER BY member.number DESC LIMIT ?"""
OPEN_OF = "SELECT count(*) FROM member CROSS JOIN match AS m ON m.id = member.match WHERE person = ? AND over = 0"
DUE = "SELECT id FROM match WHERE over = 0 AND due <= ? ORDER BY due, number LIMIT ?"

Job = Callable[[apsw.Connection], Any]


class Sqlite:
    """A `Store` in one file, for one process: `InUse` when another has it."""

    def __init__(self, path: Path, waiting: int = WAITING) -> None:
        self.path = path
        self._hold = Lock(path)
        try:
            self._connection = self._open()
        except BaseException:
            self._hold.release()
            raise
        self._readers: list[apsw.Connection] = []
        self._lock = threading.Lock()  # over `_readers` and `_closed`
        self._closed = False
        self._writer = Writer(self._commit, waiting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # Matches

    def create(
        self, match: str, header: bytes, events: Sequence[bytes] = (), mark: Mark | None = None, members: Sequence[str] = ()
    ) -> Future[Appended]:
        return self._put(written.create, match, header, events, mark, members)

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
        if not events:
            raise ValueError("a command without an event leaves no trace")
        return self._put(written.append, match, expected_seq, seat, command_id, events, snapshot, mark, members)

    def read(self, match: str, after_seq: int = 0) -> list[tuple[int, bytes]]:
        with self._reader() as reader:
            events = rows(reader, EVENTS, match, after_seq)
            if not events:
                last_seq(reader, match)
        return events

    def header(self, match: str) -> bytes:
        return bytes(self._of_match("header", match))

    def snapshot(self, match: str) -> Snapshot | None:
        with self._reader() as reader:
            for row in rows(reader, "SELECT seq, body FROM snapshot WHERE match = ?", match):
                return Snapshot(*row)
            last_seq(reader, match)
        return None

    def done(self, match: str, seat: str, command_id: str) -> Appended | None:
        for first, last in self._rows(COMMAND, match, seat, command_id):
            return Appended(first, last, again=True)
        return None

    def matches(self, before: int | None = None, limit: int = 50, *, over: bool = False) -> list[Listed]:
        return self._page(OVER if over else OPEN, before, limit)

    def listed(self, before: int | None = None, limit: int = 50) -> list[Listed]:
        return self._page(LISTED, before, limit)

    def due(self, now: int, limit: int = 100) -> list[str]:
        return [match for (match,) in self._rows(DUE, now, limit)]

    # People

    def add_person(self, person: Person, token: bytes, at: int) -> Future[None]:
        return self._put(written.add_person, person, token, at)

    def rename(self, person: str, name: str) -> Future[None]:
        return self._put(written.rename, person, name)

    def person_of(self, token: bytes) -> Person | None:
        with self._reader() as reader:
            return written.person_of(reader, token)

    def replace_tokens(self, person: str, token: bytes | None, at: int) -> Future[None]:
        return self._put(written.replace_tokens, person, token, at)

    def put_code(self, person: str, code: bytes, until: int) -> Future[None]:
        return self._put(written.put_code, person, code, until)

    def take_code(self, code: bytes, token: bytes, at: int) -> Future[Person | None]:
        return self._put(written.take_code, code, token, at)

    def forget_idle(self, before: int) -> Future[int]:
        return self._put(written.forget_idle, before)

    # Who belongs to which match, and notes

    def admit(self, match: str, person: str) -> Future[None]:
        return self._put(written.admit, match, person)

    def dismiss(self, match: str, person: str) -> Future[None]:
        return self._put(written.dismiss, match, person)

    def admitted(self, match: str, person: str) -> bool:
        return bool(self._rows("SELECT 1 FROM member WHERE match = ? AND person = ?", match, person))

    def matches_of(self, person: str, before: int | None = None, limit: int = 50) -> list[Listed]:
        return self._page(OF, before, limit, person)

    def open_matches(self, person: str) -> int:
        return int(self._rows(OPEN_OF, person)[0][0])

    def invite(self, match: str, invitation: bytes | None) -> Future[None]:
        return self._put(written.invite, match, invitation)

    def invitation(self, match: str) -> bytes | None:
        invitation: bytes | None = self._of_match("invitation", match)
        return invitation

    def put_notes(self, match: str, seat: int, body: bytes) -> Future[None]:
        return self._put(written.put_notes, match, seat, body)

    def notes(self, match: str, seat: int) -> bytes | None:
        body: bytes | None = only(self._rows("SELECT body FROM note WHERE match = ? AND seat = ?", match, seat))
        return body

    # The house

    def listen(self, hear: Callable[[Changed], None]) -> None:
        """Nobody else writes to this file, so there is never anything to tell."""

    def wake(self, post: Post | None) -> None:
        self._writer.wake(post)

    def check(self) -> Counts:
        with self._reader() as reader:
            return database.check(reader, self.path)

    def backup(self, path: Path) -> Counts:
        with self._reader() as reader:
            return database.copy(reader, path)

    def close(self) -> None:
        self._writer.close()
        with self._lock:
            self._closed = True
            readers, self._readers = self._readers, []
        for connection in [*readers, self._connection]:
            connection.close()
        self._hold.release()

    def _open(self) -> apsw.Connection:
        return database.open_writer(self.path)

    def _rows(self, statement: str, *values: Value) -> list[Any]:
        with self._reader() as reader:
            return rows(reader, statement, *values)

    def _of_match(self, column: str, match: str) -> Any:
        for (value,) in self._rows(f"SELECT {column} FROM match WHERE id = ?", match):
            return value
        raise Unknown(match)

    def _page(self, statement: str, before: int | None, limit: int, *values: Value) -> list[Listed]:
        return [Listed(*row) for row in self._rows(statement, *values, NEWEST if before is None else before, limit)]

    @contextmanager
    def _reader(self) -> Iterator[apsw.Connection]:
        """A connection nobody else uses meanwhile. There come to be as many as there are readers at a time."""
        with database.told(self.path):
            reader = self._borrow()
            try:
                yield reader
            finally:
                self._give_back(reader)

    def _borrow(self) -> apsw.Connection:
        with self._lock:
            if self._closed:
                raise Closed("the store is closed")
            if self._readers:
                return self._readers.pop()
        return database.open_reader(self.path)

    def _give_back(self, reader: apsw.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._readers.append(reader)
                return
        reader.close()

    def _put(self, work: Callable[..., Any], *values: Any) -> Future[Any]:
        return self._writer.put(lambda connection: work(connection, *values))

    def _commit(self, jobs: Sequence[Job]) -> Sequence[Any]:
        """All of them in one transaction, so that one wait for the disk serves them all."""
        with database.told(self.path), database.transaction(self._connection):
            return [self._outcome(job) for job in jobs]

    def _outcome(self, job: Job) -> Any:
        """A command that is refused goes alone: its neighbours are committed. A failing disk fails them all."""
        self._connection.execute("SAVEPOINT command")
        try:
            outcome = job(self._connection)
        except (StoreError, TypeError, ValueError, OverflowError) as refused:
            outcome = refused
        except (apsw.ConstraintError, apsw.TooBigError) as refused:
            outcome = database.failure(self.path, refused)
        if isinstance(outcome, Exception):
            self._connection.execute("ROLLBACK TO command")
        self._connection.execute("RELEASE command")
        return outcome
