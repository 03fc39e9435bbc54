"""What the tests of PostgreSQL share: a filled database, and somebody else who holds its tables."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from gemtable.server.store.base import (
    Counts,
    Mark,
)
from gemtable.server.store.postgres import Postgres
from tests.server.store.people import BOB, EVA, WAIT, done

TABLES = "match, event, command, snapshot, person, token, code, member, note"


OURS = "datname = '{name}' AND application_name = 'gemtable'"  # a connection of a store


@contextmanager
def holding(url: str) -> Iterator[None]:
    """Somebody else has all tables: others may read them."""
    with psycopg.connect(url) as other:
        other.execute(f"LOCK TABLE {TABLES} IN SHARE ROW EXCLUSIVE MODE")
        yield
        other.rollback()


def name_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def filled(url: str) -> Counts:
    with Postgres(url) as store:
        done([store.add_person(EVA, b"eva", 1), store.add_person(BOB, b"bob", 2)])
        for match in "mn":
            store.create(match, b"header", [b"opening"], Mark(listed=True, due=7), ["eva"]).result(WAIT)
            store.append(match, 2, "0", "a", [b"x", b""], b"\x00state", Mark(over=match == "n"), ["bob"]).result(WAIT)
        done([store.put_notes("m", 1, b"note"), store.invite("m", b"come"), store.put_code("bob", b"code", 2**40)])
        return store.check()


FILLED = Counts(2, 6, 2, 2, people=2, tokens=2, members=4, notes=1)
