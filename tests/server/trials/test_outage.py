"""The short form of the tables' part of `just power`."""

import os

import pytest

from tests.server.store.stores import Hasty, Unsynced
from tests.server.trials.outage import outage

pytestmark = pytest.mark.skipif(os.name != "posix", reason="records the files of a Unix system")


def test_a_power_loss_takes_nothing_from_tables_and_people() -> None:
    figures = outage(40, seed=1)
    assert figures.wrong == []
    assert figures.acknowledged > 1000


def test_not_waiting_for_the_disk_is_noticed_at_the_tables() -> None:
    assert any(words.startswith("lost") for words in outage(20, seed=1, store=Unsynced).wrong)


def test_acknowledging_before_the_commit_is_noticed_at_the_tables() -> None:
    assert any(words.startswith("lost: Done") for words in outage(20, seed=1, store=Hasty).wrong)
