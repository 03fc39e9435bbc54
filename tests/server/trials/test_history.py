"""The short form of `just history`."""

import asyncio
import os

import pytest

from tests.server.trials.faults import FAULTS, Fault, planted
from tests.server.trials.history import check
from tests.server.trials.record import Record
from tests.server.trials.run import recorded

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("history")
    return asyncio.run(recorded(("--data", str(folder)), folder / "matches.db", seed=1, tables=12, commands=1500, kills=1, think=0.05))


def test_what_is_there_and_what_was_told_is_what_people_did(record: Record) -> None:
    assert check(record) == []
    assert sum(1 for asked in record.asked if asked.done) > 800
    assert any(len(asked.tries) > 1 for asked in record.asked)
    assert any(answer.error == "stale" for asked in record.asked for answer in asked.answers)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_a_defect_leaves_behind_is_found(record: Record, fault: Fault) -> None:
    trial = planted(record.parts(), fault, times=2, seed=1)
    assert trial.planted > 0, "the record has no place for it"
    assert trial.found == trial.planted
