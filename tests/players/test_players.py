"""Players of every game: in order of strength, different from one another, fair by what they are shown."""

import itertools
import random
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, LANGUAGES, OVER, Unplayable, find
from gemtable.lab.run import simulate
from gemtable.players import BUDGET, cast, number_of, player
from gemtable.table.local import Local
from gemtable.table.match import begin
from tests.matches import CASES, GAMES_FOUND, Case, positions

every_game = pytest.mark.parametrize("game_id", [game.about.id for game in GAMES_FOUND])
every_case = pytest.mark.parametrize("case", CASES, ids=str)
LADDER = ("random", "easy", "fair")


@every_game
@pytest.mark.parametrize(("weaker", "stronger"), list(itertools.pairwise(LADDER)))
def test_each_step_of_the_ladder_beats_the_one_below(game_id: str, weaker: str, stronger: str) -> None:
    report = simulate(game_id, [stronger, weaker], matches=2000, seed=1)
    assert report.players[0].share >= 0.6


@every_game
@pytest.mark.parametrize(("weaker", "stronger"), list(itertools.pairwise(LADDER)))
def test_each_step_is_above_par_in_a_field_of_the_one_below(game_id: str, weaker: str, stronger: str) -> None:
    report = simulate(game_id, [stronger, weaker, weaker, weaker], matches=2000, seed=1)
    assert report.players[0].low > 0.25
    other = simulate(game_id, [weaker, stronger, stronger, stronger], matches=2000, seed=1)
    assert other.players[0].high < 0.25


@every_case
def test_replaying_a_seats_stream_of_shown_events_reproduces_its_moves(case: Case) -> None:
    """A second player with the same seed, given only what the first one's seat was shown, moves the same."""
    game, dice = case.game, random.Random(str(case))
    for number, character in enumerate(cast(game.about.id).characters):
        seat = number % game.about.seats[1]
        stream, moves = _play(case, character.name, seat, dice)
        again = player(game.about.id, character.name, seat, 5)
        repeated: list[Any] = []
        for view, actor, action in stream:
            if actor == seat:
                repeated.append(again.decide(moves[len(repeated)][0], moves[len(repeated)][1], BUDGET))
            again.watch(type(view).from_bytes(view.to_bytes()), actor, action)
        assert repeated == [move for _, _, move in moves]
        assert repeated


def _play(case: Case, name: str, seat: int, dice: random.Random) -> tuple[list[tuple[Any, int, int]], list[tuple[Any, Any, Any]]]:
    """One match with the player in its seat and chance elsewhere: what the seat was shown, and what it decided on what."""
    game = case.game
    one, stream, moves = player(game.about.id, name, seat, 5), [], []
    state = game.begin(game.about.seats[1], case.options)
    while game.actors(state) != OVER:
        acting = game.acting(state)
        actor = dice.choice(acting) if acting else CHANCE
        if actor == seat:
            view, offers = game.view(state, seat), game.offers(state, seat)
            chosen = one.decide(view, offers, BUDGET)
            moves.append((view, offers, chosen))
            action = chosen.action
        else:
            action = dice.choice(game.possible(state, actor)).action
        before, state = state, state.clone()
        game.play(state, actor, action)
        shown = game.view(state, seat), actor, game.shown(before, actor, action, seat)
        stream.append(shown)
        one.watch(*shown)
    return stream, moves


@every_case
def test_asking_twice_gets_one_answer_and_changes_nothing(case: Case) -> None:
    game, dice = case.game, random.Random(str(case))
    for state in positions(case, dice, 30):
        for seat in game.acting(state):
            for character in cast(game.about.id).characters:
                one, view, offers = player(game.about.id, character.name, seat, 9), game.view(state, seat), game.offers(state, seat)
                before = view.to_bytes()
                first = one.decide(view, offers, BUDGET)
                assert first in offers
                assert one.decide(view, offers, 1) == first
                assert view.to_bytes() == before


@every_game
def test_characters_play_visibly_differently(game_id: str) -> None:
    """All of them look over seat 0's shoulder in matches of a mixed company: any two part company in every third match."""
    dice = random.Random(game_id)
    names = [character.name for character in cast(game_id).characters]
    apart = dict.fromkeys(itertools.combinations(names, 2), 0)
    for number in range(60):
        company = [f"@{dice.choice(names)}" for _ in range(min(4, find(game_id).about.seats[1]))]
        chosen = _would_choose(game_id, company, number, names)
        for one, other in apart:
            apart[one, other] += chosen[one] != chosen[other]
    assert {pair: matches for pair, matches in apart.items() if matches < 20} == {}


def _would_choose(game_id: str, company: list[str], seed: int, names: list[str]) -> dict[str, list[int]]:
    """What each of these players would do in seat 0 of a match of that company."""
    table = Local(begin(game_id, len(company)), company, seed, lambda _: None)
    game, askers = table.game, {name: player(game_id, name, 0, seed) for name in names}
    chosen: dict[str, list[int]] = {name: [] for name in names}
    while table.turn() != OVER:
        view = game.view(table.match.state, 0)
        for name, asked in askers.items():
            if 0 in game.acting(view):
                chosen[name].append(asked.decide(view, game.offers(view, 0), BUDGET).action)
        event = table.advance()
        for asked in askers.values():
            asked.watch(game.view(event.after, 0), event.actor, game.shown(event.before, event.actor, event.action, 0))
    return chosen


@every_game
def test_every_character_says_how_it_plays(game_id: str) -> None:
    characters = cast(game_id).characters
    assert tuple(character.name for character in characters[:3]) == LADDER
    assert len({character.name for character in characters}) == len(characters)
    for language in LANGUAGES:
        assert len({character.manner[language] for character in characters}) == len(characters)


def test_a_player_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unplayable, match="diamant has no player 'boss'") as wrong:
        number_of("diamant", "boss")
    assert wrong.value.possible[:3] == list(LADDER)
