"""Backups of a PostgreSQL database are SQLite files, like those of a SQLite store: either can be restored as either."""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any

import apsw

from gemtable.server.store import database, schema
from gemtable.server.store.base import Counts, Damaged, StorageFailed
from gemtable.server.store.place import Connection, Place

# Every table with its columns, those first by which the rows are put in order; what another refers to comes before it.
TABLES = {
    "match": "id number header opening over listed due invitation",
    "event": "match seq body",
    "command": "match seat command_id first_seq last_seq",
    "snapshot": "match seq body",
    "person": "id name program came",
    "token": "hash person made",
    "code": "person hash until",
    "member": "match person number",
    "note": "match seat body",
}
KEYS = {"event": 2, "command": 3, "member": 2, "note": 2}  # how many columns the key has; of the others one
FLAGS = {"over", "listed", "program"}  # 0 and 1 in SQLite
TOGETHER = 1_000  # rows in memory at a time
NUMBERED = "SELECT setval(pg_get_serial_sequence('match', 'number'), coalesce(max(number), 0) + 1, false) FROM match"


def backup(place: Place, path: Path) -> Counts:
    """A checked copy of all that is committed now, as a SQLite file. It gets its name last, and never that of another file."""
    with place.told(), closing(place.connect()) as source, schema.view(source):
        return database.make(path, lambda part: fill(place, source, part))


def fill(place: Place, source: Connection, part: Path) -> Counts:
    """Copy row by row, under one view of the source, and compare."""
    wanted = schema.check(source, place)
    with database.told(part), closing(database.open_writer(part)) as target:
        target.pragma("foreign_keys", 0)  # checked below, over all
        with database.transaction(target):
            for table, columns in TABLES.items():
                marks = ", ".join("?" for _ in columns.split())
                target.executemany(f"INSERT INTO {table} ({', '.join(columns.split())}) VALUES ({marks})", there(source, table))
        target.pragma("journal_mode", "DELETE")
        if database.check(target, part) != wanted:
            raise Damaged(f"the copy does not have what {place} has: {wanted}")
        compare(source, target)
    database.sync(part)
    return wanted


def restore(path: Path, place: Place) -> Counts:
    """Fill an empty database with a backup, checked on the way, all or nothing. FileExistsError when it is not empty."""
    with tempfile.TemporaryDirectory(prefix="gemtable-") as folder:
        copied = Path(folder) / "backup"
        database.restore(path, copied)
        with database.told(path), closing(database.open_writer(copied)) as source:  # brought up to date, when it is an old one
            schema.prepare(place)
            with place.told(), closing(place.connect()) as target, target.transaction():
                return poured(source, target, place)


def poured(source: apsw.Connection, target: Connection, place: Place) -> Counts:
    """All rows from one into the other, compared."""
    target.execute(f"LOCK TABLE {', '.join(TABLES)} IN SHARE ROW EXCLUSIVE MODE")  # nobody else writes until it is done
    if (there_is := schema.count(target)).matches or there_is.people:
        raise FileExistsError(errno.EEXIST, "holds matches or people already; a backup is restored into an empty database only", str(place))
    for table, columns in TABLES.items():
        with target.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns.split())}) FROM STDIN".encode()) as copy:
            for row in here(source, table):
                copy.write_row(row)
    target.execute(NUMBERED)
    wanted = database.count(source)
    if schema.check(target, place) != wanted:
        raise StorageFailed(f"{place} did not take everything: nothing was restored")
    compare(target, source)
    return wanted


def compare(server: Connection, file: apsw.Connection) -> None:
    """Damaged when they differ anywhere."""
    for table in TABLES:
        for one, other in zip_longest(there(server, table), here(file, table)):
            if one is None or other is None or tuple(one) != tuple(other):
                raise Damaged(f"the copy differs in {table}")


def there(source: Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table of PostgreSQL, in order, a few at a time."""
    with source.cursor(name="rows", binary=True) as cursor:
        cursor.itersize = TOGETHER
        cursor.execute(selecting(table).encode())
        yield from cursor


def here(source: apsw.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table of SQLite, in order, as PostgreSQL has them."""
    flags = [at for at, column in enumerate(TABLES[table].split()) if column in FLAGS]
    for row in source.execute(selecting(table)):
        yield tuple(bool(value) if at in flags else value for at, value in enumerate(row))


def selecting(table: str) -> str:
    """All of a table, in the order of its key."""
    columns = TABLES[table].split()
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[: KEYS.get(table, 1)])}"
