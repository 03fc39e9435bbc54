"""Wait for what the store is asked to write, in the event loop."""

import asyncio
import threading
from concurrent.futures import Future
from typing import TypeVar

from gemtable.server.store.base import Full, StorageFailed

T = TypeVar("T")


class Stored:
    """Waits for futures of a store: where `Store.wake` answers in the loop, without waking it once more. Knows whether the disk is full."""

    def __init__(self) -> None:
        self.full = False

    async def __call__(self, future: Future[T]) -> T:
        """What the store answers."""
        loop, thread = asyncio.get_running_loop(), threading.get_ident()
        waiter: asyncio.Future[None] = loop.create_future()

        def answered(_: Future[T]) -> None:
            if threading.get_ident() == thread:
                _release(waiter)
            else:
                loop.call_soon_threadsafe(_release, waiter)

        future.add_done_callback(answered)
        try:
            await waiter
        except asyncio.CancelledError:
            future.cancel()
            raise
        try:
            result = future.result()
        except StorageFailed as wrong:
            self.full = isinstance(wrong, Full)
            raise
        self.full = False
        return result


def _release(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
