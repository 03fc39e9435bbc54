"""People who play at many tables at once, over sockets that break, and write down what they asked for and were told.

They do what people and their browsers do: decide, chat, take back, pause; send a command once more when its answer never
came, sometimes also when it did; come in late, look on from two devices, decide before what has happened since.
"""

import asyncio
import contextlib
from collections import Counter, deque
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from tests.server.trials.lean import HeardSaid, Lean, ask, dial, program
from tests.server.trials.record import Answered, Asked, Hearing, Opening, Record, Told, Try

PATIENCE = 20.0  # seconds an answer may take before it counts as lost
AGAIN = 0.85  # how often a command without an answer is sent again; else nobody knows what became of it
ONCE_MORE = 0.3  # how often one that was answered is
NAMES = ("Ema", "Kuba", "Zosia", "Ola")
PACES: tuple[dict[str, int], ...] = ({}, {}, {"budget": 3_600_000, "increment": 2_000}, {"move": 600_000})


class SeatSaid(msgspec.Struct):
    name: str | None
    bot: str | None
    ready: bool
    resigned: bool


class TableSaid(msgspec.Struct):
    stage: str
    seats: list[SeatSaid]


class ViewSaid(msgspec.Struct):
    seq: int
    table: TableSaid
    yours: list[int]
    host: bool
    offers: list[str]
    take_back: bool


class Said(msgspec.Struct):
    """A message, what it heard and shows left as it came."""

    say: str
    id: str | None = None
    error: str | None = None
    first: int = 0
    last: int = 0
    table: str | None = None
    heard: list[msgspec.Raw] = []
    view: msgspec.Raw = msgspec.Raw()


SAID = msgspec.json.Decoder(Said).decode
SEQ = msgspec.json.Decoder(HeardSaid).decode
VIEW = msgspec.json.Decoder(ViewSaid).decode


class Gone(OSError):
    """The socket is no more."""


class Crowd:
    """All of them. Each thinks for a while, and is cut off now and then."""

    def __init__(self, dice: Random, tables: int, think: float = 0.2, cuts: float = 0.01) -> None:
        self.dice, self.tables, self.think, self.cuts = dice, tables, think, cuts
        self.record = Record()
        self.port = 0
        self.door, self.moved = asyncio.Event(), asyncio.Event()  # there is a server; a fresh move was acknowledged
        self.calm = self.ending = False
        self.acknowledged = 0
        self.heard_at = 0.0
        self.players: set[Player] = set()
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Let them come as soon as the door is open."""
        self.tasks = [asyncio.create_task(Company(self).meet()) for _ in range(self.tables)]
        for task in self.tasks:
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Nobody goes before all do: a client that failed is a defect of ours, or was told what it cannot read."""
        if not task.cancelled():
            self.record.strange.add(("client failed", "", repr(task.exception())))

    def open(self, port: int) -> None:
        self.port = port
        self.moved.clear()
        self.door.set()

    def shut(self) -> None:
        """Nobody is served any more."""
        self.door.clear()
        for player in self.players:
            if player.line is not None:
                player.line.transport.abort()

    def told(self) -> str:
        """What everybody is about, for whoever wonders why nothing happens."""
        stages = Counter(player.view.table.stage if player.view else "unknown" for player in self.players)
        waiting = sum(player.flying is not None for player in self.players)
        there = sum(player.there for player in self.players)
        return f"{dict(stages)}, {there} of {len(self.players)} connected, {waiting} wait for an answer; {sorted(self.record.strange)[:5]}"

    async def rest(self, silence: float = 0.5, longest: float = 20.0) -> None:
        """Let everybody finish, and wait until nothing more is told."""
        self.calm, until = True, perf_counter() + longest
        while perf_counter() < until:
            await asyncio.sleep(0.05)
            if perf_counter() - self.heard_at > silence and not any(player.flying or not player.there for player in self.players):
                break
        for player in self.players:
            if player.there:
                player.hearing.quiet = True

    async def end(self) -> None:
        """Everybody goes home."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.shut()

    async def retried(self, work: Any) -> Any:
        """What comes of a request, asked again until it is answered."""
        while True:
            await self.door.wait()
            try:
                return await asyncio.wait_for(work(), PATIENCE)
            except (OSError, ValueError):  # refused, or cut off in the middle of the answer
                await asyncio.sleep(0.05)

    async def person(self, name: str) -> str:
        """Somebody new; their token."""
        token = str(await self.retried(lambda: program(self.port, name)))
        self.record.tokens.append(token)
        return token


class Company:
    """People who keep each other company, at one table after another."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.dice = crowd, crowd.dice
        self.people: list[str] = []
        self.next_id = 0

    async def meet(self) -> None:
        apart, bots = self.dice.random() < 0.25, self.dice.random() < 0.3
        self.people = [await self.crowd.person(name) for name in (NAMES if apart else NAMES[:1])]
        rematch: str | None = None
        seats = self._seats(apart=apart, bots=bots)
        while not self.crowd.calm:
            name = rematch or await self._open(seats)
            rematch = await self._play(name)
        await asyncio.Event().wait()  # until everybody goes

    def _seats(self, *, apart: bool, bots: bool) -> list[str | None]:
        seats: list[str | None] = ["me", *([None] * 3 if apart else NAMES[1:])]
        return [*seats[:2], "@easy", "@fair"] if bots else seats

    async def _open(self, seats: list[str | None]) -> str:
        """A new table, and who is not yet there comes in."""
        ready = self.dice.random() < 0.8
        options = {"relics": self.dice.choice(["czech", "none", "polish"]), "closed_chests": self.dice.random() < 0.2}
        new = {"game": "diamant", "seats": seats, "ready": ready, "options": options, "undo": self.dice.random() < 0.5}
        new |= {"pace": self.dice.choice(PACES), "listed": self.dice.random() < 0.3, "salt": "x" if ready else None}
        opened = await self.crowd.retried(lambda: ask(self.crowd.port, "POST", "/api/tables", new, self.people[0]))
        name = str(opened["table"])
        self.crowd.record.opened[name] = Opening(self.people[0], seats, ready)
        for token in self.people[1:]:
            await self.crowd.retried(partial(self._come, name, str(opened["invitation"]), token))
        return name

    async def _come(self, name: str, invitation: str, token: str) -> None:
        await ask(self.crowd.port, "POST", f"/api/tables/{name}/come", {"invitation": invitation}, token)

    async def _play(self, name: str) -> str | None:
        """A whole match; the name of the table where they play again, if they do."""
        seats = self.crowd.record.opened[name].seats
        whose = [(seat, self.people[seat % len(self.people)]) for seat, who in enumerate(seats) if not (who or "").startswith("@")]
        if self.dice.random() < 0.3:
            whose.append(self.dice.choice(whose))  # on two devices
        players = [Player(self, name, seat, token, own=seats[seat] is not None) for seat, token in whose]
        if self.dice.random() < 0.5:
            players.append(Player(self, name, None, self.dice.choice(whose)[1], own=False))
        await asyncio.gather(*(player.live() for player in players))
        rematch = next((player.rematch for player in players if player.rematch), None)
        if rematch:
            self.crowd.record.opened[rematch] = Opening(self.people[0], [who or "x" for who in seats], rematch=True)
        return rematch


class Player:
    """Somebody at a seat, or a spectator, and the socket they have just now."""

    def __init__(self, company: Company, table: str, seat: int | None, token: str, *, own: bool) -> None:
        self.company, self.crowd, self.dice = company, company.crowd, company.dice
        self.table, self.seat, self.token, self.own = table, seat, token, own
        self.line: Lean | None = None
        self.hearing = Hearing(table, token, None, 0)
        self.view: ViewSaid | None = None
        self.seq = 0  # the last entry it has heard of
        self.flying: Asked | None = None
        self.answered_before: dict[str, Asked] = {}  # the last of each kind
        self.waiting: asyncio.Future[Answered] | None = None
        self.open: dict[str, deque[Try]] = {}  # of this socket, by the id of the command
        self.arrived: asyncio.Future[None] | None = None
        self.rematch: str | None = None

    @property
    def there(self) -> bool:
        return self.line is not None and not self.line.transport.is_closing()

    async def live(self) -> None:
        """Until the match is over; over as many sockets as it takes."""
        self.crowd.players.add(self)
        try:
            while not self.over:
                await self.crowd.door.wait()
                with contextlib.suppress(OSError):
                    await self.connect()
                    await self.settle()
                    while not self.over:
                        await self.turn()
                await asyncio.sleep(0.01)
            await self.part()
        finally:
            self.crowd.players.discard(self)
            if self.line is not None:
                self.line.transport.abort()

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.table.stage == "over"

    async def part(self) -> None:
        """The host may want to play again."""
        again = self.dice.random() < 0.3
        with contextlib.suppress(OSError):
            if self.seat == 0 and self.view and self.view.host and again and self.there and not self.crowd.calm:
                answer = await self.command({"act": "rematch", "seat": 0})
                self.rematch = answer.table if answer else None
        await asyncio.sleep(0.2)

    # The socket

    async def connect(self) -> None:
        """Ask for everything after what was heard already."""
        seat = self.seat if self.own else None
        self.hearing = hearing = Hearing(self.table, self.token, seat, self.seq)
        self.waiting, self.open, self.arrived = None, {}, asyncio.get_running_loop().create_future()
        path = f"/api/tables/{self.table}/socket?after={self.seq}" + (f"&seat={seat}" if seat is not None else "")
        try:
            self.line = await dial(self.crowd.port, path, self.token, lambda body: self.hear(hearing, body), lambda: self.lost(hearing))
        except ConnectionError as why:
            if str(why).startswith("HTTP"):
                self.crowd.record.strange.add(("shut out", self.table, f"seat {seat} after {self.seq}: {why}"))
            raise
        self.crowd.record.hearings.append(hearing)
        await asyncio.wait_for(self.arrived, PATIENCE)

    def hear(self, hearing: Hearing, body: bytes) -> None:
        said = SAID(body)
        self.crowd.heard_at = perf_counter()
        if said.say in ("welcome", "news"):
            view = self.view = VIEW(said.view)
            hearing.view = bytes(said.view)
            hearing.told.append(Told(said.say, [(SEQ(raw).seq, bytes(raw)) for raw in said.heard], view.seq))
            self.seq = view.seq
            if self.arrived and not self.arrived.done():
                self.arrived.set_result(None)
        elif said.say in ("done", "refused") and said.id is not None:
            self.answered(hearing, said, said.id)

    def answered(self, hearing: Hearing, said: Said, command_id: str) -> None:
        if not self.open.get(command_id):
            self.crowd.record.strange.add(("answered twice", self.table, f"{command_id}: {said}"))
            return
        attempt = self.open[command_id].popleft()
        attempt.answer = Answered(perf_counter(), said.first, said.last, said.error, said.table)
        if said.say == "done":
            hearing.told.append(Told("done", seq=said.first, id=command_id))
            self.crowd.acknowledged += 1
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(attempt.answer)

    def lost(self, hearing: Hearing) -> None:
        if hearing is self.hearing:
            for future in (self.waiting, self.arrived):
                if future and not future.done():
                    future.set_exception(Gone())
                    future.exception()

    def cut(self) -> None:
        """Be gone, and come again."""
        if self.line is not None:
            self.line.cut()
        raise Gone

    # Commands

    async def command(self, act: dict[str, Any], known: int | None = None) -> Answered | None:
        self.company.next_id += 1
        asked = Asked(self.table, self.token, f"{self.company.next_id}", self.seq if known is None else known, act)
        self.crowd.record.asked.append(asked)
        return await self.send(asked)

    async def send(self, asked: Asked) -> Answered | None:
        """Send it, mostly once, and wait for the answer; or be cut off meanwhile."""
        self.flying = asked
        self.waiting = asyncio.get_running_loop().create_future()
        for _ in range(2 if self.dice.random() < 0.02 else 1):
            self.throw(asked)
        if self.dice.random() < self.crowd.cuts:
            self.cut()
        answer = await asyncio.wait_for(self.waiting, PATIENCE)
        self.flying = None
        self.answered_before[asked.act["act"]] = asked
        if answer.error is None and asked.act["act"] == "move" and len(asked.tries) == 1:
            self.crowd.moved.set()
        return answer

    def throw(self, asked: Asked) -> None:
        attempt = Try(perf_counter())
        asked.tries.append(attempt)
        self.open.setdefault(asked.id, deque()).append(attempt)
        if not self.there or self.line is None:
            raise Gone
        self.line.say(msgspec.json.encode({"id": asked.id, "seq": asked.seq, "act": asked.act}))

    async def settle(self) -> None:
        """What was not answered is sent again, and sometimes what was."""
        flying, self.flying = self.flying, None
        if flying and self.dice.random() < AGAIN:
            await self.send(flying)
        for asked in list(self.answered_before.values()):
            if self.dice.random() < ONCE_MORE:
                await self.send(asked)

    async def turn(self) -> None:
        await asyncio.sleep(self.dice.expovariate(1 / self.crowd.think))
        if not self.there:
            raise Gone
        if self.crowd.calm or self.view is None:
            return
        sat = not self.own and self.seat in self.view.yours  # and looks with the eyes of the seat from now on
        self.own |= sat
        if sat or self.dice.random() < self.crowd.cuts / 2:
            self.cut()
        if (act := self.wish(self.view)) is not None:
            known = None if self.dice.random() > 0.03 else self.dice.randrange(self.seq + 1)
            await self.command(act, known)

    def wish(self, view: ViewSaid) -> dict[str, Any] | None:
        """What to do now."""
        if self.dice.random() < 0.04:
            text = f"{self.company.next_id} {self.dice.randrange(10**9)}"
            return {"act": "say", "text": text} | ({"seat": self.seat} if self.seat in view.yours else {})
        if self.seat is None:
            return None
        chair = view.table.seats[self.seat]
        if chair.name is None:
            return {"act": "sit", "seat": self.seat}
        act = self._wish(view, chair)
        return {"act": act, "seat": self.seat} | self._more(act, view) if act else None

    def _wish(self, view: ViewSaid, chair: SeatSaid) -> str | None:
        if view.table.stage == "gathering":
            return None if chair.ready else "ready"
        if view.table.stage == "paused":
            return "resume"
        if chair.bot is not None:
            return None if chair.resigned else "return"
        return self._decision(view)

    def _decision(self, view: ViewSaid) -> str | None:
        roll = self.dice.random()
        if view.take_back and roll < 0.3:
            return "takeback"
        if not view.offers:
            return "move" if roll < 0.02 else None
        return "pause" if roll < 0.04 else "resign" if roll < 0.042 else "leave" if roll < 0.045 else "move"

    def _more(self, act: str, view: ViewSaid) -> dict[str, Any]:
        if act == "ready":
            return {"salt": f"salt {self.dice.randrange(100)}"}
        if act != "move":
            return {}
        offers = view.offers if view.offers and self.dice.random() < 0.98 else ["fly"]
        return {"move": offers[-1] if self.dice.random() < 0.12 else offers[0]}
