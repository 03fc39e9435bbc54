"""Kill a process that works on a store, again and again: nothing it acknowledged may be lost: `just kills`."""

import argparse
import json
import random
import sys
import time

from tests.server.store.kills import kills
from tests.server.store.stores import STORES


def main() -> int:
    """1 when something was lost, doubled or torn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=200, help="how many processes (default: 200)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument("--store", choices=STORES, default="sound", help="the others have a planted defect, which must be noticed")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun = time.perf_counter()
    figures = kills(chosen.runs, seed, chosen.store)
    said = {"store": chosen.store, "runs": figures.runs, "acknowledged": figures.acknowledged, "wrong": len(figures.wrong)}
    print(*figures.wrong[:20], sep="\n", end="\n" * bool(figures.wrong), file=sys.stderr)
    print(json.dumps(said | {"seed": seed, "seconds": round(time.perf_counter() - begun, 1)}))
    return int(bool(figures.wrong) or not figures.acknowledged)


if __name__ == "__main__":
    sys.exit(main())
