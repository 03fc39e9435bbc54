"""SQLite files of ours: open, bring up to date, check and copy them."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import apsw

from gemtable.server.store.base import Counts, Damaged, Full, Newer, StorageFailed, StoreError

APPLICATION = int.from_bytes(b"gemt", "big")  # stands in the file's header: this database is ours
HELP = "Move it away, or restore a backup into another folder (gemtable restore)"
PATIENCE = 5_000  # ms to wait for another process that writes, such as a backup's checkpoint

COUNTED = ("match", "event", "command", "snapshot", "person", "token", "member", "note")
Value = str | int | bytes | None

GAPS = "SELECT match FROM event GROUP BY match HAVING min(seq) <> 1 OR max(seq) <> count(*) LIMIT 1"


def scripts() -> list[str]:
    """The migrations, in order. Number n takes a database from version n - 1 to version n."""
    folder = files("gemtable.server.store") / "migrations"
    return [file.read_text("utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name) if file.name.endswith(".sql")]


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Say what SQLite says in the words of the store."""
    try:
        yield
    except apsw.Error as wrong:
        raise failure(path, wrong) from wrong


def failure(path: Path, wrong: apsw.Error) -> StoreError:
    """What an error of SQLite means."""
    if isinstance(wrong, apsw.NotADBError | apsw.CorruptError):
        return Damaged(f"{path} is damaged or no database: {wrong}. {HELP}")
    if isinstance(wrong, apsw.FullError):
        return Full(f"the disk of {path} is full: nothing is taken until there is room again")
    return StorageFailed(f"{path}: {wrong}")


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """All or nothing, and on disk when it is left."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite may have rolled back by itself
            connection.execute("ROLLBACK")
        raise


def open_writer(path: Path, migrations: Sequence[str] | None = None) -> apsw.Connection:
    """The database of that name, made if there is none, brought up to date, ready to be written to."""
    with told(path):
        path.touch(mode=0o600)  # the seeds in it are secret
        connection = connect(path, apsw.SQLITE_OPEN_READWRITE)
        try:
            refuse_unwritable(connection, path)
            prepare(connection, path, scripts() if migrations is None else migrations)
        except BaseException:
            connection.close()
            raise
    return connection


def open_reader(path: Path) -> apsw.Connection:
    """A connection that cannot write."""
    return connect(path, apsw.SQLITE_OPEN_READONLY)


def connect(path: Path, flags: int) -> apsw.Connection:
    """A connection that waits a while for others."""
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(PATIENCE)
    return connection


def prepare(connection: apsw.Connection, path: Path, migrations: Sequence[str]) -> None:
    """Refuse what is not ours, set SQLite to keep what it commits, and bring the tables up to date."""
    refuse(connection, path, len(migrations))
    if connection.pragma("journal_mode", "WAL") != "wal":
        raise StorageFailed(f"{path} lies where SQLite cannot keep a write-ahead log; a local disk can")
    connection.pragma("synchronous", "FULL")  # a commit returns after the disk has it
    connection.pragma("fullfsync", 1)  # and so on a Mac, whose fsync alone stops at the drive's cache
    connection.pragma("checkpoint_fullfsync", 1)
    migrate(connection, migrations)
    connection.pragma("foreign_keys", 1)


def refuse_unwritable(connection: apsw.Connection, path: Path) -> None:
    """Raise when this user may read the database and no more: SQLite says so only when something is written."""
    if connection.readonly("main") or not os.access(path, os.W_OK):
        raise StorageFailed(f"{path} may not be written to by this user: give it write access, or choose another folder")


def refuse(connection: apsw.Connection, path: Path, newest: int) -> None:
    """Raise when this is not a sound database of ours, or one that a later version wrote. Nothing is written."""
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").get
    if not empty and connection.pragma("application_id") != APPLICATION:
        raise Damaged(f"{path} is a database of something else")
    if (version := connection.pragma("user_version")) > newest:
        raise Newer(f"{path} has version {version} of the tables; this program knows them up to {newest}: it needs a newer one")
    if (said := connection.execute("PRAGMA quick_check(1)").get) != "ok":
        raise Damaged(f"{path} is damaged: {said}. {HELP}")


def migrate(connection: apsw.Connection, migrations: Sequence[str]) -> None:
    """Each in a transaction of its own that also raises the version: a kill leaves it done or not begun."""
    for number, script in enumerate(migrations, 1):
        if connection.pragma("user_version") < number:
            with transaction(connection):
                if connection.pragma("user_version") < number:  # nobody else did it while this one waited
                    connection.execute(script)
                    if connection.execute("PRAGMA foreign_key_check").get is not None:
                        raise Damaged(f"migration {number} would leave rows that refer to what is not there")
                    connection.pragma("application_id", APPLICATION)
                    connection.pragma("user_version", number)


def check(connection: apsw.Connection, path: Path) -> Counts:
    """Look through everything; Damaged says what is wrong."""
    if (said := connection.execute("PRAGMA integrity_check(1)").get) != "ok":
        raise Damaged(f"{path} is damaged: {said}")
    if lost := connection.execute("PRAGMA foreign_key_check").fetchall():
        raise Damaged(f"{path} is damaged: a row of {lost[0][0]} refers to what is not there")
    if (match := connection.execute(GAPS).get) is not None:
        raise Damaged(f"{path} is damaged: events are missing in match {match!r}")
    return count(connection)


def count(connection: apsw.Connection) -> Counts:
    """How many rows there are. A backup from before there were people has no tables of them."""
    there = {name for (name,) in rows(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return Counts(*(rows(connection, f"SELECT count(*) FROM {table}")[0][0] if table in there else 0 for table in COUNTED))


def rows(connection: apsw.Connection, statement: str, *values: Value) -> list[Any]:
    """What a statement finds."""
    return connection.execute(statement, values).fetchall()


def backup(path: Path, to: Path) -> Counts:
    """A checked copy of a database that another process may be using; FileNotFoundError when there is none."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with told(path), closing(open_reader(path)) as source:
        refuse(source, path, len(scripts()))
        return copy(source, to)


def copy(source: apsw.Connection, path: Path) -> Counts:
    """A checked copy of all that is committed now."""
    return make(path, lambda part: fill(source, part))


def make(path: Path, fill: Callable[[Path], Counts]) -> Counts:
    """A database that gets its name last, when it is whole, and never that of another file."""
    for taken in (path, Path(f"{path}-wal"), Path(f"{path}-journal")):  # a log left by another database would be played into this one
        if taken.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(taken))
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        counts = fill(part)
        os.link(part, path)  # unlike a renaming, it refuses to overwrite
    finally:
        part.unlink()
    sync(path.parent)
    return counts


def fill(source: apsw.Connection, part: Path) -> Counts:
    """Copy page by page, under one view of the source, and compare. What goes wrong is about the copy."""
    with told(part), closing(connect(part, apsw.SQLITE_OPEN_READWRITE)) as target:
        source.execute("BEGIN")
        try:
            wanted = count(source)
            with target.backup("main", source, "main") as backup:
                backup.step(-1)
        finally:
            source.execute("COMMIT")
        target.pragma("journal_mode", "DELETE")  # one file, readable from a medium that takes no writes
        if (got := check(target, part)) != wanted:
            raise Damaged(f"the copy has {got}, not {wanted}")
    sync(part)
    return wanted


def restore(path: Path, to: Path) -> Counts:
    """Turn a backup into a database of that name, checked on the way; FileExistsError when there is one."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with told(path), closing(open_reader(path)) as source:
        refuse(source, path, len(scripts()))
        check(source, path)
        return copy(source, to)


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, last."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
