"""Live matches at a steady rate: how long a durable move takes to be acknowledged, and whether every seat hears of every event."""

import asyncio
import random
from collections import deque
from collections.abc import Sequence
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
    delays: list[float] = field(default_factory=list)  # seconds from an acknowledgement until another process has told of it


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
    homing: float = 0.0  # how often its explorers go home: matches that began together end one by one
    seats: list[Seat] = field(default_factory=list)
    done: dict[int, tuple[float, int]] = field(default_factory=dict)  # by the number of an entry: when it was acknowledged, and where


class Load:
    """Many matches, and moves at a steady rate over all of them. With several servers the seats of a match are spread over them."""

    def __init__(self, ports: Sequence[int], matches: int, seed: int = 1) -> None:
        self.ports, self.figures, self.dice = ports, Figures(), random.Random(seed)
        self.count, self.number = matches, 0
        self.matches: list[Match] = []
        self.ready: deque[Seat] = deque()
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Lay all tables."""
        limit = asyncio.Semaphore(32)

        async def one() -> None:
            async with limit:
                match = Match(await program(self.ports[0]))
                self.matches.append(match)
                await self.begin(match)

        await asyncio.gather(*(one() for _ in range(self.count)))

    async def begin(self, match: Match) -> None:
        """A new table for the four of them."""
        new = {"game": "diamant", "seats": ["me", "Kuba", "Zosia", "Ola"], "ready": True, "salt": "x"}
        match.name = (await ask(self.ports[0], "POST", "/api/tables", new, match.token))["table"]
        match.done.clear()
        match.homing = self.dice.uniform(0.03, 0.5)
        match.over, match.seats = False, [Seat(match, seat) for seat in range(SEATS)]
        for seat in match.seats:
            path = f"/api/tables/{match.name}/socket?seat={seat.seat}&after=0"
            seat.line = await dial(self.port(seat), path, match.token, lambda body, seat=seat: self.hear(seat, body))  # type: ignore[misc]

    def port(self, seat: Seat) -> int:
        return self.ports[seat.seat % len(self.ports)]

    def hear(self, seat: Seat, body: bytes) -> None:
        """A message to a seat."""
        said = DECODE(body)
        figures = self.figures
        figures.told += 1
        for heard in said.heard:
            figures.gaps += heard.seq != seat.seq + 1
            seat.seq = heard.seq
            if len(self.ports) > 1:
                self.heard(seat, heard.seq)
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
            if len(self.ports) > 1 and said.last is not None:
                seat.match.done[said.last] = perf_counter(), self.port(seat)
            seat.sent, seat.offers = 0.0, []  # what it was told of others meanwhile may still have offered this
        elif said.say == "refused":
            figures.refused += 1
            seat.sent = 0.0

    def heard(self, seat: Seat, seq: int) -> None:
        """How long another process took to tell of an entry."""
        at, port = seat.match.done.get(seq, (0.0, 0))
        if at and port != self.port(seat):
            self.figures.delays.append(perf_counter() - at)

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
        home = self.dice.random() < seat.match.homing
        move = seat.offers[-1] if home else seat.offers[0]
        seat.offers, seat.sent = [], perf_counter()
        command = {"id": str(self.number), "seq": seat.seq, "act": {"act": "move", "seat": seat.seat, "move": move}}
        seat.line.say(msgspec.json.encode(command))


def cuts(waits: list[float]) -> tuple[float, float]:
    """p50 and p99, in milliseconds."""
    marks = quantiles(waits or [0.0, 0.0], n=100)
    return round(marks[49] * 1000, 1), round(marks[98] * 1000, 1)
