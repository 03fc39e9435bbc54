"""The web service: endpoints, sockets and pages over a site, behind the gate."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from gemtable import __version__
from gemtable.server import pages, wire
from gemtable.server.api import games, people, tables
from gemtable.server.api.endpoint import Call, Endpoint
from gemtable.server.api.tables import Stale
from gemtable.server.errors import Wrong, missing, nobody, wrong_of
from gemtable.server.gate import Gate, address, answer, token_of, write_cookie
from gemtable.server.limits import Buckets
from gemtable.server.openapi import openapi
from gemtable.server.site import Site
from gemtable.server.socket import Socket
from gemtable.server.store.base import Changed
from gemtable.server.tokens import hashed

ENDPOINTS: tuple[Endpoint, ...] = (*people.ENDPOINTS, *games.ENDPOINTS, *tables.ENDPOINTS)
HOUSE = ("/health", "/metrics", "/openapi.json")
NO_STORE = {"cache-control": "no-store"}
log = logging.getLogger("gemtable.http")


def new_app(site: Site, lifespan: Callable[[Any], Any] | None = None) -> ASGIApp:
    """The application of a site."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    desk = Desk(site)
    routes: list[Any] = [Route(path, desk.route(ways), methods=[*ways]) for path, ways in sorted(by_path.items(), key=_plain_first)]
    routes += [
        WebSocketRoute("/api/tables/{table}/socket", Sockets(site)),
        WebSocketRoute("/{path:path}", _NoSocket()),
        Route("/health", desk.health),
        Route("/metrics", desk.metrics),
        Route("/openapi.json", desk.openapi),
        *pages.routes(),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _refused, Wrong: _refused, Exception: _failed})
    app.router.redirect_slashes = False
    return Gate(app, site.doors, site.limits, lambda scope, status, seconds: _note(site, scope, status, seconds))


def _plain_first(item: tuple[str, Any]) -> tuple[bool, str]:
    return "{" in item[0], item[0]


class Desk:
    """Reads requests, has them handled, writes answers."""

    def __init__(self, site: Site) -> None:
        self.site = site
        free = not site.limits.rate
        self.scarce: dict[Any, Buckets] = {
            people.use_code: Buckets(site.limits.codes, 5),
            people.become_guest: Buckets(0 if free else site.limits.arrivals, 60),
            people.become_program: Buckets(0 if free else site.limits.arrivals, 60),
        }

    def route(self, ways: Mapping[str, Endpoint]) -> Callable[[Request], Any]:
        """What answers at one path."""

        async def answer(request: Request) -> Response:
            endpoint = ways[request.method if request.method in ways else "GET"]
            request.scope["gemtable.name"] = endpoint.name
            try:
                return await self._answer(endpoint, request)
            except Stale as stale:
                return Response(stale.body, 409, NO_STORE, "application/json")
            except ClientDisconnect:  # nobody is left to be answered
                return problem(Wrong("malformed", "the request has no end"))
            except Exception as error:
                return self._problem(error)

        return answer

    async def _answer(self, endpoint: Endpoint, request: Request) -> Response:
        token, program = token_of(request.scope, self.site.doors.cookie)
        asking = await self.site.people.of(token) if token else None
        if asking is None and (endpoint.who != "anyone" or program):
            raise nobody(program=program)
        scarce = self.scarce.get(endpoint.handle)
        if scarce is not None and not scarce.take(address(request.scope)):
            raise Wrong("too many", "that has been asked too often from your address: wait a little")
        query = _query(endpoint, request)
        body = await self._body(endpoint, request)
        call = Call(self.site, request.path_params, query, body, asking, token, program)
        answer = await endpoint.handle(call)
        return self._response(endpoint, answer, call)

    async def _body(self, endpoint: Endpoint, request: Request) -> Any:
        if endpoint.body is None:
            return None
        most, data = endpoint.largest or self.site.limits.body, b""
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise Wrong("too large", f"at most {most} bytes are taken here")
        try:
            return msgspec.json.decode(data, type=endpoint.body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
            raise Wrong("malformed", str(wrong)[:200]) from None

    def _response(self, endpoint: Endpoint, answer: Any, call: Call) -> Response:
        headers = dict(NO_STORE)
        if call.cookie is not None:
            headers["set-cookie"] = write_cookie(self.site.doors, call.cookie or None)
        if endpoint.answer is None:
            return Response(None, 204, headers)
        data = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        return Response(data, 200, headers, endpoint.media)

    def _problem(self, error: Exception) -> Response:
        wrong = wrong_of(error)
        if wrong.error == "failed":
            log.error("a request failed", exc_info=error)
        return problem(wrong)

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        """For whoever watches over the server."""
        return said(wire.Health(True, __version__, not self.site.house.stored.full))

    async def metrics(self, request: Request) -> Response:  # noqa: ARG002
        """For Prometheus."""
        return Response(self.site.figures.lines(self.site.gauges()), 200, NO_STORE, "text/plain; version=0.0.4")

    async def openapi(self, request: Request) -> Response:  # noqa: ARG002
        """What programs may ask, in a form that programs read."""
        return said(openapi(ENDPOINTS))


def problem(wrong: Wrong) -> Response:
    """Why not."""
    return said(wire.Problem(wrong.error, wrong.reason, wrong.possible), wrong.status)


def said(value: Any, status: int = 200) -> Response:
    """An answer that nobody keeps."""
    return Response(msgspec.json.encode(value), status, NO_STORE, "application/json")


def _query(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """What stands behind the question mark: only what the endpoint knows, once each, and as it should be."""
    given: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name not in endpoint.query or name in given:
            raise Wrong("malformed", f"{name[:40]!r} cannot be asked here, or only once", list(endpoint.query))
        try:
            given[name] = msgspec.convert(value, endpoint.query[name], strict=False)
        except msgspec.ValidationError as wrong:
            raise Wrong("malformed", f"{name}: {wrong}"[:200]) from None
    return given


class Sockets:
    """Lets sockets in."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.addresses: Counter[str] = Counter()  # how many are open from each

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            socket, after = await self._socket(scope, send), _number(scope, "after")
        except Exception as error:
            wrong = wrong_of(error)
            if wrong.error == "failed":
                log.exception("a socket failed")
            await answer(scope, send, wrong)
            return
        mine = self.site.sockets.setdefault(socket.person, set())
        mine.add(socket)
        self.addresses[address(scope)] += 1
        self.site.figures.sockets += 1
        try:
            if await self.site.people.of_hash(socket.token) is None:  # revoked, perhaps, while it came in
                await answer(scope, send, nobody())
                return
            await send({"type": "websocket.accept"})
            await socket.greet(after)
            await self.site.tables.recheck(socket.room, socket.person)  # sent away, perhaps, while coming in
            await self.site.presence.came(socket.room, socket.seat)
            await socket.serve(receive, self.site.tables, self.site.limits)
        finally:
            self._gone(socket, mine, address(scope))

    async def _socket(self, scope: Scope, send: Send) -> Socket:
        token, _ = token_of(scope, self.site.doors.cookie)
        who = await self.site.people.of(token) if token else None
        if who is None or token is None:
            raise nobody()
        room = await self.site.tables.room(scope["path_params"]["table"], who)
        seat = room.seat_of(who.person, _number(scope, "seat"))
        notes = await self.site.tables.notes(room, seat)
        self._not_too_many(who.person, address(scope))  # nothing is awaited from here until it is counted
        return Socket(scope, send, room, who, hashed(token), seat, notes, self.site.limits)

    def _not_too_many(self, person: str, where: str) -> None:
        limits = self.site.limits
        if len(self.site.sockets.get(person, ())) >= limits.sockets:
            raise Wrong("too many", f"you look at {limits.sockets} tables at once already")
        if limits.rate and self.addresses[where] >= limits.address_sockets:
            raise Wrong("too many", "too many sockets are open from your address")

    def _gone(self, socket: Socket, mine: set[Socket], where: str) -> None:
        mine.discard(socket)
        self.addresses[where] -= 1
        if not self.addresses[where]:
            del self.addresses[where]
        if not mine:
            self.site.sockets.pop(socket.person, None)
        self.site.figures.sockets -= 1
        if socket in socket.room.viewers:
            socket.room.viewers.remove(socket)
        self.site.presence.went(socket.room, socket.seat)


class _NoSocket:
    """Where there is none."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        await answer(scope, send, missing())


def _number(scope: Scope, name: str) -> int | None:
    """A whole number behind the question mark."""
    for part in scope["query_string"].decode("latin-1").split("&"):
        key, _, value = part.partition("=")
        if key == name:
            if not (value.isascii() and value.isdigit() and len(value) < 16):
                raise Wrong("malformed", f"{name} is a whole number")
            return int(value)
    return None


async def _refused(request: Request, error: Exception) -> Response:  # noqa: ARG001
    if isinstance(error, Wrong):
        return problem(error)
    wrong = isinstance(error, HTTPException) and error.status_code == 405
    return problem(Wrong("no such method", "that cannot be done here") if wrong else missing())


async def _failed(request: Request, error: Exception) -> Response:  # noqa: ARG001
    log.error("a request failed", exc_info=error)
    return problem(Wrong("failed", "something went wrong here; it has been noted"))


def _note(site: Site, scope: Scope, status: int, seconds: float) -> None:
    """Count a request. Neither path nor query goes into the log: only what kind of request it was."""
    socket, path = scope["type"] == "websocket", scope["path"]
    kind = "socket" if socket else path[1:] if path in HOUSE else "api" if path.startswith("/api/") else "page"
    name = scope.get("gemtable.name", kind)
    site.figures.requests[name, status] += 1
    if not socket:
        site.figures.answered.add(seconds)
    log.info("request", extra={"endpoint": name, "status": status, "ms": round(1000 * seconds, 1)})


@contextlib.asynccontextmanager
async def running(site: Site) -> AsyncIterator[None]:
    """What goes on beside the requests."""
    loop = asyncio.get_running_loop()
    site.store.wake(lambda answer: loop.call_soon_threadsafe(answer))
    site.store.listen(lambda changed: _post(loop, site, changed))
    keepers = [asyncio.create_task(keeping) for keeping in (site.house.keep_time(), site.house.keep_tidy())]
    if site.warming:
        site.house.run(site.bots.workers.warm())
    try:
        yield
    finally:
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        await site.bots.workers.close()
        await site.house.close()
        await asyncio.to_thread(site.store.close)  # a signal may end the process as soon as this is left


def _post(loop: asyncio.AbstractEventLoop, site: Site, changed: Changed) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to be told
        loop.call_soon_threadsafe(site.hear, changed)
