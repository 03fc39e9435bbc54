"""`gemtable backup` and `gemtable restore`: a server's matches in one file, and back."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from gemtable.server.store.base import Person
from gemtable.server.store.open import NAME, open_store
from gemtable.server.store.sqlite import Sqlite
from tests.terminal.test_command import run, run_json

WAIT = 10
COUNTS = {"matches": 1, "events": 2, "commands": 0, "snapshots": 0, "people": 1, "tokens": 1, "members": 1, "notes": 0}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a server."""
    folder = tmp_path / "data"
    folder.mkdir()
    with Sqlite(folder / NAME) as store:
        store.add_person(Person("eva", "Eva"), b"token", 1).result(WAIT)
        store.create("m", b"header", [b"1", b"2"], members=["eva"]).result(WAIT)
    return folder


def test_a_backup_is_made_while_the_server_runs(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    with Sqlite(data / NAME) as running:
        said = run(capsys, "backup", str(tmp_path / "one"), "--data", str(data))
        assert said == (0, f"copied and checked: 1 match, 2 events, 1 person ({data / NAME})\n", "")
        running.append("m", 3, "0", "a", [b"3"]).result(WAIT)
        counts = run_json(capsys, "backup", str(tmp_path / "two"), "--data", str(data))
    assert counts == {"file": str(tmp_path / "two")} | COUNTS | {"events": 3, "commands": 1}


def test_a_backup_is_restored_into_a_folder_that_is_made_for_it(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    run(capsys, "backup", str(tmp_path / "one"), "--data", str(data))
    fresh = tmp_path / "new" / "data"
    said = run(capsys, "restore", str(tmp_path / "one"), "--data", str(fresh))
    assert said == (0, f"restored and checked: 1 match, 2 events, 1 person ({fresh / NAME})\n", "")
    with Sqlite(fresh / NAME) as store:
        assert (store.read("m"), store.person_of(b"token")) == ([(1, b"1"), (2, b"2")], Person("eva", "Eva"))
    assert run_json(capsys, "restore", str(tmp_path / "one"), "--data", str(tmp_path)) == {"file": str(tmp_path / "one")} | COUNTS


def test_the_data_folder_is_that_of_the_person(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    run(capsys, "backup", str(tmp_path / "one"), "--data", str(data))
    assert run(capsys, "restore", str(tmp_path / "one"))[0] == 0
    assert (tmp_path / "home" / "gemtable" / NAME).is_file()
    assert run(capsys, "backup", str(tmp_path / "two"))[0] == 0


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine", "utf-8")
    assert run(capsys, "backup", str(tmp_path / "there"), "--data", str(data)) == (2, "", f"gemtable: {tmp_path}/there: File exists\n")
    run(capsys, "backup", str(tmp_path / "one"), "--data", str(data))
    assert run(capsys, "restore", str(tmp_path / "one"), "--data", str(data)) == (2, "", f"gemtable: {data}/{NAME}: File exists\n")
    assert (tmp_path / "there").read_text("utf-8") == "mine"


def test_what_is_not_there_is_said_and_nothing_is_made(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    none = tmp_path / "none"
    assert run(capsys, "backup", str(tmp_path / "one"), "--data", str(none))[2] == f"gemtable: {none}/{NAME}: No such file or directory\n"
    assert run(capsys, "restore", str(none), "--data", str(tmp_path / "new"))[2] == f"gemtable: {none}: No such file or directory\n"
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_is_no_backup_is_not_restored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "other").write_text("hello " * 999, "utf-8")
    code, out, err = run(capsys, "restore", str(tmp_path / "other"), "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert "is damaged or no database" in err
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize("url", ["mysql://eva:s3cret@here/x", "postgresql://eva:s3cret@127.0.0.1:1/x", "postgresql://eva:s3cret@[/x"])
def test_a_password_is_never_printed(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path, command: str, url: str) -> None:
    run(capsys, "backup", str(tmp_path / "there"), "--data", str(data))
    file = tmp_path / ("there" if command == "restore" else "new")
    code, out, err = run(capsys, command, str(file), "--database", url)
    assert (code, out) == (2, "")
    assert "PostgreSQL database" in err
    assert "s3cret" not in err


def test_without_a_driver_it_is_said_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("psycopg", "gemtable.server.store.p"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = run(capsys, "backup", str(tmp_path / "one"), "--database", "postgresql:///x")
    assert said == (2, "", "gemtable: a PostgreSQL database needs a driver: install gemtable[postgres]\n")


def test_from_a_file_to_postgres_and_back(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path, url: str) -> None:
    run(capsys, "backup", str(tmp_path / "one"), "--data", str(data))
    restored = run(capsys, "restore", str(tmp_path / "one"), "--database", url)
    assert restored == (0, "restored and checked: 1 match, 2 events, 1 person\n", "")
    again = run(capsys, "restore", str(tmp_path / "one"), "--database", url)[2]
    assert "holds matches or people already" in again
    with closing(open_store(url)):  # it runs
        assert run_json(capsys, "backup", str(tmp_path / "two"), "--database", url) == {"file": str(tmp_path / "two")} | COUNTS
    assert run(capsys, "restore", str(tmp_path / "two"), "--data", str(tmp_path))[0] == 0
