"""Rulings of the two Diamant booklets: cz is the Czech one, pl the Polish one."""

from typing import Protocol

import pytest

from gemtable.table.match import Refused

Move = tuple[str | int, str]


class Position(Protocol):
    over: bool
    scores: list[int]
    winners: list[int]
    actors: list[int] | str
    possible: list[str]


class Replay(Protocol):
    def __call__(self, seats: int, relics: str, moves: list[Move]) -> Position: ...


TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
TRAPS = ("spider", "snake", "lava", "boulder", "log")
PLAIN_CARDS = {f"treasure {value}" for value in TREASURES} | {f"trap {kind}" for kind in TRAPS}
POLISH_RELICS = ("relic 5", "relic 7", "relic 8", "relic 10", "relic 12")

every_edition = pytest.mark.parametrize("relics", ("czech", "none", "polish"))
every_trap = pytest.mark.parametrize("kind", TRAPS)


def turn(card: str) -> list[Move]:
    return [("chance", card)]


def on(*seats: int) -> list[Move]:
    return [(seat, "on") for seat in seats]


def home(*seats: int) -> list[Move]:
    return [(seat, "home") for seat in seats]


def passed(seats: int, *cards: str) -> list[Move]:
    """Cards turned one after another, all seats staying in after each."""
    return [move for card in cards for move in turn(card) + on(*range(seats))]


def left_at_once(seats: int) -> list[Move]:
    """A whole cave: one log falls and everybody goes home together."""
    return turn("trap log") + home(*range(seats))


def caught(seats: int, kind: str) -> list[Move]:
    """A whole cave: the same trap twice, everybody inside."""
    return passed(seats, f"trap {kind}") + turn(f"trap {kind}")


def check_refused(replay: Replay, seats: int, relics: str, moves: list[Move], last: Move) -> None:
    replay(seats, relics, moves)
    with pytest.raises(Refused):
        replay(seats, relics, [*moves, last])


def relics_in(position: Position) -> set[str]:
    return {word for word in position.possible if word.startswith("relic")}


# Treasure


@every_edition
def test_treasure_is_shared_equally_and_the_rest_lies_on_the_card(replay: Replay, relics: str) -> None:
    """cz and pl step 1, the printed example: nine rubies among five explorers."""
    moves = turn("treasure 9") + home(0) + on(1, 2, 3, 4)
    assert replay(5, relics, moves).scores == [1 + 4, 0, 0, 0, 0]
    moves += turn("trap snake") + home(1, 2, 3, 4)
    assert replay(5, relics, moves).scores == [5, 1, 1, 1, 1]


@every_edition
def test_rubies_beside_the_chest_are_not_yet_in_it(replay: Replay, relics: str) -> None:
    """cz and pl step 1: a share is put next to the chest, not into it."""
    position = replay(3, relics, passed(3, "treasure 9", "treasure 15"))
    assert position.scores == [0, 0, 0]
    assert position.actors == "chance"


@every_edition
def test_a_treasure_smaller_than_the_party_stays_whole_on_its_card(replay: Replay, relics: str) -> None:
    """cz and pl step 1: what cannot be split evenly remains on the card."""
    moves = turn("treasure 2") + home(0, 1) + on(2)
    assert replay(3, relics, moves).scores == [0 + 2 // 2, 0 + 2 // 2, 0]


@every_edition
def test_eight_explorers_share_a_treasure(replay: Replay, relics: str) -> None:
    """cz and pl contents and step 1: up to eight explorers, all sharing."""
    moves = turn("treasure 17") + home(7) + on(*range(7))
    assert replay(8, relics, moves).scores == [0, 0, 0, 0, 0, 0, 0, 2 + 1]


@every_edition
def test_rubies_lying_on_a_card_are_not_shared_with_the_next_treasure(replay: Replay, relics: str) -> None:
    """cz and pl step 1: only the rubies of the card just turned are shared out."""
    moves = passed(5, "treasure 9") + turn("treasure 1") + home(0, 1) + on(2, 3, 4)
    assert replay(5, relics, moves).scores == [1 + (4 + 1) // 2, 1 + (4 + 1) // 2, 0, 0, 0]
    moves += turn("trap snake") + home(2) + on(3, 4)
    assert replay(5, relics, moves).scores == [3, 3, 1 + 1, 0, 0]


@every_edition
def test_treasure_is_shared_only_by_those_still_inside(replay: Replay, relics: str) -> None:
    """cz and pl step 1: explorers back in camp get nothing of later cards."""
    moves = turn("treasure 9") + home(0) + on(1, 2)
    moves += turn("treasure 7") + home(1) + on(2)
    moves += turn("trap snake") + home(2)
    assert replay(3, relics, moves).scores == [3, 3 + 3 + 1, 3 + 3]


@every_edition
def test_the_last_explorer_inside_takes_whole_treasures(replay: Replay, relics: str) -> None:
    """cz and pl steps 1 and 2: a lone explorer may go on and shares with nobody."""
    moves = turn("treasure 3") + home(0, 1) + on(2)
    moves += turn("treasure 13") + on(2) + turn("treasure 4") + home(2)
    assert replay(3, relics, moves).scores == [1, 1, 1 + 13 + 4]


# Leaving


@every_edition
def test_leavers_share_the_rubies_of_all_cards_as_one_heap(replay: Replay, relics: str) -> None:
    """cz and pl step 2: all rubies lying in the cave are divided together, not card by card."""
    moves = passed(4, "treasure 7") + turn("treasure 11") + home(0, 1) + on(2, 3)
    each = 1 + 2 + (3 + 3) // 2
    assert replay(4, relics, moves).scores == [each, each, 0, 0]


@every_edition
def test_the_only_leaver_takes_every_ruby_lying_in_the_cave(replay: Replay, relics: str) -> None:
    """cz and pl step 2: the way back leads past all treasure cards."""
    moves = passed(4, "treasure 7", "treasure 3") + turn("treasure 11") + home(2) + on(0, 1, 3)
    assert replay(4, relics, moves).scores == [0, 0, (1 + 0 + 2) + (3 + 3 + 3), 0]


@every_edition
def test_what_leavers_cannot_share_waits_for_the_next_to_leave(replay: Replay, relics: str) -> None:
    """cz and pl step 2: the remainder is laid back on a treasure card."""
    moves = turn("treasure 7") + home(0, 1) + on(2, 3)
    assert replay(4, relics, moves).scores == [1 + 3 // 2, 1 + 3 // 2, 0, 0]
    moves += turn("trap lava") + home(2) + on(3)
    assert replay(4, relics, moves).scores == [2, 2, 1 + 1, 0]
    moves += turn("trap boulder") + home(3)
    assert replay(4, relics, moves).scores == [2, 2, 2, 1]


@every_edition
def test_rubies_left_when_all_go_home_are_not_found_in_the_next_cave(replay: Replay, relics: str) -> None:
    """cz and pl round end, point 2: rubies remaining in the cave return to the bank."""
    moves = turn("treasure 11") + home(0, 1, 2)
    assert replay(3, relics, moves).scores == [3 + 2 // 3, 3, 3]
    moves += turn("trap snake") + home(0) + on(1, 2)
    assert replay(3, relics, moves).scores == [3, 3, 3]


@every_edition
def test_nothing_happens_until_everybody_inside_has_chosen(replay: Replay, relics: str) -> None:
    """cz and pl step 2: choices are laid face down and shown together."""
    position = replay(3, relics, turn("treasure 9") + home(1))
    assert position.scores == [0, 0, 0]
    assert position.actors == [0, 2]


@every_edition
def test_the_order_in_which_choices_are_listed_does_not_matter(replay: Replay, relics: str) -> None:
    """cz and pl step 2: the choices are simultaneous."""
    for choices in (home(0) + on(1) + home(2), on(1) + home(2, 0), home(2) + on(1) + home(0)):
        position = replay(3, relics, turn("treasure 17") + choices)
        assert position.scores == [5 + 2 // 2, 0, 5 + 2 // 2]
        assert position.actors == "chance"


@every_edition
def test_an_explorer_in_camp_chooses_no_more_in_this_cave(replay: Replay, relics: str) -> None:
    """cz and pl step 2: only those still in the cave decide."""
    moves = turn("treasure 9") + home(1) + on(0, 2) + turn("treasure 4")
    assert replay(3, relics, moves).actors == [0, 2]
    check_refused(replay, 3, relics, moves, (1, "on"))
    check_refused(replay, 3, relics, moves, (1, "home"))


@every_edition
def test_a_choice_once_made_is_not_made_again(replay: Replay, relics: str) -> None:
    """cz and pl step 2: each explorer lays one choice card after each card turned."""
    moves = turn("treasure 9") + on(0)
    check_refused(replay, 2, relics, moves, (0, "home"))
    check_refused(replay, 2, relics, moves, (0, "on"))


@every_edition
def test_nobody_chooses_before_a_card_is_turned(replay: Replay, relics: str) -> None:
    """cz and pl steps 1 and 2: a card comes first, the choice after it."""
    check_refused(replay, 2, relics, [], (0, "on"))
    check_refused(replay, 2, relics, passed(2, "treasure 9"), (0, "home"))


@every_edition
def test_the_next_card_waits_for_all_choices(replay: Replay, relics: str) -> None:
    """cz and pl step 2: the next card is turned after all choices are carried out."""
    moves = turn("treasure 9") + on(0)
    check_refused(replay, 2, relics, moves, ("chance", "treasure 4"))
    assert replay(2, relics, moves + on(1) + turn("treasure 4")).actors == [0, 1]


@every_edition
def test_everybody_enters_the_next_cave_again(replay: Replay, relics: str) -> None:
    """cz and pl round end: all figures come back out of camp for a new round."""
    moves = turn("treasure 9") + home(0) + on(1, 2) + turn("treasure 4") + home(1, 2)
    assert replay(3, relics, moves).actors == "chance"
    assert replay(3, relics, moves + turn("treasure 5")).actors == [0, 1, 2]


# Traps


@every_edition
@every_trap
def test_the_first_trap_of_a_kind_is_harmless(replay: Replay, relics: str, kind: str) -> None:
    """cz and pl step 1: a first trap changes nothing and the choice follows."""
    moves = passed(3, "treasure 9") + turn(f"trap {kind}")
    assert replay(3, relics, moves).actors == [0, 1, 2]
    assert replay(3, relics, moves + home(0, 1, 2)).scores == [3, 3, 3]


@every_edition
def test_five_different_traps_are_all_harmless(replay: Replay, relics: str) -> None:
    """cz and pl step 1: only a second card of the same kind strikes."""
    moves = passed(2, "treasure 14", *(f"trap {kind}" for kind in TRAPS))
    assert replay(2, relics, moves + turn("treasure 4") + home(0, 1)).scores == [7 + 2, 7 + 2]


@every_edition
@every_trap
def test_the_second_trap_of_a_kind_ends_the_cave_without_a_choice(replay: Replay, relics: str, kind: str) -> None:
    """cz and pl step 1: everybody inside flees at once, empty-handed."""
    other = "boulder" if kind != "boulder" else "snake"
    moves = passed(2, "treasure 9", f"trap {kind}", f"trap {other}") + turn(f"trap {kind}")
    position = replay(2, relics, moves)
    assert position.actors == "chance"
    assert position.scores == [0, 0]
    check_refused(replay, 2, relics, moves, (0, "home"))


@every_edition
def test_a_trap_does_not_touch_those_already_home(replay: Replay, relics: str) -> None:
    """cz and pl steps 1 and 2: only explorers still inside lose their finds."""
    moves = turn("treasure 9") + home(0) + on(1) + turn("trap snake") + on(1) + turn("trap snake")
    assert replay(2, relics, moves).scores == [4 + 1, 0]


@every_edition
def test_a_trap_does_not_touch_the_chests(replay: Replay, relics: str) -> None:
    """cz and pl, the chest: what lies in it is safe to the end of the game."""
    moves = turn("treasure 4") + home(0, 1) + passed(2, "treasure 17") + caught(2, "snake")
    assert replay(2, relics, moves).scores == [2, 2]


@every_edition
def test_rubies_abandoned_to_a_trap_are_not_found_in_the_next_cave(replay: Replay, relics: str) -> None:
    """cz and pl step 1 and round end: dropped and lying rubies all go to the bank."""
    moves = passed(2, "treasure 9") + caught(2, "snake") + turn("trap lava") + home(0) + on(1)
    assert replay(2, relics, moves).scores == [0, 0]


@every_edition
def test_traps_are_counted_afresh_in_every_cave(replay: Replay, relics: str) -> None:
    """cz round end and pl step 1: the count runs from the entry into the cave."""
    moves = turn("trap snake") + home(0, 1) + turn("trap snake")
    assert replay(2, relics, moves).actors == [0, 1]


@every_edition
@every_trap
def test_one_card_leaves_with_each_strike_until_a_single_one_cannot_strike(replay: Replay, relics: str, kind: str) -> None:
    """cz round end, point 4, and pl round end, points 3 and 4: one of the two cards is removed."""
    word = f"trap {kind}"
    once = caught(2, kind)
    assert word in replay(2, relics, once + passed(2, word)).possible
    twice = once + caught(2, kind)
    assert word in replay(2, relics, twice).possible
    assert word not in replay(2, relics, twice + passed(2, word)).possible
    check_refused(replay, 2, relics, twice + passed(2, word), ("chance", word))


@every_edition
def test_the_single_trap_left_still_comes_back_cave_after_cave(replay: Replay, relics: str) -> None:
    """cz round end, points 4 and 5, and pl round end, point 4: the last card stays in the deck."""
    moves = caught(2, "snake") * 2 + turn("trap snake") + home(0, 1) + turn("trap snake")
    assert replay(2, relics, moves).actors == [0, 1]
    moves += home(0, 1)
    assert "trap snake" in replay(2, relics, moves).possible


@every_edition
def test_no_trap_leaves_when_everybody_went_home(replay: Replay, relics: str) -> None:
    """cz round end, point 4, and pl round end, point 3: removal only after a strike."""
    moves = turn("trap snake") + home(0, 1) + caught(2, "snake") * 2
    assert replay(2, relics, moves).actors == "chance"
    assert replay(2, relics, moves + turn("trap snake")).actors == [0, 1]


@every_edition
def test_only_the_trap_that_struck_loses_a_card(replay: Replay, relics: str) -> None:
    """cz round end, points 4 and 5, and pl round end, points 3 and 4: other traps go back."""
    moves = passed(2, "trap lava") + caught(2, "snake") + caught(2, "lava") * 2
    assert replay(2, relics, moves).actors == "chance"
    assert replay(2, relics, moves + turn("trap lava")).actors == [0, 1]


# The deck


@pytest.mark.parametrize(("relics", "first_relics"), (("czech", {"relic"}), ("none", set()), ("polish", {"relic 5"})))
def test_the_first_card_may_be_any_card_of_the_edition(replay: Replay, relics: str, first_relics: set[str]) -> None:
    """cz set-up, pl set-up and pl relic variant: what is shuffled before the first cave."""
    position = replay(2, relics, [])
    assert position.actors == "chance"
    assert not position.over
    assert position.scores == [0, 0]
    assert position.winners == []
    assert set(position.possible) == PLAIN_CARDS | first_relics


@every_edition
def test_each_treasure_card_is_found_once_in_a_cave(replay: Replay, relics: str) -> None:
    """cz and pl step 1: a card once turned stays on the table while the cave lasts."""
    moves = passed(1, *(f"treasure {value}" for value in TREASURES))
    assert not any(word.startswith("treasure") for word in replay(1, relics, moves).possible)
    for value in sorted(set(TREASURES)):
        check_refused(replay, 1, relics, moves, ("chance", f"treasure {value}"))
    assert replay(1, relics, moves + turn("trap log") + home(0)).scores == [sum(TREASURES)]


@every_edition
def test_there_is_no_treasure_of_a_value_not_printed(replay: Replay, relics: str) -> None:
    """cz and pl contents: the deck holds fifteen treasure cards and no others."""
    for value in (0, 6, 8, 10, 12, 16, 18):
        check_refused(replay, 2, relics, [], ("chance", f"treasure {value}"))


@every_edition
def test_treasure_cards_return_to_the_deck_when_all_went_home(replay: Replay, relics: str) -> None:
    """cz round end, point 5, and pl round end, point 4: turned cards are shuffled in again."""
    inside = passed(2, "treasure 17", "treasure 5", "treasure 5")
    position = replay(2, relics, inside)
    assert {"treasure 17", "treasure 5"}.isdisjoint(position.possible)
    moves = inside + turn("trap log") + home(0, 1)
    assert replay(2, relics, moves).scores == [8 + 2 + 2 + 3 // 2, 13]
    assert {"treasure 17", "treasure 5"} <= set(replay(2, relics, moves).possible)
    assert replay(2, relics, moves + inside + turn("trap log") + home(0, 1)).scores == [26, 26]


@every_edition
def test_treasure_cards_return_to_the_deck_after_a_trap(replay: Replay, relics: str) -> None:
    """cz round end, point 5, and pl round end, point 4: also when the cave was fled."""
    moves = passed(2, "treasure 17") + caught(2, "lava") + turn("treasure 17") + home(0, 1)
    assert replay(2, relics, moves).scores == [8, 8]


# The end of the game


@every_edition
def test_the_game_ends_after_five_caves(replay: Replay, relics: str) -> None:
    """cz and pl end of the game: the fifth barrier closes it."""
    moves = left_at_once(2) * 4
    assert not replay(2, relics, moves).over
    moves += turn("treasure 9") + home(0)
    assert not replay(2, relics, moves).over
    assert replay(2, relics, moves).winners == []
    moves += home(1)
    position = replay(2, relics, moves)
    assert position.over
    assert position.actors == []
    assert position.scores == [4, 4]
    check_refused(replay, 2, relics, moves, ("chance", "treasure 4"))
    check_refused(replay, 2, relics, moves, (0, "on"))


@every_edition
def test_a_trap_in_the_fifth_cave_ends_the_game(replay: Replay, relics: str) -> None:
    """cz and pl end of the game: a fled cave is a cave like any other."""
    moves = turn("treasure 9") + home(0) + on(1) + turn("treasure 2") + home(1)
    moves += left_at_once(2) * 3 + passed(2, "treasure 17") + caught(2, "spider")
    position = replay(2, relics, moves)
    assert position.over
    assert position.actors == []
    assert position.scores == [4 + 1, 4 + 2]
    assert position.winners == [1]


@every_edition
def test_caves_ended_by_traps_count_among_the_five(replay: Replay, relics: str) -> None:
    """cz and pl round end, point 1: every round, however ended, closes an entrance."""
    moves = [move for kind in TRAPS for move in caught(2, kind)]
    assert not replay(2, relics, moves[:-1]).over
    assert replay(2, relics, moves).over


@every_edition
def test_the_fullest_chest_wins(replay: Replay, relics: str) -> None:
    """cz and pl end of the game: the highest total wins."""
    moves = turn("treasure 7") + home(2) + on(0, 1) + turn("trap lava") + home(0, 1) + left_at_once(3) * 4
    position = replay(3, relics, moves)
    assert position.scores == [2, 2, 2 + 1]
    assert position.winners == [2]


@every_edition
def test_equal_totals_share_the_victory(replay: Replay, relics: str) -> None:
    """cz and pl end of the game: a tie has several winners."""
    moves = turn("treasure 9") + home(1) + on(0, 2) + turn("treasure 4") + home(0, 2) + left_at_once(3) * 4
    position = replay(3, relics, moves)
    assert position.scores == [3 + 2, 3, 3 + 2]
    assert position.winners == [0, 2]


@every_edition
def test_empty_chests_all_round_are_a_tie_of_everybody(replay: Replay, relics: str) -> None:
    """cz and pl end of the game: equal totals share the victory, even at nothing."""
    position = replay(3, relics, left_at_once(3) * 5)
    assert position.scores == [0, 0, 0]
    assert position.winners == [0, 1, 2]


# Relics, Czech booklet


def test_a_relic_lies_in_the_cave_and_a_choice_follows(replay: Replay) -> None:
    """cz step 1: a relic card stays in the row and everybody inside decides."""
    position = replay(3, "czech", turn("relic"))
    assert position.actors == [0, 1, 2]
    assert position.scores == [0, 0, 0]


def test_the_only_leaver_takes_the_relic_and_the_rubies(replay: Replay) -> None:
    """cz step 2: one explorer leaving alone takes rubies and relics alike."""
    moves = passed(3, "treasure 11") + turn("relic") + home(0) + on(1, 2)
    assert replay(3, "czech", moves).scores == [3 + 2 + 5, 0, 0]


def test_the_only_leaver_takes_every_relic_lying_in_the_cave(replay: Replay) -> None:
    """cz step 2: all relics found so far and not yet taken."""
    moves = passed(2, "relic", "treasure 4", "relic") + turn("trap lava") + home(1) + on(0)
    assert replay(2, "czech", moves).scores == [0, 2 + 5 + 5]


def test_two_leaving_together_take_no_relic(replay: Replay) -> None:
    """cz step 2: several leaving at once share rubies only."""
    moves = passed(3, "treasure 11") + turn("relic") + home(0, 1) + on(2)
    assert replay(3, "czech", moves).scores == [3 + 2 // 2, 3 + 2 // 2, 0]


def test_the_first_listed_of_two_leavers_takes_no_relic(replay: Replay) -> None:
    """cz step 2: whether one leaves alone is known only when all have chosen."""
    moves = turn("relic") + home(0)
    assert replay(2, "czech", moves).scores == [0, 0]
    assert replay(2, "czech", moves + home(1)).scores == [0, 0]


def test_a_relic_passed_by_two_waits_for_a_later_single_leaver(replay: Replay) -> None:
    """cz step 2: relics nobody may take keep lying in the cave."""
    moves = turn("relic") + home(0, 1) + on(2) + turn("trap snake") + home(2)
    assert replay(3, "czech", moves).scores == [0, 0, 5]


def test_a_relic_found_after_the_first_leaver_goes_to_the_next(replay: Replay) -> None:
    """cz step 2: a leaver takes only what lies in the cave at that moment."""
    moves = turn("relic") + home(0) + on(1, 2) + turn("relic") + home(1) + on(2) + turn("trap log") + home(2)
    assert replay(3, "czech", moves).scores == [5, 5, 0]


def test_a_party_of_one_always_leaves_alone(replay: Replay) -> None:
    """cz step 2: the single explorer of a match is the only one to leave."""
    assert replay(1, "czech", turn("relic") + home(0)).scores == [5]


def test_relics_in_the_cave_are_nobodys_when_a_trap_strikes(replay: Replay) -> None:
    """cz step 1: even an explorer alone inside flees empty-handed."""
    moves = turn("treasure 4") + home(0) + on(1) + turn("relic") + on(1)
    moves += turn("trap snake") + on(1) + turn("trap snake")
    assert replay(2, "czech", moves).scores == [2, 0]


def test_a_rescued_relic_is_safe_from_later_traps(replay: Replay) -> None:
    """cz step 2: its rubies go straight from the bank into the chest."""
    moves = turn("relic") + home(0) + on(1) + turn("trap snake") + on(1) + turn("trap snake")
    assert replay(2, "czech", moves + caught(2, "lava")).scores == [5, 0]


def test_the_first_three_relics_are_worth_five_and_the_others_ten(replay: Replay) -> None:
    """cz step 2: one relic rescued in each of the five caves."""
    cave = turn("relic") + home(0) + on(1) + turn("trap log") + home(1)
    totals = [replay(2, "czech", cave * count).scores for count in range(1, 6)]
    assert totals == [[5, 0], [10, 0], [15, 0], [15 + 10, 0], [15 + 20, 0]]
    assert replay(2, "czech", cave * 5).winners == [0]


def test_relic_values_follow_the_count_of_the_whole_game_not_of_the_seat(replay: Replay) -> None:
    """cz step 2: it matters which rescue of the game it is, whoever makes it."""
    moves = passed(3, "relic", "relic") + turn("relic") + home(0) + on(1, 2)
    assert replay(3, "czech", moves).scores == [5 + 5 + 5, 0, 0]
    moves += turn("relic") + home(1) + on(2) + turn("relic") + home(2)
    assert replay(3, "czech", moves).scores == [15, 10, 10]


def test_relics_taken_together_across_the_third_and_fourth_are_valued_one_by_one(replay: Replay) -> None:
    """cz step 2: each relic of a handful has its own place in the count."""
    moves = passed(2, "relic") + turn("relic") + home(0) + on(1) + turn("trap log") + home(1)
    moves += passed(2, "relic") + turn("relic") + home(1) + on(0)
    assert replay(2, "czech", moves).scores == [5 + 5, 5 + 10]


def test_all_five_relics_taken_at_once_are_worth_thirty_five(replay: Replay) -> None:
    """cz step 2: three at five and two at ten."""
    moves = passed(2, "relic", "relic", "relic", "relic") + turn("relic") + home(0) + on(1)
    assert replay(2, "czech", moves).scores == [3 * 5 + 2 * 10, 0]


def test_relics_passed_by_all_do_not_count_as_rescued(replay: Replay) -> None:
    """cz round end, point 3: relics left behind leave the values of later ones as they were."""
    moves = passed(2, "relic") + turn("relic") + home(0, 1)
    moves += passed(2, "relic", "relic") + turn("relic") + home(0) + on(1)
    assert replay(2, "czech", moves).scores == [5 + 5 + 5, 0]


def test_relics_lost_to_a_trap_do_not_count_as_rescued(replay: Replay) -> None:
    """cz round end, point 3: the same when the cave was fled."""
    moves = passed(2, "relic", "relic", "relic") + caught(2, "snake")
    moves += passed(2, "relic") + turn("relic") + home(0) + on(1)
    assert replay(2, "czech", moves).scores == [5 + 5, 0]


def test_relics_lost_between_rescues_do_not_move_the_count(replay: Replay) -> None:
    """cz step 2 and round end, point 3: two rescued, two lost, the last is the third rescued."""
    moves = passed(2, "relic") + turn("relic") + home(0) + on(1)
    moves += turn("relic") + on(1) + turn("relic") + on(1) + turn("trap lava") + on(1) + turn("trap lava")
    moves += turn("relic") + home(1) + on(0)
    assert replay(2, "czech", moves).scores == [5 + 5, 5]


def test_relics_left_in_the_cave_leave_the_game(replay: Replay) -> None:
    """cz round end, point 3: relics nobody took do not return to the deck."""
    moves = passed(2, "relic", "relic", "relic", "relic") + turn("relic") + home(0, 1)
    assert relics_in(replay(2, "czech", moves)) == set()
    check_refused(replay, 2, "czech", moves, ("chance", "relic"))


def test_relics_in_a_cave_fled_leave_the_game(replay: Replay) -> None:
    """cz round end, point 3: whichever way the cave ended."""
    moves = passed(2, "relic", "relic", "relic", "relic", "relic") + caught(2, "snake")
    check_refused(replay, 2, "czech", moves, ("chance", "relic"))


def test_rescued_relics_do_not_return_to_the_deck(replay: Replay) -> None:
    """cz step 2: a rescued relic card is kept next to its owner's chest."""
    moves = passed(1, "relic") + turn("relic") + home(0)
    assert "relic" in replay(1, "czech", moves).possible
    moves += passed(1, "relic", "relic", "relic")
    check_refused(replay, 1, "czech", moves, ("chance", "relic"))


def test_relics_not_revealed_stay_in_the_deck(replay: Replay) -> None:
    """cz round end, points 3 and 5: only relics lying in the cave are removed."""
    moves = turn("relic") + home(0, 1) + left_at_once(2) * 3 + passed(2, "relic", "relic", "relic")
    assert "relic" in replay(2, "czech", moves).possible
    moves += turn("relic") + home(0) + on(1)
    assert replay(2, "czech", moves).scores == [3 * 5 + 10, 0]
    check_refused(replay, 2, "czech", moves, ("chance", "relic"))


def test_there_are_only_five_relics(replay: Replay) -> None:
    """cz contents: five relic cards among the thirty-five."""
    check_refused(replay, 2, "czech", passed(2, *["relic"] * 5), ("chance", "relic"))


def test_relics_bear_no_printed_value(replay: Replay) -> None:
    """cz contents: the five relic cards are alike."""
    for word in POLISH_RELICS:
        check_refused(replay, 2, "czech", [], ("chance", word))


def test_a_relic_can_decide_the_game(replay: Replay) -> None:
    """cz end of the game: the rubies paid for a relic count like any others."""
    moves = turn("relic") + home(0) + on(1, 2) + turn("treasure 9") + home(1, 2) + left_at_once(3) * 4
    position = replay(3, "czech", moves)
    assert position.scores == [5, 9 // 2, 9 // 2]
    assert position.winners == [0]


# The Polish base game


def test_the_base_game_never_has_a_relic(replay: Replay) -> None:
    """pl set-up: relics belong to the variant alone."""
    for caves in range(5):
        moves = left_at_once(2) * caves
        assert relics_in(replay(2, "none", moves)) == set()
        for word in ("relic", *POLISH_RELICS):
            check_refused(replay, 2, "none", moves, ("chance", word))


# Relics, Polish variant


def test_one_relic_enters_the_deck_for_each_cave_in_rising_order(replay: Replay) -> None:
    """pl relic variant, start of the round: the lowest relic outside joins the deck."""
    for caves in range(5):
        position = replay(2, "polish", left_at_once(2) * caves)
        assert relics_in(position) == set(POLISH_RELICS[: caves + 1])


def test_a_relic_of_a_later_cave_is_not_in_the_deck_yet(replay: Replay) -> None:
    """pl relic variant, start of the round: higher relics wait on their pile."""
    for caves in range(4):
        for word in POLISH_RELICS[caves + 1 :]:
            check_refused(replay, 2, "polish", left_at_once(2) * caves, ("chance", word))
    check_refused(replay, 2, "polish", [], ("chance", "relic"))


def test_a_relic_enters_also_after_a_cave_ended_by_a_trap(replay: Replay) -> None:
    """pl relic variant, start of the round: before every round, however the last one ended."""
    assert relics_in(replay(2, "polish", caught(2, "snake"))) == {"relic 5", "relic 7"}


def test_a_polish_relic_changes_nothing_when_turned(replay: Replay) -> None:
    """pl relic variant, entering the cave: it only lengthens the passage."""
    moves = passed(2, "treasure 4") + turn("relic 5")
    assert replay(2, "polish", moves).actors == [0, 1]
    assert relics_in(replay(2, "polish", moves + on(0, 1))) == set()
    check_refused(replay, 2, "polish", moves + on(0, 1), ("chance", "relic 5"))
    assert replay(2, "polish", moves + home(0, 1)).scores == [2, 2]


def test_a_polish_relic_counts_only_when_the_game_is_over(replay: Replay) -> None:
    """pl relic variant, decisions and end: its value waits for the final count."""
    moves = passed(2, "treasure 5") + turn("relic 5") + home(0) + on(1) + turn("trap log") + home(1)
    moves += left_at_once(2) * 3 + turn("treasure 4") + home(0)
    assert replay(2, "polish", moves).scores == [2 + 1, 2]
    position = replay(2, "polish", moves + home(1))
    assert position.over
    assert position.scores == [3 + 2 + 5, 2 + 2]
    assert position.winners == [0]


def test_a_polish_relic_is_worth_its_printed_value_not_its_place_in_the_count(replay: Replay) -> None:
    """pl board and cards: the value stands on the card itself."""
    moves = left_at_once(2) + turn("relic 7") + home(1) + on(0) + turn("trap log") + home(0)
    moves += left_at_once(2) + turn("relic 10") + home(0) + on(1) + turn("trap log") + home(1)
    position = replay(2, "polish", moves + left_at_once(2))
    assert position.scores == [10, 7]
    assert position.winners == [0]


def test_two_leaving_together_take_no_polish_relic(replay: Replay) -> None:
    """pl relic variant, decisions: several leaving at once take no relic cards."""
    moves = turn("relic 5") + home(0, 1) + on(2) + turn("trap log") + on(2) + turn("trap log")
    position = replay(3, "polish", moves + left_at_once(3) * 4)
    assert position.scores == [0, 0, 0]
    assert position.winners == [0, 1, 2]


def test_a_polish_relic_passed_by_two_waits_for_a_later_single_leaver(replay: Replay) -> None:
    """pl relic variant, decisions: the relic keeps lying in the cave."""
    moves = turn("relic 5") + home(0, 1) + on(2) + turn("trap log") + home(2)
    assert replay(3, "polish", moves + left_at_once(3) * 4).scores == [0, 0, 5]


def test_the_only_leaver_takes_every_polish_relic_lying_in_the_cave(replay: Replay) -> None:
    """pl relic variant, decisions: with all five revealed in the last cave."""
    moves = left_at_once(2) * 4 + passed(2, *POLISH_RELICS[:4]) + turn(POLISH_RELICS[4]) + home(0) + on(1)
    assert replay(2, "polish", moves).scores == [0, 0]
    moves += turn("trap log") + home(1)
    assert replay(2, "polish", moves).scores == [5 + 7 + 8 + 10 + 12, 0]


def test_polish_relics_not_revealed_stay_in_the_deck(replay: Replay) -> None:
    """pl relic variant, start of the round: the new relic joins those still unseen."""
    moves = left_at_once(2) + passed(2, "relic 7") + turn("relic 5") + home(1) + on(0)
    moves += turn("trap log") + home(0)
    assert replay(2, "polish", moves + left_at_once(2) * 3).scores == [0, 7 + 5]


def test_a_polish_relic_nobody_took_leaves_the_game(replay: Replay) -> None:
    """pl relic variant, round end: revealed relics still in the cave are removed."""
    moves = turn("relic 5") + home(0, 1)
    assert relics_in(replay(2, "polish", moves)) == {"relic 7"}
    check_refused(replay, 2, "polish", moves, ("chance", "relic 5"))
    assert replay(2, "polish", moves + left_at_once(2) * 4).scores == [0, 0]


def test_a_polish_relic_in_a_cave_fled_leaves_the_game(replay: Replay) -> None:
    """pl relic variant, round end: whichever way the cave ended."""
    moves = passed(2, "relic 5") + caught(2, "snake")
    assert relics_in(replay(2, "polish", moves)) == {"relic 7"}
    assert replay(2, "polish", moves + left_at_once(2) * 4).scores == [0, 0]


def test_a_polish_relic_taken_home_does_not_return_to_the_deck(replay: Replay) -> None:
    """pl relic variant, decisions: it is kept beside the chest."""
    moves = turn("relic 5") + home(0) + on(1) + turn("trap log") + home(1)
    assert relics_in(replay(2, "polish", moves)) == {"relic 7"}


def test_a_polish_relic_taken_home_is_safe_from_later_traps(replay: Replay) -> None:
    """pl step 1 and relic variant: a trap takes rubies found in the cave, not relics beside a chest."""
    moves = turn("relic 5") + home(0) + on(1) + turn("trap snake") + on(1) + turn("trap snake")
    moves += caught(2, "lava") + left_at_once(2) * 3
    position = replay(2, "polish", moves)
    assert position.scores == [5, 0]
    assert position.winners == [0]


def test_a_polish_relic_can_decide_the_game(replay: Replay) -> None:
    """pl relic variant, end of the game: relics are added before the winner is named."""
    moves = turn("relic 5") + home(0) + on(1) + turn("treasure 4") + home(1) + left_at_once(2) * 3
    assert replay(2, "polish", moves).scores == [0, 4]
    position = replay(2, "polish", moves + left_at_once(2))
    assert position.scores == [5, 4]
    assert position.winners == [0]


def test_a_polish_relic_ties_with_as_many_rubies(replay: Replay) -> None:
    """pl relic variant, end of the game: relics are no tie-breaker."""
    moves = turn("relic 5") + home(0) + on(1) + turn("treasure 5") + home(1) + left_at_once(2) * 4
    position = replay(2, "polish", moves)
    assert position.scores == [5, 5]
    assert position.winners == [0, 1]
