"""A table from its opening to its end: seats, clocks, undo, leaving; and that its log alone makes it again."""

import random
from copy import copy
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, SPECTATOR, Unplayable
from gemtable.table import acts
from gemtable.table.follow import Step
from gemtable.table.log import Entry, Moved, Opened, Pace, Said, read_entry, write_entry
from gemtable.table.match import Event, Match
from gemtable.table.table import Table, open_table, table_of
from gemtable.table.told import Heard, heard
from gemtable.table.undo import may_take_back
from tests.matches import CASES, Case, own, viewers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
NAMES = ["Ema", "Kuba", "Zosia", "Ola", "Tom", "Mourek", "Děda", "Flint"]


class Host:
    """Applies acts one after another and keeps the log."""

    def __init__(
        self, game: str = "diamant", seats: int = 3, pace: Pace | None = None, *, undo: bool = True, options: dict[str, Any] | None = None
    ) -> None:
        self.log: list[Entry] = [Opened(0, game, 1, seats, options or {}, pace or Pace(), undo)]
        self.table = open_table(self.log[0])  # type: ignore[arg-type]
        self.now = 0

    def do(self, act: Any, *given: Any, at: int | None = None) -> "Host":
        self.now = self.now + 1 if at is None else at
        entry = act(self.table, *given, self.now)
        self.table.apply(entry)
        self.log.append(entry)
        return self

    def told(self, viewer: int) -> Any:
        """What a viewer is told of what happened last."""
        event = self.table.match.events[-1] if isinstance(self.log[-1], Moved) else None
        return heard(self.table.match.game, Step(self.table.seq, self.log[-1], event), viewer)

    def begin(self, *bots: str) -> "Host":
        for seat in range(len(self.table.chairs)):
            bot = bots[seat - len(self.table.chairs) + len(bots)] if seat >= len(self.table.chairs) - len(bots) else None
            self.do(acts.hire, seat, bot) if bot else self.do(acts.sit, seat, NAMES[seat])
        return self.do(acts.start)

    def play(self, *moves: str, at: int | None = None) -> "Host":
        """`chance: treasure 9`, `0: home`."""
        for move in moves:
            seat, _, words = move.partition(": ")
            if seat == "chance":
                self.do(acts.move_for, "chance", words, at=at)
            else:
                self.do(acts.move, int(seat), words, at=at)
        return self

    def refuses(self, reason: str, act: Any, *given: Any, at: int | None = None) -> None:
        before = _everything(self.table)
        with pytest.raises(Unplayable, match=reason):
            act(self.table, *given, self.now + 1 if at is None else at)
        assert _everything(self.table) == before


def _everything(table: Table) -> Any:
    return table.stage, table.seq, [copy(chair) for chair in table.chairs], table.match.dump(), table.said, table.stopped


# The log


@every_case
def test_the_log_alone_makes_the_table_again(case: Case) -> None:
    dice, seats = random.Random(str(case)), case.game.about.box[1]
    for pace in (Pace(), Pace(move=5000), Pace(budget=60_000, increment=1000)):
        host = Host(case.game.about.id, seats, pace, options=vars(case.options)).begin(*["fair"] * (seats // 2))
        while host.table.stage != "over":
            _any_act(host, dice)
        again = table_of(read_entry(write_entry(entry)) for entry in host.log)
        assert _everything(again) == _everything(host.table)
        assert again.match.state.to_bytes() == host.table.match.state.to_bytes()
        assert again.winners()


def _any_act(host: Host, dice: random.Random) -> None:
    """Whatever comes to somebody's mind: mostly a move, now and then something else; what is refused changes nothing."""
    table, seat = host.table, dice.randrange(len(host.table.chairs))
    at = host.now + dice.choice((1, 10, 2000, 200_000))
    rare: list[tuple[Any, ...]] = [
        (acts.take_back, seat),
        (acts.leave, seat),
        (acts.come_back, seat),
        (acts.stand_in, seat, "easy"),
        (acts.pause, seat),
        (acts.resume, seat),
    ]
    rare += [(acts.say, seat, "", "hello"), (acts.resign, seat, "easy")] * (dice.random() < 0.05)
    act, *given = dice.choice(rare)
    if dice.random() < 0.15 or table.stage == "paused":
        try:
            host.do(act, *given, at=at)
        except Unplayable:
            host.now = at
    elif table.for_chance():
        outcomes = table.match.game.outcomes(table.match.state)
        host.do(acts.move_for, "chance", dice.choice(outcomes)[0].words, at=at)
    elif table.stage == "playing":
        seat = dice.choice(table.acting())
        host.do(acts.move_for if table.chairs[seat].bot else acts.move, seat, dice.choice(table.offers(seat)).words, at=at)


def test_entries_are_read_back_and_unknown_ones_refused() -> None:
    entry = Moved(5, "chance", "treasure 9")
    assert read_entry(write_entry(entry)) == entry
    for data in (b"{}", b'{"entry":"moved","at":5}', b'{"entry":"vanished","at":5}', b'{"entry":"began","at":5,"more":1}'):
        with pytest.raises(ValueError, match=r"Object|Invalid"):
            read_entry(data)


def test_a_log_begins_with_an_opening() -> None:
    with pytest.raises(TypeError, match="begins with the opening"):
        table_of([Moved(5, "chance", "treasure 9")])


# Seats


def test_seats_are_taken_left_and_given_to_bots_until_the_match_begins() -> None:
    host = Host(seats=3)
    host.do(acts.sit, 0, "  Ema  ").do(acts.hire, 2, "fox")
    host.refuses("seat 0 is taken by Ema", acts.sit, 0, "Kuba")
    host.refuses("seat 2 is taken by fox", acts.hire, 2, "fair")
    host.refuses("no seat 3", acts.sit, 3, "Kuba")
    host.refuses("no player 'boss'", acts.hire, 1, "boss")
    host.refuses("still empty: 1", acts.start)
    bots = Host(seats=2).do(acts.hire, 0, "fair").do(acts.hire, 1, "easy")
    bots.refuses("at least one person", acts.start)
    host.refuses("has 1 to 64 letters", acts.sit, 1, "x" * 65)
    host.refuses("has 1 to 64 letters", acts.sit, 1, "\033[2J")
    host.do(acts.rise, 2).do(acts.sit, 2, "Zosia").do(acts.hire, 1, "easy").do(acts.start)
    assert [chair.name or chair.bot for chair in host.table.chairs] == ["Ema", "easy", "Zosia"]
    host.refuses("the match has begun", acts.rise, 0)
    host.refuses("the match has begun", acts.start)


def test_nobody_moves_before_the_match_begins_or_for_another() -> None:
    host = Host(seats=3)
    host.refuses("has not begun", acts.move_for, "chance", "treasure 9")
    host.begin("fair")
    host.play("chance: treasure 9")
    host.refuses("a person decides for seat 0", acts.move_for, 0, "home")
    host.refuses("nobody sits on seat 2", acts.move, 2, "home")
    host.refuses("'stay' is not a choice", acts.move, 0, "stay")
    host.do(acts.move_for, 2, "on").play("0: home")
    host.refuses("nothing to decide", acts.move, 0, "home")
    assert host.table.acting() == (1,)


# Undo


def test_a_choice_that_nobody_knows_can_be_taken_back() -> None:
    host = Host().begin().play("chance: treasure 9", "1: home").do(acts.take_back, 1)
    assert host.table.acting() == (0, 1, 2)
    assert len(host.table.match.events) == 1
    host.play("1: on", "0: on")
    host.refuses("only your own last choice", acts.take_back, 1)
    host.refuses("only your own last choice", acts.take_back, 2)


def test_the_choice_that_reveals_all_cannot_be_taken_back() -> None:
    host = Host().begin().play("chance: treasure 9", "0: on", "1: home", "2: home")
    host.refuses("only your own last choice", acts.take_back, 2)
    host.play("chance: trap log", "0: home", "chance: trap log")
    host.refuses("only your own last choice", acts.take_back, 0)


def test_a_person_alone_may_take_back_until_chance_has_come() -> None:
    host = Host(seats=1).begin().play("chance: treasure 9", "0: home").do(acts.take_back, 0).play("0: on")
    host.play("chance: treasure 5")
    host.refuses("only your own last choice", acts.take_back, 0)


def test_a_table_may_hold_choices_made_to_stand() -> None:
    host = Host(undo=False).begin().play("chance: treasure 9", "1: home")
    host.refuses("a choice made stands", acts.take_back, 1)


@every_case
def test_what_may_be_taken_back_has_told_nobody_anything(case: Case) -> None:
    """Held against `secrets.py`: in every state that a viewer could not tell from this one, the same decision looks the same."""
    dice, game, secrets = random.Random(str(case)), case.game, own(case.game, "secrets")
    allowed = refused = 0
    for _ in range(8):
        host = Host(game.about.id, min(4, case.seats(dice)), options=vars(case.options)).begin()
        while host.table.stage != "over":
            if host.table.for_chance():
                host.do(acts.move_for, "chance", dice.choice(game.outcomes(host.table.match.state))[0].words)
                continue
            seat = dice.choice(host.table.acting())
            host.play(f"{seat}: {dice.choice(host.table.offers(seat)).words}")
            told = _tells(host.table.match, secrets)
            assert may_take_back(host.table.match, seat) == (not told)
            allowed, refused = allowed + (not told), refused + told
    assert allowed
    assert refused or not game.about.offered, "in a real game some choice reveals the others"


def _tells(match: Match, secrets: Any) -> bool:
    event, game = match.events[-1], match.game
    for viewer in viewers(event.before):
        for twin in secrets.twins(event.before, viewer):
            game.play(twin, event.actor, event.action)
            if game.view(twin, viewer) != game.view(event.after, viewer):
                return True
    return False


# Clocks


def test_time_for_each_move() -> None:
    host = Host(pace=Pace(move=1000)).begin().play("chance: treasure 9", at=100)
    assert [host.table.deadline(seat) for seat in range(3)] == [1100, 1100, 1100]
    host.play("1: on", at=900)
    assert [host.table.deadline(seat) for seat in range(3)] == [1100, None, 1100]
    host.refuses("seat 0 still has time", acts.stand_in, 0, "easy", at=1099)
    host.do(acts.stand_in, 0, "easy", at=1100)
    assert host.table.for_bots() == {0: "easy"}
    host.refuses("a bot decides for this seat", acts.move, 0, "on", at=1101)
    host.refuses("your time has run out", acts.come_back, 0, at=1200)
    host.do(acts.move_for, 0, "on", at=1250).do(acts.come_back, 0, at=1300)
    host.play("2: on", at=1400).play("chance: treasure 4", at=1500)
    assert host.table.deadline(0) == 2500
    host.play("0: on", at=1600)


def test_a_budget_with_an_increment() -> None:
    host = Host(pace=Pace(budget=10_000, increment=500)).begin().play("chance: treasure 9", at=0)
    host.play("0: on", at=4000).play("1: on", at=5000).play("2: on", at=6000)
    assert [chair.budget for chair in host.table.chairs] == [6500, 5500, 4500]
    host.play("chance: treasure 4", at=7000)
    assert [host.table.deadline(seat) for seat in range(3)] == [13_500, 12_500, 11_500]
    host.play("0: on", at=7100).do(acts.take_back, 0, at=7200)
    assert host.table.chairs[0].budget == 6400, "the increment goes with the choice"


def test_a_budget_that_is_spent_is_over_at_once() -> None:
    host = Host(pace=Pace(budget=1000)).begin().play("chance: treasure 9", at=0).play("0: on", at=5000)
    assert host.table.chairs[0].budget == 0
    host.play("1: on", at=5000).play("2: on", at=5000).play("chance: treasure 4", at=6000)
    assert host.table.deadline(0) == 6000
    host.do(acts.stand_in, 0, "easy", at=6000)


def test_a_pause_stops_the_clocks_and_the_match() -> None:
    host = Host(pace=Pace(move=1000)).begin().play("chance: treasure 9", at=100).do(acts.pause, 2, at=600)
    host.refuses("the match is paused", acts.move, 0, "on")
    assert host.table.acting() == ()
    assert host.table.deadline(0) is None
    host.do(acts.resume, 0, at=50_000)
    assert host.table.deadline(0) == 50_500
    host.refuses("not paused", acts.resume, 0)


def test_no_pace_has_no_deadline() -> None:
    host = Host().begin().play("chance: treasure 9")
    assert host.table.deadline(0) is None
    host.refuses("still has time", acts.stand_in, 0, "easy", at=10**9)


@pytest.mark.parametrize("wrong", [{"move": -1}, {"move": 1, "budget": 1}, {"increment": 5}, {"move": 10**11}])
def test_paces_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"times are|not both|needs a budget"):
        Pace(**wrong)


# Leaving and giving up


def test_a_leavers_seat_is_taken_after_the_grace_and_given_back() -> None:
    host = Host(pace=Pace(grace=3000)).begin().play("chance: treasure 9").do(acts.leave, 1, at=1000)
    host.refuses("left already", acts.leave, 1)
    host.refuses("still has time", acts.stand_in, 1, "easy", at=3999)
    host.do(acts.stand_in, 1, "easy", at=4000).do(acts.move_for, 1, "home")
    host.refuses("decides for seat 1 already", acts.stand_in, 1, "easy", at=9000)
    host.refuses("a bot decides for this seat", acts.take_back, 1)
    host.do(acts.come_back, 1).play("0: on", "2: on", "chance: treasure 4", "0: on", "2: on")
    host.refuses("never left", acts.come_back, 1)
    assert host.table.chairs[1].bot is None


def test_who_resigns_does_not_win_and_cannot_come_back() -> None:
    host = Host(seats=2).begin().play("chance: treasure 9", "0: home", "1: on", "chance: trap log")
    host.do(acts.resign, 1, "easy")
    assert host.table.stage == "over"
    assert host.table.winners() == [0]
    host.refuses("the match is over", acts.move, 1, "home")


def test_leaving_and_coming_back_wins_no_time() -> None:
    host = Host(pace=Pace(move=1000)).begin().play("chance: treasure 9", at=100)
    host.do(acts.leave, 0, at=900).do(acts.come_back, 0, at=950)
    assert host.table.deadline(0) == 1100
    host.play("1: on", at=1000).do(acts.take_back, 1, at=1001)
    assert host.table.deadline(1) == 1100, "nor does taking back"


def test_who_has_resigned_has_no_seat_to_come_back_to() -> None:
    host = Host().begin().play("chance: treasure 9").do(acts.resign, 1, "easy").do(acts.move_for, 1, "on")
    host.refuses("no seat to come back to", acts.come_back, 1)
    host.refuses("a bot decides for this seat", acts.take_back, 1)
    host.refuses("a bot decides for this seat", acts.pause, 1)
    host.do(acts.leave, 1).do(acts.come_back, 1)
    assert host.table.chairs[1].bot == "easy"


def test_among_three_a_bot_plays_on_for_who_resigns() -> None:
    host = Host(seats=3, game="nullgame", options={"rounds": 1}).begin().do(acts.resign, 0, "fair")
    host.refuses("resigned already", acts.resign, 0, "fair")
    for gem in ("ruby", "pearl", "ruby"):
        host.play(f"chance: deal {gem}")
    assert host.table.for_bots() == {0: "fair"}
    host.do(acts.move_for, 0, "keep").play("1: keep", "2: swap", "chance: die 3")
    assert host.table.stage == "over"
    assert host.table.match.result().winners == [0]
    assert host.table.winners() == [1, 2], "nobody who stayed is ahead of another"


# What is told


@every_case
def test_tables_that_a_viewer_cannot_tell_apart_tell_it_the_same(case: Case) -> None:
    dice, game, secrets = random.Random(str(case)), case.game, own(case.game, "secrets")
    compared = 0
    for _ in range(2):
        host = Host(game.about.id, 3, options=vars(case.options)).begin()
        while host.table.stage != "over":
            actor: Any = "chance" if host.table.for_chance() else dice.choice(host.table.acting())
            possible = game.possible(host.table.match.state, CHANCE if actor == "chance" else actor)
            act = acts.move_for if actor == "chance" else acts.move
            host.do(act, actor, dice.choice(possible).words)
            for viewer in viewers(host.table.match.state):
                for twin in list(secrets.twins(host.table.match.state, viewer))[:4]:
                    other = table_of(host.log)
                    other.match.state = twin
                    assert other.scene(viewer) == host.table.scene(viewer)
                    assert other.offers(viewer) == host.table.offers(viewer)
                compared += _compare_told(host, viewer, secrets)
    assert compared


def _compare_told(host: Host, viewer: int, secrets: Any) -> int:
    """Other decisions in other worlds that are hidden from the viewer, and look alike afterwards, are told alike."""
    event, game, compared = host.table.match.events[-1], host.table.match.game, 0
    if event.actor == CHANCE or not secrets.hidden(event.before, event.actor, viewer):
        return 0
    for twin in list(secrets.twins(event.before, viewer))[:4]:
        for offer in game.offers(twin, event.actor):
            after = twin.clone()
            game.play(after, event.actor, offer.action)
            if game.view(after, viewer) == game.view(event.after, viewer):
                other = table_of(host.log)
                other.match.events[-1] = Event(twin, event.actor, offer.action, after)
                step = Step(other.seq, host.log[-1], other.match.events[-1])
                assert heard(game, step, viewer) == host.told(viewer)
                compared += 1
    return compared


def test_a_pending_choice_is_told_to_nobody_else() -> None:
    home, on = (Host().begin().play("chance: treasure 9", f"1: {choice}") for choice in ("home", "on"))
    for viewer in (0, 2, SPECTATOR):
        assert home.told(viewer) == on.told(viewer)
    assert home.told(1) != on.told(1)


def test_chat_is_for_all_and_short() -> None:
    host = Host().begin().do(acts.say, 0, "ignored", "  dobré   ráno ").do(acts.say, None, "Visitor", "hi")
    assert [(line.name, line.text) for line in host.log if isinstance(line, Said)] == [("Ema", "dobré ráno"), ("Visitor", "hi")]
    for text in ("", " ", "x" * 301, "\033[2J"):
        host.refuses("a line of chat", acts.say, 0, "", text)
    assert host.told(SPECTATOR) == Heard(host.table.seq, host.log[-1])
