"""A server without sockets: requests and lines go straight into the application, and every byte that comes out is kept.

Its clock stands where it is put, and its bots are asked but never answer.
"""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from gemtable.server.app import new_app
from gemtable.server.gate import Doors
from gemtable.server.limits import Limits
from gemtable.server.room import Private, Room, mark
from gemtable.server.site import new_site
from gemtable.server.socket import DIRECT
from gemtable.server.store.base import Mark, Person, Store
from gemtable.server.tokens import hashed
from gemtable.server.workers.pool import Closed, Workers
from gemtable.server.workers.wire import Answer, Ask, Thought, frame
from gemtable.table.log import Entry, write_entry
from gemtable.table.snapshot import may_keep, write_snapshot
from gemtable.table.table import Table
from tests.server.stories import laid

HOST, ORIGIN = b"gems.example:4367", b"http://gems.example:4367"
FREE = Limits(rate=0, moves=100_000, codes=1000, tables=10_000)


class Overheard(Workers):
    """Workers that keep what they are asked, as it goes through the pipe, and never answer."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[int, bytes]] = []  # by seat

    async def think(self, thought: Thought) -> Answer:
        self.asked.append((thought.seat, frame(Ask(0, thought))))
        raise Closed


class Inside:
    """The server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time, self.workers = 0, Overheard()
        self.site = new_site(self.store, Doors([ORIGIN.decode()]), FREE, self.workers)
        self.site.house.now = self.site.people._now = lambda: self.time
        self.app = new_app(self.site)

    async def close(self) -> None:
        await self.site.house.close()
        self.store.close()

    async def lay(self, name: str, secret: bytes, entries: Sequence[Entry], parts: Sequence[int], people: Sequence[str]) -> Table:
        """A table with this log, written in these parts, with a snapshot after all but the first where one may be kept."""
        self.time = entries[-1].at
        waiting = [self.store.add_person(Person(person, f"Name of {person}"), hashed(token_of(person)), 0) for person in people]
        header = msgspec.json.encode(Private(secret))
        ends = [*parts, len(entries)]
        tables = {end: laid(entries[:end]) for end in ends}
        waiting += [self.store.create(name, header, _written(entries[: ends[0]]), mark(tables[ends[0]]), people)]  # type: ignore[list-item]
        for number, (begin, end) in enumerate(pairwise(ends)):
            table = tables[end]
            snapshot = write_snapshot(table) if may_keep(table) and end < len(entries) else None
            log = _written(entries[begin:end])
            waiting += [self.store.append(name, begin + 1, "story", str(number), log, snapshot, mark(table))]  # type: ignore[list-item]
        for future in waiting:
            await asyncio.wrap_future(future)
        return tables[len(entries)]

    async def forget(self, name: str) -> None:
        """Let a table go, out of memory and out of lists."""
        await self.site.house.close()
        room = self.site.house.rooms.pop(name)
        await asyncio.wrap_future(self.store.append(name, room.table.seq + 1, "story", "end", [b"{}"], None, Mark(over=True)))
        self.workers.asked.clear()

    async def room(self, name: str) -> Room:
        return await self.site.house.room(name)

    async def ask(self, person: str | None, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status, and every byte of the answer, headers too."""
        heard: list[Any] = []
        parts = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            return next(parts, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            heard.append(message)

        headers = [(b"host", HOST)] + ([(b"authorization", f"Bearer {token_of(person)}".encode())] if person else [])
        await self.app(_scope("http", path, headers) | {"method": method}, receive, send)
        return heard[0]["status"], repr(heard).encode()

    async def line(self, person: str, path: str) -> "Spoken":
        """A socket that has been greeted."""
        spoken = Spoken(self, _scope("websocket", path, _socket_headers(person)))
        await spoken.settled()
        return spoken


class Spoken:
    """A socket, and every byte it was sent."""

    def __init__(self, inside: Inside, scope: dict[str, Any]) -> None:
        self.heard: list[bytes] = []
        self.idle = asyncio.Event()
        self._commands: asyncio.Queue[Any] = asyncio.Queue()
        scope["extensions"] = {DIRECT: self, "websocket.http.response": {}}
        self.task: asyncio.Future[None] = asyncio.ensure_future(inside.app(scope, self._receive, self._send))

    def say(self, message: bytes, stalled: int) -> None:  # noqa: ARG002
        """What the application sends at once."""
        self.heard.append(message)

    async def settled(self) -> None:
        """Until everything is answered."""
        waiting: asyncio.Future[Any] = asyncio.ensure_future(self.idle.wait())
        ending: asyncio.Future[Any] = self.task
        await asyncio.wait([waiting, ending], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    async def command(self, data: bytes) -> None:
        self.idle.clear()
        self._commands.put_nowait({"type": "websocket.receive", "text": data.decode()})
        await self.settled()

    async def close(self) -> None:
        self._commands.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task

    async def _receive(self) -> Any:
        if self._commands.empty():
            self.idle.set()
        return await self._commands.get()

    async def _send(self, message: Any) -> None:
        self.heard.append(repr(message).encode())


def token_of(person: str) -> str:
    return f"token of {person}".replace(" ", "-")


def _written(entries: Sequence[Entry]) -> list[bytes]:
    return [write_entry(entry) for entry in entries]


def _socket_headers(person: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", HOST), (b"origin", ORIGIN), (b"authorization", f"Bearer {token_of(person)}".encode())]


def _scope(kind: str, target: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    path, _, query = target.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "subprotocols": [],
        "state": {},
        "extensions": {},
    }
