"""PostgreSQL databases of ours: bring them up to date, refuse what is not ours, and check them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, closing
from importlib.resources import files
from itertools import islice
from typing import Any

import psycopg

from gemtable.server.store.base import Counts, Damaged, Newer
from gemtable.server.store.database import APPLICATION, COUNTED
from gemtable.server.store.place import Connection, Place

OTHERS = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') LIMIT 1"
GAPS = "SELECT match FROM event GROUP BY match HAVING min(seq) <> 1 OR max(seq) <> count(*) LIMIT 1"
# What no foreign key holds together: each finds a match of which something is missing.
LOST = {
    "event": "SELECT match FROM event e WHERE seq = 1 AND NOT EXISTS (SELECT 1 FROM match WHERE id = e.match) LIMIT 1",
    "command": """SELECT match FROM command c WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.match = c.match AND e.seq = c.first_seq)
        OR NOT EXISTS (SELECT 1 FROM event e WHERE e.match = c.match AND e.seq = c.last_seq) LIMIT 1""",
    "snapshot": """SELECT match FROM snapshot s
        WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.match = s.match AND e.seq = s.seq) LIMIT 1""",
    "match": """SELECT id FROM match m WHERE opening > 0
        AND NOT EXISTS (SELECT 1 FROM event e WHERE e.match = m.id AND e.seq = m.opening) LIMIT 1""",
}


def scripts() -> list[str]:
    """The migrations, in order. Number n takes a database from version n - 1 to version n."""
    folder = files("gemtable.server.store") / "migrations" / "postgres"
    return [file.read_text("utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name) if file.name.endswith(".sql")]


def prepare(place: Place, migrations: Sequence[str] | None = None) -> None:
    """Refuse what is not ours, and bring the tables up to date, in one transaction. Of several processes one does it."""
    wanted = scripts() if migrations is None else migrations
    with closing(place.connect()) as connection, place.told(), connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION,))
        version = found(connection, place, len(wanted))
        for script in islice(wanted, version, None):
            connection.execute(script.encode())
        if version < len(wanted):
            connection.execute("UPDATE gemtable SET version = %s", (len(wanted),))


def found(connection: Connection, place: Place, newest: int) -> int:
    """The version of the tables, 0 and a table for it where nothing was. Raises when they are not ours, or of a later version."""
    if one(connection, "SELECT to_regclass('gemtable') IS NULL"):
        if (other := one(connection, OTHERS)) is not None:
            raise Damaged(f"{place} is a database of something else: it has {other!r}")
        connection.execute("CREATE TABLE gemtable (version bigint NOT NULL)")
        connection.execute("INSERT INTO gemtable VALUES (0)")
    version = int(one(connection, "SELECT version FROM gemtable"))
    if version > newest:
        raise Newer(f"{place} has version {version} of the tables; this program knows them up to {newest}: it needs a newer one")
    return version


def check(connection: Connection, place: Place) -> Counts:
    """Look through everything; Damaged says what is wrong."""
    if (match := one(connection, GAPS)) is not None:
        raise Damaged(f"{place} is damaged: events are missing in match {match!r}")
    for table, statement in LOST.items():
        if (match := one(connection, statement)) is not None:
            raise Damaged(f"{place} is damaged: a row of {table} refers to what is not there, in match {match!r}")
    return count(connection)


def count(connection: Connection) -> Counts:
    """How many rows there are."""
    return Counts(*(one(connection, f"SELECT count(*) FROM {table}") for table in COUNTED))


def one(connection: Connection, statement: str) -> Any:
    """The first value found, None when there is none."""
    row = connection.execute(statement.encode()).fetchone()
    return row[0] if row else None


def view(connection: Connection) -> AbstractContextManager[psycopg.Transaction]:
    """A transaction that sees everything as it is when it begins."""
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    return connection.transaction()
