"""What every game of the list must do. A game gets these by being in the list."""

import random
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, HIDDEN, LANGUAGES, OVER, SPECTATOR, Game, Unplayable
from tests.matches import CASES, GAMES_FOUND, Case, moments, own, positions, viewers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES_FOUND, ids=lambda game: game.about.id)


@every_game
def test_about_says_all_a_stranger_needs(game: Game) -> None:
    about = game.about
    assert about.id.isidentifier()
    assert about.id == about.id.lower()
    for words in (about.title, about.goal):
        assert set(words) == set(LANGUAGES)
        assert all(words.values())
    assert all(goal.endswith(".") for goal in about.goal.values())
    assert 1 <= about.seats[0] <= about.box[0] <= about.box[1] <= about.seats[1] <= 8
    assert about.minutes >= 1
    assert about.rules_version >= 1
    assert about.options() in about.variants
    assert len(set(about.variants)) == len(about.variants)


@every_game
def test_options_can_be_compared_and_have_defaults(game: Game) -> None:
    assert is_dataclass(game.about.options)
    assert game.about.options() == game.about.options()
    assert all(isinstance(number, int) for variant in game.about.variants for number in variant.numbers())


@every_game
def test_a_wrong_number_of_seats_is_refused(game: Game) -> None:
    fewest, most = game.about.seats
    for seats in (fewest - 1, most + 1, -1, 10**30):
        with pytest.raises(Unplayable, match=f"takes {fewest} to {most} seats"):
            game.begin(seats, game.about.options())


@every_case
def test_matches_end_with_winners_and_nothing_left_to_do(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for _ in range(60):
        *_, last = moments(case, dice)
        s = last.after
        assert game.actors(s) == OVER
        assert game.acting(s) == ()
        assert game.outcomes(s) == []
        assert 0 < game.winners(s) < 1 << s.seats
        best = max(game.scores(s, s.seats))
        assert all(game.score(s, seat) <= best for seat in range(s.seats))
        assert all(game.possible(s, actor) == [] for actor in (*range(s.seats), CHANCE))
        assert game.winners(last.before) == 0


@every_case
def test_setup_leaves_nothing_of_an_earlier_match(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for _ in range(20):
        *_, last = moments(case, dice)
        seats = case.seats(dice)
        again = last.after.clone()
        game.setup(again, seats, *case.options.numbers())
        assert again == game.begin(seats, case.options)


@every_case
def test_every_offer_is_accepted_and_all_else_refused_with_nothing_touched(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 150):
        before = s.to_bytes()
        for actor in (*range(game.about.seats[1]), CHANCE, SPECTATOR, HIDDEN, 63):
            offered = {offer.action: offer.words for offer in game.possible(s, actor)}
            assert len(set(offered.values())) == len(offered), "two offers read alike"
            for action in range(-2, max(game.about.actions, game.about.outcomes) + 2):
                if action in offered:
                    game.check(s, actor, action)
                    assert game.parse(s, actor, offered[action]) == action
                else:
                    with pytest.raises(Unplayable):
                        game.check(s, actor, action)
            for words in ("", "xyzzy", "on on", "0", "treasure", "\0", "🪙" * 50):
                with pytest.raises(Unplayable) as refusal:
                    game.parse(s, actor, words)
                assert len(refusal.value.reason) < 200
        assert s.to_bytes() == before


@every_case
def test_who_acts_is_offered_something_and_nobody_else_is(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 150):
        now = game.actors(s)
        assert bool(game.outcomes(s)) == (now == CHANCE)
        assert all(weight > 0 for _, weight in game.outcomes(s))
        assert sum(weight for _, weight in game.outcomes(s)) < 10**6, "`draws.below` takes no more"
        for seat in range(s.seats):
            assert bool(game.offers(s, seat)) == (now > 0 and bool(now >> seat & 1))


@every_case
def test_nothing_is_lost_or_made(case: Case) -> None:
    dice, rules = random.Random(str(case)), own(case.game, "invariants")
    for _ in range(40):
        constant = None
        for moment in moments(case, dice):
            for s in (moment.before, moment.after):
                rules.check(s)
                constant = constant or rules.conserved(s)
                assert rules.conserved(s) == constant
                assert type(s).from_bytes(s.to_bytes()) == s, "a number is too wide for its field"


@every_case
def test_a_position_reads_back_from_its_words(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 150):
        words = game.write(s)
        assert game.place(words) == s, words
        assert words.splitlines()[0].startswith(case.game.about.id)


@every_case
def test_a_mangled_position_is_refused_by_name_or_read_as_what_it_says(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 100):
        words = _mangled(game.write(s), dice)
        try:
            placed = game.place(words)
        except Unplayable as wrong:
            assert 0 < len(wrong.reason) < 300
        else:
            assert game.place(game.write(placed)) == placed
            own(game, "invariants").conserved(placed)


def _mangled(words: str, dice: random.Random) -> str:
    lines = words.splitlines()
    at = dice.randrange(len(lines))
    change = dice.randrange(6)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(at, dice.choice(lines))
    elif change == 2:
        lines[at] = lines[at].replace(dice.choice("0123456789"), dice.choice(("9", "99999999999999999999", "-1", "٣")))
    elif change == 3:
        lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
    elif change == 4:
        lines[at] = dice.choice(("", "\0", "ý" * 300, ","))
    else:
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


@every_case
def test_scenes_and_facts_are_plain_typed_data(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for _ in range(10):
        for moment in moments(case, dice):
            for seat in viewers(moment.after):
                _check_plain(game.scene(game.view(moment.after, seat), seat, None))
                facts = game.facts(moment.before, moment.actor, moment.action, moment.after, seat)
                assert facts, "every event tells something"
                for fact in facts:
                    _check_plain(fact)


def _check_plain(value: Any) -> None:
    """Frozen dataclasses of str, int, bool, None and tuples of them: what any screen and any language can take."""
    if isinstance(value, tuple):
        for part in value:
            _check_plain(part)
    elif is_dataclass(value):
        assert type(value).__dataclass_params__.frozen  # type: ignore[union-attr]
        for field in fields(value):
            _check_plain(getattr(value, field.name))
    else:
        assert value is None or isinstance(value, str | int)
