"""A store at work on a disk that loses power at a random moment: nothing acknowledged may be lost, doubled or torn."""

import tempfile
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from gemtable.server.store.base import Appended, StoreError
from gemtable.server.store.sqlite import Sqlite
from tests.server.store.disk import Disk, after_power_loss, recorded
from tests.server.store.load import WAIT, Acknowledged, Command, events_before, violations
from tests.server.store.stores import Sound

NAME = "matches.db"
MATCHES = ("a", "b", "c")
COMMANDS = 24  # of each match, in two sittings
CUTS = 20  # moments tried of each recording
Log = list[tuple[Any, ...]]


@dataclass(slots=True)
class Figures:
    """What came of many power losses."""

    runs: int = 0
    acknowledged: int = 0  # over all runs, when power failed
    wrong: list[str] = field(default_factory=list)


def power(runs: int, seed: int, store: type[Sqlite] = Sound) -> Figures:
    """Let power fail that many times."""
    figures, dice = Figures(), Random(seed)
    while figures.runs < runs:
        log = record(store, dice)
        for _ in range(min(CUTS, runs - figures.runs)):
            lose(log[: dice.randrange(len(log) + 1)], dice, figures)
    return figures


def record(store: type[Sqlite], dice: Random) -> Log:
    """Everything a store does to its disk, in two sittings, and when it acknowledged what."""
    with tempfile.TemporaryDirectory() as folder, recorded() as disk:
        sent = dict.fromkeys(MATCHES, 0)
        for sitting in (1, 2):
            with store(Path(folder) / NAME) as opened:
                for match in MATCHES:
                    opened.create(match, b"header " * 20).result(WAIT)
                work(opened, disk, dice, sent, sitting * COMMANDS // 2)
        return disk.log


def work(store: Sqlite, disk: Disk, dice: Random, sent: dict[str, int], until: int) -> None:
    """Bursts of commands of all matches; those of one match in order."""
    waiting: list[Future[Appended]] = []
    next_seq = {match: 1 + events_before(match, sent[match]) for match in MATCHES}
    while open_ones := [match for match in MATCHES if sent[match] < until]:
        match = dice.choice(open_ones)
        command = Command(match, sent[match])
        future = command.send(store, next_seq[match])
        future.add_done_callback(lambda done, command=command: disk.note("acknowledged", command, done.result()))  # type: ignore[misc]
        waiting.append(future)
        sent[match], next_seq[match] = sent[match] + 1, next_seq[match] + len(command.events)
        if dice.random() < 0.3:
            waiting[-1].result(WAIT)


def lose(log: Log, dice: Random, figures: Figures) -> None:
    """Power fails at the end of this log; then the store is opened again."""
    acknowledged: list[Acknowledged] = [(entry[1], entry[2]) for entry in log if entry[0] == "acknowledged"]
    figures.runs += 1
    figures.acknowledged += len(acknowledged)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in after_power_loss(log, dice).items():
            (Path(folder) / name).write_bytes(data)
        try:
            with Sqlite(Path(folder) / NAME) as store:
                figures.wrong += violations(store, acknowledged, MATCHES) or go_on(store, acknowledged)
        except StoreError as wrong:
            figures.wrong.append(str(wrong))


def go_on(store: Sqlite, acknowledged: list[Acknowledged]) -> list[str]:
    """What was acknowledged is sent again, as players do whose connection broke: the same answer, no second effect."""
    before = store.check()
    answers = [(command, said, command.send(store, 1)) for command, said in acknowledged[-5:]]
    wrong = [f"sent again: {command}" for command, said, future in answers if future.result(WAIT) != said]
    return wrong + ["doubled"] * (store.check() != before)
