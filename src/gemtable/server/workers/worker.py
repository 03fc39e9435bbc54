"""One worker, seen from the pool."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Final

from gemtable.server.workers.wire import HEAD, Answer, Ask, Failed, FromWorker, Ready, Thought, Warmed, decode_answer, frame, length

GRACE: Final = 1.0  # seconds to end when asked to


class Lost(Exception):
    """The process has ended, or what it says makes no sense."""


class Worker:
    """A process that thinks one thought at a time. After an exception of any kind it has to be replaced."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self._numbers = count()

    @property
    def alive(self) -> bool:
        return self.process.returncode is None and not self.stdout.at_eof()

    async def ready(self, patience: float) -> None:
        """Wait until it can be asked."""
        async with asyncio.timeout(patience):
            if not isinstance(await self._read(), Ready):
                raise Lost("it speaks before it is ready")

    async def ask(self, thought: Thought, patience: float) -> Answer | None:
        """Its answer; None when the bot has raised an exception."""
        number = next(self._numbers)
        async with asyncio.timeout(patience):
            self.stdin.write(frame(Ask(number, thought)))
            await self.stdin.drain()
            reply = await self._read()
        if isinstance(reply, Ready) or reply.number != number:
            raise Lost("it answers something else")
        return None if isinstance(reply, Failed) else reply.answer

    def tell(self, games: tuple[str, ...]) -> None:
        """Let it know which games lie compiled."""
        if self.alive and games:
            self.stdin.write(frame(Warmed(games)))

    async def _read(self) -> FromWorker:
        size = length(await self.stdout.readexactly(HEAD))
        reply: FromWorker = decode_answer(await self.stdout.readexactly(size))
        return reply

    async def end(self) -> None:
        """End it, in peace or not, and leave nothing of it behind."""
        for stop in (self.process.terminate, self.process.kill):
            with suppress(ProcessLookupError):
                stop()
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    return await self._gone()
        return None

    async def _gone(self) -> None:
        """Its output is read to the end: asyncio would never close a pipe that is full."""
        self.stdin.close()
        with suppress(ConnectionError):
            while await self.stdout.read(1 << 16):
                pass
        await self.process.wait()


async def spawn(command: Sequence[str]) -> Worker:
    """Start a process; OSError when there can be none."""
    starting = asyncio.ensure_future(asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
    try:
        return Worker(await asyncio.shield(starting))
    except asyncio.CancelledError:  # asyncio would leave pipes open that it is about to connect
        with suppress(OSError):
            await Worker(await starting).end()
        raise
