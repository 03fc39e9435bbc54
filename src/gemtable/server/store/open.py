"""A store by where it is: a file, or a PostgreSQL database."""

from pathlib import Path
from typing import TYPE_CHECKING

from gemtable.server.store.base import Counts, Missing, StorageFailed, Store

if TYPE_CHECKING:
    from gemtable.server.store.place import Place

NAME = "matches.db"  # of the file in a data folder
SCHEMES = ("postgresql://", "postgres://")


def open_store(where: Path | str) -> Store:
    """The store in a file, or in the database of a URL `postgresql://…`. The drivers are loaded when they are needed."""
    if is_url(where):
        place_of(where)
        from gemtable.server.store.postgres import Postgres

        return Postgres(str(where))
    from gemtable.server.store.sqlite import Sqlite

    return Sqlite(Path(where))


def is_url(where: Path | str) -> bool:
    """Whether this is a PostgreSQL database, and no file. What is wrong with it is said without it: it may hold a password."""
    return isinstance(where, str) and ("://" in where) and bool(url(where))


def url(word: str) -> str:
    """The address of a PostgreSQL database, if it can be one."""
    if not word.startswith(SCHEMES):
        raise StorageFailed("the address of a PostgreSQL database begins with postgresql://; a folder is told with --data")
    return word


def place_of(url: Path | str) -> "Place":
    """A PostgreSQL database; Missing when there is no driver for it."""
    try:
        from gemtable.server.store.place import Place
    except ImportError:
        raise Missing("a PostgreSQL database needs a driver: install gemtable[postgres]") from None
    return Place(str(url))


def backup(where: Path | str, path: Path) -> Counts:
    """A checked copy of a store, of one that is in use, too."""
    if is_url(where):
        place = place_of(where)
        from gemtable.server.store import transfer

        return transfer.backup(place, path)
    from gemtable.server.store import database

    return database.backup(Path(where), path)


def restore(path: Path, where: Path | str) -> Counts:
    """A store made of a checked copy; FileExistsError when there is something already."""
    if is_url(where):
        place = place_of(where)
        from gemtable.server.store import transfer

        return transfer.restore(path, place)
    from gemtable.server.store import database

    return database.restore(path, Path(where))
