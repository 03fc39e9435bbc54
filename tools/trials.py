"""Kill a process that works on a store, or cut the power of its disk, again and again: nothing acknowledged may be lost.

`just kills` and `just power`.
"""

import argparse
import json
import random
import sys
import time
from contextlib import nullcontext

from tests.postgres import server
from tests.server.store import kills, power
from tests.server.store.stores import STORES
from tests.server.trials.outage import outage

USUAL = {"kills": 200, "power": 2000}  # how often


def main() -> int:
    """1 when something was lost, doubled or torn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("trial", choices=USUAL)
    parser.add_argument("--runs", type=int, help="how often (default: 200 kills; 2000 power losses of a store, and 2000 of a house)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument(
        "--database", choices=("sqlite", "postgres"), default="sqlite", help="where it writes (kills only; default: sqlite)"
    )
    parser.add_argument("--store", choices=STORES, default="sound", help="the others have a planted defect, which must be noticed")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun = time.perf_counter()
    runs = USUAL[chosen.trial] if chosen.runs is None else chosen.runs
    if chosen.trial == "power":
        figures: kills.Figures | power.Figures = powered(runs, seed, chosen.store)
    else:
        figures = killed(chosen.database, runs, seed, chosen.store)
    said = {
        "trial": chosen.trial,
        "database": chosen.database,
        "store": chosen.store,
        "runs": figures.runs,
        "acknowledged": figures.acknowledged,
        "wrong": len(figures.wrong),
    }
    print(*figures.wrong[:20], sep="\n", end="\n" * bool(figures.wrong), file=sys.stderr)
    print(json.dumps(said | {"seed": seed, "seconds": round(time.perf_counter() - begun, 1)}))
    return int(bool(figures.wrong) or not figures.acknowledged)


def powered(runs: int, seed: int, store: str) -> power.Figures:
    """The store alone, then a house at work on it, each so often."""
    alone, house = power.power(runs, seed, STORES[store]), outage(runs, seed, STORES[store])
    return power.Figures(alone.runs + house.runs, alone.acknowledged + house.acknowledged, alone.wrong + house.wrong)


def killed(database: str, runs: int, seed: int, store: str) -> kills.Figures:
    """In a file, or on a PostgreSQL server started for this."""
    if database == "sqlite":
        return kills.kills(runs, seed, store)
    with server() as running:
        return kills.kills(runs, seed, store, lambda: nullcontext(running.fresh()))


if __name__ == "__main__":
    sys.exit(main())
