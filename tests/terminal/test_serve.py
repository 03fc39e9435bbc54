"""`gemtable serve`, as people start and stop it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gemtable.server import addresses
from gemtable.server.gate import Doors
from gemtable.terminal import serve
from tests.server.trials.machine import Machine
from tests.terminal.typed import Play

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stops processes by signals")


def said(*flags: str) -> tuple[int, str]:
    """A start that is refused: exit code and line."""
    words = [sys.executable, "-m", "gemtable", "serve", "--no-open", "--port", "0", *flags]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)
    return done.returncode, done.stderr


def test_it_starts_without_a_word_and_stops_on_sigterm(tmp_path: Path) -> None:
    with Machine("--data", str(tmp_path), "--port", "0") as machine:
        assert {file.name for file in tmp_path.iterdir()} >= {"matches.db"}
        assert machine.stop() in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
    assert not (tmp_path / "matches.db-wal").exists(), "everything is in the one file"


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Machine("--data", str(tmp_path), "--port", "0"):
        code, line = said("--data", str(tmp_path))
    assert code == 2
    assert re.search(r"in use by another gemtable .*--data", line)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"hello " * 2000, "damaged or no database"), (b"SQLite format 3\0" + b"\xff" * 5000, "damaged")],
)
def test_a_damaged_database_is_refused_and_not_touched(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "matches.db").write_bytes(data)
    code, line = said("--data", str(tmp_path))
    assert (code, (tmp_path / "matches.db").read_bytes()) == (2, data)
    assert words in line
    assert "Traceback" not in line


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    import apsw

    with Machine("--data", str(tmp_path), "--port", "0"):
        pass
    connection = apsw.Connection(str(tmp_path / "matches.db"))
    connection.pragma("user_version", 99)
    connection.close()
    code, line = said("--data", str(tmp_path))
    assert code == 2
    assert "it needs a newer one" in line


def test_a_port_that_is_taken_is_said_and_the_usual_one_gives_way(tmp_path: Path) -> None:
    with Machine("--data", str(tmp_path / "a"), "--port", "0") as machine:
        code, line = said("--data", str(tmp_path / "b"), "--port", str(machine.port))
        assert code == 2
        assert "is taken" in line
        (first, *more) = addresses.listen("127.0.0.1", machine.port, exactly=False)
        assert first.getsockname()[1] != machine.port
        for listener in (first, *more):
            listener.close()


def test_lan_tells_an_address_and_shows_a_code_for_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "home_address", lambda: "192.168.1.7")
    doors = Doors(addresses.origins("localhost", 4367, lan=True))
    assert doors.origins[:4] == ["http://localhost:4367", "http://127.0.0.1:4367", "http://[::1]:4367", "http://192.168.1.7:4367"]
    serve._show_lan(doors)
    shown = capsys.readouterr().out
    assert "Phones in the same network: http://192.168.1.7:4367" in shown
    assert "▄" in shown


def test_lan_listens_for_the_whole_room() -> None:
    (listener,) = addresses.listen("0.0.0.0", 0, exactly=True)
    assert listener.getsockname()[0] == "0.0.0.0"
    listener.close()


def test_on_this_machine_alone_nothing_else_can_reach_it() -> None:
    listeners = addresses.listen("localhost", 0, exactly=True)
    assert {listener.getsockname()[0] for listener in listeners} <= {"127.0.0.1", "::1"}
    assert len({listener.getsockname()[1] for listener in listeners}) == 1
    for listener in listeners:
        listener.close()


@pytest.mark.parametrize("flags", [["--port", "70000"], ["--log", "loud"], ["--database", "mysql://x"], ["--data"]])
def test_flags_that_make_no_sense_are_refused(play: Play, flags: list[str]) -> None:
    told = play(["serve", "--no-open", *flags])
    assert told.code == 2
    assert told.err.startswith("gemtable: ")
    assert told.err.count("\n") == 1


def test_a_log_is_lines_of_json_without_paths_or_names(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gemtable", "serve", "--no-open", "--port", "0", "--data", str(tmp_path), "--log", "info"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r":(\d+)", process.stdout.readline().partition("//")[2])
        assert found
        import http.client

        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]))
        connection.request("GET", "/api/games/sesame/rules/en?token=sesame", headers={"Authorization": "Bearer sesame"})
        assert connection.getresponse().status == 401
        connection.close()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=20)
    lines = [json.loads(line) for line in err.splitlines()]
    assert [line["endpoint"] for line in lines if line["what"] == "request"] == ["read_rules"]
    assert "sesame" not in err


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--database", "nonsense"], "begins with postgresql://"),
        (["--database", ""], "begins with postgresql://"),
        (["--data", ""], "name a folder"),
        (["--lan", "--host", "127.0.0.1"], "do not go together"),
        (["--lan", "--origin", "https://gems.example"], "do not go together"),
        (["--origin", "gems"], "an address like"),
        (["--host", "nonsense.invalid"], "there is no address 'nonsense.invalid'"),
    ],
)
def test_flags_that_say_two_things_or_none_write_nothing(play: Play, tmp_path: Path, flags: list[str], words: str) -> None:
    told = play(["serve", "--no-open", "--port", "0", *flags])
    assert told.code == 2
    assert words in told.err
    assert not [file for file in tmp_path.iterdir() if file.is_file()]


def test_a_file_is_no_folder(play: Play, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    told = play(["serve", "--no-open", "--data", str(tmp_path / "file")])
    assert (told.code, (tmp_path / "file").read_bytes()) == (2, b"mine")
    assert "is a file" in told.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_database_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    with Machine("--data", str(tmp_path), "--port", "0"):
        pass
    (tmp_path / "matches.db").chmod(0o444)
    code, line = said("--data", str(tmp_path))
    assert code == 2
    assert "may not be written to" in line
