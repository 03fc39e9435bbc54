"""A keyboard and a screen for the tests of this folder."""

import io
from pathlib import Path

import pytest

from gemtable.terminal import screen
from gemtable.terminal.command import main
from tests.terminal.typed import Play, Said


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Runs the command in a folder of its own, with these answers on its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(words: list[str], answers: list[str] | None = None) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers or [])))
        try:
            code = main(words)
        except SystemExit as end:
            code = int(str(end.code))
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "_is_terminal", lambda _: True)
    monkeypatch.setenv("TERM", "xterm")
