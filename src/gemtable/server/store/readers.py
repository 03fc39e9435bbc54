"""Connections that read a PostgreSQL database. There come to be as many as there are readers at a time."""

import threading
from collections.abc import Sequence
from typing import Any

import psycopg

from gemtable.server.store.base import Closed
from gemtable.server.store.place import Connection, Place


class Readers:
    """Lends connections, and gets others when the server has gone and come back."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._free: list[Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    def rows(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """What a statement finds. A connection that was lost while nobody used it is no reason to fail."""
        with self._place.told():
            try:
                return self._rows(self._borrow(), statement, values)
            except psycopg.OperationalError:
                self._drop()
                return self._rows(self._borrow(), statement, values)

    def close(self) -> None:
        """Lend no more."""
        with self._lock:
            self._closed = True
        self._drop()

    def _rows(self, connection: Connection, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            return connection.execute(statement.encode(), values, binary=True).fetchall()
        finally:
            self._give_back(connection)

    def _borrow(self) -> Connection:
        with self._lock:
            if self._closed:
                raise Closed("the store is closed")
            if self._free:
                return self._free.pop()
        return self._place.connect()

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if not self._closed and not connection.closed:
                self._free.append(connection)
                return
        connection.close()

    def _drop(self) -> None:
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            connection.close()
