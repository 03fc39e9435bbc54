"""Send nonsense to a server by the thousand: `just fuzz`. Nothing may fail, and nothing refused may change anything."""

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server import fuzzing, talking
from tests.server.fuzzing import WIDE, no_errors
from tests.server.served import Served

STEPS = 30  # of the machine, in each example


def main() -> int:
    """1 when something failed, or less was tried than asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--calls", type=int, default=5000, help="requests made from the OpenAPI page (default: 5000)")
    parser.add_argument("--messages", type=int, default=20_000, help="messages sent over sockets (default: 20000)")
    parser.add_argument("--files", type=int, default=20_000, help="mangled match files read (default: 20000)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    begun, said, failed = time.perf_counter(), Counter[str](), 0
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, Served(Path(folder), WIDE) as served:
        for part in (call, talk, read):
            try:
                part(served, chosen, seed, said)
            except Exception:
                failed += 1
                traceback.print_exc()
    short = said["calls"] < chosen.calls or said["messages"] < chosen.messages or said["files"] < chosen.files
    print(json.dumps(said | {"failed": failed, "seed": seed, "seconds": round(time.perf_counter() - begun, 1)}))
    return int(bool(failed) or short)


def call(served: Served, chosen: Any, seed: int, said: Counter[str]) -> None:
    """Requests."""
    while said["calls"] < chosen.calls:
        figures = fuzzing.calls(served, chosen.calls - said["calls"] + 100, seed + said["calls"])
        said.update({"calls": figures.calls, "calls refused": figures.refused})
        said.update({f"status {status}": n for status, n in sorted(figures.statuses.items())})


def talk(served: Served, chosen: Any, seed: int, said: Counter[str]) -> None:
    """Messages over sockets."""
    while said["messages"] < chosen.messages:
        figures = talking.Figures()
        with no_errors():
            talking.talk(served, 20, STEPS, seed + said["messages"], figures)
        said.update({"messages": figures.sent, "told": figures.told, "reconnected": figures.reconnected, "repeated": figures.repeated})
        said.update({f"came {kind}": n for kind, n in sorted(figures.came.items())})


def read(served: Served, chosen: Any, seed: int, said: Counter[str]) -> None:
    """Match files, by the decoder alone and brought to the server."""
    dice = random.Random(seed)
    came = fuzzing.files(chosen.files, dice)
    brought = fuzzing.brought(served, chosen.files // 20, dice)
    said.update({"files": sum(came.values()), "files refused": came["refused"], "files brought": sum(brought.values())})


if __name__ == "__main__":
    sys.exit(main())
