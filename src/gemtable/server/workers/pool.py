"""The workers of a server. Whatever befalls them, a bot that has to decide gets a move in time."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Final, Self

from gemtable.games.contract import GAMES
from gemtable.server.workers.thoughts import decidable, fits, weaker
from gemtable.server.workers.wire import Answer, Thought
from gemtable.server.workers.worker import Lost, Worker, spawn

WORKER: Final = (sys.executable, "-P", "-m", "gemtable.server.workers.process")
WARMING: Final = (sys.executable, "-P", "-m", "gemtable.server.workers.warming")
TRIES: Final = 2
START: Final = 30.0  # seconds a process may take until it can be asked
HOPELESS: Final = 3  # failures in a row after which nobody waits for a place any more
LONGEST_PAUSE: Final = 10.0  # seconds between two starts that came to nothing

log = logging.getLogger(__name__)


class Closed(Exception):
    """The pool is closed: there is no answer."""


@dataclass(order=True, slots=True)
class Job:
    """A thought that somebody waits for. What came first goes first, also when it is tried again."""

    number: int
    thought: Thought = field(compare=False)
    answer: asyncio.Future[Answer | None] = field(compare=False)  # None: it takes a weaker move
    tries: int = field(default=0, compare=False)

    def settle(self, answer: Answer | None) -> None:
        """Whoever waited may have gone."""
        if not self.answer.done():
            self.answer.set_result(answer)


@dataclass(slots=True, eq=False)
class Place:
    """Where one worker follows the other."""

    worker: Worker | None = None  # that can be asked
    failures: int = 0  # in a row
    down: bool = False

    def pause(self) -> float:
        """Seconds until the next start: none after a first failure, then ever more."""
        return min(LONGEST_PAUSE, 0.1 * 2.0 ** min(self.failures, 9)) if self.failures > 1 else 0.0


class Workers:
    """Worker processes, started when the first thought comes. All of it belongs to one event loop.

    One try of a thought may take `patience` seconds, the whole of it `deadline`. The counters are for a page of figures.
    """

    def __init__(
        self,
        number: int | None = None,
        *,
        patience: float = 2.0,
        deadline: float = 5.0,
        command: Sequence[str] = WORKER,
        warming: Sequence[str] = WARMING,
    ) -> None:
        self.number = number or max(1, (os.cpu_count() or 1) - 1)
        self.patience, self.deadline, self.command, self.warming = patience, deadline, command, warming
        self.thoughts = self.retries = self.weaker = self.crashed = 0
        self.seconds = 0.0  # that all thoughts took together, waiting included
        self.warmed: tuple[str, ...] = ()  # games whose compiled rules lie in the cache
        self._jobs: asyncio.PriorityQueue[Job] = asyncio.PriorityQueue()
        self._numbers, self._closed = count(), False
        self._awaited: set[asyncio.Future[Answer | None]] = set()
        self._places: list[Place] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._running: set[Worker] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def waiting(self) -> int:
        """How many thoughts no worker has begun."""
        return self._jobs.qsize()

    async def think(self, thought: Thought) -> Answer:
        """The bot's decision, in time. ValueError when its seat has nothing to decide; Closed when the pool is closed before."""
        if not decidable(thought):
            raise ValueError(f"seat {thought.seat} has nothing to decide")
        self.start()
        begun = monotonic()
        answer = await self._thought_out(thought) or weaker(thought)
        self.seconds += monotonic() - begun
        self.thoughts += 1
        self.weaker += answer.weaker
        return answer

    async def _thought_out(self, thought: Thought) -> Answer | None:
        """A worker's answer, if there is one in time."""
        if self._hopeless():
            return None
        job = Job(next(self._numbers), thought, asyncio.get_running_loop().create_future())
        self._awaited.add(job.answer)
        self._jobs.put_nowait(job)
        try:
            async with asyncio.timeout(self.deadline):
                return await job.answer
        except TimeoutError:
            return None
        finally:
            self._awaited.discard(job.answer)

    def start(self) -> None:
        """Let the workers start, if they have not; nobody waits for it."""
        if self._closed:
            raise Closed
        if not self._places:
            self._places = [Place() for _ in range(self.number)]
            self._tasks += [asyncio.create_task(self._keep(place)) for place in self._places]

    async def close(self) -> None:
        """End all processes. Whoever waits for a thought gets Closed."""
        self._closed = True
        for answer in self._awaited:
            if not answer.done():
                answer.set_exception(Closed())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._running))

    # The workers

    async def _keep(self, place: Place) -> None:
        """Keep a worker at this place, whatever happens to it."""
        while True:
            await self._rest(place)
            try:
                await self._live(place)
            except Exception as wrong:
                log.warning("a worker is lost: %s: %s", type(wrong).__name__, wrong)
                self.crashed += 1
                place.failures += 1

    async def _rest(self, place: Place) -> None:
        """A worker that cannot even start must not keep the machine busy, nor a match waiting."""
        place.down = place.failures >= HOPELESS
        if place.down:
            self.warmed = ()  # should it be the compiled rules that end them
        while self._hopeless() and not self._jobs.empty():
            self._jobs.get_nowait().settle(None)
        await asyncio.sleep(place.pause())

    def _hopeless(self) -> bool:
        return bool(self._places) and all(place.down for place in self._places)

    async def _live(self, place: Place) -> None:
        """The life of one worker."""
        async with self._process(self.command) as worker:
            await worker.ready(START)
            worker.tell(self.warmed)
            place.worker, place.down = worker, False
            try:
                while True:
                    await self._work(worker, await self._next())
                    place.failures = 0
            finally:
                place.worker = None

    @asynccontextmanager
    async def _process(self, command: Sequence[str]) -> AsyncIterator[Worker]:
        """A process that is ended afterwards; by `close`, where that came in between."""
        worker = await spawn(command)
        self._running.add(worker)
        try:
            yield worker
        finally:
            await worker.end()
            self._running.discard(worker)

    async def _next(self) -> Job:
        """The next job that anybody still waits for."""
        while (job := await self._jobs.get()).answer.done():
            pass
        return job

    async def _work(self, worker: Worker, job: Job) -> None:
        """Let the worker think this thought; an exception when it has to go."""
        if not worker.alive:  # it went while it had nothing to do: that is no try
            self._jobs.put_nowait(job)
            raise Lost("it has ended")
        try:
            answer = await self._asked(worker, job.thought)
        except Exception:
            self._failed(job)
            raise
        if answer is None:
            self._failed(job)
        else:
            job.settle(answer)

    async def _asked(self, worker: Worker, thought: Thought) -> Answer | None:
        answer = await worker.ask(thought, self.patience)
        if answer is not None and not fits(thought, answer):
            raise Lost("it answers what cannot be done")
        return answer

    def _failed(self, job: Job) -> None:
        """Try once more, if anybody waits for it still."""
        job.tries += 1
        if job.answer.done():
            return
        if job.tries == TRIES:
            job.settle(None)
        else:
            self.retries += 1
            self._jobs.put_nowait(job)

    # The cache of compiled rules

    async def warm(self) -> None:
        """Have the rules compiled in the background; workers go over to them, game by game. If it fails, they stay plain."""
        if not self._closed:
            task = asyncio.create_task(self._warm())
            self._tasks.append(task)
            await asyncio.wait([task])  # who stops waiting does not stop it: `close` does

    async def _warm(self) -> None:
        try:
            async with self._process(self.warming) as warmer:
                await self._hear(warmer)
        except Exception as wrong:
            log.warning("compiling for the workers came to nothing: %s: %s", type(wrong).__name__, wrong)

    async def _hear(self, warmer: Worker) -> None:
        async for line in warmer.stdout:
            self._learn(line.decode(errors="replace").strip())
        if code := await warmer.process.wait():
            raise Lost(f"it has ended with {code}")

    def _learn(self, game_id: str) -> None:
        """This game lies compiled in the cache."""
        if game_id in GAMES and game_id not in self.warmed:
            self.warmed += (game_id,)
            for place in self._places:
                if place.worker is not None:
                    place.worker.tell((game_id,))
