"""Many sockets that look at tables and do nothing: what they cost, how soon they are back after a cut, and one that does not read."""

import asyncio
import socket as sockets
from time import perf_counter, sleep

from tests.server.trials.lean import DECODE, Lean, ask, dial, program

TABLES = 40  # that the crowd looks at
AT_ONCE = 64  # sockets that open at a time


class Crowd:
    """Looks at some tables, each socket a spectator's or a seat's of a person."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.people: list[tuple[str, str]] = []  # token and table
        self.lines: list[Lean] = []
        self.seqs: list[int] = []
        self.lost = 0

    async def come(self, after: int | None = 0) -> float:
        """Everybody opens a socket; seconds until the last of them is greeted."""
        if not self.people:
            await self._open()
        begun, limit = perf_counter(), asyncio.Semaphore(AT_ONCE)
        greeted = [asyncio.get_running_loop().create_future() for _ in range(self.count)]
        self.seqs, self.lost = [0] * self.count, 0

        def hear(number: int, body: bytes) -> None:
            said = DECODE(body)
            if said.view is not None:
                self.seqs[number] = said.view.seq
            if not greeted[number].done():
                greeted[number].set_result(None)

        async def one(number: int) -> Lean:
            token, table = self.people[number % len(self.people)]
            path = f"/api/tables/{table}/socket" + (f"?after={after}" if after is not None else "")
            async with limit:
                line = await dial(self.port, path, token, lambda body: hear(number, body), self._gone)
                await greeted[number]
            return line

        self.lines = list(await asyncio.gather(*(one(number) for number in range(self.count))))
        return perf_counter() - begun

    async def _open(self) -> None:
        each = -(-self.count // 60)  # a person may have only so many sockets
        for number in range(each):
            token = await program(self.port)
            if number < TABLES:
                new = {"game": "diamant", "seats": ["me", "Kuba", "Zosia", "Ola"], "ready": True, "listed": True}
                table = (await ask(self.port, "POST", "/api/tables", new, token))["table"]
                self.people.append((token, table))
            else:
                self.people.append((token, self.people[number % TABLES][1]))

    def _gone(self) -> None:
        self.lost += 1

    def cut(self) -> None:
        """Everybody is gone at once, without a word."""
        for line in self.lines:
            line.cut()

    async def say_something(self) -> None:
        """A line of chat at every table, for all to hear."""
        for number, (token, table) in enumerate(self.people[:TABLES]):
            command = {"id": f"chat{number}{perf_counter()}", "seq": 0, "act": {"act": "say", "text": "x" * 200}}
            await ask(self.port, "POST", f"/api/tables/{table}/acts", command, token)


class Stalled:
    """A socket whose other end never reads."""

    def __init__(self, port: int, token: str, table: str) -> None:
        self.socket = sockets.socket()
        self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(
            (
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                "Upgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                f"Authorization: Bearer {token}\r\n\r\n"
            ).encode()
        )

    def dropped(self) -> bool:
        """Whether the server has cut it off: nothing can be written to it any more."""
        try:
            for _ in range(3):  # the first only brings the news
                self.socket.sendall(b"\x8a\x80\0\0\0\0")  # an answer to no ping
                sleep(0.02)
        except OSError:
            return True
        return False
