"""A PostgreSQL server for the whole session, and an empty database with our tables for each test that wants one."""

import os
from collections.abc import Iterator

import pytest

from tests.postgres import Server, Unavailable, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    try:
        with server() as running:
            yield running
    except Unavailable as reason:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def template(postgres: Server) -> str:
    """The name of a database with our tables."""
    from gemtable.server.store.place import Place
    from gemtable.server.store.schema import prepare

    url = postgres.fresh()
    prepare(Place(url))
    return url.partition("?")[0].rpartition("/")[2]


@pytest.fixture
def url(postgres: Server, template: str) -> str:
    return postgres.fresh(template)
