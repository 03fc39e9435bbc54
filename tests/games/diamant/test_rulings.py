"""The rules of Diamant, ruling by ruling, on positions in the game's own words."""

import pytest

from gemtable.games.contract import SPECTATOR, find
from tests.games.rulings import Board

START = """
    diamant czech, cave 1 of 5, 3 seats
    row: -
    hand: 0
    deck holds relics: 5
    traps gone: -
    seat 0: chest 0, inside
    seat 1: chest 0, inside
    seat 2: chest 0, inside
"""
FIVE = """
    diamant czech, cave 3 of 5, 5 seats
    row: treasure 11 (1 left), trap spider, treasure 17 (2 left)
    hand: 5
    deck holds relics: 3
    traps gone: snake
    seat 0: chest 18, choosing
    seat 1: chest 12, choosing
    seat 2: chest 21, choosing
    seat 3: chest 15, choosing
    seat 4: chest 26, choosing, relics 1
"""
LAST = """
    diamant {edition}, cave 5 of 5, 2 seats
    row: treasure 4
    hand: 2
    deck holds relics: {relics}
    traps gone: -
    seat 0: chest 10, choosing{own}
    seat 1: chest 10, choosing
"""


def board(diagram: str = START) -> Board:
    return Board("diamant", diagram)


def last(edition: str = "none", relics: str = "-", own: str = "") -> Board:
    return board(LAST.format(edition=edition, relics=relics, own=own))


def test_d1_1_fifteen_treasures_of_124_rubies() -> None:
    treasures = {int(card.split()[1]): copies for card, copies in board().weights().items() if card.startswith("treasure")}
    assert treasures == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 7: 2, 9: 1, 11: 2, 13: 1, 14: 1, 15: 1, 17: 1}
    assert sum(value * copies for value, copies in treasures.items()) == 124


def test_d1_2_three_traps_of_each_kind() -> None:
    traps = {card: copies for card, copies in board().weights().items() if card.startswith("trap")}
    assert traps == {f"trap {kind}": 3 for kind in ("spider", "snake", "lava", "boulder", "log")}


def test_d1_3_five_relics() -> None:
    assert board().weights()["relic"] == 5


def test_d1_4_chests_are_counted_in_rubies_and_never_run_dry() -> None:
    rich = START.replace("seat 0: chest 0", "seat 0: chest 900")
    assert board(rich).play("chance: treasure 9", "0: home", "1: on", "2: on").scores() == [903, 0, 0]


@pytest.mark.parametrize(("edition", "cards"), [("czech", 35), ("none", 30), ("polish", 31)])
def test_d2_1_d2_2_d2_3_the_first_deck(edition: str, cards: int) -> None:
    game = find("diamant")
    first = game.begin(4, game.about.options(edition))
    assert sum(weight for _, weight in game.outcomes(first)) == cards


def test_d2_3_a_polish_relic_enters_with_each_cave_and_counts_at_the_end() -> None:
    here = last("polish", "7 10", own=", relics 5 8")
    assert here.weights() == {}
    assert here.play("0: on", "1: home").scores() == [10, 10 + 2]
    assert here.weights().keys() >= {"relic 7", "relic 10"}
    here.play("chance: relic 10", "0: home")
    assert here.scores() == [10 + 2 + 5 + 8 + 10, 12]


def test_d3_1_all_enter_each_cave_with_empty_hands() -> None:
    here = board(FIVE).play(*(f"{seat}: home" for seat in range(5)))
    assert here.lines()[:3] == ["diamant czech, cave 4 of 5, 5 seats", "row: -", "hand: 0"]
    assert all("inside" in line for line in here.lines()[5:])


def test_d3_2_the_next_card_joins_the_row() -> None:
    here = board().play("chance: trap log", "0: on", "1: on", "2: on", "chance: relic")
    assert here.lines()[1] == "row: trap log, relic"


def test_d3_3_equal_shares_and_the_remainder_on_the_card() -> None:
    here = board().play("chance: treasure 14")
    assert here.lines()[1:3] == ["row: treasure 14 (2 left)", "hand: 4"]
    assert here.scores() == [0, 0, 0]


def test_d3_3_too_little_to_share_stays_whole() -> None:
    assert board().play("chance: treasure 2").lines()[1:3] == ["row: treasure 2 (2 left)", "hand: 0"]


def test_d3_4_a_first_trap_warns_and_a_second_ends_the_cave() -> None:
    here = board(FIVE).play(*(f"{seat}: on" for seat in range(5)), "chance: trap snake")
    assert here.lines()[1].endswith("trap snake")
    assert here.game.acting(here.state) == (0, 1, 2, 3, 4)
    here.play(*(f"{seat}: on" for seat in range(5)), "chance: trap snake")
    assert here.lines()[0] == "diamant czech, cave 4 of 5, 5 seats"
    assert here.scores() == [18, 12, 21, 15, 26]


def test_d3_5_a_relic_stays_and_nothing_else_happens() -> None:
    here = board().play("chance: treasure 9", "0: on", "1: on", "2: on", "chance: relic")
    assert here.lines()[1:3] == ["row: treasure 9, relic", "hand: 3"]
    assert here.scores() == [0, 0, 0]


def test_d3_6_all_inside_choose_after_every_card_the_first_too() -> None:
    assert board().play("chance: relic").game.acting(board().play("chance: relic").state) == (0, 1, 2)


def test_d4_1_a_choice_stands_and_shows_when_all_have_chosen() -> None:
    here = board(FIVE).play("2: home")
    here.refuses("2: on")
    assert here.scene(0).explorers[2].chosen
    assert here.scene(0).explorers[2].choice is None
    assert here.scene(2).explorers[2].choice == "home"
    assert here.scores()[2] == 21


def test_d4_2_leavers_share_the_row_as_one_heap() -> None:
    here = board(FIVE).play("0: on", "1: on", "2: on", "3: home", "4: home")
    assert here.scores() == [18, 12, 21, 15 + 5 + 1, 26 + 5 + 1]
    assert here.lines()[1] == "row: treasure 11, trap spider, treasure 17 (1 left)"


def test_d4_2_cards_with_3_1_and_1_are_five_to_share_and_not_three_single_cards() -> None:
    row = "treasure 11 (3 left), treasure 9 (1 left), treasure 17 (1 left)"
    here = board(FIVE.replace("treasure 11 (1 left), trap spider, treasure 17 (2 left)", row))
    here.play("0: home", "1: home", "2: on", "3: on", "4: on")
    assert here.scores()[:2] == [18 + 5 + 2, 12 + 5 + 2]
    assert here.lines()[1] == "row: treasure 11, treasure 9, treasure 17 (1 left)"


def test_d4_3_two_leaving_take_no_relic() -> None:
    here = board(FIVE).play(*(f"{seat}: on" for seat in range(5)), "chance: relic", "0: home", "1: home", "2: on", "3: on", "4: on")
    assert here.lines()[1] == "row: treasure 11, trap spider, treasure 17 (1 left), relic"


def test_d4_3_one_leaving_alone_takes_all_relics() -> None:
    here = board(FIVE).play(*(f"{seat}: on" for seat in range(5)), "chance: relic", "0: home", *(f"{seat}: on" for seat in range(1, 5)))
    assert here.lines()[1] == "row: treasure 11, trap spider, treasure 17, relic (taken)"
    assert here.scores()[0] == 18 + 5 + 3 + 5
    assert here.lines()[5] == "seat 0: chest 31, home with 13, relics 2"


def test_d4_4_relics_straddle_the_third_and_the_fourth() -> None:
    two = FIVE.replace("relics 1", "relics 1 2").replace("relics: 3", "relics: 2").replace("treasure 11 (1 left)", "relic, relic")
    with pytest.raises(ValueError, match="only 5 relics"):
        board(two.replace("relics: 2", "relics: 3"))
    here = board(two.replace("relics: 2", "relics: 1")).play("0: home", *(f"{seat}: on" for seat in range(1, 5)))
    assert here.scores()[0] == 18 + 5 + 2 + 5 + 10


def test_d4_5_what_came_home_is_safe_and_its_owner_sits_out() -> None:
    here = board(FIVE).play("0: home", *(f"{seat}: on" for seat in range(1, 5)), "chance: treasure 4")
    assert here.game.acting(here.state) == (1, 2, 3, 4)
    here.play(*(f"{seat}: on" for seat in range(1, 5)), "chance: trap spider")
    assert here.scores() == [18 + 5 + 3, 12, 21, 15, 26]


def test_d4_6_the_next_card_is_for_who_is_still_inside() -> None:
    here = board(FIVE).play("0: home", "1: home", "2: home", "3: home", "4: on", "chance: treasure 9")
    assert here.lines()[2] == "hand: 14"


def test_d5_1_the_cave_ends_when_all_are_home() -> None:
    here = board().play("chance: relic", "0: home", "1: home", "2: home")
    assert here.lines()[0] == "diamant czech, cave 2 of 5, 3 seats"


def test_d5_2_what_is_left_behind_is_lost() -> None:
    here = board().play("chance: relic", "0: on", "1: on", "2: on", "chance: treasure 5", "0: home", "1: home", "2: home")
    assert here.lines()[1:4] == ["row: -", "hand: 0", "deck holds relics: 4"]
    assert here.play("chance: relic", "0: home", "1: on", "2: on").scores() == [1 + 5, 1, 1], "a lost relic does not count as rescued"


def test_d5_3_one_of_the_two_traps_leaves_the_game() -> None:
    here = board(FIVE).play(*(f"{seat}: on" for seat in range(5)), "chance: trap spider")
    assert here.lines()[4] == "traps gone: spider, snake"
    assert here.weights()["trap spider"] == 2


def test_d5_4_all_else_goes_back_into_the_deck() -> None:
    here = board(FIVE).play(*(f"{seat}: home" for seat in range(5)))
    assert here.weights()["treasure 11"] == 2
    assert here.weights()["treasure 17"] == 1
    assert here.weights()["trap spider"] == 3


def test_d5_5_the_longest_cave_still_ends() -> None:
    """Four traps gone before the fifth cave: one kind has two cards, and the last card of all is its second."""
    worst = LAST.format(edition="none", relics="-", own="").replace("traps gone: -", "traps gone: spider x2, snake x2")
    here = board(worst)
    cards = [card for card, copies in here.play("0: on", "1: on").weights().items() for _ in range(copies)]
    firsts = {card for card in cards if card.startswith("trap")}
    for card in [card for card in cards if card.startswith("treasure")] + sorted(firsts):
        here.play(f"chance: {card}", "0: on", "1: on")
    assert set(here.weights()) == {"trap lava", "trap boulder", "trap log"}
    assert here.play("chance: trap log").winners() == (0, 1)


def test_d6_1_the_highest_total_wins_and_equal_totals_share() -> None:
    assert last().play("0: home", "1: home").winners() == (0, 1)
    assert last().play("0: home", "1: on", "chance: treasure 1", "1: home").winners() == (1,)


def test_d6_1_polish_relics_decide_only_at_the_end() -> None:
    here = last("polish", "10", own=", relics 5").play("0: home")
    assert here.scores() == [10, 10]
    assert here.winners() == ()
    here.play("1: home")
    assert here.scores() == [17, 12]
    assert here.winners() == (0,)


def test_d7_1_equal_cards_are_one_outcome_with_their_number_as_weight() -> None:
    assert len(board().weights()) == 12 + 5 + 1
    assert sum(board().weights().values()) == 35


def test_d7_2_nobody_sees_a_choice_before_all_have_chosen() -> None:
    home, on = board(FIVE).play("2: home"), board(FIVE).play("2: on")
    for viewer in (0, 1, 3, 4, SPECTATOR):
        assert home.scene(viewer) == on.scene(viewer)
    assert home.scene(2) != on.scene(2)


def test_d7_3_closed_chests_are_closed_to_the_others_until_the_end() -> None:
    here = last("none closed")
    assert [one.chest for one in here.scene(0).explorers] == [10, None]
    assert [one.chest for one in here.scene(SPECTATOR).explorers] == [None, None]
    assert [one.score for one in here.scene(0).explorers] == [10, None], "the total would tell as much"
    here.play("0: home", "1: home")
    assert [one.chest for one in here.scene(0).explorers] == [12, 12]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("treasure 11 (1 left)", "treasure 12", "the row cannot hold 'treasure 12'"),
        ("treasure 11 (1 left)", "treasure 17", "not so many treasure 17"),
        ("trap spider", "trap spider, trap spider", "a second spider would have ended the cave"),
        ("17 (2 left)", "17 (99 left)", "more rubies lie in the row"),
        ("traps gone: snake", "traps gone: snake x2, log", "at most one trap leaves the game with each cave"),
        ("traps gone: snake", "traps gone: snake x3", "at most one trap leaves the game with each cave"),
        ("traps gone: snake", "traps gone: wolf", "there is no trap 'wolf'"),
        ("deck holds relics: 3", "deck holds relics: 5", "only 5 relics"),
        ("trap spider,", "trap spider, relic (taken), relic (taken),", "only 5 relics"),
        ("relics 1", "relics 2", "numbered 1, 2, 3"),
        ("deck holds relics: 3", "deck holds relics: 1 2", "'deck holds relics: 1 2', would be 'deck holds relics: 3'"),
        ("traps gone: snake", "traps gone: snake x1", "would be 'traps gone: snake'"),
        ("trap spider", "trap spider (3 left)", "line 2 of the position"),
        ("treasure 11 (1 left)", "treasure 11 (taken)", "line 2 of the position"),
        ("relics 1", "relics 9", "nobody can have relic 9"),
        ("diamant czech", "diamant none", "has no relics"),
        ("diamant czech", "diamant dutch", "no edition 'dutch'"),
        ("seat 4: chest 26, choosing", "seat 4: chest 26, inside", "choosing or has chosen"),
        ("cave 3 of 5", "over", "somebody is inside until the game is over"),
        ("seat 3:", "seat 2:", "should be that of seat 3"),
        ("hand: 5", "hand: many", "should read like `hand: 5`"),
    ],
)
def test_positions_that_no_match_reaches_are_refused_by_name(old: str, new: str, reason: str) -> None:
    assert old in FIVE
    with pytest.raises(ValueError, match=reason):
        board(FIVE.replace(old, new))
