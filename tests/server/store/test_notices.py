"""What processes on one PostgreSQL database tell each other."""

import time
from queue import SimpleQueue
from time import monotonic

import psycopg
import pytest

from gemtable.server.store.base import (
    Changed,
)
from gemtable.server.store.calls import STATEMENTS
from gemtable.server.store.notices import changes_in, payloads
from gemtable.server.store.postgres import Postgres
from tests.postgres import Server
from tests.server.store.people import EVA, WAIT, done
from tests.server.store.served import OURS, name_of


class Heard:
    """What a store heard of others."""

    def __init__(self, store: Postgres) -> None:
        self.changes: SimpleQueue[Changed] = SimpleQueue()
        store.listen(self.changes.put)

    def until(self, wanted: Changed, seconds: float = WAIT) -> list[Changed]:
        """All up to this one, which comes in time."""
        heard, end = [self.changes.get(timeout=seconds)], monotonic() + seconds
        while heard[-1] != wanted:
            heard.append(self.changes.get(timeout=max(0.0, end - monotonic())))
        return heard


def test_changes_are_heard_by_others_and_not_by_oneself(one: Postgres, other: Postgres) -> None:
    mine, theirs = Heard(one), Heard(other)
    one.append("m", 1, "0", "a", [b"x"]).result(WAIT)
    assert theirs.until(Changed(match="m")) == [Changed(match="m")]
    done([one.add_person(EVA, b"eva", 1), one.put_code("eva", b"code", 100)])
    theirs.until(Changed(person="eva"))
    one.take_code(b"code", b"new", 1).result(WAIT)
    theirs.until(Changed(person="eva"))
    one.forget_idle(100).result(WAIT)
    theirs.until(Changed(person="eva"))
    other.admit("m", "x").exception(WAIT)  # refused: nothing has changed
    other.create("n", b"").result(WAIT)
    assert mine.until(Changed(match="n")) == [Changed(match="n")]


def test_a_command_sent_again_is_told_again(one: Postgres, other: Postgres, url: str) -> None:
    """The process that had it may have been killed before it told anybody."""
    with psycopg.connect(url) as killed:
        killed.execute(STATEMENTS["append"].encode(), ("m", 1, "0", "a", [b"x"], None, None, None, None, []))
    heard = Heard(one)
    assert other.append("m", 1, "0", "a", [b"x"]).result(WAIT).again
    heard.until(Changed(match="m"))


def test_many_changes_come_in_few_notices_and_a_long_name_means_anything(one: Postgres, other: Postgres) -> None:
    heard = Heard(other)
    names = [f"{number} čtyři “” \\" for number in range(2000)] + ["n" * 9000]
    for future in [one.create(name, b"") for name in names]:
        future.result(WAIT)
    wanted, changes = {Changed(match=name) for name in names[:-1]} | {Changed()}, set[Changed]()
    while wanted - changes:
        changes.add(heard.changes.get(timeout=WAIT))
    assert changes <= wanted | {Changed(match="m")}


def test_no_notice_is_longer_than_postgres_takes() -> None:
    changes = {f"m{number}\x01ž\U0001f48e" * 20 for number in range(500)} | {"p" + "\x01" * 3000}
    parts = list(payloads("mark", changes))
    assert all(len(part.encode()) < 8000 for part in parts)
    heard = [change for part in parts for change in changes_in(part, "other")]
    assert {change.match for change in heard} == {change[1:] for change in changes if change[0] == "m"} | {None}
    assert Changed() in heard
    assert not [change for part in parts for change in changes_in(part, "mark")]


def test_a_lost_connection_is_taken_up_again_and_anything_may_have_changed(
    one: Postgres, other: Postgres, postgres: Server, url: str
) -> None:
    heard = Heard(other)
    for _ in range(2):
        ended = postgres.tell(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND {OURS.format(name=name_of(url))}"
        )
        assert ended == [(True,)]
        heard.until(Changed())
        one.invite("m", b"come").result(WAIT)
        heard.until(Changed(match="m"))


def test_one_who_hears_and_fails_still_hears(one: Postgres, other: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    heard: SimpleQueue[Changed] = SimpleQueue()

    def hear(change: Changed) -> None:
        heard.put(change)
        raise LookupError

    other.listen(hear)
    for _ in range(2):
        one.invite("m", b"come").result(WAIT)
        assert heard.get(timeout=WAIT) == Changed(match="m")
        time.sleep(0.05)
    assert "went wrong" in caplog.text
