"""How fast a game runs: random play on one core, in decisions of seats per second."""

from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from gemtable.games.contract import find
from gemtable.kit.compiled import compiled, rows
from gemtable.kit.draws import WORDS, start
from gemtable.lab.loops import random_matches

_ROUNDS = 5
_ROUND_SECONDS = 0.3


def speed(game_id: str, seats: int | None = None) -> dict[str, float]:
    """Decisions per second, plain and compiled; the time to compile is left out."""
    game = find(game_id)
    seats = seats or min(4, game.about.seats[1])
    options = game.about.options().numbers()
    rules = (game.setup, game.actors, game.chances, game.legal, game.play)
    lengths = (WORDS, game.about.outcomes, game.about.actions)
    plain_work = tuple([0] * length for length in lengths)
    fast_work = tuple(np.zeros(length, np.int64) for length in lengths)
    return {
        "plain": _rate(random_matches, game.State(), seats, options, plain_work, rules),
        "compiled": _rate(compiled(random_matches), rows(game.State, 1)[0], seats, options, fast_work, [compiled(f) for f in rules]),
    }


def _rate(play: Any, state: Any, seats: int, options: Any, work: Any, rules: Any) -> float:
    start(work[0], 1, 0)
    matches, rates = 1, list[float]()
    play(state, matches, seats, options, work, *rules)
    while len(rates) < _ROUNDS:
        begun = perf_counter()
        decisions = play(state, matches, seats, options, work, *rules)
        seconds = perf_counter() - begun
        if seconds < _ROUND_SECONDS / 2:
            matches *= 2
        else:
            rates.append(decisions / seconds)
    return float(median(rates))
