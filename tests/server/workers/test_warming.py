"""Workers begin plain and go over to compiled rules once these lie in the cache; their answers stay the same."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gemtable.games.contract import GAMES
from gemtable.server.workers import process
from gemtable.server.workers.pool import HOPELESS, WARMING, Workers
from gemtable.server.workers.process import Minds
from gemtable.server.workers.warming import alone
from gemtable.server.workers.wire import Answer
from tests.server.workers.test_pool import faulty, with_pool
from tests.server.workers.thinking import GAME, decision, expected


async def until_compiled(workers: Workers) -> Answer:
    async with asyncio.timeout(60):
        while not (answer := await workers.think(decision())).compiled:
            assert answer == expected(decision())
            await asyncio.sleep(0.02)
    return answer


def test_workers_go_over_to_compiled_rules_and_so_do_their_successors() -> None:
    async def use(workers: Workers) -> None:
        await workers.think(decision())
        await workers.warm()
        assert workers.warmed == GAMES
        for _ in range(2):
            answer, plain = await until_compiled(workers), expected(decision())
            assert (answer.action, answer.memory) == (plain.action, plain.memory)
            (place,) = workers._places
            assert place.worker
            place.worker.process.kill()
            await place.worker.process.wait()
        assert (workers.weaker, workers.retries) == (0, 0)

    with_pool(Workers(1, patience=20, deadline=60), use)


def test_only_what_is_compiled_is_taken_up() -> None:
    script = f"print('no game'); print('{GAMES[0]}'); print('{GAMES[0]}')"

    async def use(workers: Workers) -> None:
        await workers.warm()
        assert workers.warmed == GAMES[:1]

    with_pool(Workers(1, warming=[sys.executable, "-c", script]), use)


@pytest.mark.parametrize("warming", [["/nowhere/at/all"], [sys.executable, "-c", "raise SystemExit('planted')"]])
def test_if_compiling_fails_it_goes_on_plain(warming: list[str]) -> None:
    async def use(workers: Workers) -> None:
        await workers.warm()
        assert workers.warmed == ()
        assert await workers.think(decision()) == expected(decision())

    with_pool(Workers(1, deadline=30, warming=warming), use)


def test_if_loading_fails_it_goes_on_plain(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    minds = Minds()
    plain = minds.of(GAME)
    monkeypatch.setattr(process, "loaded", lambda _: 1 // 0)
    before = set(threading.enumerate())
    minds.load([GAME])
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert minds.of(GAME) is plain
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_if_compiled_rules_end_the_workers_it_goes_on_plain(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        await workers.think(decision())
        await workers.warm()
        async with asyncio.timeout(20):
            while (await workers.think(decision())).weaker or workers.crashed < HOPELESS:
                await asyncio.sleep(0.02)
        assert workers.warmed == ()
        assert await workers.think(decision()) == expected(decision())

    told = [sys.executable, "-c", f"print('{GAME}')"]
    with_pool(Workers(1, deadline=30, command=faulty("allergic", 0, tmp_path), warming=told), use)


def test_closing_ends_the_compiling_too() -> None:
    async def use(workers: Workers) -> None:
        warming = asyncio.create_task(workers.warm())
        await workers.think(decision())
        begun = time.monotonic()
        await workers.close()
        await warming
        assert time.monotonic() - begun < 5

    with_pool(Workers(1, deadline=30, warming=[sys.executable, "-c", "import time; time.sleep(1000)"]), use)


def test_a_cache_that_cannot_be_kept_is_not_compiled_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    environment = {**os.environ, "GEMTABLE_CACHE": str(tmp_path / "file"), "TMPDIR": str(tmp_path)}
    done = subprocess.run(WARMING, env=environment, stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


HOLD = """
import sys
from pathlib import Path
from gemtable.server.workers.warming import alone
with alone(Path(sys.argv[1])):
    print("in", flush=True)
    sys.stdin.read()
"""


def test_one_process_at_a_time_compiles_and_a_killed_one_leaves_the_way_free(tmp_path: Path) -> None:
    inside = threading.Event()

    def enter() -> None:
        with alone(tmp_path / "lock"):
            inside.set()

    words = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"in\n"
        waiting = threading.Thread(target=enter)
        waiting.start()
        assert not inside.wait(0.5)
        holder.kill()
        waiting.join(20)
    assert inside.is_set()
