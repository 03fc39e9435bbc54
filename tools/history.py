"""Record what people do at a real server and are told, and check the whole history; then plant faults in it, each of which must be found.

`just history`.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server.trials.faults import FAULTS, planted
from tests.server.trials.history import check
from tests.server.trials.record import Record
from tests.server.trials.run import recorded

TABLES = 40
MATCHES = "matches.db"


def main() -> int:
    """1 when something is wrong with the history, or a fault is not found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commands", type=int, default=22_000, help="how many people send (default: 22,000)")
    parser.add_argument("--kills", type=int, default=4, help="how often the server is killed meanwhile (default: 4)")
    parser.add_argument("--times", type=int, default=20, help="in how many tables each fault is planted (default: 20)")
    parser.add_argument("--short", action="store_true", help="2,000 commands, one kill, each fault in three tables")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.commands, chosen.kills, chosen.times = 2_000, 1, 3
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        flags, where = ("--data", folder), Path(folder) / MATCHES
        record = asyncio.run(recorded(flags, where, seed, TABLES, chosen.commands, kills=chosen.kills))
    recording = time.perf_counter() - begun
    wrong = check(record)
    trials = [planted(record.parts(), fault, chosen.times, seed) for fault in FAULTS]
    missed = [trial for trial in trials if not trial.planted or trial.found < trial.planted]
    print(*wrong[:20], *(f"not always found: {trial}" for trial in missed), sep="\n", end="\n" * bool(wrong or missed), file=sys.stderr)
    found = {"wrong": len(wrong), "faults": len(trials), "planted": sum(t.planted for t in trials), "found": sum(t.found for t in trials)}
    times = {"seed": seed, "recording": round(recording, 1), "seconds": round(time.perf_counter() - begun, 1)}
    print(json.dumps({"trial": "history", "kills": chosen.kills} | counts(record) | found | times))
    return int(bool(wrong or missed))


def counts(record: Record) -> dict[str, Any]:
    """How much there is in a record."""
    ended = Counter("done" if asked.done else "refused" if asked.answers else "unanswered" for asked in record.asked)
    return {
        "tables": len(record.journals),
        "commands": len(record.asked),
        **ended,
        "sent again": sum(len(asked.tries) > 1 for asked in record.asked),
        "entries": sum(len(journal.rows) for journal in record.journals.values() if journal),
        "sockets": len(record.hearings),
        "told": sum(len(told.entries) for hearing in record.hearings for told in hearing.told),
    }


if __name__ == "__main__":
    sys.exit(main())
