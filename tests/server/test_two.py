"""Two servers on one PostgreSQL: what happens at one is told by the other."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from gemtable.server.store.postgres import Postgres
from tests.postgres import Server
from tests.server.served import Client, Served


@pytest.fixture
def two(postgres: Server) -> Iterator[tuple[Served, Served]]:
    url = postgres.fresh()
    with ExitStack() as stack:
        first = stack.enter_context(Served(Postgres(url), origin=None))
        yield first, stack.enter_context(Served(Postgres(url)))


def at(client: Client, served: Served) -> Client:
    """The same person, asking the other server."""
    other = Client(served)
    other.cookie = str(client.cookie).replace(str(client.served.port), str(served.port))
    return other


def test_a_match_is_played_over_both(two: tuple[Served, Served]) -> None:
    ema = two[0].guest("Ema")
    kuba = two[1].guest("Kuba")
    table = ema.open(seats=["me", None])
    assert kuba.post(f"/api/tables/{table}/come", {"invitation": ema.invitation})[0] == 204
    assert kuba.do(table, "sit", seat=1)[0] == 200
    with ema.socket(table, 0, 0) as first, kuba.socket(table, 1, 0) as second:
        lines = (first, second)
        for line, seat in ((first, 0), (second, 1)):
            line.next()
            assert line.do("ready", seat=seat)["say"] == "done"
        while any(line.view["table"]["stage"] != "over" for line in lines):
            for line, seat in ((first, 0), (second, 1)):
                if line.view["offers"]:
                    answer = line.do("move", seat=seat, move=line.view["offers"][0])
                    assert answer["say"] == "done" or answer["error"] in ("stale", "refused")
                elif line.view["table"]["stage"] != "over":
                    line.next()
        for line in lines:
            while not line.view["table"]["secret"]:
                line.next()
            assert [heard["seq"] for heard in line.heard] == list(range(1, line.view["seq"] + 1))
        public = [[heard for heard in line.heard if heard["what"] == "entry"] for line in lines]
        assert public[0] == public[1]
    assert ema.see(table)["seq"] == at(ema, two[1]).see(table)["seq"]


def test_a_command_is_done_once_wherever_it_is_sent(two: tuple[Served, Served]) -> None:
    ema = two[0].guest("Ema")
    there = at(ema, two[1])
    table = ema.open(seats=["me", "Kuba"], ready=True)
    seq = there.see(table, 0)["seq"]
    first = ema.do(table, "move", seat=0, move="on", seq=seq, command="x")
    assert first[0] == 200
    assert there.do(table, "move", seat=0, move="on", seq=seq, command="x") == first
    assert there.see(table, 0)["seq"] == seq + 1


def test_who_moves_to_another_device_is_cut_off_everywhere_within_a_second(two: tuple[Served, Served]) -> None:
    ema = two[0].guest("Ema")
    there = at(ema, two[1])
    table = ema.open()
    with there.socket(table, 0) as line:
        line.next()
        begun = time.monotonic()
        assert ema.post("/api/me/token")[0] == 200
        assert line.closed(2) == 4401
        assert time.monotonic() - begun < 1
    assert there.get("/api/me")[0] == 401
    assert at(ema, two[1]).get("/api/me")[0] == 200


def test_a_code_used_at_one_server_cuts_off_the_first_device_at_the_other(two: tuple[Served, Served]) -> None:
    ema = two[0].guest("Ema")
    table = ema.open()
    phone = two[1].nobody()
    code = ema.post("/api/me/code")[1]["code"]
    with ema.socket(table, 0) as line:
        line.next()
        assert phone.post("/api/code", {"code": f"{code[:5].lower()} - {code[5:]}"})[1]["name"] == "Ema"
        assert line.closed(2) == 4401
    assert ema.get("/api/me")[0] == 401
    assert phone.see(table, 0)["yours"] == [0]
    assert two[1].nobody().post("/api/code", {"code": code})[0] == 404
