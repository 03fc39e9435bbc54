"""A server that people play on is killed at random moments: nothing acknowledged may be lost or doubled, and it serves again at once.

People come again with the number of the last entry they know of, send again what was not answered, and go on.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from gemtable.server.store.base import Appended, StoreError
from gemtable.server.store.open import NAME, is_url, open_store
from gemtable.server.tokens import hashed
from tests.server.store.kills import gone
from tests.server.trials.company import Crowd
from tests.server.trials.history import Finding, check
from tests.server.trials.machine import Machine
from tests.server.trials.record import Asked, Record

LIVES = 10  # times a database is taken up again after a kill, before a fresh one is begun
LONGEST = 1.5  # seconds a server serves until it is killed
SOON = 3.0  # seconds from its start until it serves again
LATE = 30.0  # seconds after which it never will
TABLES = 30
LOST = {"lost", "forgotten", "numbering", "unfinished"}
DOUBLED = {"unasked", "doubled", "answers differ", "heard twice"}


@dataclass(slots=True)
class Figures:
    """What came of many kills."""

    runs: int = 0
    acknowledged: int = 0
    again: int = 0  # commands sent more than once
    restarts: list[float] = field(default_factory=list)  # seconds until it served again
    wrong: list[Finding] = field(default_factory=list)

    def of(self, kinds: set[str]) -> int:
        return sum(finding.kind in kinds for finding in self.wrong)

    @property
    def slowest(self) -> float:
        return max(self.restarts, default=0.0)

    @property
    def usual(self) -> float:
        return median(self.restarts) if self.restarts else 0.0

    def missed(self, soon: float = SOON) -> bool:
        """Whether a bar was."""
        return bool(self.wrong) or self.slowest > soon or not self.acknowledged


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server keeps everything: what it is started with, and what its store opens."""

    flags: tuple[str, ...]
    where: Path | str


@contextmanager
def a_folder() -> Iterator[Place]:
    """A fresh data folder."""
    with tempfile.TemporaryDirectory() as folder:
        yield Place(("--data", folder), Path(folder) / NAME)


@dataclass
class Chaos:
    """The trial. `module` has the `main` of the server."""

    dice: Random
    fresh: Callable[[], AbstractContextManager[Place]] = a_folder
    module: str = "gemtable.terminal.command"
    tables: int = TABLES
    longest: float = LONGEST
    figures: Figures = field(default_factory=Figures)

    def kill(self, times: int) -> Figures:
        """So often."""
        while self.figures.runs < times:
            with self.fresh() as place:
                asyncio.run(self._lives(place, min(LIVES, times - self.figures.runs)))
        return self.figures

    async def _lives(self, place: Place, kills: int) -> None:
        crowd = Crowd(self.dice, self.tables, think=0.15)
        crowd.begin()
        try:
            for life in range(kills):
                await self._life(crowd, place, first=not life)
                await asyncio.to_thread(self._look, crowd.record, place.where)
            await self._last(crowd, place)
        finally:
            await crowd.end()
        await asyncio.to_thread(self._judge, crowd.record, place.where)

    async def _life(self, crowd: Crowd, place: Place, *, first: bool) -> None:
        """From a start to a kill."""
        machine = await self._served(crowd, place, first=first)
        try:
            await asyncio.sleep(self.dice.uniform(0, self.longest))
        finally:
            machine.kill()
            crowd.shut()
            self.figures.runs += 1

    async def _served(self, crowd: Crowd, place: Place, *, first: bool = False) -> Machine:
        """A server that has answered a page and acknowledged a move."""
        begun = perf_counter()
        machine = await asyncio.to_thread(partial(Machine, "--port", "0", "--workers", "1", *place.flags, module=self.module))
        try:
            crowd.open(machine.port)
            await page(machine.port)
            await asyncio.wait_for(crowd.moved.wait(), LATE)
        except TimeoutError:
            self.figures.wrong.append(Finding("not serving", "", f"no move within {LATE:g} s; the clients: {crowd.told()}"))
        except BaseException:
            machine.kill()
            raise
        if not first:
            self.figures.restarts.append(perf_counter() - begun)
        return machine

    async def _last(self, crowd: Crowd, place: Place) -> None:
        """Once more, until everybody has heard of everything."""
        machine = await self._served(crowd, place)
        try:
            await crowd.rest()
        finally:
            await asyncio.to_thread(machine.stop)

    def _look(self, record: Record, where: Path | str) -> None:
        """After a kill, the store is sound and has everything that was acknowledged, under the numbers that were told."""
        if is_url(where):
            gone(str(where))
        try:
            with closing(open_store(where)) as store:
                store.check()
                people = {token: person for token in record.tokens if (person := store.person_of(hashed(token)))}
                lost = [token for token in record.tokens if token not in people]
                self.figures.wrong += [Finding("lost", "", f"somebody with the token {token[:6]}…") for token in lost]
                for asked in record.asked:
                    if asked.done and asked.token in people:
                        stored = store.done(asked.table, people[asked.token].person, asked.id)
                        self._compare(asked, stored)
        except StoreError as wrong:
            self.figures.wrong.append(Finding("lost", "", f"the store: {wrong}"))

    def _compare(self, asked: Asked, stored: Appended | None) -> None:
        told = asked.done[0]
        if stored is None and asked.act["act"] == "rematch":
            return  # another had asked for it already: the history will say
        if stored is None:
            self.figures.wrong.append(Finding("lost", asked.table, f"{asked.id} {asked.act} after a kill"))
        elif stored != Appended(told.first, told.last):
            self.figures.wrong.append(Finding("answers differ", asked.table, f"{asked.id} {asked.act} after a kill"))

    def _judge(self, record: Record, where: Path | str) -> None:
        """The whole history of these lives."""
        with closing(open_store(where)) as store:
            store.check()
            record.read(store)
        self.figures.wrong += check(record)
        self.figures.acknowledged += sum(1 for asked in record.asked if asked.done)
        self.figures.again += sum(1 for asked in record.asked if len(asked.tries) > 1)


async def page(port: int) -> None:
    """The page that a browser asks for first."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), LATE)
    finally:
        writer.close()
    if not answer.startswith(b"HTTP/1.1 200") or b"<html" not in answer:
        raise OSError(f"no page: {answer[:100]!r}")
