"""A server for tests, in this process, on a port of its own; and people who come to it."""

import http.client
import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gemtable.server.addresses import listen, origins
from gemtable.server.gate import Doors
from gemtable.server.limits import Limits
from gemtable.server.serve import Started, new_server, run
from gemtable.server.store.base import Store
from gemtable.server.store.sqlite import Sqlite

WAIT = 10  # seconds; only what hangs needs them
FREE = Limits(rate=0, moves=10_000, codes=1000)  # the limits are tried where they are meant


class Served(AbstractContextManager["Served"]):
    """A server that runs as long as this is open. A store handed in is closed with it."""

    def __init__(self, store: Store | Path, limits: Limits = FREE, origin: str | None = None) -> None:
        self.store: Store = Sqlite(store / "matches.db") if isinstance(store, Path) else store
        sockets = listen("127.0.0.1", 0, exactly=True)
        self.port = sockets[0].getsockname()[1]
        self.doors = Doors([origin] if origin else origins("127.0.0.1", self.port, lan=False))
        self.origin = f"http://127.0.0.1:{self.port}" if origin is None else origin
        ready = threading.Event()
        self.started: Started = new_server(self.store, self.doors, limits, ready.set, 1, warming=False)
        self.thread = threading.Thread(target=run, args=(self.started, sockets), name="server")
        self.thread.start()
        assert ready.wait(WAIT)

    def __exit__(self, *_: object) -> None:
        self.started.stop()
        self.thread.join(WAIT)
        assert not self.thread.is_alive()

    def guest(self, name: str = "Ema") -> "Client":
        """Somebody who has said a name, in a browser."""
        client = Client(self)
        status, _ = client.post("/api/me", {"name": name})
        assert status == 200
        return client

    def program(self, name: str = "robot") -> "Client":
        """A program with a token."""
        client = Client(self)
        client.token = Client(self).post("/api/programs", {"name": name})[1]["token"]
        return client

    def nobody(self) -> "Client":
        return Client(self)


class Client:
    """A browser or a program. Commands get an id of their own each."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookie: str | None = None
        self.token: str | None = None
        self.commands = 0

    def headers(self) -> dict[str, str]:
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Origin": self.served.origin} | ({"Cookie": self.cookie} if self.cookie else {})

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Status, and what is answered."""
        status, _, data = self.asked(method, path, body, headers)
        try:
            return status, json.loads(data) if data else None
        except ValueError:
            return status, data

    def asked(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any, bytes]:
        """Status, headers and bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=WAIT)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            connection.request(method, path, data, self.headers() if headers is None else headers)
            response = connection.getresponse()
            read = response.read()
        finally:
            connection.close()
        if (given := response.getheader("set-cookie")) is not None:
            self.cookie = given.partition(";")[0]
        return response.status, response.headers, read

    def get(self, path: str) -> tuple[int, Any]:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self.ask("POST", path, body)

    def open(self, **new: Any) -> str:
        """A new table; its name."""
        status, opened = self.post("/api/tables", {"game": "diamant", "seats": ["me", "@fair", "@easy"]} | new)
        assert status == 200, opened
        self.invitation = opened["invitation"]
        return str(opened["table"])

    def do(self, table: str, act: str, *, seq: int = 2**50, command: str | None = None, **given: Any) -> tuple[int, Any]:
        """A command as a request."""
        self.commands += 1
        command_id = command or f"c{self.commands}"
        return self.post(f"/api/tables/{table}/acts", {"id": command_id, "seq": seq, "act": {"act": act, **given}})

    def see(self, table: str, seat: int | None = None) -> Any:
        status, view = self.get(f"/api/tables/{table}" + (f"?seat={seat}" if seat is not None else ""))
        assert status == 200, view
        return view

    def socket(self, table: str, seat: int | None = None, after: int | None = None, **headers: str) -> "Line":
        """A socket at the table."""
        asked = "&".join(f"{name}={value}" for name, value in (("seat", seat), ("after", after)) if value is not None)
        given = self.headers() | {"Origin": self.served.origin} | headers
        return Line(self, f"ws://127.0.0.1:{self.served.port}/api/tables/{table}/socket?{asked}", given)


class Line(AbstractContextManager["Line"]):
    """A socket and what it has said so far."""

    def __init__(self, client: Client, address: str, headers: dict[str, str]) -> None:
        self.client = client
        connecting = connect(address, additional_headers=headers, max_size=None, ping_interval=None, compression=None, open_timeout=WAIT)
        self._end = ExitStack()
        self.connection: ClientConnection = self._end.enter_context(connecting)
        self.raw: list[str] = []
        self.view: Any = None
        self.heard: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def next(self, timeout: float = WAIT) -> Any:
        """The next thing it says."""
        self.raw.append(str(self.connection.recv(timeout)))
        said = json.loads(self.raw[-1])
        if said["say"] in ("welcome", "news"):
            self.view = said["view"]
            self.heard += said["heard"]
        return said

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The first thing from now on that is wanted."""
        while not wanted(said := self.next()):
            pass
        return said

    def command(self, act: str, *, seq: int | None = None, command: str | None = None, **given: Any) -> str:
        """Send a command; its id."""
        self.client.commands += 1
        command_id = command or f"s{self.client.commands}"
        known = seq if seq is not None else self.view["seq"] if self.view else 0
        self.connection.send(json.dumps({"id": command_id, "seq": known, "act": {"act": act, **given}}))
        return command_id

    def do(self, act: str, **given: Any) -> Any:
        """A command, and what it is answered; when it is done, everything that came of it has been told, too."""
        command_id = self.command(act, **given)
        answer = self.until(lambda said: said.get("id") == command_id or said["say"] == "refused")
        while answer["say"] == "done" and self.view["seq"] < answer["last"]:
            self.next()
        return answer

    def closed(self, timeout: float = WAIT) -> int:
        """The code it is closed with, when everything it says is read."""
        try:
            while True:
                self.next(timeout)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
