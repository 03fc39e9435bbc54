"""A process at work on a store is killed at random moments: nothing acknowledged may be lost, doubled or torn.

Run as a program it is that process: it sends commands from several threads and prints what was acknowledged.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psycopg

from gemtable.server.store.base import Appended, Store, StoreError
from gemtable.server.store.open import is_url, open_store
from tests.server.store.load import WAIT, Acknowledged, Command, violations
from tests.server.store.stores import SERVED, STORES

ROOT = Path(__file__).parents[3]
NAME = "matches.db"
MATCHES = tuple("abcdef")  # a thread each
LIVES = 5  # times a database is taken up again after a kill, before a fresh one is begun
LONGEST = 0.15  # seconds a process works until it is killed
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gemtable'"


@dataclass(slots=True)
class Figures:
    """What came of many kills."""

    runs: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


@contextmanager
def a_file() -> Iterator[str]:
    """Where a fresh SQLite database comes to be."""
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / NAME)


def kills(runs: int, seed: int, store: str = "sound", fresh: Callable[[], AbstractContextManager[str]] = a_file) -> Figures:
    """Kill that many processes. `fresh` gives a file or the URL of an empty database."""
    figures, dice = Figures(), Random(seed)
    while figures.runs < runs:
        with fresh() as where:
            acknowledged = list[Acknowledged]()
            for _ in range(min(LIVES, runs - figures.runs)):
                acknowledged += life(where, store, dice.uniform(0, LONGEST))
                figures.runs += 1
                figures.wrong += wrongs(where, acknowledged)
            figures.acknowledged += len(acknowledged)
    return figures


def life(where: str, store: str, seconds: float) -> list[Acknowledged]:
    """One process, killed so long after its first acknowledgement; all that it printed in whole lines."""
    words = [sys.executable, "-m", "tests.server.store.kills", where, store]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        killer = threading.Timer(seconds, process.kill)  # meanwhile its pipe is read, so that it never has to wait for us
        killer.start()
        lines = [first, *process.stdout]
    assert process.returncode == -signal.SIGKILL, "it ended by itself"
    return [said for line in lines if (said := acknowledgement(line))]


def acknowledgement(line: str) -> Acknowledged | None:
    if not line.endswith("\n"):
        return None
    match, *numbers = line.split()
    number, first, last = map(int, numbers)
    return Command(match, number), Appended(first, last)


def gone(url: str) -> None:
    """Return when the server has noticed that the process is no more: until then it may still finish what it was sent."""
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(OTHERS).fetchone() != (0,):
            time.sleep(0.01)


def wrongs(where: str, acknowledged: list[Acknowledged]) -> list[str]:
    """What is wrong after a kill. The last commands are sent again, as players do whose connection broke."""
    if is_url(where):
        gone(where)
    try:
        with closing(open_store(where if is_url(where) else Path(where))) as store:
            before = store.check()
            again = [(command, said, command.send(store, 1)) for command, said in acknowledged[-5:]]
            wrong = [f"sent again: {command}" for command, said, future in again if future.exception(WAIT) or future.result() != said]
            return wrong + violations(store, acknowledged, MATCHES) + ["doubled"] * (store.check() != before)
    except StoreError as error:
        return [str(error)]


def work(store: Store, match: str) -> None:
    """Send commands one after the other for ever, from where an earlier process was killed, and print each acknowledgement."""
    taken_up = store.create(match, b"header").result(WAIT).again
    number, seq, there = 0, 1, len(store.read(match)) if taken_up else 0
    while seq <= there:
        seq += len(Command(match, number).events)
        number += 1
    while True:
        said = Command(match, number).send(store, seq).result(WAIT)
        os.write(1, f"{match} {number} {said.first_seq} {said.last_seq}\n".encode())  # in one piece
        number, seq = number + 1, said.last_seq + 1


def main() -> None:
    where, kind = sys.argv[1:]
    store: Store = SERVED[kind](where) if is_url(where) else STORES[kind](Path(where))
    threads = [threading.Thread(target=work, args=(store, match)) for match in MATCHES]
    for thread in threads:
        thread.start()
    for thread in threads:  # they end only when something fails, or nobody reads any more
        thread.join()


if __name__ == "__main__":
    main()
