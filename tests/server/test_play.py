"""Whole matches over the wire."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import Served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as served:
        yield served


def test_one_person_plays_a_whole_match_against_bots(served: Served) -> None:
    ema = served.guest()
    table = ema.open(ready=True, salt="lucky")
    with ema.socket(table, 0) as line:
        assert line.next()["say"] == "welcome"
        while line.view["table"]["stage"] != "over":
            if line.view["offers"]:
                answer = line.do("move", seat=0, move=line.view["offers"][0])
                assert answer["say"] == "done", answer
            else:
                line.next()
    assert line.view["table"]["winners"]
    status, file = ema.get(f"/api/tables/{table}/file")
    assert status == 200
    assert b'"secret"' in file
