"""The rules of Nullgame, ruling by ruling."""

import pytest

from gemtable.games.contract import Unplayable, find
from gemtable.kit.draws import WORDS, start
from tests.games.rulings import Board

CHOOSING = """
    nullgame, round 1 of 2, 3 seats
    seat 0: 0 points, ruby, choosing
    seat 1: 0 points, pearl, choosing
    seat 2: 0 points, pearl, choosing
"""


def board(diagram: str = CHOOSING) -> Board:
    return Board("nullgame", diagram)


def test_n1_1_two_to_four_players() -> None:
    game = find("nullgame")
    for seats in (2, 3, 4):
        assert game.begin(seats, game.about.options()).seats == seats
    for seats in (1, 5):
        with pytest.raises(Unplayable):
            game.begin(seats, game.about.options())


def test_n1_2_two_rounds_or_as_many_as_said() -> None:
    game = find("nullgame")
    assert game.begin(2, game.about.options()).rounds == 2
    assert game.begin(2, game.about.options(9)).rounds == 9
    for rounds in (0, 10):
        with pytest.raises(ValueError, match="rounds must be 1 to 9"):
            game.about.options(rounds)


def test_n2_1_a_ruby_is_dealt_twice_as_often() -> None:
    new = board("nullgame, round 1 of 2, 2 seats\n seat 0: 0 points\n seat 1: 0 points")
    assert new.weights() == {"deal ruby": 2, "deal pearl": 1}
    new.play("chance: deal ruby", "chance: deal pearl").refuses("chance: deal ruby")


def test_n2_1_only_its_seat_sees_a_gem() -> None:
    here = board()
    assert [player.gem for player in here.scene(0).players] == ["ruby", "unknown", "unknown"]
    assert [player.gem for player in here.scene(-3).players] == ["unknown"] * 3


def test_n2_1_an_unseen_gem_is_imagined_a_ruby_twice_as_often() -> None:
    here, stream, rubies = board(), [0] * WORDS, 0
    start(stream, 3, 0)
    for _ in range(3000):
        rubies += here.game.imagined(here.game.view(here.state, 0), 0, stream).gem[1] == 0
    assert 1900 < rubies < 2100


def test_n2_2_swaps_are_made_when_all_have_chosen() -> None:
    here = board().play("2: swap", "0: keep")
    assert here.lines()[3] == "seat 2: 0 points, pearl, chose swap"
    here.refuses("2: keep")
    here.refuses("chance: die 1")
    assert here.play("1: keep").lines()[1:] == ["seat 0: 0 points, ruby", "seat 1: 0 points, pearl", "seat 2: 0 points, ruby"]


def test_n2_3_rubies_score_the_die_and_the_next_round_begins() -> None:
    here = board().play("0: keep", "1: keep", "2: swap")
    assert here.weights() == {"die 1": 1, "die 2": 1, "die 3": 1}
    here.play("chance: die 3")
    assert here.scores() == [3, 0, 3]
    assert here.lines()[:2] == ["nullgame, round 2 of 2, 3 seats", "seat 0: 3 points"]


def test_n3_1_equal_totals_share_the_win() -> None:
    here = board(CHOOSING.replace("round 1", "round 2")).play("0: keep", "1: keep", "2: swap")
    assert here.winners() == ()
    here.play("chance: die 1")
    assert here.winners() == (0, 2)
