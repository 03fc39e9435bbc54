"""Kill a process that works on a store, or cut the power of its disk, again and again: nothing acknowledged may be lost.

`just kills` and `just power`.
"""

import argparse
import json
import random
import sys
import time

from tests.server.store.kills import kills
from tests.server.store.power import power
from tests.server.store.stores import STORES

USUAL = {"kills": 200, "power": 2000}  # how often


def main() -> int:
    """1 when something was lost, doubled or torn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("trial", choices=USUAL)
    parser.add_argument("--runs", type=int, help="how often (default: 200 kills, 2000 power losses)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument("--store", choices=STORES, default="sound", help="the others have a planted defect, which must be noticed")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun = time.perf_counter()
    runs = USUAL[chosen.trial] if chosen.runs is None else chosen.runs
    figures = kills(runs, seed, chosen.store) if chosen.trial == "kills" else power(runs, seed, STORES[chosen.store])
    said = {
        "trial": chosen.trial,
        "store": chosen.store,
        "runs": figures.runs,
        "acknowledged": figures.acknowledged,
        "wrong": len(figures.wrong),
    }
    print(*figures.wrong[:20], sep="\n", end="\n" * bool(figures.wrong), file=sys.stderr)
    print(json.dumps(said | {"seed": seed, "seconds": round(time.perf_counter() - begun, 1)}))
    return int(bool(figures.wrong) or not figures.acknowledged)


if __name__ == "__main__":
    sys.exit(main())
