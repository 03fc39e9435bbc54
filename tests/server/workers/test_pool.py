"""Whatever befalls workers, whoever asks gets an answer in time: that of a sound worker, or a weaker move."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gemtable.server.workers import pool
from gemtable.server.workers.pool import Closed, Workers
from gemtable.server.workers.thoughts import weaker
from gemtable.server.workers.wire import Answer
from tests.server.workers.thinking import decision, expected

FAULTY = Path(__file__).with_name("faulty.py")
posix = pytest.mark.skipif(os.name != "posix", reason="sends signals")

ENDING = ("crash", "hang", "illegal", "forgetful", "garbled", "huge", "stale", "half")  # after these a worker is replaced


def faulty(fault: str, times: int, folder: Path) -> list[str]:
    return [sys.executable, str(FAULTY), fault, str(times), str(folder)]


def with_pool(workers: Workers, use: Callable[[Workers], Awaitable[None]]) -> None:
    """Run this with a pool that is closed afterwards."""

    async def run() -> None:
        async with workers:
            await use(workers)

    asyncio.run(run())


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not happened():
            await asyncio.sleep(0.01)


def pids(workers: Workers) -> list[int]:
    return [place.worker.process.pid for place in workers._places if place.worker]


# A sound pool


def test_each_of_500_thoughts_at_once_gets_its_own_answer() -> None:
    async def use(workers: Workers) -> None:
        thoughts = [decision(number % 50, ("random", "fair", "easy")[number % 3]) for number in range(500)]
        answers = await asyncio.gather(*map(workers.think, thoughts))
        assert answers == [expected(thought) for thought in thoughts]
        assert (workers.thoughts, workers.weaker, workers.retries, workers.crashed, workers.waiting) == (500, 0, 0, 0, 0)
        assert workers.seconds > 0

    with_pool(Workers(2, deadline=30), use)


def test_thoughts_are_answered_in_their_order() -> None:
    async def use(workers: Workers) -> None:
        done: list[int] = []

        async def ask(number: int) -> None:
            await workers.think(decision(number))
            done.append(number)

        await asyncio.gather(*(ask(number) for number in range(40)))
        assert done == list(range(40))

    with_pool(Workers(1, deadline=30), use)


def test_a_seat_that_has_nothing_to_decide_is_the_askers_mistake() -> None:
    async def use(workers: Workers) -> None:
        thought = decision()
        with pytest.raises(ValueError, match="seat 99 has nothing to decide"):
            await workers.think(type(thought)(thought.game, thought.bot, 99, 0, 0, thought.view))

    with_pool(Workers(1), use)


ALONE = """
import asyncio, sys
from gemtable.server.workers.pool import Workers
from gemtable.server.workers import process
from tests.server.workers.thinking import decision, expected
async def main():
    async with Workers(1) as workers:
        assert await workers.think(decision()) == expected(decision())
asyncio.run(main())
print({name.partition(".")[0] for name in sys.modules} & {"numpy", "numba", "llvmlite"})
"""


def test_neither_the_pool_nor_a_plain_worker_imports_numpy() -> None:
    """The process that asks has imported all that a worker does."""
    root = FAULTY.parents[3]
    found = subprocess.run([sys.executable, "-c", ALONE], cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    assert found.stdout.strip() == "set()"


# Faults


@pytest.mark.parametrize("fault", [*ENDING, "raise"])
def test_a_fault_costs_a_retry(fault: str, tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == expected(decision())
        assert (workers.thoughts, workers.retries, workers.weaker) == (1, 1, 0)
        assert workers.crashed == (fault in ENDING)

    with_pool(Workers(1, patience=1, deadline=30, command=faulty(fault, 1, tmp_path)), use)


@pytest.mark.parametrize("fault", ["crash", "hang", "illegal", "garbled", "raise"])
def test_a_fault_that_comes_again_costs_strength(fault: str, tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == weaker(decision())
        assert (workers.thoughts, workers.retries, workers.weaker) == (1, 1, 1)
        assert len(list(tmp_path.iterdir())) == 2
        await until(lambda: pids(workers))
        assert await workers.think(decision(1)) == expected(decision(1))

    with_pool(Workers(1, patience=0.5, deadline=30, command=faulty(fault, 2, tmp_path)), use)


def test_others_are_answered_while_a_thought_fails(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        answers = await asyncio.gather(*(workers.think(decision(number)) for number in range(30)))
        assert answers == [expected(decision(number)) for number in range(30)]

    with_pool(Workers(2, patience=1, deadline=30, command=faulty("hang", 1, tmp_path)), use)


def test_the_deadline_holds_whatever_the_workers_do(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        begun = time.monotonic()
        answers = await asyncio.gather(*(workers.think(decision(number)) for number in range(20)))
        assert time.monotonic() - begun < 5
        assert answers == [weaker(decision(number)) for number in range(20)]

    with_pool(Workers(1, patience=60, deadline=0.5, command=faulty("hang", 99, tmp_path)), use)


def test_a_slow_start_is_no_fault(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == expected(decision())
        assert workers.crashed == 0

    with_pool(Workers(1, patience=0.5, deadline=30, command=faulty("slow", 0, tmp_path)), use)


def test_workers_that_cannot_start_do_not_hold_a_match_up_nor_spin(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == weaker(decision())  # once it is clear that there is no hope
        begun = time.monotonic()
        for number in range(100):
            assert await workers.think(decision(number % 10)) == weaker(decision(number % 10))
            assert time.monotonic() - begun < 5
        await asyncio.sleep(1)
        assert len(list(tmp_path.iterdir())) <= 5

    with_pool(Workers(1, deadline=20, command=faulty("unstartable", 99, tmp_path)), use)


@pytest.mark.parametrize("fault", ["unstartable", "talkative"])
def test_workers_that_could_not_start_come_back(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "START", 2.0)

    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == weaker(decision())
        await until(lambda: pids(workers))
        assert await workers.think(decision()) == expected(decision())

    with_pool(Workers(1, deadline=30, command=faulty(fault, pool.HOPELESS, tmp_path)), use)


def test_where_no_process_can_be_had_bots_play_on() -> None:
    async def use(workers: Workers) -> None:
        assert await workers.think(decision()) == weaker(decision())
        assert workers.crashed >= pool.HOPELESS

    with_pool(Workers(2, deadline=30, command=["/nowhere/at/all"]), use)


@posix
def test_a_worker_killed_from_outside_while_it_thinks_costs_a_retry(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        thinking = asyncio.create_task(workers.think(decision()))
        await until(lambda: (tmp_path / "0").exists() and (tmp_path / "0").read_text("utf-8"))
        os.kill(int((tmp_path / "0").read_text("utf-8")), signal.SIGKILL)
        assert await thinking == expected(decision())
        assert (workers.retries, workers.crashed) == (1, 1)

    with_pool(Workers(1, patience=20, deadline=30, command=faulty("hang", 1, tmp_path)), use)


@posix
def test_a_worker_killed_while_idle_costs_nothing() -> None:
    async def use(workers: Workers) -> None:
        await workers.think(decision())
        (place,) = workers._places
        assert place.worker
        os.kill(place.worker.process.pid, signal.SIGKILL)
        await place.worker.process.wait()
        assert await workers.think(decision()) == expected(decision())
        assert (workers.retries, workers.crashed) == (0, 1)

    with_pool(Workers(1, deadline=30), use)


# The end


def test_who_goes_away_disturbs_nobody(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        leaving = [asyncio.create_task(workers.think(decision(number))) for number in range(10)]
        await until(lambda: pids(workers))
        for task in leaving[::2]:
            task.cancel()
        assert await workers.think(decision(11)) == expected(decision(11))
        left = await asyncio.gather(*leaving, return_exceptions=True)
        assert left[1::2] == [expected(decision(number)) for number in range(1, 10, 2)]
        assert all(isinstance(gone, asyncio.CancelledError) for gone in left[::2])
        assert workers.thoughts == 6

    with_pool(Workers(1, deadline=30), use)


def test_closing_leaves_who_waits_without_an_answer(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        waiting = [asyncio.create_task(workers.think(decision(number))) for number in range(3)]
        await until(lambda: list(tmp_path.iterdir()))
        await workers.close()
        assert [type(gone) for gone in await asyncio.gather(*waiting, return_exceptions=True)] == [Closed] * 3
        with pytest.raises(Closed):
            await workers.think(decision())

    with_pool(Workers(1, patience=60, deadline=20, command=faulty("hang", 99, tmp_path)), use)


@posix
@pytest.mark.parametrize("fault", ["none", "hang", "deaf"])
def test_closing_ends_every_process_soon(fault: str, tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        asking = asyncio.create_task(workers.think(decision()))
        await until(lambda: len(pids(workers)) == 2)
        running, begun = pids(workers), time.monotonic()
        await workers.close()
        assert time.monotonic() - begun < 5
        await asyncio.gather(asking, return_exceptions=True)
        for pid in running:
            with pytest.raises(ProcessLookupError):  # neither there nor waiting to be looked at
                os.kill(pid, 0)

    with_pool(Workers(2, patience=60, deadline=60, command=faulty(fault, 99, tmp_path)), use)


@posix
def test_closing_while_a_worker_is_being_replaced(tmp_path: Path) -> None:
    """Being deaf, it takes a while to end."""

    async def use(workers: Workers) -> None:
        asking = asyncio.create_task(workers.think(decision()))
        await until(lambda: pids(workers))
        (pid,) = pids(workers)
        await until(lambda: not pids(workers))
        await workers.close()
        assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], Closed)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    with_pool(Workers(1, patience=0.2, deadline=20, command=faulty("deaf", 1, tmp_path)), use)


def test_closing_while_workers_start() -> None:
    async def run() -> None:
        for turns in range(0, 20, 2):
            workers = Workers(2)
            asking = asyncio.create_task(workers.think(decision()))
            for _ in range(turns):
                await asyncio.sleep(0.001)
            await workers.close()
            (answer,) = await asyncio.gather(asking, return_exceptions=True)
            assert isinstance(answer, Answer | Closed | asyncio.CancelledError)

    asyncio.run(run())


PARENT = """
import asyncio, sys
from gemtable.server.workers.pool import Workers
from tests.server.workers.thinking import decision
async def main():
    workers = Workers(2, patience=60, deadline=60, command=sys.argv[1:])
    if sys.argv[2] == "none":
        await workers.think(decision())
    else:
        asyncio.create_task(workers.think(decision()))
    while not all(place.worker for place in workers._places):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    print("now", flush=True)
    await asyncio.sleep(1000)
asyncio.run(main())
"""


@posix
@pytest.mark.parametrize("fault", ["none", "stuck"])
def test_workers_end_when_the_server_is_killed(fault: str, tmp_path: Path) -> None:
    """Also one that is in the middle of a thought without end. All of them hold the pipe that errors go to."""
    words = [sys.executable, "-c", PARENT, *faulty(fault, 99, tmp_path)]
    root = FAULTY.parents[3]
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == b"now\n"
        parent.kill()
        parent.communicate(timeout=20)
