"""A crowd at a real server: sockets are cut, commands sent again, decisions made too late; and perhaps the server killed now and then."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from gemtable.server.store.open import open_store
from tests.server.trials.company import Crowd
from tests.server.trials.machine import Machine
from tests.server.trials.record import Record

WORKERS = ("--port", "0", "--workers", "1")


async def recorded(
    flags: Sequence[str], where: Path | str, seed: int, tables: int, commands: int, *, kills: int = 0, think: float = 0.12
) -> Record:
    """What came of so many commands, the server killed so often among them; `where` is what its store opens."""
    crowd = Crowd(Random(seed), tables, think)
    crowd.begin()
    machine = await asyncio.to_thread(Machine, *WORKERS, *flags)
    try:
        for part in range(1, kills + 2):
            crowd.open(machine.port)
            while len(crowd.record.asked) < commands * part / (kills + 1):
                await asyncio.sleep(0.02)
            if part <= kills:
                machine.kill()
                crowd.shut()
                machine = await asyncio.to_thread(Machine, *WORKERS, *flags)
        await crowd.rest()
        await asyncio.to_thread(machine.stop)
    finally:
        machine.stop()
        await crowd.end()
    return await asyncio.to_thread(_read, crowd.record, where)


def _read(record: Record, where: Path | str) -> Record:
    """The record with what the store has, which is sound."""
    with closing(open_store(where)) as store:
        store.check()
        record.read(store)
    return record
