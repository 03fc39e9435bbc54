"""The store as it is tried by the harnesses, and stores with a planted defect that the harnesses must notice."""

import time
from collections.abc import Sequence
from typing import Any

import apsw

from gemtable.server.store.calls import Call
from gemtable.server.store.postgres import Postgres
from gemtable.server.store.sqlite import Job, Sqlite

PAGES = 8  # of the log until they are moved into the database: so few that this, too, is interrupted often


class Sound(Sqlite):
    """No defect: only tidies its log more often than by default."""

    def _open(self) -> apsw.Connection:
        connection = super()._open()
        connection.wal_autocheckpoint(PAGES)
        return connection


class Hasty(Sound):
    """Acknowledges before it commits: a batch is committed when the next one comes."""

    def _commit(self, jobs: Sequence[Job]) -> Sequence[Any]:
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        self._connection.execute("BEGIN IMMEDIATE")
        return [self._outcome(job) for job in jobs]

    def close(self) -> None:
        self._writer.close()
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        super().close()


class Unsynced(Sound):
    """Does not wait for the disk."""

    def _open(self) -> apsw.Connection:
        connection = super()._open()
        connection.pragma("synchronous", "OFF")
        return connection


class HastyPostgres(Postgres):
    """As `Hasty`."""

    def _persistent(self, calls: Sequence[Call]) -> Sequence[Any]:
        connection = self._writing()
        time.sleep(0.005)  # without it, what was acknowledged is committed too soon after for a kill to come between
        connection.commit()
        return self._called(connection, calls)


STORES = {store.__name__.lower(): store for store in (Sound, Hasty, Unsynced)}
SERVED = {"sound": Postgres, "hasty": HastyPostgres}
