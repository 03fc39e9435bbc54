"""What nobody in their right mind would send: requests, match files and messages of sockets, by the thousand.

Nothing of it may be answered by a server error, log an error, or change anything where it is refused.
"""

import json
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

import apsw
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as openapi

from gemtable.games.contract import GAMES, LANGUAGES
from gemtable.server.limits import Limits
from gemtable.server.store.sqlite import Sqlite
from gemtable.table.match import Match, Refused, begin, read_match
from gemtable.table.snapshot import write_snapshot
from tests.matches import CASES, Case, pick
from tests.server.served import Client, Served

# Wide enough that nothing is refused because there was so much of it.
WIDE = Limits(rate=0, moves=1_000_000, codes=1_000_000, tables=1_000_000, sockets=1_000_000)
CHECKS = [
    not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
]
ENDS_ONE = {"leave_for_good", "renew_token", "use_code"}  # who asks this is somebody else from then on, or nobody


@dataclass
class Figures:
    """What was tried."""

    calls: int = 0
    refused: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)


def once(examples: int, number: int | None) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """So many examples; with a number for a seed they are others each time, without one always the same."""
    told = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=number is None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    return told if number is None else lambda test: seed(number)(told(test))


@contextmanager
def no_errors() -> Iterator[None]:
    """AssertionError when the server logs an error meanwhile."""
    kept: list[logging.LogRecord] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kept.append(record)

    handler, loggers = Keep(logging.ERROR), [logging.getLogger(name) for name in ("gemtable", "uvicorn", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
    assert not kept, [(record.name, record.getMessage(), record.exc_info) for record in kept]


class Watch:
    """Notices whatever changes at a server: on disk and in memory."""

    def __init__(self, served: Served) -> None:
        assert isinstance(served.store, Sqlite)
        self.served = served
        self.reader = apsw.Connection(str(served.store.path), flags=apsw.SQLITE_OPEN_READONLY)

    def close(self) -> None:
        self.reader.close()

    def state(self, table: str | None = None) -> tuple[Any, ...]:
        """The same as before as long as nobody has written anything."""
        rooms = self.served.started.site.house.rooms
        room = rooms.get(table or "")
        return (
            self.reader.pragma("data_version"),
            {name: known.table.seq for name, known in list(rooms.items())},
            write_snapshot(room.table) if room else None,
        )


def unchanged(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """A table that was read into memory meanwhile is no change."""
    return before[0] == after[0] and before[1].items() <= after[1].items() and (before[2] is None or before[2] == after[2])


# Requests


class Company:
    """People who ask, and tables to be asked for. No bot plays there: what changes, a call has changed."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.people = {"nobody": served.nobody(), "stranger": served.guest("stranger"), "host": served.guest("host")}
        self.people |= {"member": served.guest("member"), "robot": served.program()}
        self.tables = {"nowhere": "abcdefghjk", "listed": self.host.open(seats=["me", None, None], listed=True)}
        self.tables |= {"private": self.private(), "playing": self.playing()}

    @property
    def host(self) -> Client:
        return self.people["host"]

    def private(self) -> str:
        table = self.host.open(seats=["me", None, None])
        assert self.people["member"].post(f"/api/tables/{table}/come", {"invitation": self.host.invitation})[0] == 204
        assert self.people["member"].do(table, "sit", seat=1)[0] == 200
        return table

    def playing(self) -> str:
        table = self.private()
        for who, seat in (("member", 1), ("host", 0)):
            assert self.host.do(table, "rise", seat=2)[0] in (200, 422)
            assert self.people[who].do(table, "ready", seat=seat)[0] == 200
        return table

    def headers(self, who: str) -> dict[str, str]:
        return self.people[who].headers()


def calls(served: Served, number: int, at: int | None) -> Figures:
    """About that many calls, generated from the OpenAPI page: some as it says, some not."""
    page = served.nobody().get("/openapi.json")[1]
    schema = schemathesis.openapi.from_dict(page)
    operations: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    figures, modes = Figures(), [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    examples = -(-number // (len(operations) * len(modes)))
    with no_errors(), closing(Watch(served)) as watch, requests.Session() as session:
        for operation in operations:
            for mode in modes:
                _call(Caller(served, session, watch, figures), operation, mode, examples, at)
    return figures


@dataclass
class Caller:
    """Calls an operation, and looks at what comes of it."""

    served: Served
    session: requests.Session
    watch: Watch
    figures: Figures

    def call(self, case: Any, who: str, client: Client) -> None:
        case.headers = None
        table = (case.path_parameters or {}).get("table")
        before = self.watch.state(table)
        response = case.call(base_url=f"http://127.0.0.1:{self.served.port}", session=self.session, headers=client.headers())
        self.figures.calls += 1
        self.figures.statuses[response.status_code] += 1
        self.figures.operations[case.operation.label] += 1
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            self.figures.refused += 1
            assert unchanged(before, self.watch.state(table)), f"{who}: refused, yet something has changed: {case.as_curl_command()}"


def _call(caller: Caller, operation: Any, mode: GenerationMode, examples: int, at: int | None) -> None:
    company = Company(caller.served)
    name = operation.definition.raw["operationId"]

    @once(examples, at)
    @given(data=st.data())
    def run(data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(sorted(company.people)))
        client = caller.served.guest() if name in ENDS_ONE and who != "nobody" else company.people[who]
        there = data.draw(known(company, operation))
        caller.call(data.draw(operation.as_strategy(generation_mode=mode, path_parameters=there)), who, client)

    try:
        run()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, name  # where nothing is taken, nothing can be wrong


def known(company: Company, operation: Any) -> st.SearchStrategy[dict[str, Any] | None]:
    """What can stand in the path so that the call gets past it; or nothing."""
    real = {
        "table": st.sampled_from(sorted(company.tables.values())),
        "seat": st.sampled_from(["0", "1", "2", "9"]),
        "game": st.sampled_from(GAMES),
        "language": st.sampled_from(LANGUAGES),
    }
    names = [parameter.name for parameter in operation.path_parameters]
    if not names:
        return st.none()
    return st.one_of(st.fixed_dictionaries({name: real[name] for name in names}), st.none())


# Match files


def whole(case: Case, dice: random.Random) -> Match:
    """A random match, or its beginning."""
    match = begin(case.game.about.id, case.seats(dice), case.options)
    for _ in range(dice.randrange(120)):
        if case.game.actors(match.state) == -2 or match.result().over:
            break
        match.play(*pick(case, match.state, dice))
    return match


STRANGE: list[Any] = [None, True, -1, 0, 3.5, 10**30, "", "chance", "x" * 70, "\u0000", "\ud7ff", [], {}, [[[]]], {"seat": 0}]
MANGLED = [b"", b"\n", b"{", b"}", b'"', b"\xff", b"\x00", b"\xef\xbb\xbf", b"[" * 2000, b"1e999", b"9" * 400, b"\\ud800", b"NaN"]


def mangled(data: bytes, dice: random.Random) -> bytes:
    """A match file somebody has been at."""
    for _ in range(dice.choice([0, 1, 1, 1, 2, 5])):
        data = dice.choice([_other_line, _other_value, _other_bytes])(data, dice)
    return data


def _other_line(data: bytes, dice: random.Random) -> bytes:
    """Lines lost, doubled, moved or made up."""
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    line = lines.pop(at) if dice.random() < 0.6 else lines[at]
    made_up = dice.choice([line, b'{"seat":0,"move":"home"}', b'{"seat":"chance","move":"deal ruby"}', dice.choice(MANGLED)])
    lines.insert(dice.randrange(len(lines) + 1), made_up)
    return b"\n".join(lines)


def _other_value(data: bytes, dice: random.Random) -> bytes:
    """A value of a line that was another."""
    lines = data.split(b"\n")
    at = 0 if dice.random() < 0.6 else dice.randrange(len(lines))
    try:
        line = json.loads(lines[at])
        key = dice.choice([*line, "players", "seal", "seed", "more"])
        line[key] = dice.choice(STRANGE)
        lines[at] = json.dumps(line).encode()
    except (ValueError, TypeError, RecursionError):
        pass
    return b"\n".join(lines)


def _other_bytes(data: bytes, dice: random.Random) -> bytes:
    """Bytes that were others."""
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice([*MANGLED, dice.randbytes(3)]) + data[at + dice.randrange(4) :]


def files(number: int, dice: random.Random) -> Counter[str]:
    """Mangled match files, read: a match, or Refused with a line and a reason; nothing else."""
    came: Counter[str] = Counter()
    for _ in range(number):
        data = mangled(whole(dice.choice(CASES), dice).dump(), dice)
        try:
            match = read_match(data)
        except Refused as refused:
            assert refused.line >= 1
            assert refused.reason
            came["refused"] += 1
        else:
            assert read_match(match.dump()).state == match.state
            came["read"] += 1
    return came


def brought(served: Served, number: int, dice: random.Random) -> Counter[int]:
    """Mangled match files, brought to a server by somebody."""
    ema, came = served.guest(), Counter[int]()
    with no_errors(), closing(Watch(served)) as watch:
        for _ in range(number):
            text = mangled(whole(dice.choice(CASES), dice).dump(), dice).decode("utf-8", "replace")
            before = watch.state()
            status, told = ema.post("/api/tables/from-file", {"file": text})
            assert status in (200, 400, 422), told
            assert status == 200 or unchanged(before, watch.state())
            if status == 200:
                assert ema.get(f"/api/tables/{told['table']}/history")[0] == 200
                assert ema.get(f"/api/tables/{told['table']}/file")[0] == 200
            came[status] += 1
    return came
