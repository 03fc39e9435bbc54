"""Every endpoint asked by everybody: who is answered what, at a table that only the invited may see."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from gemtable.server.app import ENDPOINTS
from tests.server.knocking import Answered, host, knock, shake, shown
from tests.server.served import Client, Served

ROLES = ("nobody", "revoked", "stranger", "former", "spectator", "other", "host")

# What each is answered. After # stands what is asked with: see `WITH`.
EXPECTED = """
                                                nobody revoked stranger former spectator other host
POST   /api/me                                     200     200      200    200       200   200  200
GET    /api/me                                     401     401      200    200       200   200  200
DELETE /api/me                                     401     401      204    204       204   204  204
POST   /api/me/token                               401     401      200    200       200   200  200
POST   /api/me/code                                401     401      200    200       200   200  200
POST   /api/code                                   404     404      404    404       409   409  409
POST   /api/code                      #anyway      404     404      404    404       404   404  404
POST   /api/programs                               200     200      200    200       200   200  200
GET    /api/games                                  200     200      200    200       200   200  200
GET    /api/games/{game}/rules/{language}          200     200      200    200       200   200  200
GET    /api/games/{game}/words/{language}          200     200      200    200       200   200  200
GET    /api/tables                                 200     200      200    200       200   200  200
POST   /api/tables                                 401     401      200    200       200   200  200
POST   /api/tables/from-file                       401     401      200    200       200   200  200
GET    /api/me/tables                              401     401      200    200       200   200  200
POST   /api/tables/{table}/come                    401     401      204    204       204   204  204
POST   /api/tables/{table}/come       #wrong       401     401      404    404       404   404  404
POST   /api/tables/{table}/invitation              401     401      404    404       422   422  200
GET    /api/tables/{table}                         401     401      404    404       200   200  200
GET    /api/tables/{table}            #seat        401     401      404    404       404   404  200
GET    /api/tables/{table}            #no-seat     401     401      404    404       404   404  404
POST   /api/tables/{table}/acts                    401     401      404    404       200   200  200
POST   /api/tables/{table}/acts       #ready       401     401      404    404       422   422  200
POST   /api/tables/{table}/acts       #rise        401     401      404    404       422   422  200
POST   /api/tables/{table}/acts       #close       401     401      404    404       422   422  200
POST   /api/tables/{table}/acts       #hire        401     401      404    404       422   422  200
POST   /api/tables/{table}/acts       #sit         401     401      404    404       200   200  200
GET    /api/tables/{table}/history                 401     401      404    404       200   200  200
GET    /api/tables/{table}/history    #seat        401     401      404    404       404   404  200
GET    /api/tables/{table}/moments                 401     401      404    404       200   200  200
GET    /api/tables/{table}/moments    #seat        401     401      404    404       404   404  200
GET    /api/tables/{table}/file                    401     401      404    404       200   200  200
GET    /api/tables/{table}/file       #seat        401     401      404    404       404   404  200
GET    /api/tables/{table}/drawing                 401     401      404    404       200   200  200
GET    /api/tables/{table}/drawing    #seat        401     401      404    404       404   404  200
GET    /api/tables/{table}/seats/{seat}/notes      401     401      404    404       404   404  200
PUT    /api/tables/{table}/seats/{seat}/notes      401     401      404    404       404   404  422
SOCKET /api/tables/{table}/socket                  401     401      404    404       101   101  101
SOCKET /api/tables/{table}/socket     #seat        401     401      404    404       404   404  101
SOCKET /api/tables/{table}/socket     #no-seat     401     401      404    404       404   404  404
"""


@dataclass(frozen=True)
class Row:
    method: str
    path: str
    asked: str
    statuses: dict[str, int]

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.asked}".strip()


def rows() -> Iterator[Row]:
    for line in EXPECTED.strip().splitlines()[1:]:
        method, path, *rest = line.split()
        asked = rest.pop(0).removeprefix("#") if rest[0].startswith("#") else ""
        yield Row(method, path, asked, dict(zip(ROLES, map(int, rest), strict=True)))


ROWS = list(rows())
AT_TABLES = [row for row in ROWS if "{table}" in row.path]
FILE = '{"game":"diamant","rules":1,"seats":3,"options":{}}\n'
BODIES = {
    "POST /api/me": {"name": "Ola"},
    "POST /api/programs": {"name": "robot"},
    "POST /api/code": {"code": "ABCDEFGHJK"},
    "POST /api/code anyway": {"code": "ABCDEFGHJK", "anyway": True},
    "POST /api/tables": {"game": "diamant", "seats": ["me", None, "@fair"]},
    "POST /api/tables/from-file": {"file": FILE},
    "POST /api/tables/{table}/come wrong": {"invitation": "x" * 22},
    "PUT /api/tables/{table}/seats/{seat}/notes": {"notes": None},
}
ACTS = {
    "": {"act": "say", "text": "hello"},
    "ready": {"act": "ready", "seat": 0},
    "rise": {"act": "rise", "seat": 0},
    "close": {"act": "close"},
    "hire": {"act": "hire", "seat": 2, "bot": "fair"},
    "sit": {"act": "sit", "seat": 2},
}
QUERIES = {"seat": "?seat=0", "no-seat": "?seat=63"}


class Company:
    """A table that only the invited may see, and everybody there is."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.host = served.guest("host")
        self.table = self.host.open(seats=["me", None, None])
        self.people = {name: served.guest(name) for name in ROLES[1:-1]} | {"host": self.host, "nobody": served.nobody()}
        for name in ("revoked", "former", "spectator", "other"):
            assert self.come(name)[0] == 204
        assert self.people["other"].do(self.table, "sit", seat=1)[0] == 200
        assert self.people["former"].do(self.table, "sit", seat=2)[0] == 200
        assert self.host.do(self.table, "rise", seat=2)[0] == 200
        self.revoke("revoked")

    def come(self, name: str) -> tuple[int, object]:
        return self.people[name].post(f"/api/tables/{self.table}/come", {"invitation": self.host.invitation})

    def revoke(self, name: str) -> None:
        client = self.people[name]
        old = client.cookie
        assert client.post("/api/me/token")[0] == 200
        client.cookie = old

    def ask(self, row: Row, role: str, table: str | None = None) -> Answered:
        """What somebody is answered."""
        path = row.path.format(table=table or self.table, seat=0, game="diamant", language="cs") + QUERIES.get(row.asked, "")
        headers = [host(self.served), ("Origin", self.served.origin), *shown(self.people[role])]
        if row.method == "SOCKET":
            return shake(self.served, path, headers)
        body = self.body(row)
        return knock(self.served, row.method, path, headers, None if body is None else json.dumps(body).encode())

    def body(self, row: Row) -> object:
        if row.path.endswith("/acts"):
            return {"id": "1", "seq": 0, "act": ACTS[row.asked]}
        if str(row) == "POST /api/tables/{table}/come":
            return {"invitation": self.host.invitation}
        return BODIES.get(str(row))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("matrix")) as served:
        yield served


def test_every_endpoint_has_a_row() -> None:
    there = {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS} | {"SOCKET /api/tables/{table}/socket"}
    assert there == {f"{row.method} {row.path}" for row in ROWS}
    alone = {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS if "seat" in endpoint.query}
    assert alone == {f"{row.method} {row.path}" for row in ROWS if row.asked == "seat" and row.method != "SOCKET"}


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_everybody_is_answered_as_expected(served: Served, row: Row) -> None:
    company = Company(served)
    answers = {}
    for role in ROLES:
        answers[role] = company.ask(row, role).status
        if row.asked == "sit":  # the seat is taken now
            company = Company(served)
    assert answers == row.statuses


@pytest.mark.parametrize("row", AT_TABLES, ids=str)
def test_a_table_for_others_looks_like_none(served: Served, row: Row) -> None:
    """Byte for byte, headers too."""
    company = Company(served)
    for role in ROLES[:-3]:
        if row.statuses[role] != 204:
            there, nowhere = company.ask(row, role), company.ask(row, role, "abcdefghjk")
            assert there.without_date() == nowhere.without_date()
            assert there.status in (401, 404)


@pytest.mark.parametrize("row", [row for row in AT_TABLES if row.statuses["spectator"] == row.statuses["stranger"] == 404], ids=str)
def test_a_seat_of_another_looks_like_no_seat(served: Served, row: Row) -> None:
    company = Company(served)
    assert company.ask(row, "spectator").without_date() == company.ask(row, "stranger").without_date()


def test_whoever_was_sent_away_may_be_invited_again(served: Served) -> None:
    company = Company(served)
    (seen,) = [row for row in ROWS if str(row) == "GET /api/tables/{table}"]
    assert company.ask(seen, "former").status == 404
    assert company.come("former")[0] == 204
    assert company.ask(seen, "former").status == 200


def test_a_listed_table_is_seen_by_everybody_who_has_said_a_name(served: Served) -> None:
    table = served.guest("host").open(seats=["me", None, None], listed=True)
    stranger: Client = served.guest("stranger")
    assert stranger.see(table)["yours"] == []
    assert stranger.do(table, "sit", seat=1)[0] == 200
    assert stranger.see(table, 1)["yours"] == [1]
    assert served.nobody().get(f"/api/tables/{table}")[0] == 401
    assert table in [listed["table"] for listed in served.nobody().get("/api/tables")[1]["tables"]]
