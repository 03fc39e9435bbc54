"""Kill a server that people play on, again and again: nothing acknowledged is lost or doubled, and it serves again at once.

`just chaos`: 200 kills on SQLite, then 50 on PostgreSQL.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from tests.postgres import server
from tests.server.trials.chaos import DOUBLED, LOST, SOON, Chaos, Figures, Place

USUAL = {"sqlite": 200, "postgres": 50}  # kills
SHORT = {"sqlite": 12, "postgres": 6}
MODULES = {"sound": "gemtable.terminal.command", "hasty": "tests.server.trials.hasty"}


def main() -> int:
    """1 when something was lost or doubled, or a start took too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, help="how often (default: 200 times on SQLite, 50 on PostgreSQL)")
    parser.add_argument("--short", action="store_true", help="12 and 6 times")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument("--database", choices=USUAL, action="append", help="where it writes (default: first one, then the other)")
    parser.add_argument("--server", choices=MODULES, default="sound", help="the other has a planted defect, which must be noticed")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun = time.perf_counter()
    all_of_them: dict[str, Figures] = {}
    for database in chosen.database or USUAL:
        kills = chosen.kills or (SHORT if chosen.short else USUAL)[database]
        figures = all_of_them[database] = killed(database, kills, seed, MODULES[chosen.server])
        print(*figures.wrong[:20], sep="\n", end="\n" * bool(figures.wrong), file=sys.stderr)
    said = {"trial": "chaos", "server": chosen.server, **{name: told(figures) for name, figures in all_of_them.items()}}
    print(json.dumps(said | {"seed": seed, "seconds": round(time.perf_counter() - begun, 1)}))
    soon = 4 * SOON if chosen.short else SOON  # what checks every change runs on machines that do other things, too
    return int(any(figures.missed(soon) for figures in all_of_them.values()))


def killed(database: str, kills: int, seed: int, module: str) -> Figures:
    """In data folders, or on a PostgreSQL server started for this."""
    chaos = Chaos(Random(seed), module=module)
    if database == "sqlite":
        return chaos.kill(kills)
    with server() as running:
        chaos.fresh = lambda: a_database(running.fresh())
        return chaos.kill(kills)


@contextmanager
def a_database(url: str) -> Iterator[Place]:
    """A fresh database of a PostgreSQL server."""
    yield Place(("--database", url), url)


def told(figures: Figures) -> dict[str, Any]:
    """What came of the kills on one kind of database."""
    return {
        "kills": figures.runs,
        "acknowledged": figures.acknowledged,
        "sent again": figures.again,
        "lost": figures.of(LOST),
        "doubled": figures.of(DOUBLED),
        "wrong": dict(Counter(finding.kind for finding in figures.wrong)),
        "usual restart": round(figures.usual, 2),
        "slowest restart": round(figures.slowest, 2),
    }


if __name__ == "__main__":
    sys.exit(main())
