"""Run the server until it is told to stop."""

import contextlib
import gc
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import uvicorn

from gemtable.server.app import new_app, running
from gemtable.server.gate import Doors
from gemtable.server.limits import Limits
from gemtable.server.site import Site, new_site
from gemtable.server.socket import Direct
from gemtable.server.store.base import Store
from gemtable.server.workers.pool import Workers

# Nearly all that a server holds are states of matches, which have no cycles. Looking through all of them at once would make people
# wait for half a second, so what is new is looked through often and what is old hardly ever.
PATIENT = (10_000, 1, 2_000)
GRACE = 5  # seconds for requests under way when it is told to stop


@dataclass(frozen=True)
class Started:
    """What a server that runs can be asked from outside the event loop."""

    site: Site
    server: uvicorn.Server

    def stop(self) -> None:
        """Let it end."""
        self.server.should_exit = True


def new_server(
    store: Store,
    doors: Doors,
    limits: Limits,
    ready: Callable[[], None] = lambda: None,
    workers: int | None = None,
    *,
    warming: bool = True,
) -> Started:
    """A server over a store, ready to run; `ready` is told when it takes requests."""
    site = new_site(store, doors, limits, Workers(workers))
    site.warming = warming

    @contextlib.asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:  # noqa: ARG001
        async with running(site):
            ready()
            yield

    config = uvicorn.Config(
        new_app(site, lifespan),
        ws=Direct,
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=25,
        ws_ping_timeout=25,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=doors.secure,  # https is somebody else's work, who says where requests come from
        timeout_graceful_shutdown=GRACE,
    )
    return Started(site, uvicorn.Server(config))


def run(started: Started, sockets: Sequence[socket.socket]) -> None:
    """Serve until SIGTERM, SIGINT or `stop`; then everything that was taken is on disk."""
    gc.freeze()
    gc.set_threshold(*PATIENT)
    started.server.run(list(sockets))
