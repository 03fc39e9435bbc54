"""The store in a PostgreSQL database: what every store keeps, several processes, and connections that are lost."""

import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gemtable.server.store.base import (
    Appended,
    Conflict,
    Counts,
    Damaged,
    Full,
    StorageFailed,
    Store,
    Taken,
)
from gemtable.server.store.calls import STATEMENTS
from gemtable.server.store.place import Place
from gemtable.server.store.postgres import Postgres
from tests.postgres import Server
from tests.server.store.people import EVA, WAIT
from tests.server.store.served import OURS, holding, name_of
from tests.server.store.suite import Suite, pushed


class TestPostgres(Suite):
    @pytest.fixture(autouse=True)
    def _database(self, url: str) -> None:
        self.url = url

    def open_store(self, folder: Path, waiting: int = 10_000) -> Postgres:  # noqa: ARG002
        return Postgres(self.url, waiting)

    @contextmanager
    def held(self, store: Store) -> Iterator[None]:  # noqa: ARG002
        with holding(self.url):
            yield


# Several processes


def test_what_one_process_wrote_the_other_reads_and_cannot_write_again(one: Postgres, other: Postgres) -> None:
    one.append("m", 1, "0", "a", [b"one"]).result(WAIT)
    assert other.read("m") == [(1, b"one")]
    with pytest.raises(Conflict, match="number 2"):
        other.append("m", 1, "1", "b", [b"late"]).result(WAIT)
    again = other.append("m", 1, "0", "a", [b"one"]).result(WAIT)
    assert (again, again.again) == (Appended(1, 1), True)


def test_who_waits_for_another_process_hears_that_it_came_too_late(one: Postgres, other: Postgres, url: str) -> None:
    """Another process has written number 1, and not yet committed it."""
    with psycopg.connect(url) as third:
        third.execute(STATEMENTS["append"].encode(), ("m", 1, "0", "a", [b"1", b"2"], None, None, None, None, []))
        late, same = one.append("m", 1, "1", "b", [b"late", b"later"]), other.append("m", 1, "0", "a", [b"1", b"2"])
        with pytest.raises(TimeoutError):
            late.result(0.2)
        third.commit()
    wrong = late.exception(WAIT)
    assert isinstance(wrong, Conflict)
    assert wrong.next_seq == 3
    assert (same.result(WAIT), same.result().again) == (Appended(1, 2), True)
    assert one.read("m") == [(1, b"1"), (2, b"2")]


def test_two_who_create_the_same_match_make_one(one: Postgres, other: Postgres, url: str) -> None:
    with holding(url):
        created = [store.create("n", b"", [b"x"]) for store in (one, other)] + [other.create("n", b"", [b"y"])]
    assert sorted(future.result(WAIT).again for future in created[:2]) == [False, True]
    assert isinstance(created[2].exception(WAIT), Taken)
    assert one.check().matches == 2


def test_two_processes_that_push_at_the_same_matches_lose_and_double_nothing(one: Postgres, other: Postgres) -> None:
    for match in "xyz":
        one.create(match, b"").result(WAIT)
    with ThreadPoolExecutor(8) as pool:
        said = [answer for answers in pool.map(lambda at: pushed((one, other)[at % 2], at), range(8)) for answer in answers]
    stored = {(match, seq): body for match in "xyz" for seq, body in other.read(match)}
    assert {(match, seq): body for match, seq, body in said} == stored
    assert len(said) == len(stored) == 8 * 40 * 2
    assert other.check() == Counts(4, 640, 320, 0)


def test_batches_in_any_order_do_not_wait_for_each_other(one: Postgres, other: Postgres) -> None:
    """Both go through the matches in the same order; otherwise PostgreSQL would have to end a deadlock, each after a second."""
    names = [f"n{number:03}" for number in range(100)]
    for future in [one.create(name, b"") for name in names]:
        future.result(WAIT)
    for turn in range(5):
        futures = [one.append(name, turn + 1, "0", f"one {turn}", [b"x"]) for name in names]
        futures += [other.append(name, turn + 1, "0", f"other {turn}", [b"x"]) for name in reversed(names)]
        wrongs = [future.exception(WAIT) for future in futures]
        assert sum(wrong is None for wrong in wrongs) == len(names)
        assert {type(wrong) for wrong in wrongs} <= {type(None), Conflict}
    deadlocks = one._rows("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
    assert deadlocks == [(0,)]


def test_a_code_that_two_use_at_once_is_good_once(one: Postgres, other: Postgres, url: str) -> None:
    one.add_person(EVA, b"eva", 1).result(WAIT)
    one.put_code("eva", b"code", 100).result(WAIT)
    with holding(url):
        taken = [store.take_code(b"code", token, 1) for store, token in ((one, b"1"), (other, b"2"))]
    found = [future.result(WAIT) for future in taken]
    assert sorted(found, key=str) == [None, EVA]
    assert [one.person_of(b"1"), one.person_of(b"2")] == found


def test_nobody_is_forgotten_who_is_just_being_admitted(one: Postgres, other: Postgres, url: str) -> None:
    one.add_person(EVA, b"eva", 1).result(WAIT)
    with psycopg.connect(url) as third:
        third.execute("SELECT * FROM gemtable_admit('m', 'eva')")
        forgotten = one.forget_idle(100)
        assert forgotten.result(WAIT) == 0
        third.commit()
    assert (other.admitted("m", "eva"), other.person_of(b"eva")) == (True, EVA)


# Connections


def test_a_server_that_ended_all_connections_is_no_reason_to_fail(one: Postgres, postgres: Server, url: str) -> None:
    one.append("m", 1, "0", "a", [b"1"]).result(WAIT)
    for seq in (2, 3):
        assert postgres.tell(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS.format(name=name_of(url))}")
        assert one.append("m", seq, "0", str(seq), [b"x"]).result(WAIT) == Appended(seq, seq)
        assert len(one.read("m")) == seq


def test_a_connection_lost_in_a_transaction_is_no_reason_to_fail(one: Postgres, postgres: Server, url: str) -> None:
    with holding(url):
        future = one.append("m", 1, "0", "a", [b"1"])
        stuck = f"SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND {OURS.format(name=name_of(url))}"
        while not (waiting := postgres.tell(stuck)):
            time.sleep(0.01)
        postgres.tell(f"SELECT pg_terminate_backend({waiting[0][0]})")
        time.sleep(0.1)
        assert not future.done()
    assert future.result(WAIT) == Appended(1, 1)


def test_a_commit_without_an_answer_fails_and_the_same_command_again_has_one_effect(one: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = psycopg.Connection.commit

    def lost(connection: psycopg.Connection[Any]) -> None:
        commit(connection)
        raise psycopg.OperationalError("the connection is lost")

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Connection, "commit", lost)
        futures: list[Future[Any]] = [one.append("m", 1, "0", "a", [b"1"]), one.invite("m", b"come")]
        assert {type(future.exception(WAIT)) for future in futures} == {StorageFailed}
    again = one.append("m", 1, "0", "a", [b"1"]).result(WAIT)
    assert (again, again.again) == (Appended(1, 1), True)


@pytest.mark.parametrize(("code", "kind"), [("53100", Full), ("XX001", Damaged), ("57014", StorageFailed)])
def test_what_the_server_says_is_said_in_the_words_of_the_store(one: Postgres, url: str, code: str, kind: type[StorageFailed]) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(FAILING.format(code=code).encode())
        assert type(one.append("m", 1, "0", "a", [b"1"]).exception(WAIT)) is kind
        connection.execute("DROP TRIGGER failing ON event")
    assert one.append("m", 1, "0", "a", [b"1"]).result(WAIT) == Appended(1, 1)


def test_what_one_command_makes_fail_takes_no_other_along(one: Postgres, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE event ADD CHECK (body <> 'wrong')")
    with holding(url):
        futures = [one.append("m", seq, "0", str(seq), [body]) for seq, body in ((1, b"1"), (2, b"wrong"), (2, b"2"))]
        futures.append(one.create("n", b"", [b"wrong"]))
        futures.append(one.create("".join(map(chr, range(32, 9000))), b""))  # too long for a key
    assert [type(future.exception(WAIT)) for future in futures] == [type(None), StorageFailed, type(None), StorageFailed, StorageFailed]
    assert one.read("m") == [(1, b"1"), (2, b"2")]


@pytest.mark.parametrize("words", ["a\0b", "\ud800"])
def test_a_text_that_postgres_does_not_hold_is_refused(one: Postgres, words: str) -> None:
    futures: list[Future[Appended]] = [one.create(words, b""), one.append("m", 1, "0", words, [b"x"]), one.append("m", 1, "0", "a", [b"1"])]
    assert [isinstance(future.exception(WAIT), ValueError) for future in futures] == [True, True, False]


# What is told of where it is


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://eva:s3cret@127.0.0.1:1/none",
        "postgresql://eva:s3cret@127.0.0.1:port/none",
        "postgresql://eva:s3cret@[::1/none",
        "postgresql://eva:s3cret@127.0.0.1:1/none?s3cret=s3cret",
        "postgresql:///none?password=s3cret&host=/nowhere",
    ],
)
def test_a_password_is_never_told(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(StorageFailed) as wrong:
        Postgres(url)
    said = "".join(traceback.format_exception(wrong.value)) + caplog.text
    assert "s3cret" not in said.replace(url, "")
    assert wrong.value.__cause__ is None


def test_a_password_in_what_the_server_says_is_left_out() -> None:
    said = Place("postgresql://eva:s3cret@here/none").failure(psycopg.OperationalError("no s3cret here\nDETAIL: more"))
    assert str(said) == "the PostgreSQL database none at here: no … here"


def test_a_database_that_is_not_there_is_said(postgres: Server) -> None:
    with pytest.raises(StorageFailed, match=r'the PostgreSQL database none at .* "none" does not exist'):
        Postgres(postgres.url("none"))


FAILING = """
CREATE OR REPLACE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'failed' USING ERRCODE = '{code}'; END $$;
CREATE TRIGGER failing BEFORE INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION failing();
"""
