"""Wait for what the store is asked to write, and know whether its disk is full."""

from concurrent.futures import Future
from typing import TypeVar

from gemtable.server.store.base import Full, StorageFailed
from gemtable.server.store.waiting import answer

T = TypeVar("T")


class Stored:
    """Awaits futures of a store."""

    def __init__(self) -> None:
        self.full = False

    async def __call__(self, future: Future[T]) -> T:
        """What the store answers."""
        try:
            answered = await answer(future)
        except StorageFailed as wrong:
            self.full = isinstance(wrong, Full)
            raise
        self.full = False
        return answered
