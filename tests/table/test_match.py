"""Match files: what is accepted, and how everything else is refused."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemtable.games.contract import SPECTATOR, Unplayable
from gemtable.table.match import Header, Match, Refused, begin, read_match
from tests.matches import CASES, Case, moments, viewers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
HEAD = '{"game":"diamant","rules":1,"seats":3,"options":{"relics":"czech"}}'
NINE = '{"seat":"chance","move":"treasure 9"}'


def lines(*words: str) -> bytes:
    return "\n".join(words).encode()


@every_case
def test_a_match_reads_back_from_its_file(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for _ in range(8):
        played = list(moments(case, dice))
        match = begin(game.about.id, played[0].before.seats, case.options)
        for moment in played:
            match.play(moment.actor, moment.action)
        again = read_match(match.dump())
        assert again.header == match.header
        assert again.state == match.state == played[-1].after
        assert again.dump() == match.dump()
        assert again.result().over


@every_case
def test_a_part_of_a_file_is_a_match_so_far(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    played = list(moments(case, dice))
    match = begin(game.about.id, played[0].before.seats, case.options)
    for moment in played:
        match.play(moment.actor, moment.action)
    file = match.dump().splitlines(keepends=True)
    for at in range(1, len(file)):
        part = read_match(b"".join(file[:at]))
        assert part.state == played[at - 1].before
        assert part.result().events == at - 1
        assert not part.result().over


@every_case
def test_every_seat_is_told_something_and_the_same_each_time(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    played = list(moments(case, dice))
    match = begin(game.about.id, played[0].before.seats, case.options)
    for moment in played:
        match.play(moment.actor, moment.action)
    for seat in viewers(match.state):
        assert len(list(match.facts(seat))) >= len(played)
        assert list(match.facts(seat)) == list(read_match(match.dump()).facts(seat))


@pytest.mark.parametrize(
    ("file", "line", "reason"),
    [
        (b"", 1, "the file is empty"),
        (b"\n \n", 1, "the file is empty"),
        (b"\xff\xfe", 1, "not UTF-8"),
        (lines(HEAD) + b"\n\xc3\x28", 2, "not UTF-8"),
        (b"\x00\x01\x02", 1, "this is not a line like"),
        (lines("nonsense"), 1, "this is not a line like"),
        (lines("[]"), 1, "this is not a line like"),
        (lines(NINE), 1, "this is not a line like"),
        (lines('{"game":"diamant","rules":1}'), 1, "missing required field `seats`"),
        (lines('{"game":"diamant","rules":1,"seats":3,"colour":"red"}'), 1, "unknown field `colour`"),
        (lines('{"game":"chess","rules":1,"seats":3}'), 1, "there is no game 'chess'; possible: nullgame, diamant"),
        (lines('{"game":"diamant","rules":0,"seats":3}'), 1, "by version 0 of the rules; here diamant is played by version 1"),
        (lines('{"game":"diamant","rules":2,"seats":3}'), 1, "by version 2 of the rules; here diamant is played by version 1"),
        (lines('{"game":"diamant","rules":1,"seats":9}'), 1, "takes 1 to 8 seats, not 9"),
        (lines('{"game":"diamant","rules":1,"seats":-1}'), 1, "takes 1 to 8 seats, not -1"),
        (lines('{"game":"diamant","rules":1,"seats":"three"}'), 1, "Expected `int`, got `str`"),
        (
            lines('{"game":"diamant","rules":1,"seats":3,"options":{"relics":"dutch"}}'),
            1,
            "relics cannot be 'dutch'; possible: czech, none, polish",
        ),
        (lines('{"game":"diamant","rules":1,"seats":3,"options":{"relics":7}}'), 1, "relics cannot be 7"),
        (lines('{"game":"diamant","rules":1,"seats":3,"options":{"wind":1}}'), 1, "no option 'wind'; possible: relics, closed_chests"),
        (lines('{"game":"nullgame","rules":1,"seats":3,"options":{"rounds":99}}'), 1, "rounds must be 1 to 9, not 99"),
        (lines('{"game":"diamant","rules":1,"seats":3,"players":["Ema"]}'), 1, "3 seats need 3 names"),
        (lines('{"game":"diamant","rules":1,"seats":3,"seed":-4}'), 1, "a seed must be"),
        (lines(HEAD, "{"), 2, "this is not a line like"),
        (lines(HEAD, '{"seat":0}'), 2, "missing required field `move`"),
        (lines(HEAD, '{"seat":"dealer","move":"home"}'), 2, "this is not a line like"),
        (lines(HEAD, '{"seat":0,"move":"home","why":"fear"}'), 2, "unknown field `why`"),
        (lines(HEAD, '{"seat":0,"move":"home"}'), 2, "it is for chance now; possible: chance: treasure 1"),
        (lines(HEAD, '{"seat":"chance","move":"treasure 6"}'), 2, "'treasure 6' is not a card of Diamant; possible: treasure 1,"),
        (lines(HEAD, '{"seat":"chance","move":"relic 7"}'), 2, "'relic 7' is not a card of Diamant"),
        (lines(HEAD, NINE, '{"seat":3,"move":"home"}'), 3, "there is no seat 3; possible: 0, 1, 2"),
        (lines(HEAD, NINE, '{"seat":-1,"move":"home"}'), 3, "there is no seat -1"),
        (lines(HEAD, NINE, '{"seat":0,"move":"stay"}'), 3, "'stay' is not a choice of Diamant; possible: on, home"),
        (lines(HEAD, NINE, NINE), 3, "it is not for chance now; possible: seat 0: on"),
        (lines(HEAD, "", NINE, "", '{"seat":0,"move":"on"}', '{"seat":0,"move":"home"}'), 6, "seat 0 has nothing to decide now"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_number_and_reason(file: bytes, line: int, reason: str) -> None:
    with pytest.raises(Refused) as wrong:
        read_match(file)
    assert wrong.value.line == line
    assert reason in str(wrong.value)
    assert str(wrong.value).startswith(f"line {line}: ")


HUGE = [
    '{"game":"diamant","rules":1,"seats":' + "9" * 5000 + "}",
    '{"game":"diamant","rules":' + "9" * 30 + ',"seats":3}',
    '{"game":"' + "x" * 10**6 + '","rules":1,"seats":3}',
    "[" * 200_000,
    '{"game":"diamant","rules":1,"seats":3,"options":' + '{"a":' * 100_000 + "}" * 100_001,
    '{"game":"diamant","rules":1,"seats":3,"options":{"' + "y" * 10**5 + '":1}}',
    '{"game":"diamant","rules":1,"seats":3,"options":{"relics":"' + "z" * 10**5 + '"}}',
]


@pytest.mark.parametrize("first", HUGE, ids=range(len(HUGE)))
def test_huge_input_gets_a_short_line(first: str) -> None:
    with pytest.raises(Refused) as wrong:
        read_match(first.encode())
    assert len(str(wrong.value)) < 400


@pytest.mark.parametrize(
    "move", ['"x"' * 1000, '"' + "home " * 10**5 + '"', '"\\u0000"', '"home\\n{}"', "1e999", "9" * 5000, "null", '"🪙"']
)
@pytest.mark.parametrize("seat", ["0", "9" * 30, "0.0", "true", "null", '"0"', "1e2"])
def test_wild_moves_change_nothing_and_get_a_short_line(seat: str, move: str) -> None:
    match = read_match(lines(HEAD, NINE))
    with pytest.raises(Refused) as wrong:
        read_match(lines(HEAD, NINE, f'{{"seat":{seat},"move":{move}}}'))
    assert wrong.value.line == 3
    assert len(str(wrong.value)) < 400
    assert match.state == read_match(lines(HEAD, NINE)).state


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from([HEAD, NINE, '{"seat":0,"move":"on"}', "{}", ""]), max_size=6).map(lambda parts: lines(*parts))
)
def test_any_bytes_are_a_match_or_refused(data: bytes) -> None:
    try:
        match = read_match(data)
    except Refused as wrong:
        assert wrong.line >= 1
    else:
        assert read_match(match.dump()).state == match.state


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=4))
def test_a_file_with_bytes_changed_is_a_match_or_refused(at: int, change: bytes) -> None:
    data = bytearray(WHOLE)
    data[at % len(data) : at % len(data) + len(change)] = change
    try:
        read_match(bytes(data))
    except Refused as wrong:
        assert len(str(wrong)) < 2000


def _whole() -> bytes:
    match = begin("diamant", 3)
    for moment in moments(Case(match.game, match.options), random.Random(2), 3):
        match.play(moment.actor, moment.action)
    return match.dump()


WHOLE = _whole()


def test_lines_may_end_as_on_windows() -> None:
    assert read_match(f"{HEAD}\r\n{NINE}\r\n".encode()).result().events == 1


def test_simultaneous_choices_stand_in_any_order() -> None:
    choices = ['{"seat":2,"move":"home"}', '{"seat":0,"move":"on"}', '{"seat":1,"move":"home"}']
    ends = {read_match(lines(HEAD, NINE, *order)).state.to_bytes() for order in (choices, choices[::-1], sorted(choices))}
    assert len(ends) == 1


def test_an_impossible_event_changes_nothing() -> None:
    match = Match(Header("diamant", 1, 3))
    before = match.state.to_bytes()
    for actor, action in ((0, 0), (-1, 99), (5, 1), (-1, 18)):
        with pytest.raises(Unplayable):
            match.play(actor, action)
    assert match.state.to_bytes() == before
    assert match.events == []


def test_what_the_position_reached_is() -> None:
    match = read_match(lines(HEAD, NINE, '{"seat":1,"move":"home"}'))
    assert json.loads(_json(match.result())) == {"over": False, "scores": [0, 0, 0], "winners": [], "actors": [0, 2], "events": 2}
    assert match.scene(SPECTATOR).explorers[1].chosen


def _json(result: Any) -> bytes:
    from msgspec.json import encode

    return encode(result)


def test_a_file_names_every_option_it_was_played_with() -> None:
    first = begin("diamant", 2).dump().splitlines()[0]
    assert json.loads(first) == {"game": "diamant", "rules": 1, "seats": 2, "options": {"relics": "czech", "closed_chests": False}}
