"""Waiting for a store in an event loop."""

import asyncio
import threading
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


async def answer(future: Future[T]) -> T:
    """What a future of the store is answered with.

    After `store.wake(loop.call_soon_threadsafe)` it wakes the loop once a batch and not, as `asyncio.wrap_future` does, once
    a future. When the wait is cancelled, so is the command, if it still waits.
    """
    loop, here = asyncio.get_running_loop(), threading.get_ident()
    waiter = loop.create_future()

    def answered(_: Future[Any]) -> None:
        if threading.get_ident() == here:
            _let_go(waiter)
        else:
            loop.call_soon_threadsafe(_let_go, waiter)

    future.add_done_callback(answered)
    try:
        await waiter
    except asyncio.CancelledError:
        future.cancel()
        raise
    return future.result()


def _let_go(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
