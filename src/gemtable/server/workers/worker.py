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
        with suppress(ProcessLookupError):
            if self.alive:  # Python 3.11 loses the exit of a process that it sends a signal to at that moment
                self.process.terminate()
            if not await self._gone():
                self.process.kill()
                await self._gone()

    async def _gone(self) -> bool:
        """Whether it ends soon. Its output is read to the end: asyncio would never close a pipe that is full."""
        self.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                while await self._leftover():
                    pass
                await self.process.wait()
        except TimeoutError:
            return False
        return True

    async def _leftover(self) -> bytes:
        with suppress(ConnectionError):
            return await self.stdout.read(1 << 16)
        return b""


async def spawn(command: Sequence[str]) -> Worker:
    """Start a process; OSError when there can be none."""
    return Worker(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))
