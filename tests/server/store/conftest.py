"""Two stores on one PostgreSQL database."""

from collections.abc import Iterator

import pytest

from gemtable.server.store.postgres import Postgres
from tests.server.store.people import WAIT


@pytest.fixture
def one(url: str) -> Iterator[Postgres]:
    with Postgres(url) as store:
        store.create("m", b"header").result(WAIT)
        yield store


@pytest.fixture
def other(one: Postgres, url: str) -> Iterator[Postgres]:
    """A second process, as it were."""
    with Postgres(url) as store:
        yield store
