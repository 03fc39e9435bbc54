"""OpenSpiel: `games` and `written` drive C++ and Python games from Python, `loop` and `dealt` keep the loop in C++."""

import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from random import random
from typing import Any

from worker import Rates, rate, serve

GAMES = (
    "dots_and_boxes",
    "goofspiel(players=6)",
    "hearts",
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "mancala",
    "nim",
    "oshi_zumo",
    "phantom_ttt",
    "pig",
    "tic_tac_toe",
)
WRITTEN = ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe")
LOOP = ("dots_and_boxes", "mancala", "nim", "pig", "tic_tac_toe")  # a match begins with a decision
DEALT = ("coin_game", "hearts", "kuhn_poker", "leduc_poker", "liars_dice")  # a match begins with chance

CHANCE, TERMINAL = -1, -4  # what `current_player` says instead of a seat


def prepare(mode: str, seconds: float) -> Callable[[], Rates]:
    import open_spiel.python.games  # noqa: F401 - registers those written in Python
    import pyspiel

    ways: dict[str, dict[Any, tuple[str, ...]]] = {
        "games": {matches: GAMES},
        "written": {matches: WRITTEN},
        "loop": {rollouts: LOOP, by_bots: DEALT},
        "dealt": {rollouts: DEALT},
    }
    plays = {name: way(pyspiel, pyspiel.load_game(name)) for way, names in ways[mode].items() for name in names}
    return lambda: {name: rate(play, seconds) for name, play in plays.items()}


def matches(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Some random matches from the first deal to the end; a move of each seat counts, chance does not."""
    return lambda: sum(play_out(pyspiel, game.new_initial_state()) for _ in range(20))


def play_out(pyspiel: Any, state: Any) -> int:
    """Play at random to the end with as few calls into C++ as it takes, and count the decisions."""
    sample, apply, legal, whose = pyspiel.sample_action, state.apply_action, state.legal_actions, state.current_player
    decisions = 0
    while (player := whose()) != TERMINAL:
        if player >= 0:
            actions = legal()
            apply(actions[int(random() * len(actions))])
            decisions += 1
        elif player == CHANCE:
            apply(sample(state.chance_outcomes(), random())[0])
        else:
            decisions += play_together(state)
    return decisions


def play_together(state: Any) -> int:
    """A move of everyone at once: each seat that may choose has decided."""
    choices = [state.legal_actions(seat) for seat in range(state.num_players())]
    state.apply_actions([actions[int(random() * len(actions))] if actions else 0 for actions in choices])
    return sum(1 for actions in choices if actions)


def rollouts(pyspiel: Any, game: Any) -> Callable[[], float]:
    """The fastest random loop in C++ that the wheel can reach: the evaluator of a tree search of one step.

    It plays nothing but random matches from the root, and does not say how many moves they had: moves are the number of
    matches times their mean length. The search cannot start at a chance node, so matches with a deal begin after it.
    """
    root = game.new_initial_state()
    while root.is_chance_node():
        root.apply_action(pyspiel.sample_action(root.chance_outcomes(), random())[0])
    length = mean_length(pyspiel, root)
    many = int(1_000_000 / length)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=many, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False)

    def play() -> float:
        bot.mcts_search(root)
        return many * length

    return play


def by_bots(pyspiel: Any, game: Any) -> Callable[[], float]:
    """Whole matches with their deal: C++ plays one match between its own random bots for each call; counted as above."""
    length = mean_length(pyspiel, game.new_initial_state())
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    seeds = count()

    def play() -> float:
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 20 * length

    return play


def mean_length(pyspiel: Any, root: Any) -> float:
    """Decisions in a random match from here, on average."""
    return sum(play_out(pyspiel, root.clone()) for _ in range(3000)) / 3000


if __name__ == "__main__":
    serve("open-spiel", partial(prepare, sys.argv[1], float(sys.argv[2])))
