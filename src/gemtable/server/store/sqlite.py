"""Matches in a SQLite file: one writer, many readers."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from gemtable.server.store import database
from gemtable.server.store.base import Appended, Closed, Conflict, Counts, Listed, Snapshot, StoreError, Taken, Unknown
from gemtable.server.store.database import rows
from gemtable.server.store.writer import Job, Outcome, Writer

WAITING = 10_000  # commands at most in the queue: less than a second's work

LAST_SEQ = "SELECT coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0) FROM match AS m WHERE id = ?"
COMMAND = "SELECT first_seq, last_seq FROM command WHERE match = ? AND seat = ? AND command_id = ?"
EVENTS = "SELECT seq, body FROM event WHERE match = ? AND seq > ? ORDER BY seq"
LISTED = """
SELECT number, id, header, coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0)
FROM match AS m WHERE over = {over} AND number < ? ORDER BY number DESC LIMIT ?"""
CREATE = "INSERT INTO match (id, number, header, opening) VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM match), ?, ?)"


class Sqlite:
    """A `Store` in one file."""

    def __init__(self, path: Path, waiting: int = WAITING) -> None:
        self.path = path
        self._connection = self._open()
        self._readers: list[apsw.Connection] = []
        self._lock = threading.Lock()  # over `_readers` and `_closed`
        self._closed = False
        self._writer = Writer(self._commit, waiting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def create(self, match: str, header: bytes, events: Sequence[bytes] = ()) -> Future[Appended]:
        return self._writer.put(lambda: self._create(match, header, events))

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
        if not events:
            raise ValueError("a command without an event leaves no trace")
        return self._writer.put(lambda: self._append(match, expected_seq, seat, command_id, events, snapshot, over))

    def read(self, match: str, after_seq: int = 0) -> list[tuple[int, bytes]]:
        with self._reader() as reader:
            events = rows(reader, EVENTS, match, after_seq)
            if not events:
                _last_seq(reader, match)
        return events

    def header(self, match: str) -> bytes:
        with self._reader() as reader:
            for (header,) in rows(reader, "SELECT header FROM match WHERE id = ?", match):
                return bytes(header)
        raise Unknown(match)

    def snapshot(self, match: str) -> Snapshot | None:
        with self._reader() as reader:
            for row in rows(reader, "SELECT seq, body FROM snapshot WHERE match = ?", match):
                return Snapshot(*row)
            _last_seq(reader, match)
        return None

    def matches(self, before: int | None = None, limit: int = 50, *, over: bool = False) -> list[Listed]:
        newest = 2**63 - 1 if before is None else before
        with self._reader() as reader:
            return [Listed(*row) for row in rows(reader, LISTED.format(over=int(over)), newest, limit)]

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

    def _open(self) -> apsw.Connection:
        return database.open_writer(self.path)

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

    def _commit(self, jobs: Sequence[Job]) -> Sequence[Outcome]:
        """All of them in one transaction, so that one wait for the disk serves them all."""
        with database.told(self.path), database.transaction(self._connection):
            return [self._outcome(job) for job in jobs]

    def _outcome(self, job: Job) -> Outcome:
        """A command that is refused goes alone: its neighbours are committed. A failing disk fails them all."""
        self._connection.execute("SAVEPOINT command")
        try:
            outcome: Outcome = job()
        except (StoreError, TypeError, ValueError, OverflowError) as refused:
            outcome = refused
        except (apsw.ConstraintError, apsw.TooBigError) as refused:
            outcome = database.failure(self.path, refused)
        if isinstance(outcome, Exception):
            self._connection.execute("ROLLBACK TO command")
        self._connection.execute("RELEASE command")
        return outcome

    def _create(self, match: str, header: bytes, events: Sequence[bytes]) -> Appended:
        there = rows(self._connection, "SELECT header, opening FROM match WHERE id = ?", match)
        if not there:
            self._connection.execute(CREATE, (match, header, len(events)))
            return self._put(match, 1, events)
        opening = [body for _, body in rows(self._connection, EVENTS + " LIMIT ?", match, 0, len(events))]
        if there != [(header, len(events))] or opening != list(events):
            raise Taken(match)
        return Appended(1, len(events), again=True)

    def _append(
        self, match: str, expected_seq: int, seat: str, command_id: str, events: Sequence[bytes], snapshot: bytes | None, over: bool
    ) -> Appended:
        for first_seq, last_seq in rows(self._connection, COMMAND, match, seat, command_id):
            return Appended(first_seq, last_seq, again=True)
        next_seq = _last_seq(self._connection, match) + 1
        if next_seq != expected_seq:
            raise Conflict(next_seq)
        appended = self._put(match, next_seq, events)
        self._connection.execute("INSERT INTO command VALUES (?, ?, ?, ?, ?)", (match, seat, command_id, next_seq, appended.last_seq))
        if snapshot is not None:
            self._connection.execute("REPLACE INTO snapshot VALUES (?, ?, ?)", (match, appended.last_seq, snapshot))
        if over:
            self._connection.execute("UPDATE match SET over = 1 WHERE id = ?", (match,))
        return appended

    def _put(self, match: str, first_seq: int, events: Sequence[bytes]) -> Appended:
        for seq, body in enumerate(events, first_seq):
            self._connection.execute("INSERT INTO event VALUES (?, ?, ?)", (match, seq, body))
        return Appended(first_seq, first_seq + len(events) - 1)


def _last_seq(connection: apsw.Connection, match: str) -> int:
    """The number of the latest event, 0 before the first."""
    for (last_seq,) in rows(connection, LAST_SEQ, match):
        return int(last_seq)
    raise Unknown(match)
