"""Compile what workers need, in the background: prints the id of each game whose compiled rules lie in the cache.

One process at a time does so for a cache; a second one waits and then finds it done. Every start of a server looks anew, which
takes a second: no mark that was left behind could know of a newer Numba or another machine.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gemtable.games.contract import GAMES
from gemtable.server.workers.process import loaded, lower_priority

NICE: Final = 15  # whatever else the machine does comes first


def main() -> int:
    """1 when the cache cannot be kept: workers would compile for themselves, each at every start."""
    lower_priority(NICE)
    from gemtable.kit.compiled import cache_folder, source_hash

    folder = cache_folder()
    if source_hash() not in folder.name:
        folder.rmdir()
        return 1
    with alone(folder / "warming.lock"):
        for game_id in GAMES:
            loaded(game_id)
            try:
                print(game_id, flush=True)
            except BrokenPipeError:  # the server is gone
                os._exit(0)
    return 0


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process holds this file. The lock goes with the process, however it ends."""
    with path.open("a") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # gives up after ten seconds
                    break
                except OSError:
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
