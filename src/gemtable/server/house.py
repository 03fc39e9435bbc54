"""The house: every table that is in memory, how tables come to be, and what goes on at them although nobody asks."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from gemtable.games.contract import Unplayable
from gemtable.server.archive import walk
from gemtable.server.errors import Wrong, missing
from gemtable.server.room import Private, Room, mark
from gemtable.server.store.base import Changed, Store, StoreError, Unknown
from gemtable.server.stored import Stored
from gemtable.table.chores import chore
from gemtable.table.follow import Step, apply, follow
from gemtable.table.log import Entry, Opened, read_entry, write_entry
from gemtable.table.snapshot import read_snapshot
from gemtable.table.table import Table, open_table

LOOK = 0.25  # seconds between looks at what is due
SNOOZE = 5.0  # seconds a table is left alone where nothing could be done
DAY = 86_400.0  # seconds
MONTH = 30 * 86_400_000  # milliseconds

log = logging.getLogger("gemtable.house")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def checked(name: str) -> str:
    """A name that a table could have; missing when it is none."""
    if not (name.isascii() and name.isalnum()):
        raise missing()
    return name


class House:
    """Rooms by name, over a store."""

    def __init__(self, store: Store, clock: Callable[[], int] = now) -> None:
        self.store, self.now = store, clock
        self.rooms: dict[str, Room] = {}
        self.entered: list[Callable[[Room], None]] = []  # told of each room that comes into memory
        self.stored = Stored()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._snoozed: dict[str, float] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Rooms

    async def room(self, name: str) -> Room:
        """The room of that name; missing when there is none, Unplayable when its match is of rules that are not here."""
        if (room := self.rooms.get(checked(name))) is not None:
            room.entered = time.monotonic()
            return room
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _load(self, name: str) -> Room:
        try:
            read = await asyncio.to_thread(self._read, name)
        except Unknown:
            raise missing() from None
        return self.rooms.get(name) or self._enter(name, *read)  # it may have been opened meanwhile

    def _read(self, name: str) -> tuple[Private, Table, list[Step]]:
        private = msgspec.json.decode(self.store.header(name), type=Private)
        table = self._kept(name)
        if table is not None:
            return private, table, [apply(table, read_entry(body)) for _, body in self.store.read(name, table.seq)]
        table, steps = None, []
        for table, step in walk(self.store, name):  # noqa: B007
            steps.append(step)
        assert table is not None
        return private, table, steps

    def _kept(self, name: str) -> Table | None:
        """The latest snapshot, if this version of the program can read it."""
        snapshot = self.store.snapshot(name)
        try:
            return read_snapshot(snapshot.body) if snapshot else None
        except (ValueError, msgspec.MsgspecError):
            return None

    def _enter(self, name: str, private: Private, table: Table, steps: Sequence[Step]) -> Room:
        room = self.rooms[name] = Room(name, private, table, self.store, self.stored, self.now)
        room.steps.extend(steps)
        for hear in self.entered:
            hear(room)
        return room

    def let_go(self) -> None:
        """Forget the rooms that nobody has looked at for a while: the store has them."""
        for room in [room for room in self.rooms.values() if room.idle]:
            del self.rooms[room.name]
            room.changed.clear()

    # New tables

    async def open(
        self, name: str, opened: Opened, plans: Iterable[Callable[[Table], Entry]], secret: bytes, members: Sequence[str]
    ) -> None:
        """A new table, and what happens at it at once."""
        table, steps = await asyncio.to_thread(_laid, opened, plans, secret)
        private, entries = Private(secret), [write_entry(step.entry) for step in steps]
        await self.stored(self.store.create(name, msgspec.json.encode(private), entries, mark(table), members))
        if name not in self.rooms:
            self._enter(name, private, table, steps)

    # What nobody asks for

    async def keep_time(self) -> None:
        """Look again and again at what is due, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                self._snoozed = {name: until for name, until in self._snoozed.items() if until > time.monotonic()}
                for name in await asyncio.to_thread(self.store.due, self.now(), 1000 + len(self._snoozed)):
                    await self.look(name)
                self.let_go()
            except Exception:
                log.exception("clocks stood still for a moment")

    async def keep_tidy(self) -> None:
        """Forget, now and once a day, who came long ago and to no table."""
        while True:
            try:
                await self.stored(self.store.forget_idle(self.now() - MONTH))
            except Exception:
                log.exception("nobody could be forgotten")
            await asyncio.sleep(DAY)

    async def look(self, name: str) -> None:
        """Do what is to be done at a table."""
        if self._snoozed.get(name, 0.0) > time.monotonic():
            return
        try:
            room = await self.room(name)
            if room.behind:
                await room.catch_up()
            while chore(room.table, room.now()) is not None:
                await room.do("house", f"chore {room.table.seq}", lambda table, at: _again(chore(table, at)))
            for hear in room.changed:  # a bot may have been forgotten
                hear(())
        except (Unplayable, Wrong, StoreError) as wrong:
            log.info("nothing can be done at a table", extra={"why": type(wrong).__name__})
        except Exception:  # one table that is not sound must not stop the clocks of all others
            log.exception("a table cannot be looked after")
        self._snoozed[name] = time.monotonic() + SNOOZE

    def hear(self, changed: Changed) -> None:
        """Another process has written. Called in the event loop."""
        names = [changed.match] if changed.match else [] if changed.person else [*self.rooms, *self._loading]
        for name in names:
            if name in self.rooms or name in self._loading:
                self.run(self._catch_up(name))

    async def _catch_up(self, name: str) -> None:
        """What was read before the other process wrote is read again, also while it is still being read."""
        try:
            await (await self.room(name)).catch_up()
        except (Unplayable, Wrong, StoreError) as wrong:
            log.info("a table could not catch up", extra={"why": type(wrong).__name__})

    def run(self, work: Any) -> None:
        """Have something done without waiting for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop what is under way."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _laid(opened: Opened, plans: Iterable[Callable[[Table], Entry]], secret: bytes) -> tuple[Table, list[Step]]:
    """A table and what happened at it. What is brought in from a file may be long."""
    table, steps = open_table(opened), [Step(1, opened, None)]
    for plan in plans:
        table, more = follow(table, plan(table), secret)
        steps += more
    return table, steps


def _again(entry: Entry | None) -> Entry:
    if entry is None:
        raise Unplayable("it has been done already")
    return entry
