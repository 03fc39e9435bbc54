"""How many courses a game can take in its first events: a check that the rules are what they were."""

from typing import Any

import numpy as np

from gemtable.games.contract import Options, Unplayable, find
from gemtable.kit.compiled import compiled, rows
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, OVER
from gemtable.lab import DEEPEST


def perft(game_id: str, depth: int, seats: int | None = None, options: Options | None = None) -> list[int]:
    """The number of different courses of 1, 2, … `depth` events. Every acting seat and every outcome counts."""
    game = find(game_id)
    if not 1 <= depth <= DEEPEST:
        raise Unplayable(f"the depth must be 1 to {DEEPEST}, not {str(depth)[:20]}")
    seats = game.about.box[0] if seats is None else seats
    game.begin(seats, options or game.about.options())
    states = rows(game.State, depth + 1)
    compiled(game.setup)(states[0], seats, *(options or game.about.options()).numbers())
    most = max(game.about.outcomes, seats * game.about.actions)
    moves, found = np.zeros((depth + 1, most, 2), np.int64), np.zeros(depth + 1, np.int64)
    scratch = np.zeros(max(game.about.outcomes, game.about.actions), np.int64)
    rules = [compiled(function) for function in (game.actors, game.chances, game.legal, game.play)]
    compiled(count_courses)(states, depth, moves, scratch, found, *rules)
    return [int(n) for n in found[1:]]


@rule
def count_courses(states: Any, depth: int, moves: Any, scratch: Any, found: Any, actors: Any, chances: Any, legal: Any, play: Any) -> None:
    """Walk the tree depth first; `states` and `moves` have a row for each level."""
    left = np.zeros(depth + 1, np.int64)
    level = 0
    left[0] = list_moves(states[0], moves[0], scratch, actors, chances, legal)
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        move = moves[level, left[level]]
        states[level + 1] = states[level]
        play(states[level + 1], move[0], move[1])
        level += 1
        found[level] += 1
        left[level] = list_moves(states[level], moves[level], scratch, actors, chances, legal) if level < depth else 0


@rule
def list_moves(s: Any, moves: Any, scratch: Any, actors: Any, chances: Any, legal: Any) -> int:
    """Write who could do what now, and give how many that are."""
    now = actors(s)
    if now == OVER:
        return 0
    if now == CHANCE:
        return list_offered(CHANCE, chances(s, scratch), scratch, moves, 0)
    found = 0
    seat = 0
    while now >> seat:
        if now >> seat & 1:
            found = list_offered(seat, legal(s, seat, scratch), scratch, moves, found)
        seat += 1
    return found


@rule
def list_offered(actor: int, n: int, scratch: Any, moves: Any, found: int) -> int:
    """Add one actor's moves to the list and give its new length."""
    for action in range(n):
        if scratch[action]:
            moves[found, 0] = actor
            moves[found, 1] = action
            found += 1
    return found
