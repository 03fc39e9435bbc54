"""What people wait for: a seat's view after a move, the import, and the compiler."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from random import Random
from statistics import mean, quantiles
from time import perf_counter
from typing import Any

from gemtable.games.contract import CHANCE, OVER, Game, find

GAME = "diamant"
MATCHES = 30
AGAIN = 3  # times each moment is measured; the best counts, because others use the machine too
BAR_VIEW = 150.0  # µs
BAR_IMPORT = 50.0  # ms

IMPORT = f"""
from time import perf_counter
begun = perf_counter()
import gemtable.games.{GAME}
print(perf_counter() - begun)
"""

COMPILE = f"""
from time import perf_counter
begun = perf_counter()
from gemtable.lab.run import simulate
ready = perf_counter()
simulate("{GAME}", ["random"] * 4, matches=1, cores=1)
print(perf_counter() - ready)
"""

Event = tuple[Any, int, int, Any]  # the state before, who acted, what they did, the state after


def events(game: Game, seats: int, chance: Random) -> Iterator[Event]:
    """Everything that happens in a random match."""
    state = game.begin(seats, game.about.options())
    while game.actors(state) != OVER:
        actor = chance.choice(game.acting(state) or (CHANCE,))
        if actor == CHANCE:
            outcomes = game.outcomes(state)
            action = chance.choices(outcomes, [weight for _, weight in outcomes])[0][0].action
        else:
            action = chance.choice(game.offers(state, actor)).action
        before = state.clone()
        game.play(state, actor, action)
        yield before, actor, action, state


def microseconds(game: Game, event: Event, seat: int) -> float:
    """All that this seat is shown of an event: its views before and after, the scene, the facts and its offers."""
    before, actor, action, after = event
    begun = perf_counter()
    old, view = game.view(before, seat), game.view(after, seat)
    game.scene(view, seat)
    game.tell(old, actor, game.shown(before, actor, action, seat), view)
    game.offers(view, seat)
    return (perf_counter() - begun) * 1e6


def view_times(seats: int) -> tuple[float, float]:
    """Mean and 95th percentile over all seats and moments of some matches."""
    game, chance = find(GAME), Random(1)
    times = [
        min(microseconds(game, event, seat) for _ in range(AGAIN))
        for _ in range(MATCHES)
        for event in events(game, seats, chance)
        for seat in range(seats)
    ]
    return mean(times), quantiles(times, n=20)[-1]


def in_fresh_python(code: str, **environment: str) -> float:
    """What code says when it is run by a new interpreter, in milliseconds."""
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
    return float(done.stdout) * 1000


def measure() -> dict[str, float]:
    figures = {}
    for seats in (4, 8):
        figures[f"view, {seats} seats, mean (µs)"], figures[f"view, {seats} seats, 95th percentile (µs)"] = view_times(seats)
    figures["import (ms)"] = min(in_fresh_python(IMPORT) for _ in range(10))
    with tempfile.TemporaryDirectory() as folder:
        figures["first match of all, compiling (ms)"] = in_fresh_python(COMPILE, GEMTABLE_CACHE=folder)
        figures["first match, compiled before (ms)"] = min(in_fresh_python(COMPILE, GEMTABLE_CACHE=folder) for _ in range(3))
    return figures


def bar(name: str) -> float | None:
    if name.startswith("view"):
        return BAR_VIEW
    return BAR_IMPORT if name.startswith("import") else None


def line(name: str, value: float) -> str:
    most = bar(name)
    verdict = "" if most is None else f"   (bar {most:g}: {'met' if value <= most else 'MISSED'})"
    return f"{name:40} {value:10,.1f}{verdict}"


def main() -> int:
    figures = measure()
    print(json.dumps(figures) if "--json" in sys.argv else "\n".join(line(name, value) for name, value in figures.items()))
    return 0 if all(value <= (bar(name) or value) for name, value in figures.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
