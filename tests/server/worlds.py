"""Non-interference over the wire: two worlds that somebody cannot tell apart, and every byte the server sends to that somebody in each.

A position is a random table, cut at a random moment, and a twin of it: another log in which everything that this person was not
shown is decided anew. Both lie in servers of their own; the same is asked of both.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gemtable.games.contract import SPECTATOR, Unplayable
from gemtable.server import wire
from gemtable.server.commands import plan_of
from gemtable.server.room import Room
from gemtable.server.store.base import Person
from gemtable.server.store.sqlite import Sqlite
from gemtable.table.log import Entry
from gemtable.table.table import Table
from tests.matches import Case
from tests.server.inside import Inside, Spoken
from tests.server.stories import SPECTATOR_OF, Story, both_ways, tell, twin_of

BOT = "a bot"  # whose eyes are those of what it is asked with
CATEGORIES = ("view", "history", "moments", "file", "drawing", "lists", "errors", "stale", "welcome", "again", "events", "undo", "bots")
OF_A_STORY = 12  # positions
STEPS = 8  # that are played on while somebody listens


class Leak(AssertionError):
    """The two worlds gave somebody different bytes."""


@dataclass
class Figures:
    """What was compared."""

    positions: int = 0  # with something unseen decided anew
    now: int = 0  # of them, those whose very state differs
    viewers: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)  # answers and messages, by category
    size: int = 0  # bytes

    def add(self, other: "Figures") -> None:
        self.positions += other.positions
        self.now += other.now
        self.size += other.size
        self.viewers += other.viewers
        self.compared += other.compared


@dataclass(frozen=True)
class Eyes:
    """Somebody at a table: a person with some seats or none, or the bot of a seat."""

    person: str
    seats: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        return self.seats if self.person == BOT else (*self.seats, SPECTATOR)

    @property
    def kind(self) -> str:
        return BOT if self.person == BOT else f"{min(len(self.seats), 2)} seats" if self.seats else "spectator"


async def compare(case: Case, positions: int, seed: int, folder: Path) -> Figures:
    """That many positions of random tables; Leak where somebody could tell two worlds apart."""
    dice, figures, number = random.Random(f"{case} {seed}"), Figures(), 0
    folder.mkdir(parents=True, exist_ok=True)
    worlds = Inside(Sqlite(folder / "one.db")), Inside(Sqlite(folder / "other.db"))
    try:
        while figures.positions < positions:
            story = tell(case, dice, f"t{number}")
            number += 1
            for found in cuts(story, dice, min(OF_A_STORY, positions - figures.positions)):
                await Pair(story, worlds, found, dice, figures).compare()
    finally:
        for world in worlds:
            await world.close()
    return figures


@dataclass(frozen=True)
class Cut:
    """A moment of a story, somebody there, and the other world."""

    name: str
    length: int
    eyes: Eyes
    twin: list[Entry]


def cuts(story: Story, dice: random.Random, most: int) -> Iterator[Cut]:
    """Moments at which there is another world for somebody."""
    found = 0
    for length in dice.sample(story.ends, len(story.ends)):
        eyes = dice.choice([*people_of(story.tables[length - 1], story.name), *bots_of(story.tables[length - 1])])
        twin = twin_of(story, length, eyes.all, dice)
        if twin is not None and story.tables[length - 1].stage != "over":
            yield Cut(f"{story.name}n{found}", length, eyes, twin)
            found += 1
        if found == most:
            return


def people_of(table: Table, name: str) -> list[Eyes]:
    """Everybody who sits at the table, and one who watches."""
    seats: dict[str, list[int]] = {f"{name}-{SPECTATOR_OF}": []}
    for seat, chair in enumerate(table.chairs):
        if chair.person:
            seats.setdefault(chair.person, []).append(seat)
    return [Eyes(person, tuple(own)) for person, own in seats.items()]


def bots_of(table: Table) -> list[Eyes]:
    """The bots that have to decide now."""
    return [Eyes(BOT, (seat,)) for seat in table.for_bots()]


class Pair:
    """The same asked of two worlds."""

    def __init__(self, story: Story, worlds: tuple[Inside, Inside], cut: Cut, dice: random.Random, figures: Figures) -> None:
        self.story, self.worlds, self.cut, self.dice, self.figures = story, worlds, cut, dice, figures
        self.eyes, self.name, self.commands = cut.eyes, cut.name, 0
        self.at = f"/api/tables/{cut.name}"

    async def compare(self) -> None:
        """Lay both tables, listen, and let them go."""
        await self.lay()
        rooms = [await world.room(self.name) for world in self.worlds]
        self.figures.positions += 1
        self.figures.viewers[self.eyes.kind] += 1
        self.figures.now += rooms[0].table.match.state != rooms[1].table.match.state
        if self.eyes.person == BOT:
            await self.play_on([], rooms)
        else:
            await self.read()
            await self.refused(rooms[0])
            await self.listen(rooms)
            if rooms[0].table.stage != "over":  # then the match file tells all
                await self.read()
        for world in self.worlds:
            await world.forget(self.name)

    async def lay(self) -> None:
        """Snapshots are kept at other places in the other world: they must show nowhere."""
        length, people = self.cut.length, [f"{person}{self.name}" for person in self.story.people]
        for world, log in zip(self.worlds, (self.story.entries[:length], self.cut.twin), strict=True):
            parts = sorted(self.dice.sample(range(1, length), min(2, length - 1)))
            await world.lay(self.name, self.story.secret, [_for(entry, self.name) for entry in log], parts, people)

    @property
    def person(self) -> str:
        return f"{self.eyes.person}{self.name}"

    # What is read

    async def read(self) -> None:
        """Everything that can be asked for."""
        for category, path in self.paths():
            await self.same(category, "GET", path)
        await self.same("lists", "GET", "/api/tables", person=None)
        await self.same("errors", "GET", self.at, person=None)
        await self.same("errors", "GET", f"{self.at}?seat={self.dice.choice(self.not_own())}")

    def paths(self) -> Iterable[tuple[str, str]]:
        after = self.dice.randrange(self.cut.length)
        for eye in self.eyes.all:
            seat = "" if eye == SPECTATOR else f"seat={eye}"
            yield "view", f"{self.at}?{seat}"
            yield "history", f"{self.at}/history?{seat}"
            yield "history", f"{self.at}/history?{seat}&after={after}"
            yield "moments", f"{self.at}/moments?{seat}&after={after}&limit=12"
            yield "file", f"{self.at}/file?{seat}"
            yield "drawing", f"{self.at}/drawing?{seat}&language={self.dice.choice(('en', 'cs', 'pl'))}"
        yield "lists", "/api/tables"
        yield "lists", "/api/me/tables"

    def not_own(self) -> list[int]:
        return [seat for seat in range(64) if seat not in self.eyes.seats]

    async def same(self, category: str, method: str, path: str, body: bytes = b"", person: str | None = "") -> list[int]:
        """Ask both, compare every byte; the status of each."""
        asking = self.person if person == "" else person
        answers = [await world.ask(asking, method, path, body) for world in self.worlds]
        self.check(category, f"{method} {path} {body.decode()}", [answer for _, answer in answers])
        return [status for status, _ in answers]

    def check(self, category: str, what: str, told: list[bytes]) -> None:
        self.figures.compared[category] += 1
        self.figures.size += len(told[0])
        if told[0] != told[1]:
            start = next((n for n, (one, other) in enumerate(zip(*told, strict=False)) if one != other), min(map(len, told)))
            shown = [answer[max(0, start - 200) : start + 200].decode("utf-8", "replace") for answer in told]
            raise Leak(f"{category}: {what} tells {self.eyes} at {self.name} one thing or the other:\n{shown[0]}\n{shown[1]}")

    # What is refused

    async def refused(self, room: Room) -> None:
        """Everything that must not be done, over a request."""
        for category, command in self.wrong_commands(room):
            statuses = await self.same(category, "POST", f"{self.at}/acts", command)
            assert min(statuses) >= 400, command
        for body in (b"", b"{", b'{"id":"x","seq":0,"act":{"act":"peek"}}', b'{"id":"x","seq":-1,"act":{"act":"close"}}'):
            await self.same("errors", "POST", f"{self.at}/acts", body)

    def wrong_commands(self, room: Room) -> Iterator[tuple[str, bytes]]:
        """Acts that are refused at this table, and moves that come too late."""
        table = room.table
        for act in self.wrong_acts(table):
            if refuses(table, act, self.person):
                yield ("undo" if isinstance(act, wire.TakeBack) else "errors"), self.command(act, 2**50)
        for seat, chair in enumerate(table.chairs):
            if chair.turn > 1:
                words = self.dice.choice(self.words(table) or ["xyzzy"])
                yield "stale", self.command(wire.Move(seat, words), self.dice.randrange(1, chair.turn))

    def wrong_acts(self, table: Table) -> list[wire.Act]:
        words = ["xyzzy", "", *self.words(table)]
        seats = [*range(len(table.chairs)), 63]
        found: list[wire.Act] = [wire.Move(seat, self.dice.choice(words)) for seat in (*seats, *self.eyes.seats)]
        for kind in (wire.TakeBack, wire.Rise, wire.Ready, wire.Resume, wire.Return, wire.Resign, wire.Pause, wire.Leave):
            found += [kind(seat) for seat in self.dice.sample(seats, 2)]
        return [*found, *[wire.TakeBack(seat) for seat in self.eyes.seats], wire.Sit(0), wire.Hire(1, "fair"), wire.Close()]

    def words(self, table: Table) -> list[str]:
        """What somebody could think of."""
        game, view = table.match.game, table.match.game.view(table.match.state, SPECTATOR)
        return [offer.words for actor in (*game.acting(view), -1) for offer in game.possible(view, actor)]

    def command(self, act: wire.Act, seq: int) -> bytes:
        self.commands += 1
        return msgspec.json.encode(wire.Command(f"{self.name}c{self.commands}", seq, act))

    # What is told

    async def listen(self, rooms: list[Room]) -> None:
        """Over sockets, while the match goes on."""
        for eye in self.eyes.all:
            after = self.dice.choice(["", "after=0", f"after={self.dice.randrange(self.cut.length)}"])
            query = "&".join(filter(None, ["" if eye == SPECTATOR else f"seat={eye}", after]))
            lines = [await world.line(self.person, f"{self.at}/socket?{query}") for world in self.worlds]
            self.told("again" if after else "welcome", query, lines)
            for category, command in self.wrong_commands(rooms[0]):
                await self.both(lines, command)
                self.told(category, command.decode(), lines)
            await self.play_on(lines, rooms)
            for line in lines:
                await line.close()

    async def both(self, lines: list[Spoken], command: bytes) -> None:
        for line in lines:
            await line.command(command)

    def told(self, category: str, what: str, lines: list[Spoken]) -> None:
        """Compare what the sockets have said since the last time."""
        said = [b"\n".join(line.heard) for line in lines]
        assert said[0], f"nothing was told of {what}"
        self.check(category, what, said)
        for line in lines:
            line.heard.clear()

    async def play_on(self, lines: list[Spoken], rooms: list[Room]) -> None:
        """A few steps that look the same, whatever is chosen in secret."""
        await self.bots(rooms)
        for _ in range(STEPS):
            tables = [room.table for room in rooms]
            if tables[0].stage == "over":
                return
            for world in self.worlds:
                world.time += 1000
            try:
                found = both_ways(tables[0], tables[1], self.story.secret, self.eyes.all, self.dice, self.worlds[0].time)
            except Unplayable as wrong:
                raise Leak(f"what is done in one world is refused in the other: {wrong.reason}") from None
            if found is not None:
                await self.step(found, rooms, lines)

    async def step(self, entries: tuple[Entry, Entry], rooms: list[Room], lines: list[Spoken]) -> None:
        """One of them. The person's own acts come over its socket."""
        self.commands += 1
        for room, entry in zip(rooms, entries, strict=True):
            await room.do("story", f"s{self.commands}", lambda _, __, entry=entry: entry)  # type: ignore[misc]
        kind = type(entries[0]).__name__
        if lines:
            self.told("undo" if kind == "TookBack" else "events", kind, lines)
        await self.bots(rooms)

    async def bots(self, rooms: list[Room]) -> None:
        """What the bots were asked whose eyes these are."""
        while any(room.busy for room in rooms):
            await asyncio.sleep(0)
        asked = [[thought for seat, thought in world.workers.asked if (seat,) == self.eyes.seats] for world in self.worlds]
        if self.eyes.person == BOT and (asked[0] or asked[1]):
            self.check("bots", "a thought", [b"".join(thoughts) for thoughts in asked])
        for world in self.worlds:
            world.workers.asked.clear()


def refuses(table: Table, act: wire.Act, person: str) -> bool:
    """Whether the table refuses this."""
    try:
        plan_of(act, Person(person, "somebody"))(table, 2**50)
    except Unplayable:
        return True
    return False


def _for(entry: Entry, name: str) -> Entry:
    """The entry with its people named anew: each position has people of its own."""
    named = {key: f"{getattr(entry, key)}{name}" for key in ("host", "person") if getattr(entry, key, None)}
    return msgspec.structs.replace(entry, **named) if named else entry
