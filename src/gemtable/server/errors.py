"""Why something is not done. Every reason is for people, and none has a secret in it."""

from typing import Literal

from gemtable.games.contract import Unplayable
from gemtable.server.store.base import Busy, Closed, Full, StoreError, Unknown

Code = Literal[
    "refused",
    "stale",
    "unknown",
    "missing",
    "foreign",
    "malformed",
    "too large",
    "too many",
    "taken",
    "busy",
    "full",
    "failed",
    "no such method",
]

STATUS: dict[Code, int] = {
    "refused": 422,
    "stale": 409,
    "unknown": 401,
    "missing": 404,
    "foreign": 403,
    "malformed": 400,
    "too large": 413,
    "too many": 429,
    "taken": 409,
    "busy": 503,
    "full": 507,
    "failed": 500,
    "no such method": 405,
}


class Wrong(Exception):
    """A request that is not answered, and why."""

    def __init__(self, error: Code, reason: str, possible: list[str] | None = None) -> None:
        super().__init__(reason)
        self.error, self.reason, self.possible = error, reason, possible or []

    @property
    def status(self) -> int:
        return STATUS[self.error]


def missing() -> Wrong:
    """The same whether there is no such thing or it is not yours."""
    return Wrong("missing", "there is nothing here that you may see")


def nobody(*, program: bool = False) -> Wrong:
    """Who asks has not said who that is."""
    if program:
        return Wrong("unknown", "this token is worth nothing, or not any more: get one with POST /api/programs")
    return Wrong("unknown", "nobody is known by this: say your name first, with POST /api/me")


def wrong_of(error: Exception) -> Wrong:
    """What to answer to an error of the rooms below."""
    if isinstance(error, Wrong):
        return error
    if isinstance(error, Unplayable):
        return Wrong("refused", error.reason, error.possible)
    if isinstance(error, Unknown):
        return missing()
    if isinstance(error, Full):
        return Wrong("full", "the disk of this server is full: it takes nothing until there is room; all that was done is kept")
    if isinstance(error, Busy | Closed):
        return Wrong("busy", "the server has too much to write just now: try again in a moment")
    if isinstance(error, StoreError):
        return Wrong("busy", "it could not be written, or perhaps it was: send the same again, it is done once")
    return Wrong("failed", "something went wrong here; it has been noted")
