"""A peer's own process: it gets ready once, then measures whenever it is asked. The other end is in `peers.py`."""

import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter

Rates = dict[str, float]  # decisions per second, by what was played


def serve(package: str, prepare: Callable[[], Callable[[], Rates]]) -> None:
    """Say the version or what is missing, then answer every line with a measurement."""
    try:
        measure = prepare()
    except ModuleNotFoundError as missing:
        say({"missing": missing.name})
        return
    say({"version": version(package)})
    for _ in sys.stdin:
        say(measure())


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def rate(play: Callable[[], float], seconds: float) -> float:
    """Decisions per second of `play`, which plays something and says how many decisions it was."""
    decisions, spent, begun = 0.0, 0.0, perf_counter()
    while spent < seconds:
        decisions += play()
        spent = perf_counter() - begun
    return decisions / spent
