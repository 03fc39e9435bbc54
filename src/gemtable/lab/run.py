"""Many matches between players by rules of thumb: compiled, on every core, the same result whatever their number."""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from gemtable.games.contract import Options, Unplayable, find
from gemtable.kit.compiled import compiled, rows
from gemtable.lab import MOST_MATCHES
from gemtable.lab.loops import add_tally, empty_tally, run_matches, work_space
from gemtable.lab.report import Report, make_report
from gemtable.players import cast, number_of

_CHUNK = 4096  # matches a core plays before it looks up: about a twentieth of a second


def simulate(
    game_id: str,
    players: Sequence[str],
    options: Options | None = None,
    *,
    matches: int = 1000,
    seed: int = 0,
    cores: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play matches between these players, who take the seats in turn.

    `progress` hears how many are done. KeyboardInterrupt ends the run early, with a report of what was played.
    """
    game = find(game_id)
    options = options or game.about.options()
    game.begin(len(players), options)  # refuses a wrong number of seats
    if not 1 <= matches <= MOST_MATCHES:
        raise Unplayable(f"the number of games must be 1 to {MOST_MATCHES}, not {str(matches)[:20]}")
    if not 0 <= seed < 2**62:
        raise Unplayable(f"a seed must be 0 to 2**62 - 1, not {str(seed)[:20]}")
    play = _chunk_player(game_id, [number_of(game_id, name) for name in players], options, seed)
    whole = empty_tally(len(players))
    stopped = _run_chunks(play, matches, whole, cores or os.cpu_count() or 1, progress)
    return make_report(game_id, game.about.rules_version, players, options, seed, whole, stopped=stopped)


def _chunk_player(game_id: str, numbers: list[int], options: Options, seed: int) -> Callable[[int, int], Any]:
    """A function that plays matches `first` to `last` - 1 and gives their tally. It lets other threads run."""
    game, people = find(game_id), cast(game_id)
    named = (game.setup, game.actors, game.chances, game.legal, game.play, game.score, game.winners, game.shown, game.conceal)
    rules = tuple(compiled(function) for function in (*named, people.decide, people.watch))
    run = compiled(run_matches)
    line_up = np.array(numbers, np.int64)
    watching = np.array([people.characters[number].watches for number in numbers], np.int64)

    def play(first: int, last: int) -> Any:
        states = rows(game.State, 3)
        work = work_space(len(numbers), game.about.outcomes, game.about.actions, people.memory)
        tally = empty_tally(len(numbers))
        run(states, first, last, seed, options.numbers(), line_up, watching, work, *tally, *rules)
        return tally

    play(0, 1)  # compile, or load what was compiled, before threads want it
    return play


def _run_chunks(play: Callable[[int, int], Any], matches: int, whole: Any, cores: int, progress: Callable[[int], None]) -> bool:
    """Play all matches on that many threads and add them up; True when the person stopped it."""
    done, first, stop = 0, 0, threading.Event()
    running: dict[Future[Any], int] = {}
    with ThreadPoolExecutor(cores) as pool:
        try:
            while first < matches or running:
                while first < matches and len(running) < 2 * cores:
                    last = min(first + _CHUNK, matches)
                    running[pool.submit(lambda a, b: None if stop.is_set() else play(a, b), first, last)] = last - first
                    first = last
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    done += running.pop(future)  # first: an interrupt here loses it, and does not count it twice
                    add_tally(whole, future.result())
                    progress(done)
        except KeyboardInterrupt:
            stop.set()
            for future in running:
                if (tally := future.result()) is not None:
                    add_tally(whole, tally)
            return True
    return False
