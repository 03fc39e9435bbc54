"""Tokens, codes, invitations and seals: what they are good for, for how long, and that they are told to nobody else."""

import asyncio
import io
import logging
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from gemtable.server import logs
from gemtable.server.people import CODE_TIME
from gemtable.server.store.base import Person
from gemtable.server.store.sqlite import Sqlite
from gemtable.server.tokens import LETTERS, hashed
from tests.server.inside import Inside, token_of
from tests.server.knocking import host, knock, shake, shown
from tests.server.served import FREE, Client, Line, Served

SOON = 1.0  # seconds
REVOKED = 4401


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("people")) as served:
        yield served


def again(client: Client) -> Client:
    """The same browser, with the cookie it has now."""
    copy = Client(client.served)
    copy.cookie, copy.token = client.cookie, client.token
    return copy


def token(client: Client) -> str:
    return client.token or str(client.cookie).partition("=")[2]


# Revocation


def assert_closed(line: Line) -> None:
    """Within a second, with a word why."""
    assert line.closed(SOON) == REVOKED
    assert '"say":"gone"' in line.raw[-1]


@pytest.mark.parametrize("way", ["renewed", "left", "moved"])
def test_whatever_takes_a_token_away_closes_its_sockets_within_a_second(served: Served, way: str) -> None:
    ema, kuba = served.guest(), served.guest("Kuba")
    old, table = again(ema), ema.open(seats=["me", None], listed=True)
    with ema.socket(table, 0) as first, ema.socket(table) as second, kuba.socket(table) as other:
        for line in (first, second, other):
            line.next()
        if way == "renewed":
            assert ema.post("/api/me/token")[0] == 200
        elif way == "left":
            assert ema.ask("DELETE", "/api/me")[0] == 204
        else:
            move(ema, served.nobody())
        assert_closed(first)
        assert_closed(second)
        assert kuba.do(table, "say", text="still here")[0] == 200
        assert other.next(SOON)["say"] == "news"
    assert old.get("/api/me")[0] == 401
    assert old.get(f"/api/tables/{table}")[0] == 401
    assert ema.get("/api/me")[0] == (200 if way == "renewed" else 401)


def move(person: Client, device: Client, **given: Any) -> tuple[int, Any]:
    """Take a person's seats to another device."""
    code = person.post("/api/me/code")[1]["code"]
    return device.post("/api/code", {"code": code, **given})


def test_a_renewed_token_keeps_its_seats(served: Served) -> None:
    ema = served.guest()
    table = ema.open(seats=["me", None])
    assert ema.post("/api/me/token")[0] == 200
    assert ema.see(table, 0)["yours"] == [0]


def test_a_program_is_told_its_new_token(served: Served) -> None:
    robot = served.program()
    old = again(robot)
    status, told = robot.post("/api/me/token")
    robot.token = told["token"]
    assert (status, old.get("/api/me")[0], robot.get("/api/me")[0]) == (200, 401, 200)


def test_the_other_device_has_the_seats(served: Served) -> None:
    ema, phone = served.guest(), served.nobody()
    table = ema.open(seats=["me", None])
    assert move(ema, phone) == (200, {"name": "Ema", "program": False})
    assert phone.see(table, 0)["yours"] == [0]


class Slow(Sqlite):
    """A store whose next look for something of a kind takes until it is let go."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.slow = ""
        self.looked, self.go = threading.Event(), threading.Event()

    def _wait(self, kind: str) -> None:
        if self.slow == kind:
            self.slow = ""
            self.looked.set()
            assert self.go.wait(5)

    def person_of(self, token: bytes) -> Person | None:
        found = super().person_of(token)
        self._wait("person")
        return found

    def notes(self, match: str, seat: int) -> bytes | None:
        found = super().notes(match, seat)
        self._wait("notes")
        return found


def test_a_token_taken_away_while_it_is_looked_up_is_not_remembered(tmp_path: Path) -> None:
    store = Slow(tmp_path / "matches.db")

    async def story() -> None:
        inside = Inside(store)
        people = inside.site.people
        ema, token = await people.arrive("Ema")
        store.slow = "person"
        looking = asyncio.create_task(people.of(token))
        assert await asyncio.to_thread(store.looked.wait, 5)
        await people.leave(ema)
        store.go.set()
        await looking
        assert await people.of(token) is None
        await inside.close()

    asyncio.run(story())


def test_a_socket_whose_token_is_taken_away_while_it_comes_in_is_closed(tmp_path: Path) -> None:
    store = Slow(tmp_path / "matches.db")

    async def story() -> None:
        inside = Inside(store)
        await asyncio.wrap_future(store.add_person(Person("ema", "Ema"), hashed(token_of("ema")), 0))
        _, opened = await inside.ask("ema", "POST", "/api/tables", b'{"game":"diamant","seats":["me",null]}')
        table = opened.decode().partition('"table":"')[2].partition('"')[0]
        store.slow = "notes"
        coming = asyncio.create_task(inside.line("ema", f"/api/tables/{table}/socket?seat=0"))
        assert await asyncio.to_thread(store.looked.wait, 5)
        assert (await inside.ask("ema", "DELETE", "/api/me"))[0] == 204
        store.go.set()
        line = await coming
        await asyncio.sleep(0.1)
        assert b"4401" in b"".join(line.heard) or b"'status': 401" in b"".join(line.heard)
        await line.close()
        await inside.close()

    asyncio.run(story())


# One-time codes


def test_a_code_is_good_once(served: Served) -> None:
    ema, first, second = served.guest(), served.nobody(), served.nobody()
    code = ema.post("/api/me/code")[1]["code"]
    assert first.post("/api/code", {"code": code})[0] == 200
    assert second.post("/api/code", {"code": code})[0] == 404
    assert (first.get("/api/me")[0], second.get("/api/me")[0]) == (200, 401)


def test_a_code_is_taken_as_people_type_it(served: Served) -> None:
    code = served.guest().post("/api/me/code")[1]["code"]
    assert len(code) == 10
    assert set(code) <= set(LETTERS)
    assert served.nobody().post("/api/code", {"code": f" {code[:5].lower()}-{code[5:]} "})[0] == 200


def test_a_newer_code_and_a_newer_token_take_a_code_away(served: Served) -> None:
    ema = served.guest()
    first, second = (ema.post("/api/me/code")[1]["code"] for _ in range(2))
    assert served.nobody().post("/api/code", {"code": first})[0] == 404
    assert ema.post("/api/me/token")[0] == 200
    assert served.nobody().post("/api/code", {"code": second})[0] == 404


def test_a_code_runs_out(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ema, people = served.guest(), served.started.site.people
    for late, status in ((0, 200), (1, 404)):
        told = ema.post("/api/me/code")[1]
        assert abs(told["until"] - CODE_TIME - time.time() * 1000) < 10_000
        monkeypatch.setattr(people, "_now", lambda until=told["until"] + late: until)
        phone = served.nobody()
        assert phone.post("/api/code", {"code": told["code"]})[0] == status
        monkeypatch.undo()
        ema = phone


def test_who_has_tables_here_is_asked_before_they_are_given_up(served: Served) -> None:
    ema, phone = served.guest(), served.guest("Phone")
    table = phone.open(seats=["me", None])
    status, told = move(ema, phone)
    assert (status, told["error"]) == (409, "taken")
    assert phone.see(table, 0)["yours"] == [0]
    assert move(ema, phone, anyway=True)[0] == 200
    assert phone.get(f"/api/tables/{table}")[0] == 404
    assert phone.get("/api/me")[1]["name"] == "Ema"


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, codes=0.001)) as served:
        good = served.guest().post("/api/me/code")[1]["code"]
        statuses = [served.nobody().post("/api/code", {"code": f"ABCDEFGH{number}"})[0] for number in range(22, 30)]
        assert statuses[0] == 404
        assert statuses[-1] == 429
        assert served.nobody().post("/api/code", {"code": good})[0] == 429


# Invitations


def test_a_renewed_invitation_takes_the_old_one_away(served: Served) -> None:
    ema, kuba, ola = served.guest(), served.guest("Kuba"), served.guest("Ola")
    table = ema.open(seats=["me", None])
    old, come = ema.invitation, f"/api/tables/{table}/come"
    new = ema.post(f"/api/tables/{table}/invitation")[1]["invitation"]
    for wrong in (old, new[:-1], new + "A", new.lower(), "x" * 22):
        assert kuba.post(come, {"invitation": wrong})[0] == 404
    assert kuba.get(f"/api/tables/{table}")[0] == 404
    assert ola.post(come, {"invitation": new})[0] == 204
    assert ola.see(table)["yours"] == []
    other = ema.open(seats=["me", None])
    assert kuba.post(f"/api/tables/{other}/come", {"invitation": new})[0] == 404


# Limits


def test_bodies_may_be_so_large(served: Served) -> None:
    ema = served.guest()
    ours = [host(served), ("Origin", served.origin), *shown(ema)]
    for path, size in (("/api/tables", 64 << 10), ("/api/tables/from-file", 2 << 20), ("/api/me", 64 << 10)):
        assert knock(served, "POST", path, ours, b" " * (size + 1)).status == 413
        assert knock(served, "POST", path, ours, b" " * size).status == 400
    assert ema.get("/api/me/tables")[1]["tables"] == []


def test_a_body_that_says_nothing_of_its_length_may_be_no_larger(served: Served) -> None:
    ours = [host(served), ("Origin", served.origin), ("Transfer-Encoding", "chunked")]
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    try:
        assert knock_chunked(served, ours, chunk * 3 + b"0\r\n\r\n") == 413
    except (HTTPException, ConnectionError):
        return  # cut off while it still talks


def knock_chunked(served: Served, headers: list[tuple[str, str]], body: bytes) -> int:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=5)
    try:
        connection.putrequest("POST", "/api/me", skip_host=True)
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders()
        connection.send(body)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_frame_that_is_too_large_ends_the_socket(served: Served) -> None:
    ema = served.guest()
    table = ema.open(seats=["me", None])
    with ema.socket(table) as line:
        line.next()
        line.connection.send("x" * FREE.frame)
        assert line.next()["say"] == "refused"
        line.connection.send("x" * (FREE.frame + 1))
        assert line.closed() == 1009
    assert ema.see(table)["seq"] == 2


def test_requests_are_counted_by_address(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, rate=0.001, burst=5)) as served:
        asked = [knock(served, "GET", "/api/games", [host(served), ("X-Forwarded-For", f"10.0.0.{n}")]).status for n in range(8)]
        assert asked == [200] * 5 + [429] * 3
        assert shake(served, "/api/tables/nothing/socket", [host(served), ("Origin", served.origin)]).status == 429


def test_commands_are_counted_by_socket(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, moves=1)) as served:
        ema = served.guest()
        table = ema.open(seats=["me", None])
        with ema.socket(table, 0) as line:
            line.next()
            answers = [line.do("say", text="hello") for _ in range(6)]
        assert [answer["say"] for answer in answers] == ["done"] * 4 + ["refused"] * 2
        assert answers[-1]["error"] == "too many"
        assert ema.see(table)["table"]["stage"] == "gathering"


def test_a_person_has_so_many_tables_and_sockets(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, tables=2, sockets=2)) as served:
        ema = served.guest()
        tables = [ema.open(seats=["me", None]) for _ in range(2)]
        assert ema.post("/api/tables", {"game": "diamant", "seats": ["me", None]})[0] == 429
        assert ema.post("/api/tables/from-file", {"file": '{"game":"diamant","rules":1,"seats":3}\n'})[0] == 429
        path = f"/api/tables/{tables[0]}/socket"
        with ema.socket(tables[0]) as one, ema.socket(tables[1]) as other:
            one.next()
            other.next()
            assert shake(served, path, [host(served), ("Origin", served.origin), *shown(ema)]).status == 429
        assert ema.do(tables[0], "close")[0] == 200
        ema.open(seats=["me", None])


def test_tables_that_are_over_do_not_hide_those_that_are_not(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, tables=2)) as served:
        ema = served.guest()
        statuses = []
        for _ in range(4):
            statuses.append(ema.post("/api/tables", {"game": "diamant", "seats": ["me", None]})[0])
            if statuses[-1] == 200:
                extra = ema.post("/api/tables", {"game": "diamant", "seats": ["me", None]})
                if extra[0] == 200:
                    ema.do(extra[1]["table"], "close")
        open_now = [listed for listed in ema.get("/api/me/tables")[1]["tables"] if listed["stage"] != "over"]
        assert len(open_now) <= 2


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    with Served(tmp_path, replace(FREE, rate=1000, burst=1000, address_sockets=2)) as served:
        people = [served.guest(), served.guest(), served.guest()]
        table = people[0].open(seats=["me", None], listed=True)
        with people[0].socket(table), people[1].socket(table):
            path = f"/api/tables/{table}/socket"
            assert shake(served, path, [host(served), ("Origin", served.origin), *shown(people[2])]).status == 429
        with people[2].socket(table) as line:
            assert line.next()["say"] == "welcome"


WRONG_NAMES = ["", " ", "\t\n", "x" * 65, "bell\x07", "a\u202eb", "a\u200bb", "a\x00b", "@fair", "@"]


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_nobody_is_called_like_that(served: Served, name: str) -> None:
    ema = served.guest()
    assert ema.post("/api/me", {"name": name})[0] in (400, 422)
    assert served.nobody().post("/api/me", {"name": name})[0] in (400, 422)
    assert served.nobody().post("/api/programs", {"name": name})[0] in (400, 422)
    table = ema.open(seats=["me", None])
    assert ema.do(table, "sit", seat=1, name=name)[0] in (400, 422)
    assert ema.get("/api/me")[1]["name"] == "Ema"


def test_names_are_drawn_as_they_are_written(served: Served) -> None:
    ema = served.guest('<b onclick="x">&amp;')
    table = ema.open(seats=["me", "@fair", "]]>"], ready=True)
    ema.do(table, "ready", seat=2)
    drawn = ema.asked("GET", f"/api/tables/{table}/drawing")[2].decode()
    assert "<b" not in drawn
    assert "]]>" not in drawn


def test_notes_may_be_so_large(served: Served) -> None:
    ema = served.guest()
    table = ema.open(seats=["me", None])
    path = f"/api/tables/{table}/seats/0/notes"
    assert ema.ask("PUT", path, {"notes": "x" * (20 << 10)})[0] in (413, 422)
    assert ema.get(path) == (200, {"notes": None}) or ema.get(path) == (200, {})


# Nobody else is told


class Secrets:
    """All that people were told in a while at a server."""

    def __init__(self, served: Served) -> None:
        ema, kuba = served.guest(), served.guest("Kuba")
        robot = served.program()
        self.private = [token(ema), token(robot)]
        table = ema.open(seats=["me", None, "@fair"])
        self.private += [ema.invitation, str(ema.post(f"/api/tables/{table}/invitation")[1]["invitation"])]
        kuba.post(f"/api/tables/{table}/come", {"invitation": self.private[-1]})
        kuba.do(table, "sit", seat=1)
        for client, seat in ((ema, 0), (kuba, 1)):
            assert client.do(table, "ready", seat=seat, salt=f"salt{seat}")[0] == 200
        self.private += [str(ema.post("/api/me/code")[1]["code"])]
        self.seal = served.started.site.house.rooms[table].private.secret
        self.answers = [client.asked("GET", path)[2] for client in (ema, kuba, robot) for path in self.paths(table)]
        self.misplaced(served, ema, table)
        with ema.socket(table, 0, after=0) as line:
            line.next()
            line.connection.send('{"id":"' + token(ema))
            line.next()
            line.do("say", text="hello")
            self.answers += [raw.encode() for raw in line.raw if '"malformed"' not in raw]
        ema.post("/api/me/token")
        self.private += [token(ema), token(kuba)]
        assert all(len(secret) >= 10 for secret in self.private)

    def paths(self, table: str) -> list[str]:
        at = f"/api/tables/{table}"
        own = [f"{at}{part}{seat}" for part in ("", "/history", "/moments", "/file", "/drawing") for seat in ("", "?seat=0", "?seat=1")]
        return [*own, "/health", "/metrics", "/openapi.json", "/api/tables", "/api/me/tables", "/api/me", "/"]

    def misplaced(self, served: Served, ema: Client, table: str) -> None:
        """Secrets where they do not belong: what is answered is theirs, but no log may have them."""
        secret, come = token(ema), f"/api/tables/{table}/come"
        ema.get(f"/api/tables/{secret}?token={secret}")
        ema.get(f"/{secret}")
        ema.post(come, {"invitation": secret, secret: secret})
        ema.post(come, f'{{"invitation": "{secret}'.encode())
        ema.post("/api/code", {"code": secret[:40]})
        shake(served, f"/api/tables/{table}/socket?token={secret}&after={secret}", [host(served), ("Origin", secret), *shown(ema)])
        knock(served, "GET", f"/{secret}", [("Host", secret)])


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the logs say when everything is logged."""
    written, names = io.StringIO(), ("gemtable", "uvicorn", "uvicorn.error")
    before = [(logging.getLogger(name), logging.getLogger(name).__dict__ | {}) for name in names]
    monkeypatch.setattr(sys, "stderr", written)
    logs.begin("debug")
    monkeypatch.undo()
    try:
        yield written
    finally:
        for logger, state in before:
            logger.handlers, logger.propagate = state["handlers"], state["propagate"]
            logger.setLevel(state["level"])


def test_no_log_tells_a_secret(tmp_path: Path, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(tmp_path) as served:
        secrets = Secrets(served)

        def fail(*_: object) -> None:
            raise RuntimeError(secrets.private[0])

        monkeypatch.setattr(served.store, "listed", fail)
        assert served.nobody().get("/api/tables")[0] == 500
    said = lines.getvalue()
    assert '"what": "request"' in said
    assert "RuntimeError" in said
    for secret in [*secrets.private, *told_of(secrets.seal)]:
        assert secret not in said
        assert secret.lower() not in said.lower()


def test_no_answer_tells_the_secret_of_another_or_of_the_seal(served: Served) -> None:
    secrets = Secrets(served)
    said = b"\n".join(secrets.answers).decode()
    assert '"commitment"' in said
    for secret in [*secrets.private, *told_of(secrets.seal)]:
        assert secret not in said


def test_the_store_has_no_secret_of_people(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        secrets = Secrets(served)
        stored = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    later = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert hashed(secrets.private[-1]) in stored
    assert told_of(secrets.seal)[1].encode() in stored, "the seal's secret is in the header of its match, so this looks where things are"
    for secret in secrets.private:
        assert secret.encode() not in stored + later


def told_of(seal: bytes) -> list[str]:
    """The ways in which the secret of a seal could be told."""
    import base64

    return [seal.hex(), base64.b64encode(seal).decode()]


def test_the_seal_is_told_when_the_match_is_over(served: Served) -> None:
    ema = served.guest()
    table = ema.open(seats=["me", "@fair"], ready=True)
    seal = served.started.site.house.rooms[table].private.secret
    assert ema.see(table)["table"]["secret"] is None
    assert ema.do(table, "resign", seat=0)[0] == 200
    assert ema.see(table)["table"]["secret"] == seal.hex()
