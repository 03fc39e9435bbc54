"""Live matches at a steady rate: how long a durable move takes to be acknowledged, and whether every seat hears of every event."""

import asyncio
import random
from collections import deque
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter
from typing import Any

import msgspec

from tests.server.trials.lean import DECODE, Lean, ask, dial, program

SEATS = 4


@dataclass
class Figures:
    """What came of a run."""

    moves: int = 0
    refused: int = 0
    waits: list[float] = field(default_factory=list)  # seconds
    gaps: int = 0  # entries that a seat was not told of
    told: int = 0  # messages
    late: float = 0.0  # seconds the client itself was behind its plan at worst
    ended: int = 0  # matches played to their end


@dataclass(eq=False)
class Seat:
    """One seat of a match and its socket."""

    match: "Match"
    seat: int
    line: Lean | None = None
    seq: int = 0
    offers: list[str] = field(default_factory=list)
    sent: float = 0.0  # when the command was sent that is not yet answered


@dataclass(eq=False)
class Match:
    """A table whose four seats are played from here."""

    token: str
    name: str = ""
    over: bool = False
    seats: list[Seat] = field(default_factory=list)


class Load:
    """Many matches, and moves at a steady rate over all of them."""

    def __init__(self, port: int, matches: int, seed: int = 1) -> None:
        self.port, self.figures, self.dice = port, Figures(), random.Random(seed)
        self.count, self.number = matches, 0
        self.matches: list[Match] = []
        self.ready: deque[Seat] = deque()
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Lay all tables."""
        limit = asyncio.Semaphore(32)

        async def one() -> None:
            async with limit:
                match = Match(await program(self.port))
                self.matches.append(match)
                await self.begin(match)

        await asyncio.gather(*(one() for _ in range(self.count)))

    async def begin(self, match: Match) -> None:
        """A new table for the four of them."""
        new = {"game": "diamant", "seats": ["me", "Kuba", "Zosia", "Ola"], "ready": True, "salt": "x"}
        match.name = (await ask(self.port, "POST", "/api/tables", new, match.token))["table"]
        match.over, match.seats = False, [Seat(match, seat) for seat in range(SEATS)]
        for seat in match.seats:
            path = f"/api/tables/{match.name}/socket?seat={seat.seat}&after=0"
            seat.line = await dial(self.port, path, match.token, lambda body, seat=seat: self.hear(seat, body))  # type: ignore[misc]

    def hear(self, seat: Seat, body: bytes) -> None:
        """A message to a seat."""
        said = DECODE(body)
        figures = self.figures
        figures.told += 1
        for heard in said.heard:
            figures.gaps += heard.seq != seat.seq + 1
            seat.seq = heard.seq
        if said.view is not None:
            fresh = bool(said.view.offers) and not seat.offers
            seat.offers = said.view.offers
            if fresh and not seat.sent:
                self.ready.append(seat)
            if said.view.table.stage == "over" and not seat.match.over:
                seat.match.over = True
                figures.ended += 1
                self.later(self.again(seat.match))
        elif said.say == "done":
            figures.waits.append(perf_counter() - seat.sent)
            figures.moves += 1
            seat.sent, seat.offers = 0.0, []  # what it was told of others meanwhile may still have offered this
        elif said.say == "refused":
            figures.refused += 1
            seat.sent = 0.0

    def later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def again(self, match: Match) -> None:
        await asyncio.sleep(0.1)
        for seat in match.seats:
            if seat.line is not None:
                seat.line.transport.close()
        await self.begin(match)

    async def run(self, rate: float, seconds: float) -> Figures:
        """That many moves a second."""
        begun, due = perf_counter(), 0.0
        while (now := perf_counter() - begun) < seconds:
            while due <= now:
                if self.ready:
                    self.move()
                    due += 1 / rate
                else:
                    break
            self.figures.late = max(self.figures.late, now - due)
            await asyncio.sleep(0.002)
        await asyncio.sleep(1.0)
        return self.figures

    def move(self) -> None:
        """One seat decides."""
        seat = self.ready.popleft()
        if not seat.offers or seat.sent or seat.match.over or seat.line is None:
            return
        self.number += 1
        home = self.dice.random() < 0.15
        move = seat.offers[-1] if home else seat.offers[0]
        seat.offers, seat.sent = [], perf_counter()
        command = {"id": str(self.number), "seq": seat.seq, "act": {"act": "move", "seat": seat.seat, "move": move}}
        seat.line.say(msgspec.json.encode(command))


def cuts(waits: list[float]) -> tuple[float, float]:
    """p50 and p99, in milliseconds."""
    marks = quantiles(waits, n=100)
    return marks[49] * 1000, marks[98] * 1000
