"""How many commands a second a store acknowledges, and how long each caller waits.

python bench/store.py [FOLDER]                       a SQLite file in that folder
python bench/store.py --database URL                 a PostgreSQL database; `own` starts a server for it
python bench/store.py --database own --processes 2   two processes at once on one database
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from gemtable.server.store.base import Store
from gemtable.server.store.open import open_store
from gemtable.server.store.waiting import answer

ROOT = Path(__file__).parents[1]
CALLERS = (1, 50, 500)
SECONDS = 3.0
EVENT = b'{"seat":0,"move":"home"}'


async def call(store: Store, match: str, until: float, waits: list[float]) -> None:
    """A match whose next move comes as soon as the last one is acknowledged."""
    seq = 1
    while (begun := perf_counter()) < until:
        await answer(store.append(match, seq, "0", str(seq), [EVENT]))
        waits.append(perf_counter() - begun)
        seq += 1


async def measure(store: Store, callers: int) -> list[float]:
    """How long every call waited."""
    store.wake(asyncio.get_running_loop().call_soon_threadsafe)
    waits: list[float] = []
    matches = [f"{os.getpid()} {callers} {number}" for number in range(callers)]
    await asyncio.gather(*(answer(store.create(match, b"header")) for match in matches))
    begun = perf_counter()
    await asyncio.gather(*(call(store, match, begun + SECONDS, waits) for match in matches))
    store.wake(None)
    return waits


def together(where: str, callers: int, processes: int) -> list[float]:
    """What callers of several processes waited, at the same time."""
    words = [sys.executable, str(Path(__file__)), "--database", where, "--only", str(callers)]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    return [float(wait) for process in started for wait in process.communicate()[0].split()]


def row(callers: int, processes: int, waits: Sequence[float]) -> str:
    cuts = quantiles(waits, n=100)
    each = f"{callers} in each of {processes} processes" if processes > 1 else str(callers)
    return f"| {each} | {len(waits) / SECONDS:,.0f} | {cuts[49] * 1000:.1f} ms | {cuts[98] * 1000:.1f} ms |"


@contextmanager
def place(chosen: argparse.Namespace) -> Iterator[str | Path]:
    """Where to measure."""
    if chosen.database == "own":
        sys.path.insert(0, str(ROOT))
        from tests.postgres import server

        with server(lasting=True) as running:
            yield running.fresh()
    elif chosen.database:
        yield chosen.database
    else:
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            yield Path(folder) / "matches.db"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--database", metavar="URL")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="CALLERS", help="print how long each of so many callers waited")
    chosen = parser.parse_args()
    with place(chosen) as where, closing(open_store(where)) as store:
        if chosen.only:
            print(*asyncio.run(measure(store, chosen.only)))
            return
        print("| callers | appends/s | p50 | p99 |\n|---|---|---|---|")
        for callers in CALLERS:
            waits = together(str(where), callers, chosen.processes) if chosen.processes > 1 else asyncio.run(measure(store, callers))
            print(row(callers, chosen.processes, waits), flush=True)


if __name__ == "__main__":
    main()
