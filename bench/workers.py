"""How many thoughts a second one worker thinks, and how long each asker waits: python bench/workers.py."""

import asyncio
from collections.abc import Sequence
from random import Random
from statistics import quantiles
from time import perf_counter

import msgspec

from gemtable.server.workers.pool import Workers
from gemtable.server.workers.thoughts import thought_of
from gemtable.server.workers.wire import Thought
from gemtable.table.local import Local
from gemtable.table.match import begin

ASKERS = (1, 50, 500)
SECONDS = 3.0
BOTS = ("fair", "last", "fox", "magpie")


def thoughts() -> list[Thought]:
    """What bots of a hundred matches of Diamant had to think of, all in the middle."""
    found = []
    for seed in range(100):
        table = Local(begin("diamant", 4), [f"@{bot}" for bot in BOTS], seed, lambda _: None)
        while len(table.match.events) < 30 or table.turn() < 0:
            table.advance()
        seat = table.turn()
        # A character that watches is asked every few events in a match: here it has seen all but the last four before.
        known = thought_of(table.match, BOTS[seat], seat, seed)
        found.append(msgspec.structs.replace(known, seen=known.seen[-4:]))
    return found


async def ask(workers: Workers, asked: Sequence[Thought], until: float, waits: list[float]) -> None:
    dice = Random(len(waits))
    while (begun := perf_counter()) < until:
        await workers.think(dice.choice(asked))
        waits.append(perf_counter() - begun)


async def measure(workers: Workers, askers: int, asked: Sequence[Thought], way: str) -> None:
    waits: list[float] = []
    begun = perf_counter()
    await asyncio.gather(*(ask(workers, asked, begun + SECONDS, waits) for _ in range(askers)))
    rate, cuts = len(waits) / (perf_counter() - begun), quantiles(waits, n=100)
    print(f"| {way} | {askers} | {rate:,.0f} | {cuts[49] * 1000:.1f} ms | {cuts[98] * 1000:.1f} ms |", flush=True)


async def go_over(workers: Workers, asked: Sequence[Thought]) -> None:
    """Let the worker take up the compiled rules, and say how long thoughts took meanwhile."""
    warming, longest = asyncio.create_task(workers.warm()), 0.0
    begun = perf_counter()
    while begun + 300 > (now := perf_counter()):
        answer = await workers.think(asked[0])
        longest = max(longest, perf_counter() - now)
        if answer.compiled:
            break
        await asyncio.sleep(0.001)
    await warming
    print(f"compiled after {perf_counter() - begun:.1f} s; meanwhile a thought took {longest * 1000:.0f} ms at most", flush=True)


async def main() -> None:
    asked = thoughts()
    async with Workers(1) as workers:
        await workers.think(asked[0])
        print("| rules | askers | thoughts/s | p50 | p99 |\n|---|---|---|---|---|")
        for askers in ASKERS:
            await measure(workers, askers, asked, "plain")
        await go_over(workers, asked)
        for askers in ASKERS:
            await measure(workers, askers, asked, "compiled")
        print(f"{workers.thoughts:,} thoughts, {workers.weaker} weaker, {workers.retries} retries, {workers.crashed} crashed")


if __name__ == "__main__":
    asyncio.run(main())
