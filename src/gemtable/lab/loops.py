"""Whole matches in one loop. The game's functions come in as arguments, so each loop is written once for all games."""

from typing import Any, Final

import numpy as np

from gemtable.kit.bits import count, lowest
from gemtable.kit.draws import WORDS, draw, fork, start
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, OVER
from gemtable.players.thumb import CHANCE_STREAM, STEPS, choose, random_legal

# A tally of matches: first what concerns the match, then a row for each player.
MATCHES: Final = 0
EVENTS: Final = 1
EVENTS_SQUARED: Final = 2
FEWEST: Final = 3
MOST: Final = 4
DECISIONS: Final = 5

SHARES: Final = 0  # shares of wins, in parts of WHOLE, so that shared wins add up exactly
ALONE: Final = 1  # wins not shared
POINTS: Final = 2
POINTS_SQUARED: Final = 3
LEAST: Final = 4
BEST: Final = 5

TALLY: Final = 6
WHOLE: Final = 840  # divisible by any number of winners up to eight
FAR: Final = 1 << 40  # beyond any score or length


@rule
def random_matches(
    s: Any, matches: int, seats: int, options: Any, work: Any, setup: Any, actors: Any, chances: Any, legal: Any, play: Any
) -> int:
    """Play that many matches at random and count the decisions."""
    stream, weights, mask = work
    decisions = 0
    for _ in range(matches):
        setup(s, seats, *options)
        now = actors(s)
        while now != OVER:
            if now == CHANCE:
                play(s, CHANCE, draw(stream, weights, chances(s, weights)))
            else:
                seat = lowest(now)
                play(s, seat, random_legal(s, seat, mask, stream, legal))
                decisions += 1
            now = actors(s)
    return decisions


@rule
def run_matches(
    states: Any,
    first: int,
    last: int,
    seed: int,
    options: Any,
    line_up: Any,
    watching: Any,
    work: Any,
    tally: Any,
    rows: Any,
    setup: Any,
    actors: Any,
    chances: Any,
    legal: Any,
    play: Any,
    score: Any,
    winners: Any,
    shown: Any,
    conceal: Any,
    decide: Any,
    watch: Any,
) -> None:
    """Play matches number `first` to `last` - 1 between the players of the line-up and add them up.

    Each match has a seed of its own, made from `seed` and its number. Seats rotate from match to match.
    """
    stream, _, _, numbers, watchers, memory = work
    seats = len(line_up)
    for match in range(first, last):
        for seat in range(seats):
            numbers[seat] = line_up[(seat + match) % seats]
            watchers[seat] = watching[(seat + match) % seats]
        memory[:] = 0
        setup(states[0], seats, *options)
        own = fork(stream, seed, match)
        events = run_match(states, own, seats, work, tally, actors, chances, legal, play, shown, conceal, decide, watch)
        add_events(events, tally)
        add_scores(states[0], match, seats, rows, score, winners)


@rule
def run_match(
    states: Any,
    seed: int,
    seats: int,
    work: Any,
    tally: Any,
    actors: Any,
    chances: Any,
    legal: Any,
    play: Any,
    shown: Any,
    conceal: Any,
    decide: Any,
    watch: Any,
) -> int:
    """Play a match to its end and give the number of events. `states` are the match, a view, and the match before the event."""
    stream, weights, mask, numbers, watchers, memory = work
    events = 0
    now = actors(states[0])
    while now != OVER:
        if now == CHANCE:
            actor = CHANCE
            start(stream, seed, events * STEPS + CHANCE_STREAM)
            action = draw(stream, weights, chances(states[0], weights))
        else:
            actor = lowest(now)
            states[1] = states[0]
            conceal(states[1], actor)
            start(stream, seed, events * STEPS + actor)
            action = choose(numbers[actor], states[1], actor, memory[actor], stream, mask, legal, decide)
            tally[DECISIONS] += 1
        states[2] = states[0]
        play(states[0], actor, action)
        for seat in range(seats):
            if watchers[seat]:
                states[1] = states[0]
                conceal(states[1], seat)
                watch(numbers[seat], states[1], actor, shown(states[2], actor, action, seat), seat, memory[seat])
        events += 1
        now = actors(states[0])
    return events


@rule
def add_events(events: int, tally: Any) -> None:
    """One more match, of that many events."""
    tally[FEWEST] = min(tally[FEWEST], events)
    tally[MOST] = max(tally[MOST], events)
    tally[MATCHES] += 1
    tally[EVENTS] += events
    tally[EVENTS_SQUARED] += events * events


@rule
def add_scores(s: Any, match: int, seats: int, rows: Any, score: Any, winners: Any) -> None:
    """The points and the wins of a match that is over, to the players who sat there."""
    won = winners(s)
    for seat in range(seats):
        points = score(s, seat)
        row = rows[(seat + match) % seats]
        row[LEAST] = min(row[LEAST], points)
        row[BEST] = max(row[BEST], points)
        row[POINTS] += points
        row[POINTS_SQUARED] += points * points
        if won >> seat & 1:
            row[SHARES] += WHOLE // count(won)
            row[ALONE] += count(won) == 1


def work_space(seats: int, outcomes: int, actions: int, memory: int) -> Any:
    """The arrays that `run_matches` works in."""
    sizes = (WORDS, outcomes, actions, seats, seats, (seats, memory))
    return tuple(np.zeros(size, np.int64) for size in sizes)


def empty_tally(players: int) -> tuple[Any, Any]:
    """A tally of no match, and a row for each player."""
    tally, rows = np.zeros(TALLY, np.int64), np.zeros((players, TALLY), np.int64)
    tally[FEWEST], rows[:, LEAST], rows[:, BEST] = FAR, FAR, -FAR
    return tally, rows


def add_tally(into: tuple[Any, Any], more: tuple[Any, Any]) -> None:
    """Add the tally of other matches."""
    (tally, rows), (other, other_rows) = into, more
    fewest, most = min(tally[FEWEST], other[FEWEST]), max(tally[MOST], other[MOST])
    least, best = np.minimum(rows[:, LEAST], other_rows[:, LEAST]), np.maximum(rows[:, BEST], other_rows[:, BEST])
    tally += other
    rows += other_rows
    tally[FEWEST], tally[MOST], rows[:, LEAST], rows[:, BEST] = fewest, most, least, best
