"""Redeal what somebody cannot know, and compare every byte that the server sends to that somebody: `just leaks`."""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gemtable.games.contract import Game
from tests.matches import CASES, GAMES_FOUND
from tests.server.worlds import CATEGORIES, Figures, Leak, compare


def main() -> int:
    """1 when a byte differs, or something was not compared at all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=2000, help="of each game (default: 2000)")
    parser.add_argument("--game", choices=[game.about.id for game in GAMES_FOUND], help="of this one alone")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    games = [game for game in GAMES_FOUND if chosen.game in (None, game.about.id)]
    told = {game.about.id: leaks(game, chosen.positions, seed) for game in games}
    print(json.dumps({"trial": "leaks", "seed": seed, **told}))
    return int(any(part["leaks"] or part["not compared"] or not part["of which the state differs"] for part in told.values()))


def leaks(game: Game, positions: int, seed: int) -> dict[str, Any]:
    """What was compared of a game."""
    cases, figures, found, begun = [case for case in CASES if case.game is game], Figures(), "", time.perf_counter()
    try:
        for case in cases:
            with tempfile.TemporaryDirectory(prefix="leaks-") as folder:
                figures.add(asyncio.run(compare(case, -(-positions // len(cases)), seed, Path(folder))))
    except Leak as leak:
        found = str(leak)
        print(found, file=sys.stderr)
    empty = [] if found else [category for category in CATEGORIES if not figures.compared[category]]
    return {
        "positions": figures.positions,
        "of which the state differs": figures.now,
        "viewers": dict(figures.viewers),
        "compared": dict(figures.compared),
        "bytes": figures.size,
        "leaks": int(bool(found)),
        "not compared": empty,
        "seconds": round(time.perf_counter() - begun, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
