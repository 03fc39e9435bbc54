"""Where a PostgreSQL database is: connections to it, and what goes wrong there in the words of the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from gemtable.server.store.base import Damaged, Full, StorageFailed, StoreError

# A server that went away without a word is noticed in seconds. The URL may say otherwise.
USUAL = {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "application_name": "gemtable"}
PATIENCE = 10_000  # ms to wait for another process that writes

Connection = psycopg.Connection[TupleRow]


class Place:
    """A database that a URL tells. Nothing that is said of it holds its password."""

    def __init__(self, url: str) -> None:
        try:
            given = conninfo_to_dict(url)
        except psycopg.Error:
            raise StorageFailed("this is no address of a PostgreSQL database; one reads postgresql://USER@HOST/DATABASE") from None
        self._given: dict[str, Any] = {**USUAL, **given}

    def __str__(self) -> str:
        name = self._given.get("dbname") or self._given.get("user") or ""
        return f"the PostgreSQL database {name} at {self._given.get('host') or 'this machine'}"

    def connect(self) -> Connection:
        """A connection on which every statement is a transaction of its own."""
        with self.told():
            connection = psycopg.connect("", **self._given, autocommit=True, prepare_threshold=1)
            connection.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
        return connection

    def connect_writer(self) -> Connection:
        """A connection for several statements at a time, which waits for others, but not for ever."""
        connection = self.connect()
        with self.told():
            connection.execute(f"SET lock_timeout = {PATIENCE}")
            connection.autocommit = False
            connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED  # each statement sees what others committed until then
        return connection

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say what PostgreSQL says in the words of the store. The error it comes from is left out: it may hold what was sent."""
        try:
            yield
        except psycopg.Error as wrong:
            raise self.failure(wrong) from None

    def failure(self, wrong: psycopg.Error) -> StoreError:
        """What an error means."""
        if isinstance(wrong, errors.DiskFull):
            return Full(f"the disk of {self} is full: nothing is taken until there is room again")
        kind = Damaged if (wrong.sqlstate or "").startswith("XX") else StorageFailed
        words = wrong.diag.message_primary or (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
        return kind(f"{self}: {self._scrubbed(words)}")

    def _scrubbed(self, words: str) -> str:
        password = self._given.get("password")
        return words.replace(str(password), "…") if password else words
