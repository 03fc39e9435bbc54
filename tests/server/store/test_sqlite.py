"""The store in a SQLite file: what every store keeps, and what only this one can be tried with."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from gemtable.server.store import database
from gemtable.server.store.base import Appended, Counts, Damaged, InUse, Mark, Newer, Snapshot, StorageFailed, Store
from gemtable.server.store.sqlite import Sqlite
from tests.server.store.people import EVA, WAIT, done
from tests.server.store.suite import Suite

NAME = "matches.db"


class TestSqlite(Suite):
    def open_store(self, folder: Path, waiting: int = 10_000) -> Sqlite:
        return Sqlite(folder / NAME, waiting)

    @contextmanager
    def held(self, store: Store) -> Iterator[None]:
        """Somebody else writes: BEGIN IMMEDIATE has to wait."""
        assert isinstance(store, Sqlite)
        with closing(apsw.Connection(str(store.path))) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with two matches, forty events and a snapshot."""
    path = tmp_path / NAME
    with Sqlite(path) as store:
        for match in "mn":
            store.create(match, b"header " * 100).result(WAIT)
            for seq in range(1, 21):
                future = store.append(match, seq, "0", str(seq), [b"event " * 50], b"state")
        future.result(WAIT)
    return path


FILLED = Counts(2, 40, 40, 2)


def test_a_folder_is_for_one_process(path: Path) -> None:
    words = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(InUse, match=rf"is in use by another gemtable \(process {other.pid}\): stop that one first, or .* --data"):
            Sqlite(path)
        other.kill()
    with Sqlite(path) as store:  # the system let go of it
        assert store.check() == FILLED


def test_a_store_that_could_not_be_opened_holds_nothing(path: Path) -> None:
    sound = path.read_bytes()
    path.write_bytes(b"x" + sound[1:])
    with pytest.raises(Damaged):
        Sqlite(path)
    path.write_bytes(sound)
    store = Sqlite(path)
    with pytest.raises(InUse, match=f"process {os.getpid()}"):
        Sqlite(path)
    store.close()
    store.close()
    Sqlite(path).close()


HOLDING = """
import sys
from pathlib import Path
from gemtable.server.store.sqlite import Sqlite
store = Sqlite(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="looks at the permissions of Unix files")
def test_it_waits_for_the_disk_and_nobody_else_may_read_it(path: Path) -> None:
    with Sqlite(path) as store:
        connection = store._connection
        assert [connection.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")] == ["wal", 2, 1]
        assert connection.pragma("busy_timeout") == database.PATIENCE
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


def test_events_are_never_changed_or_taken_away(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        for statement in ("UPDATE event SET body = x''", "DELETE FROM event", "UPDATE command SET seat = ''", "DELETE FROM command"):
            with pytest.raises(apsw.ConstraintError, match="only added"):
                connection.execute(statement)


def test_a_damaged_file_is_refused(path: Path) -> None:
    sound = path.read_bytes()
    for cut, kind in ((sound[:-4096], "a page is missing"), (b"x" + sound[1:], "no header"), (b"hello " * 2000, "text")):
        path.write_bytes(cut)
        with pytest.raises(Damaged, match=r"damaged or no database|is damaged"):
            Sqlite(path)
        assert path.read_bytes() == cut, kind
    for page in range(1, len(sound) // 4096):
        path.write_bytes(sound[: page * 4096] + b"\xff" * 64 + sound[page * 4096 + 64 :])
        with pytest.raises(Damaged):
            Sqlite(path)


def test_a_database_of_something_else_is_refused_and_not_touched(tmp_path: Path) -> None:
    with closing(apsw.Connection(str(tmp_path / "other.db"))) as other:
        other.execute("CREATE TABLE note (text)")
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(Damaged, match="a database of something else"):
        Sqlite(tmp_path / "other.db")
    assert (tmp_path / "other.db").read_bytes() == before


def test_a_newer_version_is_refused(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("user_version", len(database.scripts()) + 1)
    with pytest.raises(Newer, match=r"has version 3 .* up to 2"):
        Sqlite(path)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Sqlite(tmp_path / "none" / NAME)


LOSE = "DROP TRIGGER event_stays; DROP TRIGGER command_stays; "


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (LOSE + "DELETE FROM event WHERE match = 'm' AND seq = 7", "refers to what is not there"),
        (
            "DROP TRIGGER event_stays; DROP TRIGGER command_stays; DELETE FROM command; DELETE FROM event WHERE seq = 7",
            "events are missing",
        ),
    ],
)
def test_what_is_missing_is_found(path: Path, damage: str, words: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(damage)
    with Sqlite(path) as store, pytest.raises(Damaged, match=words):
        store.check()
    with pytest.raises(Damaged, match=words):
        database.restore(path, path.with_name("restored"))
    assert not path.with_name("restored").exists()


def test_a_backup_is_restored_whole_and_never_over_another_file(path: Path, tmp_path: Path) -> None:
    with Sqlite(path) as store:
        assert store.backup(tmp_path / "backup") == FILLED
        events = store.read("m")
    assert database.restore(tmp_path / "backup", tmp_path / "restored") == FILLED
    for taken in (path, tmp_path / "restored"):
        with pytest.raises(FileExistsError):
            database.restore(tmp_path / "backup", taken)
    assert {file.name for file in tmp_path.iterdir()} == {NAME, f"{NAME}.lock", "backup", "restored"}
    with Sqlite(tmp_path / "restored") as restored:
        assert restored.read("m") == events
        assert restored.append("m", 21, "0", "21", [b"on"]).result(WAIT) == Appended(21, 21)


def test_a_log_left_by_another_database_is_not_played_into_a_restored_one(path: Path, tmp_path: Path) -> None:
    (tmp_path / "restored-wal").write_bytes(b"left over")
    with pytest.raises(FileExistsError, match="restored-wal"):
        database.restore(path, tmp_path / "restored")


def test_a_damaged_backup_is_not_restored(path: Path, tmp_path: Path) -> None:
    sound = path.read_bytes()
    path.write_bytes(sound[: 3 * 4096] + b"\xff" * 4096 + sound[4 * 4096 :])
    with pytest.raises(Damaged):
        database.restore(path, tmp_path / "restored")
    assert not [file.name for file in tmp_path.iterdir() if not file.name.startswith(NAME)]


def test_a_database_that_somebody_holds_for_too_long_fails_clearly(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 1)
    with Sqlite(path) as store:
        with closing(apsw.Connection(str(path))) as other:
            other.execute("BEGIN IMMEDIATE")
            futures = [store.append("m", 21, "0", "21", [b"x"]), store.append("n", 21, "0", "21", [b"x"])]
            assert [type(future.exception(WAIT)) for future in futures] == [StorageFailed, StorageFailed]
        assert store.append("m", 21, "0", "21", [b"x"]).result(WAIT) == Appended(21, 21)


# A later version of the tables, which rebuilds the biggest of them.
LATER = """
CREATE TABLE fresh (match TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (match, seq))
  STRICT, WITHOUT ROWID;
INSERT INTO fresh SELECT match, seq, body, length(body) FROM event;
{moment}
DROP TABLE event;
ALTER TABLE fresh RENAME TO event;
{last}
"""


def test_a_migration_keeps_everything(path: Path) -> None:
    with Sqlite(path) as store:
        before = store.read("m")
    with closing(database.open_writer(path, [*database.scripts(), LATER.format(moment="", last="")])) as connection:
        assert connection.execute("SELECT seq, body FROM event WHERE match = 'm'").fetchall() == before
        assert (connection.pragma("user_version"), database.check(connection, path)) == (3, FILLED)
    with pytest.raises(Newer):
        Sqlite(path)


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    for script in (LATER.format(moment="SELECT no_such_thing;", last=""), "DROP TRIGGER event_stays; DELETE FROM event WHERE seq = 1;"):
        with pytest.raises((StorageFailed, Damaged)):
            database.open_writer(path, [*database.scripts(), script])
        with Sqlite(path) as store:
            assert store.check() == FILLED


KILLED = """
import os, signal, sys
from pathlib import Path
import apsw
from gemtable.server.store import database
apsw.connection_hooks.append(lambda c: c.create_scalar_function("kill_me", lambda: os.kill(os.getpid(), signal.SIGKILL)))
database.open_writer(Path(sys.argv[1]), [*database.scripts(), sys.argv[2]])
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
@pytest.mark.parametrize("where", ["moment", "last"])
def test_a_kill_in_the_middle_of_a_migration_changes_nothing(path: Path, where: str) -> None:
    script = LATER.format(**{"moment": "", "last": ""} | {where: "PRAGMA cache_spill = 1; SELECT kill_me();"})
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path), script], check=False)
    assert killed.returncode == -9
    with Sqlite(path) as store:
        assert store.check() == FILLED
    shutil.copy(path, path.with_name("again"))
    with closing(database.open_writer(path, [*database.scripts(), LATER.format(moment="", last="")])) as connection:
        assert database.check(connection, path) == FILLED


# What a Gemtable wrote that knew the tables of version 1 only.
OLD = """
INSERT INTO match VALUES ('m', 1, x'68', 1, 0), ('n', 2, x'68', 0, 1);
INSERT INTO event VALUES ('m', 1, x'01'), ('m', 2, x'02'), ('m', 3, x'03'), ('n', 1, x'04');
INSERT INTO command VALUES ('m', '0', 'a', 2, 3), ('n', '1', 'a', 1, 1);
INSERT INTO snapshot VALUES ('m', 3, x'05');
"""
OF_OLD = Counts(2, 4, 2, 1)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of version 1, filled."""
    with closing(database.open_writer(tmp_path / NAME, database.scripts()[:1])) as connection:
        connection.execute(OLD)
    return tmp_path / NAME


def is_as_before(store: Store) -> None:
    assert store.check() == OF_OLD
    assert (store.read("m"), store.header("m"), store.snapshot("m")) == ([(1, b"\1"), (2, b"\2"), (3, b"\3")], b"h", Snapshot(3, b"\5"))
    assert ([m.match for m in store.matches()], [m.match for m in store.matches(over=True)]) == (["m"], ["n"])
    assert (store.listed(), store.due(2**62), store.invitation("m"), store.done("m", "0", "a")) == ([], [], None, Appended(2, 3))


def test_a_database_of_version_1_goes_on_with_everything_in_it(old: Path) -> None:
    with Sqlite(old) as store:
        is_as_before(store)
        done([store.add_person(EVA, b"eva", 1), store.admit("n", "eva"), store.put_notes("m", 0, b"note")])
        assert store.append("m", 4, "0", "b", [b"on"], mark=Mark(listed=True)).result(WAIT) == Appended(4, 4)
        assert [listed.match for listed in [*store.listed(), *store.matches_of("eva")]] == ["m", "n"]


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_kill_while_version_1_is_brought_up_to_date_changes_nothing(old: Path) -> None:
    """After each statement of the migration."""
    statements = database.scripts()[1].split(";\n")
    for number in range(1, len(statements)):
        script = ";\n".join([*statements[:number], "PRAGMA cache_spill = 1; SELECT kill_me();"])
        killed = subprocess.run([sys.executable, "-c", KILLED_OLD, str(old), script], check=False)
        assert killed.returncode == -9
    with closing(database.open_writer(old, database.scripts()[:1])) as connection:
        assert (connection.pragma("user_version"), database.check(connection, old)) == (1, OF_OLD)
    with Sqlite(old) as store:
        is_as_before(store)


def test_a_backup_of_version_1_is_restored(old: Path, tmp_path: Path) -> None:
    assert database.backup(old, tmp_path / "backup") == OF_OLD
    assert database.restore(tmp_path / "backup", tmp_path / "restored") == OF_OLD
    with Sqlite(tmp_path / "restored") as store:
        is_as_before(store)


KILLED_OLD = KILLED.replace("[*database.scripts(), sys.argv[2]]", "[database.scripts()[0], sys.argv[2]]")
