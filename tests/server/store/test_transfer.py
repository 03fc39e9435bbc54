"""Backups of a PostgreSQL database, and restoring one."""

from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gemtable.server.store import database
from gemtable.server.store.base import (
    Appended,
    Counts,
    Damaged,
    Listed,
    Snapshot,
    StorageFailed,
    Store,
)
from gemtable.server.store.open import NAME, open_store, restore
from gemtable.server.store.postgres import Postgres
from gemtable.server.store.sqlite import Sqlite
from tests.postgres import Server
from tests.server.store.people import BOB, EVA, WAIT
from tests.server.store.served import FILLED, filled, name_of


def test_a_backup_is_restored_as_either_kind_of_store(url: str, postgres: Server, template: str, tmp_path: Path) -> None:
    filled(url)
    with Postgres(url) as store:
        assert store.backup(tmp_path / "backup") == FILLED
        with pytest.raises(FileExistsError):
            store.backup(tmp_path / "backup")
    second = postgres.fresh()
    assert restore(tmp_path / "backup", tmp_path / NAME) == FILLED
    assert restore(tmp_path / "backup", second) == FILLED
    for where in (url, tmp_path / NAME, second):
        with closing(open_store(where)) as store:
            assert (store.check(), everything(store)) == (FILLED, EVERYTHING)
            assert store.create("new", b"").result(WAIT) == Appended(1, 0)
            assert store.matches(limit=1)[0].number == 3
            assert store.append("m", 4, "0", "b", [b"on"]).result(WAIT) == Appended(4, 4)


EVERYTHING = [
    [Listed(2, "n", b"header", 3)],
    [(1, b"opening"), (2, b"x"), (3, b"")],
    Snapshot(3, b"\x00state"),
    Appended(2, 3),
    (EVA, BOB, True, b"come", b"note"),
    ["n", "m"],
]


def everything(store: Store) -> list[Any]:
    people = store.person_of(b"eva"), store.person_of(b"bob"), store.admitted("n", "bob"), store.invitation("m"), store.notes("m", 1)
    return [
        store.matches(over=True),
        store.read("m"),
        store.snapshot("n"),
        store.done("m", "0", "a"),
        people,
        [listed.match for listed in store.matches_of("eva")],
    ]


def test_a_backup_of_a_file_fills_an_empty_database_only(url: str, tmp_path: Path) -> None:
    with Sqlite(tmp_path / NAME) as store:
        store.create("m", b"header", [b"x"]).result(WAIT)
        counts = store.backup(tmp_path / "backup")
    with Postgres(url) as served:
        assert restore(tmp_path / "backup", url) == counts
        assert served.read("m") == [(1, b"x")]
    with pytest.raises(FileExistsError, match="holds matches or people already"):
        restore(tmp_path / "backup", url)


def test_a_backup_of_version_1_fills_a_database(url: str, tmp_path: Path) -> None:
    with closing(database.open_writer(tmp_path / NAME, database.scripts()[:1])) as connection:
        connection.execute("INSERT INTO match VALUES ('m', 1, x'68', 1, 1); INSERT INTO event VALUES ('m', 1, x'01')")
    assert restore(tmp_path / NAME, url) == Counts(1, 1, 0, 0)
    with Postgres(url) as store:
        assert (store.matches(over=True), store.read("m")) == ([Listed(1, "m", b"h", 1)], [(1, b"\1")])


def test_a_restore_that_fails_leaves_the_database_empty(url: str, postgres: Server, template: str, tmp_path: Path) -> None:
    filled(url)
    with Postgres(url) as store:
        store.backup(tmp_path / "backup")
    second = postgres.fresh(template)
    postgres.tell("ALTER TABLE note ADD CHECK (body <> 'note')", name_of(second))
    with pytest.raises(StorageFailed, match="note"):
        restore(tmp_path / "backup", second)
    with Postgres(second) as store:
        assert store.check() == Counts(0, 0, 0, 0)


def test_a_restore_is_compared_to_the_last_byte(url: str, tmp_path: Path) -> None:
    with Sqlite(tmp_path / NAME) as store:
        store.create("m", b"header", [b"x"]).result(WAIT)
        store.backup(tmp_path / "backup")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SPOILING.encode())
    with pytest.raises(Damaged, match="the copy differs in event"):
        restore(tmp_path / "backup", url)


SPOILING = """
CREATE FUNCTION spoiling() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.body := 'y'; RETURN NEW; END $$;
CREATE TRIGGER spoiling BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION spoiling();
"""
