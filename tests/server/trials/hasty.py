"""A server with a planted defect, which `just chaos` must notice: it acknowledges before it commits."""

import sys
import threading
import time
from pathlib import Path
from typing import Any

import apsw

import gemtable.terminal.serve
from gemtable.terminal.command import main as sound
from tests.server.store.stores import Hasty

BEAT = 0.03  # seconds between two commits when nobody sends anything


class Served(Hasty):
    """Commits what it has acknowledged when the next batch comes, or after a beat: else nobody new would ever be let in."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        threading.Thread(target=self._beats, daemon=True).start()

    def _beats(self) -> None:
        while True:
            time.sleep(BEAT)
            self._put(_nothing)


def _nothing(connection: apsw.Connection) -> None:
    pass


def main(words: list[str]) -> int:
    """As `gemtable`."""
    serve: Any = gemtable.terminal.serve
    serve.open_store = lambda where: Served(Path(where))
    return sound(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
