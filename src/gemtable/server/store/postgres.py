"""Matches and people in a PostgreSQL database: several processes, in each one writer and many readers."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psycopg
from psycopg import errors

from gemtable.server.store import schema, transfer
from gemtable.server.store.base import Appended, Changed, Counts, Listed, Mark, Person, Post, Snapshot, StoreError, Unknown
from gemtable.server.store.calls import STATEMENTS, Call
from gemtable.server.store.notices import Notices
from gemtable.server.store.place import Connection, Place
from gemtable.server.store.readers import Readers
from gemtable.server.store.writer import Writer

WAITING = 10_000  # commands at most in the queue: a second's work or two
NEWEST = 2**63 - 1  # above the number of every match
TRIES = 10  # of a transaction that others were in the way of
AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)  # PostgreSQL took everything back
# A reason that lies in one of the commands. The others can go on without it.
OF_ONE = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.ProgrammingError,
    psycopg.NotSupportedError,
    psycopg.InternalError,
    errors.ProgramLimitExceeded,
    errors.StatementTooComplex,
)

PAGE = """
SELECT m.number, m.id, m.header, coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0)
FROM {source} AND m.number < %s::bigint ORDER BY m.number DESC LIMIT %s::bigint"""
OPEN, OVER, LISTED = (PAGE.format(source=f"match m WHERE {kind}") for kind in ("NOT over", "over", "listed"))
OF = """
SELECT b.number, m.id, m.header, coalesce((SELECT max(seq) FROM event WHERE match = m.id), 0)
FROM member b JOIN match m ON m.id = b.match
WHERE b.person = %s AND b.number < %s::bigint ORDER BY b.number DESC LIMIT %s::bigint"""
OPEN_OF = "SELECT count(*) FROM member b JOIN match m ON m.id = b.match WHERE b.person = %s AND NOT m.over"
DUE = "SELECT id FROM match WHERE NOT over AND due <= %s::bigint ORDER BY due, number LIMIT %s::bigint"
COMMAND = "SELECT first_seq, last_seq FROM command WHERE match = %s AND seat = %s AND command_id = %s"
PERSON = "SELECT p.id, p.name, p.program FROM token t JOIN person p ON p.id = t.person WHERE t.hash = %s"
EVENTS = "SELECT seq, body FROM event WHERE match = %s AND seq > %s::bigint ORDER BY seq"


class Postgres:
    """A `Store` in a PostgreSQL database, for any number of processes.

    The key of an event is the only lock: who comes second gets a `Conflict`. What a process that was killed had committed in
    its last few milliseconds is told to the others when the command is sent again, or with the next change.
    """

    def __init__(self, url: str, waiting: int = WAITING) -> None:
        self.place = Place(url)
        schema.prepare(self.place)
        self._connection: Connection | None = None  # the writer's
        self._readers = Readers(self.place)
        self._notices = Notices(self.place)
        self._writer = Writer(self._commit, waiting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # Matches

    def create(
        self, match: str, header: bytes, events: Sequence[bytes] = (), mark: Mark | None = None, members: Sequence[str] = ()
    ) -> Future[Appended]:
        return self._put("create", (match, header, list(events), *marked(mark), list(members)), match)

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
        values = (match, expected_seq, seat, command_id, list(events), snapshot, *marked(mark), list(members))
        return self._put("append", values, match)

    def read(self, match: str, after_seq: int = 0) -> list[tuple[int, bytes]]:
        events = self._rows(EVENTS, match, after_seq)
        if not events:
            self._of_match("1", match)
        return events

    def header(self, match: str) -> bytes:
        return bytes(self._of_match("header", match))

    def snapshot(self, match: str) -> Snapshot | None:
        for row in self._rows("SELECT seq, body FROM snapshot WHERE match = %s", match):
            return Snapshot(*row)
        self._of_match("1", match)
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
        return self._put("add_person", (person.person, person.name, person.program, token, at), person=person.person)

    def rename(self, person: str, name: str) -> Future[None]:
        return self._put("rename", (person, name), person=person)

    def person_of(self, token: bytes) -> Person | None:
        for row in self._rows(PERSON, token):
            return Person(*row)
        return None

    def replace_tokens(self, person: str, token: bytes | None, at: int) -> Future[None]:
        return self._put("replace_tokens", (person, token, at), person=person)

    def put_code(self, person: str, code: bytes, until: int) -> Future[None]:
        return self._put("put_code", (person, code, until), person=person)

    def take_code(self, code: bytes, token: bytes, at: int) -> Future[Person | None]:
        return self._put("take_code", (code, token, at))

    def forget_idle(self, before: int) -> Future[int]:
        return self._put("forget_idle", (before,))

    # Who belongs to which match, and notes

    def admit(self, match: str, person: str) -> Future[None]:
        return self._put("admit", (match, person), match)

    def dismiss(self, match: str, person: str) -> Future[None]:
        return self._put("dismiss", (match, person), match)

    def admitted(self, match: str, person: str) -> bool:
        return bool(self._rows("SELECT 1 FROM member WHERE match = %s AND person = %s", match, person))

    def matches_of(self, person: str, before: int | None = None, limit: int = 50) -> list[Listed]:
        return self._page(OF, before, limit, person)

    def open_matches(self, person: str) -> int:
        return int(self._rows(OPEN_OF, person)[0][0])

    def invite(self, match: str, invitation: bytes | None) -> Future[None]:
        return self._put("invite", (match, invitation), match)

    def invitation(self, match: str) -> bytes | None:
        invitation: bytes | None = self._of_match("invitation", match)
        return invitation

    def put_notes(self, match: str, seat: int, body: bytes) -> Future[None]:
        return self._put("put_notes", (match, seat, body), match)

    def notes(self, match: str, seat: int) -> bytes | None:
        for (body,) in self._rows("SELECT body FROM note WHERE match = %s AND seat = %s::bigint", match, seat):
            return bytes(body)
        return None

    # The house

    def listen(self, hear: Callable[[Changed], None]) -> None:
        """Hears through PostgreSQL. A connection that was lost is taken up again, and then `Changed()` is said."""
        self._notices.listen(hear)

    def wake(self, post: Post | None) -> None:
        self._writer.wake(post)

    def check(self) -> Counts:
        self._readers.rows("SELECT 1", ())  # Closed when it is
        with self.place.told(), closing(self.place.connect()) as connection, schema.view(connection):
            return schema.check(connection, self.place)

    def backup(self, path: Path) -> Counts:
        return transfer.backup(self.place, path)

    def close(self) -> None:
        self._writer.close()
        self._notices.close()
        self._readers.close()
        if self._connection:
            self._connection.close()

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return self._readers.rows(statement, values)

    def _of_match(self, column: str, match: str) -> Any:
        for (value,) in self._rows(f"SELECT {column} FROM match WHERE id = %s", match):
            return value
        raise Unknown(match)

    def _page(self, statement: str, before: int | None, limit: int, *values: str) -> list[Listed]:
        return [Listed(*row) for row in self._rows(statement, *values, NEWEST if before is None else before, limit)]

    # Writing

    def _put(self, name: str, values: Sequence[Any], match: str | None = None, person: str | None = None) -> Future[Any]:
        return self._writer.put(Call(name, values, match, person))

    def _commit(self, calls: Sequence[Call]) -> Sequence[Any]:
        """Calls about matches in one transaction, and what comes between them about people in another."""
        outcomes = [call.refused() for call in calls]
        good = [at for at, wrong in enumerate(outcomes) if wrong is None]
        for _, group in groupby(good, key=lambda at: calls[at].match is None):
            # Everyone goes through the matches in the same order, so that no two processes wait for each other.
            places = sorted(group, key=lambda at: calls[at].match or "")
            for at, outcome in zip(places, self._together([calls[at] for at in places]), strict=True):
                outcomes[at] = outcome
        changed = [call.changed(outcome) for call, outcome in zip(calls, outcomes, strict=True)]
        self._notices.tell({match for matches, _ in changed for match in matches}, {person for _, people in changed for person in people})
        return [len(said) if isinstance(said, list) else said for said in outcomes]

    def _together(self, calls: Sequence[Call]) -> Sequence[Any]:
        """All in one transaction; when one of them makes it fail, each half in its own, until that one is alone."""
        try:
            return self._persistent(calls)
        except OF_ONE as wrong:
            if len(calls) == 1:
                return [self.place.failure(wrong)]
            half = len(calls) // 2
            return [*self._together(calls[:half]), *self._together(calls[half:])]
        except (psycopg.Error, StoreError) as wrong:
            failed = self.place.failure(wrong) if isinstance(wrong, psycopg.Error) else wrong
            return [type(failed)(*failed.args) for _ in calls]

    def _persistent(self, calls: Sequence[Call]) -> Sequence[Any]:
        """Once more when others were in the way, or the connection turns out to be lost before anything was committed."""
        for _ in range(TRIES):
            connection = self._writing()
            try:
                outcomes = self._called(connection, calls)
            except Exception as wrong:
                lost = connection.closed and isinstance(wrong, psycopg.OperationalError)
                if not connection.closed:
                    connection.rollback()
                if lost or isinstance(wrong, AGAIN):
                    continue
                raise
            self._commit_on(connection)
            return outcomes
        raise errors.SerializationFailure(f"others were in the way {TRIES} times")

    def _commit_on(self, connection: Connection) -> None:
        """When this fails, nobody knows whether it was done, nor what the connection is good for."""
        try:
            connection.commit()
        except psycopg.Error:
            connection.close()
            raise

    def _writing(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = self.place.connect_writer()
        return self._connection

    def _called(self, connection: Connection, calls: Sequence[Call]) -> Sequence[Any]:
        """All at once: what is sent waits for no answer."""
        with connection.pipeline():
            cursors = [connection.execute(STATEMENTS[call.name].encode(), call.values) for call in calls]
        rows = [cursor.fetchone() or () for cursor in cursors]
        return [call.outcome(row) for call, row in zip(calls, rows, strict=True)]


def marked(mark: Mark | None) -> tuple[bool | None, bool | None, int | None]:
    """The three columns of a mark; none of them to leave it as it is."""
    return (mark.over, mark.listed, mark.due) if mark else (None, None, None)
