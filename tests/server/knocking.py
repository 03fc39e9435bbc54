"""Requests and handshakes written by hand, header by header: what browsers and libraries would never send."""

import http.client
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPMessage

from tests.server.served import WAIT, Client, Served

Headers = Sequence[tuple[str, str]]
HANDSHAKE = [
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ("Sec-WebSocket-Version", "13"),
]


@dataclass(frozen=True)
class Answered:
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    def without_date(self) -> tuple[int, list[tuple[str, str]], bytes]:
        """Everything that could tell one answer from another."""
        return self.status, [(name, value) for name, value in self.headers.items() if name != "date"], self.body


def knock(served: Served, method: str, path: str, headers: Headers, body: bytes | None = None) -> Answered:
    """A request with these headers and no others."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in [*headers, *([("Content-Length", str(len(body)))] if body is not None else [])]:
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        return Answered(response.status, response.headers, b"" if response.status == 101 else response.read())
    except ConnectionResetError:  # no request at all to the parser, which hangs up behind its 400
        return Answered(400, HTTPMessage(), b"Invalid HTTP request received.")
    finally:
        connection.close()


def shake(served: Served, path: str, headers: Headers) -> Answered:
    """A WebSocket handshake; 101 when it is accepted."""
    return knock(served, "GET", path, [*headers, *HANDSHAKE])


def host(served: Served) -> tuple[str, str]:
    return "Host", served.origin.partition("://")[2]


def shown(client: Client) -> list[tuple[str, str]]:
    """What shows who somebody is."""
    if client.token is not None:
        return [("Authorization", f"Bearer {client.token}")]
    return [("Cookie", client.cookie)] if client.cookie else []
