"""Processes on one PostgreSQL database tell each other what changed, outside the transactions of moves, which it would slow."""

import json
import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

import psycopg

from gemtable.server.store.base import Changed, StoreError
from gemtable.server.store.place import Connection, Place

CHANNEL = "gemtable"
PAUSE = 0.005  # seconds between two notices of a process; what changed meanwhile goes out together
LOOK = 0.2  # seconds until somebody who listens looks whether to stop
AGAIN = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts to connect; then the last of them
LONGEST = 7_900  # bytes of a notice: PostgreSQL takes less than 8,000
MOST = 20_000  # changes that wait to be told; with more, everyone is told to look at everything

MATCH, PERSON, ANYTHING = "m", "p", "a"  # the first letter of a change

log = logging.getLogger(__name__)


class Notices:
    """What this process tells the others, and hears of them. A notice bears the mark of its sender, who ignores it."""

    def __init__(self, place: Place) -> None:
        self._place, self._mark = place, secrets.token_hex(4)
        self._waiting: set[str] = set()
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=self._tell, name="store teller", daemon=True)]
        self._threads[0].start()

    def tell(self, matches: Iterable[str], people: Iterable[str]) -> None:
        """Have the others told, soon."""
        self._put({MATCH + match for match in matches} | {PERSON + person for person in people})

    def listen(self, hear: Callable[[Changed], None]) -> None:
        """Hear of the others from now on: when it returns, nothing is missed any more."""
        ready = threading.Event()
        self._threads.append(threading.Thread(target=self._hear, args=(hear, ready), name="store listener", daemon=True))
        self._threads[-1].start()
        ready.wait(sum(AGAIN))

    def close(self) -> None:
        """Tell what waits, and stop."""
        self._closed.set()
        self._put(set())
        for thread in self._threads:
            thread.join()

    # Telling

    def _put(self, changes: set[str]) -> None:
        with self._changed:
            self._waiting |= changes
            if len(self._waiting) > MOST:
                self._waiting = {ANYTHING}
            self._changed.notify()

    def _next(self) -> set[str]:
        """All that waits, a little later; nothing when it is closed and all is told."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed.is_set())
        self._closed.wait(PAUSE)
        with self._changed:
            changes, self._waiting = self._waiting, set()
        return changes

    def _tell(self) -> None:
        connection: Connection | None = None
        while changes := self._next():
            try:
                connection = connection or self._place.connect()
                for payload in payloads(self._mark, changes):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            except (StoreError, psycopg.Error):
                connection = None
                if self._closed.wait(LOOK):
                    break  # a server that is away has nobody to tell
                self._put(changes)
        if connection:
            connection.close()

    # Hearing

    def _hear(self, hear: Callable[[Changed], None], ready: threading.Event) -> None:
        """Follow; when the connection is lost, get another, and say that something may have been missed."""
        lost = 0
        while not self._closed.is_set():
            try:
                with closing(self._place.connect()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    if lost:
                        told(hear, Changed())
                    lost = 0
                    self._follow(connection, hear)
            except (StoreError, psycopg.Error) as wrong:
                log.warning("listening: %s", self._place.failure(wrong) if isinstance(wrong, psycopg.Error) else wrong)
                self._closed.wait(AGAIN[min(lost, len(AGAIN) - 1)])
                lost += 1

    def _follow(self, connection: Connection, hear: Callable[[Changed], None]) -> None:
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=LOOK):
                for change in changes_in(notice.payload, self._mark):
                    told(hear, change)


def told(hear: Callable[[Changed], None], change: Changed) -> None:
    """Tell it. An error of the one who hears is no reason to listen no more."""
    try:
        hear(change)
    except Exception:
        log.exception("what was heard of another process went wrong")


def payloads(mark: str, changes: Iterable[str]) -> Iterator[str]:
    """Changes as lists that are short enough."""
    short = sorted(change if len(dumped(change).encode()) < LONGEST // 2 else ANYTHING for change in changes)
    part, size = [mark], 0
    for change in short:
        if size > LONGEST // 2:
            yield dumped(part)
            part, size = [mark], 0
        part.append(change)
        size += len(dumped(change).encode()) + 1
    yield dumped(part)


def dumped(value: object) -> str:
    """As short as it goes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def changes_in(payload: str, mark: str) -> Iterator[Changed]:
    """What a notice says; nothing when it is our own. One that is not understood, of a later version, may mean anything."""
    try:
        sender, *changes = json.loads(payload)
        kinds = [(change[0], change[1:]) for change in changes]
    except (ValueError, TypeError, LookupError):
        yield Changed()
        return
    if sender != mark:
        for kind, name in kinds:
            yield Changed(match=name) if kind == MATCH else Changed(person=name) if kind == PERSON else Changed()
