"""Random matches of every game under every option set, every position checked: `just soak`."""

import argparse
import random
import time

from tests.matches import CASES, Case, moments, own


def soak(case: Case, events: int, seed: int) -> int:
    """Play until that many events are done; AssertionError where something is lost, made or too wide for its field."""
    dice, rules, done = random.Random(f"{case} {seed}"), own(case.game, "invariants"), 0
    while done < events:
        constant = None
        for moment in moments(case, dice):
            rules.check(moment.after)
            constant = constant or rules.conserved(moment.before)
            assert rules.conserved(moment.after) == constant
            moment.after.to_bytes()
            done += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=1_000_000, help="of each game and option set (default: a million)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    arguments = parser.parse_args()
    seed = random.SystemRandom().randrange(10**9) if arguments.seed is None else arguments.seed
    for case in CASES:
        begun = time.perf_counter()
        done = soak(case, arguments.events, seed)
        print(f"{case}: {done:,} events, all sound, {time.perf_counter() - begun:.0f} s (seed {seed})")


if __name__ == "__main__":
    main()
