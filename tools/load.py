"""The server under load: moves at a steady rate, thousands of sockets, cuts, a reader that stalls, two processes on one database.

`just load`; the parts are named in PARTS. A line of JSON is printed at the end; exit code 1 when a bar is missed. With `--short`
times may be ten times as long: what checks every change runs on machines that do other things, too.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from time import perf_counter
from typing import Any

from tests.server.trials.crowd import Crowd, Stalled
from tests.server.trials.lean import ask, program
from tests.server.trials.load import Figures, Load, cuts
from tests.server.trials.machine import Machine

Told = dict[str, Any]


def bars(told: Told, **missed: bool) -> Told:
    """Figures, and the bars that are missed."""
    return told | {"missed": [name for name, is_missed in missed.items() if is_missed]}


def moves(short: bool) -> Told:
    """1,000 durable moves a second over 500 live matches of Diamant, four seats, every seat told of every event."""
    matches, rate, seconds = (100, 300, 5.0) if short else (500, 1000, 60.0)
    with tempfile.TemporaryDirectory() as folder, Machine("--data", folder, "--port", "0", "--workers", "1") as machine:
        begun = machine.cpu()
        figures = asyncio.run(_play([machine.port], matches, rate, seconds))
        return _moves_told(figures, rate, seconds, short) | {
            "server_cpu": round((machine.cpu() - begun) / seconds, 2),
            "MiB": machine.memory() >> 20,
        }


async def _play(ports: list[int], matches: int, rate: float, seconds: float) -> Figures:
    load = Load(ports, matches)
    await load.open()
    return await load.run(rate, seconds)


def patience(short: bool) -> int:
    """By how much times may be missed."""
    return 10 if short else 1


def _moves_told(figures: Figures, rate: float, seconds: float, short: bool) -> Told:
    p50, p99 = cuts(figures.waits)
    told = {"moves_per_second": round(figures.moves / seconds), "p50_ms": p50, "p99_ms": p99, "refused": figures.refused}
    told |= {"gaps": figures.gaps, "messages": figures.told, "matches_ended": figures.ended}
    return bars(
        told,
        rate=figures.moves < (0.5 if short else 0.98) * rate * seconds,
        p50=p50 > 25 * patience(short),
        p99=p99 > 100 * patience(short),
        gaps=figures.gaps > 0,
        refused=figures.refused > 0,
    )


def idle(short: bool) -> Told:
    """5,000 idle authenticated sockets held for 5 minutes, at most 40 KiB each."""
    count, seconds = (500, 3) if short else (5000, 300)
    with tempfile.TemporaryDirectory() as folder, Machine("--data", folder, "--port", "0", "--workers", "1") as machine:
        before = machine.memory()

        async def hold() -> tuple[int, int]:
            crowd = Crowd(machine.port, count)
            await crowd.come()
            await asyncio.sleep(seconds)
            return machine.memory(), crowd.lost

        after, lost = asyncio.run(hold())
    each = (after - before) / count / 1024
    return bars({"sockets": count, "KiB_each": round(each, 1), "seconds": seconds, "lost": lost}, memory=each > 40, lost=lost > 0)


def cut(short: bool) -> Told:
    """2,000 clients cut at once are all in step again within 10 seconds."""
    count = 200 if short else 2000
    with tempfile.TemporaryDirectory() as folder, Machine("--data", folder, "--port", "0", "--workers", "1") as machine:

        async def again() -> tuple[float, bool]:
            crowd = Crowd(machine.port, count)
            await crowd.come()
            crowd.cut()
            await crowd.say_something()
            seconds = await crowd.come(after=1)
            wanted = [(await ask(machine.port, "GET", f"/api/tables/{table}", None, token))["seq"] for token, table in crowd.people]
            return seconds, all(seq == wanted[number % len(wanted)] for number, seq in enumerate(crowd.seqs))

        seconds, in_step = asyncio.run(again())
    return bars({"clients": count, "seconds": round(seconds, 2), "in_step": in_step}, time=seconds > 10 * patience(short), step=not in_step)


def stall(short: bool) -> Told:
    """A reader that stalls is dropped, and slows nobody."""
    rate, seconds = (100, 8.0) if short else (300, 20.0)
    with tempfile.TemporaryDirectory() as folder, Machine("--data", folder, "--port", "0", "--workers", "1") as machine:

        async def run() -> tuple[Figures, int]:
            token = await program(machine.port)
            new = {"game": "diamant", "seats": ["me", "Kuba", "Zosia", "Ola"], "ready": True, "listed": True}
            table = (await ask(machine.port, "POST", "/api/tables", new, token))["table"]
            stalled = [Stalled(machine.port, token, table) for _ in range(20)]
            load = Load([machine.port], 50)
            await load.open()
            stop = perf_counter() + seconds

            async def chat() -> None:
                number = 0
                while perf_counter() < stop and number < 990:
                    number += 1
                    act = {"act": "say", "text": "x" * 300, "seat": 0}
                    await ask(machine.port, "POST", f"/api/tables/{table}/acts", {"id": f"{number}", "seq": 0, "act": act}, token)

            chatting = asyncio.create_task(chat())
            figures = await load.run(rate, seconds)
            await chatting
            return figures, sum(other.dropped() for other in stalled)

        figures, dropped = asyncio.run(run())
    p50, p99 = cuts(figures.waits)
    return bars({"stalled": 20, "dropped": dropped, "p50_ms": p50, "p99_ms": p99}, dropped=dropped < 20, p99=p99 > 100 * patience(short))


def two(short: bool) -> Told:
    """PostgreSQL and two server processes: 1,000 moves a second, and what one process did the other tells within 100 ms."""
    from tests.postgres import server

    matches, rate, seconds = (100, 300, 5.0) if short else (500, 1000, 60.0)
    flags = ("--port", "0", "--workers", "1")
    with server(lasting=True) as postgres:
        url = postgres.fresh()
        with Machine("--database", url, *flags) as first, Machine("--database", url, *flags) as second:
            figures = asyncio.run(_play([first.port, second.port], matches, rate, seconds))
    told = _moves_told(figures, rate, seconds, short)
    p50, p99 = cuts(figures.delays)
    slow = ["delivery"] if p99 > 100 * patience(short) or not figures.delays else []
    missed = [name for name in told["missed"] if name in ("rate", "gaps", "refused")]
    return told | {"delivery_p50_ms": p50, "delivery_p99_ms": p99, "missed": missed + slow}


def start(short: bool) -> Told:
    """From the start of the process to the first page at most 1.5 seconds, and at most 80 MiB while nobody is there."""
    with tempfile.TemporaryDirectory() as folder:
        with Machine("--data", folder, "--port", "0"):  # warm: the files have been read once
            pass
        seconds = []
        for _ in range(2 if short else 5):
            begun = perf_counter()
            with Machine("--data", folder, "--port", "0") as machine:
                urllib.request.urlopen(f"http://127.0.0.1:{machine.port}/").read()
                seconds.append(perf_counter() - begun)
                memory = machine.memory() / 2**20
    return bars({"seconds": round(max(seconds), 2), "MiB": round(memory, 1)}, time=max(seconds) > 1.5 * patience(short), memory=memory > 80)


PARTS: dict[str, Callable[[bool], Told]] = {"start": start, "moves": moves, "idle": idle, "cut": cut, "stall": stall, "two": two}


def main() -> int:
    """1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=PARTS, action="append", help="only this part (default: all)")
    parser.add_argument("--short", action="store_true", help="a tenth of it, for every change")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    told = {name: PARTS[name](chosen.short) for name in chosen.only or PARTS}
    print(json.dumps({"trial": "load", "short": chosen.short} | told))
    return int(any(part["missed"] for part in told.values()))


if __name__ == "__main__":
    sys.exit(main())
