"""A house at work, people and tables and all, on a disk that loses power at a random moment: what was acknowledged is there.

The same tables are opened again: each is what its log makes of it, with or without a snapshot.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gemtable.games.contract import Unplayable
from gemtable.server import wire
from gemtable.server.errors import Wrong
from gemtable.server.gate import Doors
from gemtable.server.house import House
from gemtable.server.limits import Limits
from gemtable.server.obey import obey
from gemtable.server.room import Room
from gemtable.server.site import new_site
from gemtable.server.store.base import Person, Store, StoreError
from gemtable.server.store.sqlite import Sqlite
from gemtable.server.tokens import hashed
from gemtable.server.workers.pool import Workers
from gemtable.table.log import read_entry
from gemtable.table.snapshot import write_snapshot
from gemtable.table.table import table_of
from tests.server.store.disk import Disk, after_power_loss, recorded
from tests.server.store.power import CUTS, NAME, Figures, Log
from tests.server.store.stores import Sound

COMMANDS = 170  # of each sitting; there are two
FREE = Limits(rate=0, moves=10_000, tables=1000)
Check = Callable[[Store], str | None]  # what is wrong, when something is


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was acknowledged, and with what."""

    table: str
    person: str
    id: str
    first: int
    last: int


def outage(runs: int, seed: int, store: type[Sqlite] = Sound) -> Figures:
    """Let power fail that many times."""
    figures, dice = Figures(), Random(seed)
    while figures.runs < runs:
        log = record(store, dice)
        for _ in range(min(CUTS, runs - figures.runs)):
            lose(log[: dice.randrange(len(log) + 1)], dice, figures)
    return figures


def record(store: type[Sqlite], dice: Random) -> Log:
    """Everything a house does to its disk, in two sittings, and when it acknowledged what."""
    with tempfile.TemporaryDirectory() as folder, recorded() as disk:
        evening = Evening(disk, dice)
        for _ in (1, 2):
            with store(Path(folder) / NAME) as opened:
                asyncio.run(evening.sit(opened))
        return disk.log


@dataclass
class Evening:
    """People at tables, over several lives of a house. What is acknowledged is noted where the disk notes what it does."""

    disk: Disk
    dice: Random
    tokens: list[str] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)  # tables and their invitations
    number: int = 0

    async def sit(self, store: Sqlite) -> None:
        loop = asyncio.get_running_loop()
        store.wake(lambda answer: loop.call_soon_threadsafe(answer))
        site = new_site(store, Doors([]), FREE, Workers(1))  # nobody asks for a bot, so no worker is ever started
        self.house, self.people, self.tables = site.house, site.people, site.tables
        for _ in range(2):
            await self.arrive()
        for _ in range(2):
            await self.open()
        await asyncio.gather(*(self.play(COMMANDS // 3) for _ in range(3)))
        await self.house.close()
        store.wake(None)

    def note(self, check: Check | Done) -> None:
        self.disk.note("acknowledged", check)

    # People and tables

    async def arrive(self) -> None:
        person, token = await self.people.arrive(f"guest {len(self.tokens)}")
        self.tokens.append(token)
        self.note(lambda store: None if store.person_of(hashed(token)) == person else f"lost: {person}")

    async def who(self) -> Person:
        """Somebody, as the store knows them."""
        while True:
            person = await self.people.of(self.dice.choice(self.tokens))
            if person is not None:
                return person
            await self.arrive()  # the store has forgotten somebody it had acknowledged; the check will say so

    async def open(self) -> None:
        """A table with everything that leads to long logs and snapshots."""
        host, ready = await self.who(), self.dice.random() < 0.8
        seats: list[str | None] = ["me", "Kuba", None if self.dice.random() < 0.3 else "Ola", "Zosia"]
        new = wire.NewTable("diamant", seats, undo=self.dice.random() < 0.5, listed=self.dice.random() < 0.5, ready=ready)
        opened = await self.tables.open(new, host)
        name = opened.table
        self.names.append((name, opened.invitation))
        self.note(lambda store: None if store.invitation(name) == hashed(opened.invitation) else f"lost: the invitation to {name}")
        self.note(lambda store: None if store.admitted(name, host.person) else f"lost: the host of {name}")

    async def play(self, commands: int) -> None:
        for _ in range(commands):
            roll = self.dice.random()
            with contextlib.suppress(Wrong, Unplayable):
                if roll < 0.08:
                    await self.around()
                else:
                    await self.act()

    async def around(self) -> None:
        """What people do beside the tables."""
        name, invitation = self.dice.choice(self.names)
        roll, person = self.dice.random(), await self.who()
        if roll < 0.3:
            await self.arrive()
        elif roll < 0.6:
            await self.tables.come(name, invitation, person)
            self.note(lambda store: None if store.admitted(name, person.person) else f"lost: {person} at {name}")
        elif roll < 0.7:
            await self.open()
        else:
            await self.keep_notes(name)

    async def keep_notes(self, name: str) -> None:
        room = await self.house.room(name)
        notes, seat = {"number": self.number}, self.dice.randrange(len(room.table.chairs))
        self.number += 1
        await self.tables.put_notes(room, seat, notes)
        self.note(lambda store: None if _at_least(store.notes(name, seat), notes) else f"lost: notes at {name}")

    # Commands

    async def act(self) -> None:
        room = await self.house.room(self.dice.choice(self.names)[0])
        act, who = self.wish(room), await self.who()
        seat = getattr(act, "seat", None)
        person = room.table.chairs[seat].person if seat is not None else None
        self.number += 1
        command = wire.Command(str(self.number), room.table.seq, act)
        who = Person(person, "x") if person else who
        await obey(room, command, who, -1, self.tables, lambda said: self.hear(room.name, who.person, said))

    def hear(self, table: str, person: str, said: bytes) -> None:
        answer: wire.Done | wire.Refused = msgspec.json.decode(said, type=wire.Done | wire.Refused)
        if isinstance(answer, wire.Done):
            self.note(Done(table, person, answer.id, answer.first, answer.last))

    def wish(self, room: Room) -> wire.Act:
        """What somebody wants at this table."""
        table, roll = room.table, self.dice.random()
        seat = self.dice.choice(table.acting() or range(len(table.chairs)))
        if table.stage == "over":
            return wire.Rematch(seat) if roll < 0.3 else wire.Say("well played")
        if table.stage == "paused":
            return wire.Resume(seat)
        if table.stage == "gathering":
            return wire.Sit(seat, "Ema") if table.chairs[seat].empty else wire.Ready(seat, "salt")
        if roll < 0.75:
            return wire.Move(seat, "home" if roll < 0.08 else "on")
        if roll < 0.87:
            return wire.TakeBack(max(0, table.match.events[-1].actor) if table.match.events else seat)
        return wire.Say(f"line {self.number}", seat) if roll < 0.95 else wire.Pause(seat)


def _at_least(stored: bytes | None, notes: dict[str, int]) -> bool:
    """These notes, or later ones, which are written over them."""
    return stored is not None and msgspec.json.decode(stored)["number"] >= notes["number"]


def lose(log: Log, dice: Random, figures: Figures) -> None:
    """Power fails at the end of this log; then the house is opened again."""
    acknowledged = [entry[1] for entry in log if entry[0] == "acknowledged"]
    figures.runs += 1
    figures.acknowledged += len(acknowledged)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in after_power_loss(log, dice).items():
            (Path(folder) / name).write_bytes(data)
        try:
            with Sqlite(Path(folder) / NAME) as store:
                store.check()
                figures.wrong += [wrong for check in acknowledged if (wrong := _checked(store, check))]
                figures.wrong += asyncio.run(_opened(store))
        except StoreError as wrong:
            figures.wrong.append(str(wrong))


def _checked(store: Store, check: Check | Done) -> str | None:
    """What is wrong with what was acknowledged, if something is."""
    try:
        if not isinstance(check, Done):
            return check(store)
        done = store.done(check.table, check.person, check.id)
        there = store.read(check.table, check.first - 1)
    except StoreError as wrong:
        return f"lost: {wrong}"
    whole = [seq for seq, _ in there][: check.last - check.first + 1] == [*range(check.first, check.last + 1)]
    sound = done is not None and (done.first_seq, done.last_seq) == (check.first, check.last) and whole
    return None if sound else f"lost: {check}"


async def _opened(store: Store) -> list[str]:
    """Every table comes into memory, as what its whole log makes of it."""
    house, wrong = House(store), list[str]()
    for listed in store.matches(limit=1000):
        wrong += await _as_its_log(house, listed.match)
    for listed in store.matches(limit=1000, over=True):
        wrong += await _as_its_log(house, listed.match)
    return wrong


async def _as_its_log(house: House, name: str) -> list[str]:
    try:
        kept = (await house.room(name)).table
        whole: Any = table_of(read_entry(body) for _, body in house.store.read(name))
    except Exception as error:
        return [f"table {name} cannot be opened: {error!r}"]
    return [] if write_snapshot(kept) == write_snapshot(whole) else [f"table {name} is not what its log makes of it"]
