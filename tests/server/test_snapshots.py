"""A table that is kept in between is the table that its log makes."""

import pytest

from gemtable.table import acts
from gemtable.table.follow import follow
from gemtable.table.log import Entry, Opened, Pace
from gemtable.table.seal import Seal
from gemtable.table.snapshot import may_keep, read_snapshot, write_snapshot
from gemtable.table.table import Table, open_table

SEAL = Seal(bytes(32))


def done(table: Table, entry: Entry) -> Table:
    return follow(table, entry, SEAL.secret)[0]


def playing(*, undo: bool) -> Table:
    """Three people whose first card lies open, and one of them has chosen."""
    table = open_table(Opened(0, "diamant", 1, 3, {}, Pace(), undo, commitment=SEAL.commitment))
    for seat in range(3):
        table = done(table, acts.sit(table, seat, f"Seat {seat}", 0))
    for seat in range(3):
        table = done(table, acts.ready(table, seat, None, 0))
    return done(table, acts.move(table, 0, "home", 0))


def test_a_choice_made_before_a_pause_can_be_taken_back_after_a_restart() -> None:
    table = playing(undo=True)
    paused = done(table, acts.pause(table, 1, 0))
    loaded = read_snapshot(write_snapshot(paused)) if may_keep(paused) else paused
    resumed = done(loaded, acts.resume(loaded, 1, 0))
    assert done(resumed, acts.take_back(resumed, 0, 0)).acting() == (0, 1, 2)


@pytest.mark.parametrize("undo", [True, False])
def test_a_table_is_kept_where_nothing_can_be_taken_back(undo: bool) -> None:
    table = playing(undo=undo)
    assert may_keep(table) is not undo
    for seat in (1, 2):
        table = done(table, acts.move(table, seat, "on", 0))
    assert may_keep(table)
