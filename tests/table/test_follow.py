"""What comes of an entry by itself, what the house does unasked, and snapshots: whole matches of every game, by the table's own means."""

import random
from typing import Any

import pytest

from gemtable.games.contract import Unplayable
from gemtable.table import acts
from gemtable.table.chores import BOT_TIME, IDLE, chore, due
from gemtable.table.follow import follow
from gemtable.table.log import Began, Closed, Entry, Moved, Opened, Pace, StoodIn, Unsealed, read_entry, write_entry
from gemtable.table.seal import Seal
from gemtable.table.snapshot import may_keep, read_snapshot, write_snapshot
from gemtable.table.table import Table, open_table, table_of
from tests.matches import CASES, Case

every_case = pytest.mark.parametrize("case", CASES, ids=str)
SECRET = bytes(range(32))


class Sealed:
    """A table whose chance is sealed, entry by entry."""

    def __init__(self, game: str = "diamant", seats: int = 3, pace: Pace | None = None, *, undo: bool = False, **options: Any) -> None:
        opened = Opened(0, game, 1, seats, options, pace or Pace(), undo, "ema", commitment=Seal(SECRET).commitment)
        self.table, self.log, self.now = open_table(opened), [read_entry(write_entry(opened))], 0

    def do(self, act: Any, *given: Any, at: int | None = None) -> list[Entry]:
        """An act, and the entries that came of it."""
        self.now = self.now + 1 if at is None else at
        before = write_snapshot(self.table)
        ahead, steps = follow(self.table, act(self.table, *given, self.now), SECRET)
        assert write_snapshot(self.table) == before, "the table handed in stays as it is"
        self.table = ahead
        self.log += [step.entry for step in steps]
        assert [step.seq for step in steps] == list(range(ahead.seq - len(steps) + 1, ahead.seq + 1))
        return [step.entry for step in steps]

    def begin(self) -> "Sealed":
        for seat in range(len(self.table.chairs)):
            self.do(acts.sit, seat, f"P{seat}")
        for seat in range(len(self.table.chairs)):
            self.do(acts.ready, seat, f"salt {seat}")
        return self

    def decide(self, dice: random.Random) -> None:
        seat = dice.choice(self.table.acting())
        self.do(acts.move, seat, dice.choice(self.table.offers(seat)).words)


@every_case
def test_chance_comes_by_itself_as_it_was_sealed_and_the_secret_last(case: Case) -> None:
    dice, seats = random.Random(str(case)), min(4, case.game.about.seats[1])
    sealed = Sealed(case.game.about.id, seats, **vars(case.options)).begin()
    assert isinstance(sealed.log[-1], Moved)
    while sealed.table.stage != "over":
        sealed.decide(dice)
    assert isinstance(sealed.log[-1], Unsealed)
    assert sum(isinstance(entry, Unsealed) for entry in sealed.log) == 1
    seal = Seal(SECRET, tuple(f"salt {seat}" for seat in range(seats)))
    options = sealed.table.opened.options
    chance, number = seal.chance(case.game.about.id, 1, seats, options), 0
    for event in sealed.table.match.events:
        outcomes = case.game.outcomes(event.before)
        if outcomes:
            assert event.action == outcomes[chance(number, [weight for _, weight in outcomes], len(outcomes))][0].action
            number += 1
    assert number == sealed.table.match.draws


@every_case
def test_a_snapshot_and_the_rest_of_the_log_make_the_same_table(case: Case) -> None:
    dice, kept = random.Random(str(case)), 0
    for undo in (False, True):
        sealed = Sealed(
            case.game.about.id, min(3, case.game.about.seats[1]), Pace(budget=60_000, increment=500), undo=undo, **vars(case.options)
        )
        sealed.begin()
        snapshots: list[tuple[int, bytes]] = []
        while sealed.table.stage != "over":
            if undo and dice.random() < 0.3:
                _take_back(sealed, dice)
            sealed.decide(dice)
            if may_keep(sealed.table):
                snapshots.append((len(sealed.log), write_snapshot(sealed.table)))
        whole = write_snapshot(table_of(sealed.log))
        for at, data in snapshots:
            again = read_snapshot(data)
            for entry in sealed.log[at:]:
                again.apply(entry)
            assert write_snapshot(again) == whole == write_snapshot(sealed.table)
        kept += len(snapshots)
    assert kept > 2


def _take_back(sealed: Sealed, dice: random.Random) -> None:
    try:
        sealed.do(acts.take_back, dice.randrange(len(sealed.table.chairs)))
    except Unplayable:
        return


def test_a_snapshot_of_another_kind_is_refused() -> None:
    data = write_snapshot(Sealed().table)
    for wrong in (b"", b"{}", data[:-5], data.replace(b'"stage"', b'"phase"')):
        with pytest.raises(ValueError, match=r"Input|Object|Invalid|malformed|missing|unknown"):
            read_snapshot(wrong)


def test_the_match_begins_with_the_last_one_ready() -> None:
    sealed = Sealed()
    for seat in range(2):
        sealed.do(acts.sit, seat, "Ema")
        assert [type(entry).__name__ for entry in sealed.do(acts.ready, seat, None)] == ["Ready"]
    began = sealed.do(acts.hire, 2, "fair")
    assert [type(entry) for entry in began[1:3]] == [Began, Moved]
    with pytest.raises(Unplayable, match="has begun"):
        sealed.do(acts.ready, 0, None)


def test_bots_alone_do_not_begin() -> None:
    sealed = Sealed(seats=1)
    assert len(sealed.do(acts.hire, 0, "fair")) == 1
    assert sealed.table.stage == "gathering"


@pytest.mark.parametrize("salt", ["", "x" * 65])
def test_a_salt_that_is_none_is_refused(salt: str) -> None:
    sealed = Sealed()
    sealed.do(acts.sit, 0, "Ema")
    with pytest.raises(Unplayable, match="a salt has"):
        sealed.do(acts.ready, 0, salt)


def test_a_table_given_up_has_no_winner_and_tells_no_secret() -> None:
    sealed = Sealed()
    sealed.do(acts.sit, 0, "Ema")
    assert [type(entry) for entry in sealed.do(acts.close)] == [Closed]
    assert (sealed.table.stage, sealed.table.winners(), sealed.table.secret) == ("over", [], None)


# Chores


def due_of(sealed: Sealed) -> tuple[int | None, Entry | None]:
    """When there is something to do, and what; nothing a moment before."""
    time = due(sealed.table)
    if time is None:
        assert chore(sealed.table, 10**15) is None
        return None, None
    assert chore(sealed.table, time - 1) is None
    return time, chore(sealed.table, time)


def test_a_table_nobody_begins_is_given_up_after_a_day() -> None:
    assert due_of(Sealed()) == (IDLE, Closed(IDLE))


def test_nobody_looks_at_a_table_without_a_clock_where_all_are_there() -> None:
    assert due_of(Sealed().begin()) == (None, None)


def test_a_clock_that_runs_out_is_a_chore() -> None:
    sealed = Sealed(pace=Pace(move=1000)).begin()
    assert due_of(sealed) == (sealed.now + 1000, StoodIn(sealed.now + 1000, 0, "fair"))


def test_a_leaver_is_waited_for_until_the_grace_is_over_if_anybody_waits() -> None:
    sealed = Sealed(pace=Pace(grace=3000)).begin()
    sealed.do(acts.leave, 1, at=1000)
    assert due_of(sealed) == (4000, StoodIn(4000, 1, "fair"))
    sealed.do(acts.leave, 0, at=1500)
    sealed.do(acts.leave, 2, at=2000)
    assert due_of(sealed) == (None, None), "who is alone at home keeps nobody waiting"
    sealed.do(acts.come_back, 2, at=9000)
    assert due_of(sealed)[1] == StoodIn(4000, 1, "fair")


def test_a_grace_of_nothing_is_for_ever() -> None:
    sealed = Sealed(pace=Pace(grace=0)).begin()
    sealed.do(acts.leave, 1, at=1000)
    assert due_of(sealed) == (None, None)
    with pytest.raises(Unplayable, match="still has time"):
        sealed.do(acts.stand_in, 1, "fair", at=10**12)


def test_a_bot_that_has_to_move_is_looked_after() -> None:
    sealed = Sealed(seats=2)
    sealed.do(acts.hire, 1, "fair")
    sealed.do(acts.sit, 0, "Ema")
    sealed.do(acts.ready, 0, None)
    assert due(sealed.table) == sealed.now + BOT_TIME


def test_turns_are_numbered_by_the_entry_they_began_with() -> None:
    sealed = Sealed().begin()
    began = sealed.table.seq
    assert [chair.turn for chair in sealed.table.chairs] == [began] * 3
    sealed.do(acts.move, 1, "on")
    sealed.do(acts.say, 0, "", "hm")
    assert [chair.turn for chair in sealed.table.chairs] == [began] * 3
    sealed.do(acts.move, 0, "on")
    sealed.do(acts.move, 2, "on")
    assert [chair.turn for chair in sealed.table.chairs] == [sealed.table.seq] * 3


def test_a_fork_shares_nothing_that_changes() -> None:
    sealed = Sealed().begin()
    other: Table = sealed.table.fork()
    before = write_snapshot(sealed.table)
    other.apply(acts.move(other, 0, "home", 99))
    other.apply(acts.leave(other, 1, 100))
    assert write_snapshot(sealed.table) == before
    assert len(sealed.table.match.events) == len(other.match.events) - 1


def test_a_match_may_keep_only_its_latest_events() -> None:
    sealed = Sealed()
    sealed.table.match.keep = 4
    sealed.begin()
    dice = random.Random(1)
    while sealed.table.stage != "over":
        sealed.decide(dice)
    match, whole = sealed.table.match, table_of(sealed.log).match
    assert 4 <= len(match.events) <= 8 < len(whole.events)
    assert (match.played, match.draws, match.state) == (len(whole.events), whole.draws, whole.state)
    assert [event.after for event in match.events] == [event.after for event in whole.events[-len(match.events) :]]
