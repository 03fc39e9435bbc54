"""An endpoint said once: what it takes, what it answers, who may ask."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gemtable.server.errors import nobody
from gemtable.server.site import Site
from gemtable.server.store.base import Person

Who = Literal["anyone", "a person", "who may see the table"]


@dataclass
class Call:
    """A request, read and checked."""

    site: Site
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Any
    asking: Person | None
    token: str | None
    program: bool  # shows its token in a header
    cookie: str | None = None  # the token to be kept by the browser from now on; "" takes it away

    @property
    def person(self) -> Person:
        """Who asks."""
        if self.asking is None:
            raise nobody()
        return self.asking


@dataclass(frozen=True, eq=False)
class Endpoint:
    """One path and method."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    handle: Callable[[Call], Awaitable[Any]]
    answer: Any = None  # the type of what is answered; None: nothing
    body: Any = None  # the type of what is taken
    who: Who = "anyone"
    query: Mapping[str, Any] = field(default_factory=dict)
    largest: int | None = None  # bytes of the body, if not the usual
    media: str = "application/json"  # of the answer

    @property
    def told(self) -> str:
        """What it does, in a line."""
        return (self.handle.__doc__ or "").partition("\n")[0]

    @property
    def name(self) -> str:
        """Its name in the OpenAPI page and in figures."""
        return self.handle.__name__
