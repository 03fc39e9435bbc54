"""One thread does all the writing, and takes everything that waits in one go."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from gemtable.server.store.base import Busy, Closed, Post, StorageFailed, StoreError

J = TypeVar("J")  # what a store keeps of a command until it is written


class Writer(Generic[J]):
    """A queue with an end, and the thread that empties it.

    `commit` is handed all that waits and returns, when it is on disk, what came of each: an answer, or an exception.
    """

    def __init__(self, commit: Callable[[Sequence[J]], Sequence[Any]], most: int) -> None:
        self._commit, self._most = commit, most
        self._waiting: list[tuple[J, Future[Any]]] = []
        self._closed = False
        self._post: Post | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def put(self, job: J) -> Future[Any]:
        """Have it done; the future is answered after it is on disk."""
        future: Future[Any] = Future()
        with self._changed:
            if self._closed:
                raise Closed("the store is closed")
            if len(self._waiting) >= self._most:
                raise Busy(f"{self._most} commands are waiting to be written; no more are taken now")
            self._waiting.append((job, future))
            self._changed.notify()
        return future

    def wake(self, post: Post | None) -> None:
        """Who answers the futures of a batch from now on."""
        self._post = post

    def close(self) -> None:
        """Take no more, and return when all that waits is answered."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            kept = [(job, future) for job, future in batch if future.set_running_or_notify_cancel()]
            if kept:
                self._settle(kept)

    def _next(self) -> list[tuple[J, Future[Any]]]:
        """All that waits; nothing when the queue is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            batch, self._waiting = self._waiting, []
        return batch

    def _settle(self, batch: list[tuple[J, Future[Any]]]) -> None:
        """Commit, then answer, or have it answered in one go."""
        outcomes = self._outcomes([job for job, _ in batch])
        futures = [future for _, future in batch]
        try:
            if self._post:
                self._post(lambda: answer(futures, outcomes))
                return
        except RuntimeError:  # an event loop that is closed takes nothing any more, and somebody else may still be waiting
            pass
        answer(futures, outcomes)

    def _outcomes(self, jobs: list[J]) -> Sequence[Any]:
        """Whatever goes wrong is told to everyone who waits: a thread that died would leave them waiting for ever."""
        try:
            return self._commit(jobs)
        except StoreError as wrong:
            return [type(wrong)(*wrong.args) for _ in jobs]
        except Exception as wrong:
            return [StorageFailed(f"writing failed: {wrong!r}") for _ in jobs]


def answer(futures: Sequence[Future[Any]], outcomes: Sequence[Any]) -> None:
    """Tell everyone who waits what came of it."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
