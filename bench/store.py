"""How many commands a second a store acknowledges, and how long each caller waits: python bench/store.py [FOLDER]."""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from gemtable.server.store.base import Store
from gemtable.server.store.sqlite import Sqlite

CALLERS = (1, 50, 500)
SECONDS = 3.0
EVENT = b'{"seat":0,"move":"home"}'


async def call(store: Store, match: str, until: float, waits: list[float]) -> None:
    """A match whose next move comes as soon as the last one is acknowledged."""
    seq = 1
    while (begun := perf_counter()) < until:
        await asyncio.wrap_future(store.append(match, seq, "0", str(seq), [EVENT]))
        waits.append(perf_counter() - begun)
        seq += 1


async def measure(store: Store, callers: int) -> tuple[float, list[float]]:
    """Seconds it took, and how long every call waited."""
    waits: list[float] = []
    matches = [f"{callers} {number}" for number in range(callers)]
    await asyncio.gather(*(asyncio.wrap_future(store.create(match, b"header")) for match in matches))
    begun = perf_counter()
    await asyncio.gather(*(call(store, match, begun + SECONDS, waits) for match in matches))
    return perf_counter() - begun, waits


def row(callers: int, seconds: float, waits: Sequence[float]) -> str:
    cuts = quantiles(waits, n=100)
    return f"| {callers} | {len(waits) / seconds:,.0f} | {cuts[49] * 1000:.1f} ms | {cuts[98] * 1000:.1f} ms |"


def main() -> None:
    print("| callers | appends/s | p50 | p99 |\n|---|---|---|---|")
    parent = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=parent) as folder, Sqlite(Path(folder) / "matches.db") as store:
        for callers in CALLERS:
            print(row(callers, *asyncio.run(measure(store, callers))), flush=True)


if __name__ == "__main__":
    main()
