"""The lab: the same whatever the number of cores, and the same games that a table would play."""

import random
from dataclasses import astuple
from math import isclose
from statistics import fmean, pstdev
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, OVER, Options, Unplayable, find
from gemtable.kit.compiled import compiled, rows
from gemtable.kit.draws import WORDS, fork
from gemtable.lab.loops import add_tally, empty_tally, run_match, work_space
from gemtable.lab.measure import speed
from gemtable.lab.perft import perft
from gemtable.lab.report import Report, wilson
from gemtable.lab.run import simulate
from gemtable.players import cast
from gemtable.table.local import Local
from gemtable.table.match import Match, begin
from tests.matches import CASES, GAMES_FOUND, Case

every_game = pytest.mark.parametrize("game_id", [game.about.id for game in GAMES_FOUND])
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def names(game_id: str, seats: int) -> list[str]:
    characters = [character.name for character in cast(game_id).characters]
    return [characters[seat % len(characters)] for seat in range(seats)]


@every_game
def test_the_number_of_cores_changes_nothing(game_id: str) -> None:
    most = find(game_id).about.seats[1]
    one, two, three = (simulate(game_id, names(game_id, most), matches=9000, seed=7, cores=cores) for cores in (1, 2, 3))
    assert one == two == three
    assert one.games == 9000
    assert simulate(game_id, names(game_id, most), matches=9000, seed=8) != one


def test_the_size_of_a_part_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is cut into parts; every match has its own number in the whole."""
    whole = simulate("nullgame", names("nullgame", 3), matches=100, seed=7)
    monkeypatch.setattr("gemtable.lab.run._CHUNK", 7)
    assert simulate("nullgame", names("nullgame", 3), matches=100, seed=7) == whole


@every_case
def test_players_are_handed_their_view_and_never_the_state(case: Case) -> None:
    """The loop itself, run as it stands, with players that look at what they get."""
    game, seats = case.game, case.game.about.box[1]
    states, played, hidden = rows(game.State, 3), list[tuple[int, int]](), 0

    def whole(at: int) -> Any:
        return game.State.from_bytes(states[at].tobytes())

    def look(view: Any, seat: int) -> None:
        nonlocal hidden
        assert view.tobytes() == game.view(whole(0), seat).to_bytes()
        hidden += view.tobytes() != states[0].tobytes()

    def decide(number: int, view: Any, seat: int, memory: Any, stream: Any) -> int:
        look(view, seat)
        offers = game.offers(whole(0), seat)
        return offers[len(played) % len(offers)].action

    def play(state: Any, actor: int, action: int) -> None:
        played.append((actor, action))
        compiled(game.play)(state, actor, action)

    def watch(number: int, view: Any, actor: int, seen: int, seat: int, memory: Any) -> None:
        look(view, seat)
        assert (actor, seen) == (played[-1][0], game.shown(whole(2), *played[-1], seat))

    work = work_space(seats, game.about.outcomes, game.about.actions, 1)
    _, _, _, numbers, watchers, _ = work
    numbers[:] = watchers[:] = 1
    compiled(game.setup)(states[0], seats, *case.options.numbers())
    actors, chances, legal, shown, conceal = map(compiled, (game.actors, game.chances, game.legal, game.shown, game.conceal))
    events = run_match(states, 5, seats, work, empty_tally(seats)[0], actors, chances, legal, play, shown, conceal, decide, watch)
    assert events == len(played)
    assert hidden or game.about.seats[1] == 1, "nothing was hidden: the test has seen nothing"


@every_case
def test_a_simulated_match_is_the_match_a_table_would_play(case: Case) -> None:
    """Seed by seed: the same players, plain and told only what their seat is shown, reach the same scores."""
    game_id, seats = case.game.about.id, case.game.about.box[1]
    line_up = names(game_id, seats)
    matches = [_play_plain(game_id, case.options, line_up, 3, number) for number in range(6)]
    results = [match.result() for match in matches]
    report = simulate(game_id, line_up, case.options, matches=6, seed=3)
    for at, one in enumerate(report.players):
        sat = [(result, (at - number) % seats) for number, result in enumerate(results)]
        assert astuple(one.score) == pytest.approx(_spread([result.scores[seat] for result, seat in sat]))
        assert one.share == pytest.approx(fmean([(seat in result.winners) / len(result.winners) for result, seat in sat]))
        assert one.sole == pytest.approx(fmean([result.winners == [seat] for result, seat in sat]))
    assert astuple(report.events) == pytest.approx(_spread([len(match.events) for match in matches]))
    assert report.decisions == pytest.approx(fmean([sum(event.actor != CHANCE for event in match.events) for match in matches]))


def _spread(numbers: list[int]) -> tuple[float, ...]:
    return fmean(numbers), pstdev(numbers), min(numbers), max(numbers)


def _play_plain(game_id: str, options: Options, line_up: list[str], seed: int, number: int) -> Match:
    seated = [f"@{line_up[(seat + number) % len(line_up)]}" for seat in range(len(line_up))]
    table = Local(begin(game_id, len(line_up), options), seated, fork([0] * WORDS, seed, number), lambda _: None)
    while table.turn() != OVER:
        table.advance()
    return table.match


@every_game
def test_shares_add_up_and_lie_in_their_intervals(game_id: str) -> None:
    report = simulate(game_id, names(game_id, 3), matches=5000, seed=1)
    assert isclose(sum(one.share for one in report.players), 1)
    for one in report.players:
        assert one.low <= one.share <= one.high
        assert one.sole <= one.share
        assert one.score.least <= one.score.mean <= one.score.most
    assert report.events.least <= report.events.mean <= report.events.most


@every_game
def test_seats_rotate_so_that_equals_fare_equally(game_id: str) -> None:
    report = simulate(game_id, ["fair"] * 3, matches=20_000, seed=2)
    for one in report.players:
        assert one.low - 0.01 < 1 / 3 < one.high + 0.01


def test_a_run_can_be_stopped_and_says_so() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    report: Report = simulate("nullgame", ["fair", "easy"], matches=10**9, seed=1, progress=stop)
    assert report.stopped
    assert 0 < report.games < 10**9


def test_progress_is_told_to_the_end() -> None:
    heard: list[int] = []
    simulate("nullgame", ["fair", "easy"], matches=10_000, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 10_000


@pytest.mark.parametrize(
    ("players", "matches", "seed", "reason"),
    [
        (["fair"], 10, 0, "takes 2 to 4 seats"),
        (["fair", "boss"], 10, 0, "no player 'boss'"),
        (["fair", "easy"], 0, 0, "the number of games must be"),
        (["fair", "easy"], 10**30, 0, "the number of games must be"),
        (["fair", "easy"], 10, -1, "a seed must be"),
        (["fair", "easy"], 10, 2**63, "a seed must be"),
    ],
)
def test_a_run_that_cannot_be_is_refused(players: list[str], matches: int, seed: int, reason: str) -> None:
    with pytest.raises(Unplayable, match=reason):
        simulate("nullgame", players, matches=matches, seed=seed)


def test_tallies_of_parts_add_up_to_the_whole() -> None:
    dice = random.Random(4)
    parts = [empty_tally(2) for _ in range(3)]
    for tally, sums in parts:
        tally[:] = [1, dice.randrange(9), 3, dice.randrange(9), dice.randrange(9), 2]
        sums[:] = [[dice.randrange(9) for _ in range(6)] for _ in range(2)]
    whole = empty_tally(2)
    for part in parts:
        add_tally(whole, part)
    assert whole[0].tolist() == [
        3,
        sum(p[0][1] for p in parts),
        9,
        min(p[0][3] for p in parts),
        max(p[0][4] for p in parts),
        6,
    ]
    assert whole[1][1].tolist()[4:] == [min(p[1][1][4] for p in parts), max(p[1][1][5] for p in parts)]


@pytest.mark.parametrize(
    ("share", "n", "low", "high"), [(0.5, 100, 0.403832, 0.596168), (0.0, 10, 0.0, 0.277533), (1.0, 10, 0.722467, 1.0), (0, 0, 0, 1)]
)
def test_wilson_intervals(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == pytest.approx((low, high), abs=1e-6)


def test_perft_refuses_what_it_cannot_count() -> None:
    for depth in (0, 61, -1):
        with pytest.raises(Unplayable, match="the depth must be 1 to 60"):
            perft("nullgame", depth)
    with pytest.raises(Unplayable, match="takes 2 to 4 seats"):
        perft("nullgame", 1, 9)


def test_speed_is_measured_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemtable.lab.measure._ROUND_SECONDS", 0.001)
    rates = speed("nullgame")
    assert set(rates) == {"plain", "compiled"}
    assert all(rate > 0 for rate in rates.values())
