"""A socket at a table: it is told everything its viewer may know, and takes commands."""

import asyncio
import logging
from typing import Any

import msgspec
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from gemtable.server import wire
from gemtable.server.errors import Wrong, wrong_of
from gemtable.server.limits import Bucket, Limits
from gemtable.server.obey import missed, obey
from gemtable.server.room import Room
from gemtable.server.store.base import Person
from gemtable.server.tables import Tables

DIRECT = "gemtable.direct"
REVOKED = 4401  # the code a socket is closed with
COMMAND = msgspec.json.Decoder(wire.Command)
log = logging.getLogger("gemtable.socket")


class Direct(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, where a message may also be sent at once, without waiting for the other end."""

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[DIRECT] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[DIRECT]  # else the two would hold each other, and only a search for garbage would find them

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused: that is an answer, too

    def keepalive_timeout(self) -> None:
        """Nobody answers: a farewell would wait for ever behind what is not read."""
        self.transport.abort()

    def say(self, message: bytes, stalled: int) -> None:
        """Send, unless it is closing; cut it off when too much is waiting for it."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > stalled:
            self.transport.abort()
            return
        try:
            self.conn.send_text(message)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))


class Socket:
    """One connection: a viewer of a room, and somebody who commands."""

    __slots__ = ("_direct", "_send", "_stalled", "bucket", "closed", "notes", "person", "room", "seat", "token", "who")

    def __init__(self, scope: Scope, send: Send, room: Room, who: Person, token: bytes, seat: int, notes: Any, limits: Limits) -> None:
        self._direct: Direct = scope["extensions"][DIRECT]
        self._send, self._stalled = send, limits.stalled
        self.room, self.who, self.person, self.token, self.seat, self.notes = room, who, who.person, token, seat, notes
        self.bucket = Bucket(4 * limits.moves)
        self.closed = False

    def send(self, message: bytes) -> None:
        self._direct.say(message, self._stalled)

    def close(self, code: int, reason: str) -> None:
        """Say why, and close: nothing is heard from here any more. Who does not read is cut off without a farewell."""
        self.closed = True
        self.send(msgspec.json.encode(wire.Gone(reason)))
        if not self._direct.writable.is_set():
            self._direct.transport.abort()
            return
        task = asyncio.ensure_future(self._send({"type": "websocket.close", "code": code, "reason": reason}))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def greet(self, after: int | None) -> None:
        """Come into the room with the next thing that is told being the first one not yet heard of."""
        told, eyes = [], None
        while eyes != self.seat:  # the seat may be somebody else's by the time that the past is read
            eyes = self.seat
            told = [] if after is None else await missed(self.room, after, eyes)
            self.room.look_away(self)
        self.room.join(self)
        self.send(msgspec.json.encode(wire.Welcome(told, self.room.view(self))))

    async def serve(self, receive: Receive, tables: Tables, limits: Limits) -> None:
        """Take commands until the other end is gone."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect" or self.closed:
                return
            if message["type"] != "websocket.receive":
                continue
            if not self.bucket.take(limits.moves, 4 * limits.moves):
                self.send(refusal(id_of(message), Wrong("too many", "too many commands: wait a moment, then send it again")))
                continue
            await self.command(data_of(message), tables)

    async def command(self, data: bytes, tables: Tables) -> None:
        """One command, answered by Done or Refused."""
        try:
            command = COMMAND.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as unread:
            self.send(refusal(None, Wrong("malformed", str(unread)[:200])))
            return
        try:
            await obey(self.room, command, self.who, self.seat, tables, self.send)
        except Exception as error:
            if (wrong := wrong_of(error)).error == "failed":
                log.exception("a command failed", extra={"game": self.room.table.opened.game})
            self.send(refusal(command.id, wrong))


def data_of(message: Message) -> bytes:
    """What was sent, as text or as bytes."""
    text = message.get("text")
    return text.encode() if text is not None else message.get("bytes") or b""


class _Named(msgspec.Struct):
    id: wire.Word


def id_of(message: Message) -> str | None:
    """The id of a command that is not looked at any further."""
    try:
        return msgspec.json.decode(data_of(message), type=_Named).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def refusal(command_id: str | None, wrong: Wrong) -> bytes:
    """Why a command is not done."""
    return msgspec.json.encode(wire.Refused(command_id, wrong.error, wrong.reason, wrong.possible))
