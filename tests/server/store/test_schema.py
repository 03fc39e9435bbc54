"""The tables of a PostgreSQL database: brought up to date, refused, looked through."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from gemtable.server.store.base import (
    Counts,
    Damaged,
    Newer,
)
from gemtable.server.store.place import Place
from gemtable.server.store.postgres import Postgres
from gemtable.server.store.schema import check, prepare, scripts
from tests.postgres import Server
from tests.server.store.people import WAIT
from tests.server.store.served import FILLED, OURS, filled, name_of


def test_events_are_never_changed_or_taken_away(one: Postgres, url: str) -> None:
    one.append("m", 1, "0", "a", [b"1"]).result(WAIT)
    statements = [
        "UPDATE event SET body = ''",
        "DELETE FROM event",
        "TRUNCATE event",
        "UPDATE command SET seat = ''",
        "DELETE FROM command",
    ]
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in [*statements, "TRUNCATE command", "DELETE FROM match"]:
            with pytest.raises(psycopg.IntegrityError, match="only added to"):
                connection.execute(statement.encode())


def test_it_waits_for_the_disk_whatever_the_server_is_set_to(one: Postgres) -> None:
    assert one._rows("SHOW synchronous_commit") == [("on",)]  # the server of the tests is set to `off`


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("DELETE FROM event WHERE match = 'm' AND seq = 2", "events are missing in match 'm'"),
        ("DELETE FROM event WHERE match = 'm' AND seq = 3", "a row of command refers to what is not there, in match 'm'"),
        ("UPDATE snapshot SET seq = 4 WHERE match = 'n'", "a row of snapshot refers"),
        ("UPDATE event SET match = 'x' WHERE match = 'n'", "a row of event refers"),
    ],
)
def test_what_is_missing_is_found(url: str, tmp_path: Path, damage: str, words: str) -> None:
    assert filled(url) == FILLED
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE event DISABLE TRIGGER USER")
        connection.execute(damage.encode())
    with Postgres(url) as store:
        for look in (store.check, lambda: store.backup(tmp_path / "backup")):
            with pytest.raises(Damaged, match=words):
                look()
    assert not list(tmp_path.iterdir())


def test_a_database_of_something_else_is_refused_and_not_touched(postgres: Server) -> None:
    url = postgres.fresh()
    postgres.tell("CREATE TABLE recipes (text text)", name_of(url))
    with pytest.raises(Damaged, match="a database of something else: it has 'recipes'"):
        Postgres(url)
    assert postgres.tell("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace", name_of(url)) == [("recipes",)]


def test_a_newer_version_is_refused(url: str, postgres: Server) -> None:
    postgres.tell("UPDATE gemtable SET version = 3", name_of(url))
    with pytest.raises(Newer, match=r"has version 3 .* up to 2"):
        Postgres(url)


def test_processes_that_start_at_once_make_the_tables_once(postgres: Server) -> None:
    url = postgres.fresh()
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: Postgres(url), range(6)))
    assert [store.check() for store in stores] == [Counts(0, 0, 0, 0)] * 6
    for store in stores:
        store.close()


LATER = """
CREATE TABLE fresh (match text COLLATE "C" NOT NULL, seq bigint NOT NULL, body bytea NOT NULL, size bigint, PRIMARY KEY (match, seq));
INSERT INTO fresh SELECT match, seq, body, length(body) FROM event;
{moment}
DROP TABLE event;
ALTER TABLE fresh RENAME TO event;
{last}
"""
KILLED = """
import sys
from gemtable.server.store.place import Place
from gemtable.server.store.schema import prepare, scripts
prepare(Place(sys.argv[1]), [*scripts(), sys.argv[2]])
"""


def test_a_migration_keeps_everything(url: str) -> None:
    assert filled(url) == FILLED
    place = Place(url)
    prepare(place, [*scripts(), LATER.format(moment="", last="")])
    with closing(place.connect()) as connection:
        assert check(connection, place) == FILLED
    with pytest.raises(Newer):
        Postgres(url)


@pytest.mark.parametrize("where", ["moment", "last"])
def test_a_kill_in_the_middle_of_a_migration_changes_nothing(url: str, postgres: Server, where: str) -> None:
    filled(url)
    script = LATER.format(**{"moment": "", "last": ""} | {where: "SELECT pg_sleep(100);"})
    with subprocess.Popen([sys.executable, "-c", KILLED, url, script]) as process:
        asleep = f"pg_stat_activity WHERE wait_event = 'PgSleep' AND {OURS.format(name=name_of(url))}"
        while not postgres.tell(f"SELECT 1 FROM {asleep}"):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    postgres.tell(f"SELECT pg_terminate_backend(pid) FROM {asleep}")  # a server that sleeps notices late that nobody is there
    with Postgres(url) as store:
        assert store.check() == FILLED
    prepare(Place(url), [*scripts(), LATER.format(moment="", last="")])
