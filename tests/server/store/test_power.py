"""The short form of `just power`, and a disk that is full."""

import os
from pathlib import Path

import pytest

from gemtable.server.store.base import Appended, Full, StorageFailed
from gemtable.server.store.sqlite import Sqlite
from tests.server.store.disk import recorded
from tests.server.store.load import WAIT, Command, violations
from tests.server.store.power import power
from tests.server.store.stores import Hasty, Sound, Unsynced

pytestmark = pytest.mark.skipif(os.name != "posix", reason="records the files of a Unix system")


def test_a_power_loss_takes_nothing_that_was_acknowledged() -> None:
    figures = power(60, seed=1)
    assert figures.wrong == []
    assert figures.acknowledged > 600


def test_not_waiting_for_the_disk_is_noticed() -> None:
    wrong = power(20, seed=1, store=Unsynced).wrong
    assert any(words.startswith("lost") for words in wrong)


def test_acknowledging_before_the_commit_is_noticed() -> None:
    wrong = power(20, seed=1, store=Hasty).wrong
    assert any(words.startswith("lost") for words in wrong)


@pytest.mark.parametrize("room", [0, 500, 5_000, 20_000, 60_000, 61_000, 90_000, 130_000])
@pytest.mark.parametrize("store", [Sqlite, Sound])
def test_a_full_disk_is_said_and_reading_goes_on(tmp_path: Path, room: int, store: type[Sqlite]) -> None:
    with recorded() as disk, store(tmp_path / "matches.db") as opened:
        opened.create("m", b"header").result(WAIT)
        disk.room, number, seq, acknowledged = room, 0, 1, []
        while not isinstance(failed := Command("m", number).send(opened, seq).exception(WAIT), Full):
            assert failed is None
            command = Command("m", number)
            acknowledged.append((command, Appended(seq, seq + len(command.events) - 1)))
            number, seq = number + 1, seq + len(command.events)
        assert "is full" in str(failed)
        assert violations(opened, acknowledged, ["m"]) == []
        disk.room = None
        again = Command("m", number).send(opened, seq).result(WAIT)
        assert again.first_seq == seq
        assert violations(opened, [*acknowledged, (Command("m", number), again)], ["m"]) == []


def test_a_disk_that_fails_is_said_and_the_same_command_again_has_one_effect(tmp_path: Path) -> None:
    with recorded() as disk, Sound(tmp_path / "matches.db") as opened:
        opened.create("m", b"header").result(WAIT)
        acknowledged = [(Command("m", 0), Command("m", 0).send(opened, 1).result(WAIT))]
        for number, seq in ((1, 2), (2, 4)):
            disk.failing = True
            assert isinstance(Command("m", number).send(opened, seq).exception(WAIT), StorageFailed)
            assert violations(opened, acknowledged, ["m"]) == []
            disk.failing = False
            acknowledged.append((Command("m", number), Command("m", number).send(opened, seq).result(WAIT)))
        assert violations(opened, acknowledged, ["m"]) == []
