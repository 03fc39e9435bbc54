"""The gate before everything else: who may knock at all, and what every answer says to browsers."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gemtable.server.errors import Wrong
from gemtable.server.limits import Buckets, Limits
from gemtable.server.wire import Problem

SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# Browsers take these from https alone, and complain elsewhere.
SECURE = [(b"cross-origin-opener-policy", b"same-origin"), (b"strict-transport-security", b"max-age=31536000")]


@dataclass
class Doors:
    """Under which names the server is reached: what Host and Origin may say."""

    origins: list[str] = field(default_factory=list)  # such as http://localhost:4367

    @property
    def hosts(self) -> set[str]:
        return {origin.partition("://")[2] for origin in self.origins}

    @property
    def secure(self) -> bool:
        """Whether browsers come by https alone."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def cookie(self) -> str:
        """The cookie's name. Browsers tell servers of one host apart by names alone, not by ports."""
        if self.secure:
            return "__Host-gemtable"
        return f"gemtable-{urlsplit(self.origins[0]).port or 80}" if self.origins else "gemtable"


class Gate:
    """Refuses what no page of ours can have sent, before anything is read or accepted."""

    def __init__(self, app: ASGIApp, doors: Doors, limits: Limits, note: Callable[[Scope, int, float], None]) -> None:
        self.app, self.doors, self.note = app, doors, note
        self.asked = Buckets(limits.rate, limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS, *(SECURE if self.doors.secure else ())]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            self.check(scope)
            await self.app(scope, receive, noted)
        except Wrong as wrong:
            await answer(scope, noted, wrong)
        finally:
            self.note(scope, status, time.perf_counter() - begun)

    def check(self, scope: Scope) -> None:
        """Wrong when this cannot come from a page of ours, or comes too often."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        twice = len([name for name, _ in scope["headers"] if name in (b"host", b"origin")]) > len({"host", "origin"} & headers.keys())
        if twice or headers.get("host", "").lower() not in self.doors.hosts:
            raise Wrong("foreign", "this server is not known by that name", sorted(self.doors.hosts))
        if not self._of_ours(scope, headers):
            raise Wrong("foreign", "this was sent by a page of another site, or does not say which page sent it")
        if not self.asked.take(address(scope)):
            raise Wrong("too many", "too many requests: wait a moment")

    def _of_ours(self, scope: Scope, headers: dict[str, str]) -> bool:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        own = origin in self.doors.origins
        if scope["type"] == "websocket":
            return own and site in (None, "same-origin")
        if not scope["path"].startswith("/api/"):
            return scope["method"] in SAFE
        if scope["method"] in SAFE:
            return (origin is None or own) and site in (None, "same-origin", "none")
        if origin is None:  # no browser: a program shows its token, and no cookie counts
            return site is None and "authorization" in headers
        return own and site in (None, "same-origin")


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def answer(scope: Scope, send: Send, wrong: Wrong) -> None:
    """Say why not."""
    body = msgspec.json.encode(Problem(wrong.error, wrong.reason, wrong.possible))
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": f"{kind}.start", "status": wrong.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def token_of(scope: Scope, cookie: str) -> tuple[str | None, bool]:
    """The token somebody shows, and whether it is a program's way of showing it. A program's token counts before a cookie."""
    headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))
    shown = headers.get(b"authorization")
    if shown is not None:
        kind, _, token = shown.decode("latin-1").partition(" ")
        return (token.strip() if kind.lower() == "bearer" else None), True
    return read_cookie(headers.get(b"cookie", b"").decode("latin-1"), cookie), False


def read_cookie(header: str, name: str) -> str | None:
    """The value of a cookie."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value
    return None


def write_cookie(doors: Doors, token: str | None) -> str:
    """The header that sets the cookie, or takes it away: the strictest a browser keeps."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[doors.cookie] = token or ""
    parts: dict[str, Any] = {"path": "/", "httponly": True, "samesite": "Strict", "max-age": 400 * 86400 if token else 0}
    for key, value in (parts | ({"secure": True} if doors.secure else {})).items():
        cookie[doors.cookie][key] = value
    return cookie[doors.cookie].OutputString()
