"""One thread does all the writing, and takes everything that waits in one go."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from gemtable.server.store.base import Appended, Busy, Closed, StorageFailed, StoreError

Job = Callable[[], Appended]
Outcome = Appended | Exception
Waiting = tuple[Job, Future[Appended]]


class Writer:
    """A queue with an end, and the thread that empties it. `commit` returns when everything it was handed is on disk."""

    def __init__(self, commit: Callable[[Sequence[Job]], Sequence[Outcome]], most: int) -> None:
        self._commit, self._most = commit, most
        self._waiting: list[Waiting] = []
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> Future[Appended]:
        """Have it done; the future is answered after it is on disk."""
        future: Future[Appended] = Future()
        with self._changed:
            if self._closed:
                raise Closed("the store is closed")
            if len(self._waiting) >= self._most:
                raise Busy(f"{self._most} commands are waiting to be written; no more are taken now")
            self._waiting.append((job, future))
            self._changed.notify()
        return future

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

    def _next(self) -> list[Waiting]:
        """All that waits; nothing when the queue is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            batch, self._waiting = self._waiting, []
        return batch

    def _settle(self, batch: list[Waiting]) -> None:
        """Commit, then answer."""
        outcomes = self._outcomes([job for job, _ in batch])
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def _outcomes(self, jobs: list[Job]) -> Sequence[Outcome]:
        """Whatever goes wrong is told to everyone who waits: a thread that died would leave them waiting for ever."""
        try:
            return self._commit(jobs)
        except StoreError as wrong:
            return [type(wrong)(*wrong.args) for _ in jobs]
        except Exception as wrong:
            return [StorageFailed(f"writing failed: {wrong!r}") for _ in jobs]
