"""A client that costs next to nothing, so that a measurement on two cores measures the server."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = b"\0\0\0\0"  # a mask is asked for; what it hides from is not here


class SeatSaid(msgspec.Struct):
    """What of a seat is looked at."""

    bot: str | None
    acting: bool


class TableSaid(msgspec.Struct):
    stage: str
    seats: list[SeatSaid]


class ViewSaid(msgspec.Struct):
    seq: int
    table: TableSaid
    offers: list[str]


class HeardSaid(msgspec.Struct):
    seq: int


class Said(msgspec.Struct):
    """What of a message is looked at."""

    say: str
    id: str | None = None
    error: str | None = None
    reason: str | None = None
    first: int | None = None
    last: int | None = None
    heard: list[HeardSaid] = []
    view: ViewSaid | None = None


DECODE = msgspec.json.Decoder(Said).decode


class Lean(asyncio.Protocol):
    """One socket. `hear` gets the bytes of every message."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None], lost: Callable[[], None] = lambda: None) -> None:
        self.request, self.hear, self.lost = request, hear, lost
        self.transport: Any = None
        self.buffer = b""
        self.opened = asyncio.get_running_loop().create_future()
        self.upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer = self.buffer + data if self.buffer else data
        if not self.upgraded:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head[:60].decode("latin-1") + rest[:200].decode("latin-1")))
                self.transport.close()
                return
            self.upgraded, self.buffer = True, rest
            self.opened.set_result(self)
        self._frames()

    def _frames(self) -> None:
        """Everything that has come whole."""
        at = 0
        while (bounds := _bounds(self.buffer, at)) is not None and bounds[1] <= len(self.buffer):
            kind, body = self.buffer[at] & 15, self.buffer[bounds[0] : bounds[1]]
            at = bounds[1]
            if kind == TEXT:
                self.hear(body)
            elif kind == PING:
                self._frame(PONG, body)
            elif kind == CLOSE:
                self.transport.close()
        self.buffer = self.buffer[at:]

    def say(self, message: bytes) -> None:
        """Send a text."""
        self._frame(TEXT, message)

    def _frame(self, kind: int, body: bytes) -> None:
        if self.transport.is_closing():
            return
        short = len(body) < 126
        head = struct.pack("!BB", 128 | kind, 128 | len(body)) if short else struct.pack("!BBH", 128 | kind, 128 | 126, len(body))
        self.transport.write(head + MASK + body)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("cut off"))
            self.opened.exception()
        self.lost()

    def cut(self) -> None:
        """Be gone without a word."""
        self.transport.abort()


def _bounds(buffer: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame at this place begins and ends; None while that cannot be told."""
    if len(buffer) - at < 2:
        return None
    length, head = buffer[at + 1] & 127, 2
    if length > 125:
        form = "!H" if length == 126 else "!Q"
        head += struct.calcsize(form)
        if len(buffer) - at < head:
            return None
        (length,) = struct.unpack_from(form, buffer, at + 2)
    return at + head, at + head + length


async def dial(port: int, path: str, token: str, hear: Callable[[bytes], None], lost: Callable[[], None] = lambda: None) -> Lean:
    """A socket of a program."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()
    _, lean = await asyncio.get_running_loop().create_connection(lambda: Lean(request, hear, lost), "127.0.0.1", port)
    await lean.opened
    return lean


async def ask(port: int, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """A request, and what is answered to it; OSError when it is not done."""
    data = b"" if body is None else msgspec.json.encode(body)
    shown = f"Authorization: Bearer {token}\r\n" if token else f"Origin: http://127.0.0.1:{port}\r\n"
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n{shown}\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(head.encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
    status, _, rest = answer.partition(b"\r\n")
    _, _, told = rest.partition(b"\r\n\r\n")
    if not status.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")):
        raise OSError(f"{status.decode('latin-1')} {told[:200].decode('utf-8', 'replace')}")
    return msgspec.json.decode(told) if told else None


async def program(port: int, name: str = "robot") -> str:
    """The token of a new program."""
    return str((await ask(port, "POST", "/api/programs", {"name": name}))["token"])
