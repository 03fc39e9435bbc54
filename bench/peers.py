"""Gemtable's speed beside its peers', in one run on one core: random play, decisions of seats per second."""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

OURS, GAMES, WRITTEN, LOOP, DEALT, PGX, INCAN = (
    "Gemtable",
    "OpenSpiel, C++ games from Python",
    "OpenSpiel, games written in Python",
    "OpenSpiel, loop kept in C++",
    "OpenSpiel, loop kept in C++, the deal left out (no whole matches)",
    "pgx on the processor",
    "Incan Gold",
)
BAR_OPENSPIEL = 20
BAR_ALL = 3


class Gone(Exception):
    """A peer that cannot be measured, and why."""


class Worker:
    """A peer in a process of its own: it gets ready when first asked, and is idle between measurements."""

    def __init__(self, script: str, *words: str) -> None:
        self.command = [sys.executable, str(Path(__file__).with_name(script)), *words]
        self.process: subprocess.Popen[str] | None = None
        self.version = ""

    def measure(self) -> dict[str, float]:
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            said = self._answer(self.process)
            if "missing" in said:
                raise Gone(f"not installed ({said['missing']}): uv sync --group bench")
            self.version = said["version"]
        assert self.process.stdin
        print(file=self.process.stdin, flush=True)
        return self._answer(self.process)

    def _answer(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        assert process.stdout
        line = process.stdout.readline()
        if not line:
            raise Gone(f"stopped with exit code {process.wait()}")
        return json.loads(line)


class Command:
    """Somebody's simulator of Incan Gold: a command that prints one line of JSON with its name and speed."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.version = ""
        self.in_python = False

    def measure(self) -> dict[str, float]:
        try:
            said = json.loads(subprocess.run(shlex.split(self.words), check=True, stdout=subprocess.PIPE, text=True).stdout)
        except (OSError, subprocess.CalledProcessError, json.JSONDecodeError) as wrong:
            raise Gone(str(wrong)) from wrong
        self.in_python = said.get("written_in") == "python"
        return {said["name"]: said["decisions_per_second"]}


@dataclass
class Figures:
    """What a run found out: medians by group and by what was played."""

    rates: dict[str, dict[str, float]] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    in_python: list[float] = field(default_factory=list)  # of all that is written in Python


@dataclass(frozen=True)
class Ratio:
    """How many times as fast as the best of some peers, and how many times it has to be."""

    name: str
    value: float | None
    bar: float | None = None

    @property
    def met(self) -> bool:
        return self.bar is None or (self.value is not None and self.value >= self.bar)

    def line(self) -> str:
        value = "not measured" if self.value is None else f"{self.value:.1f} times"
        verdict = "" if self.bar is None else f"   (bar {self.bar:g}: {'met' if self.met else 'MISSED'})"
        return f"{self.name:70} {value}{verdict}"


def measure(peers: dict[str, Worker | Command], rounds: int) -> Figures:
    """Measure Gemtable before every peer, several times over: whatever slows the machine slows both."""
    figures = Figures()
    ours = Worker("peer_gemtable.py")
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for _ in range(rounds):
        for name, peer in peers.items():
            if name not in figures.gone:
                note(found[OURS], ours.measure())
                try:
                    note(found[name], peer.measure())
                except Gone as gone:
                    figures.gone[name] = str(gone)
    for name, peer in {OURS: ours, **peers}.items():
        if name in figures.gone:
            continue
        figures.rates[name] = {what: median(rates) for what, rates in found[name].items()}
        if peer.version:
            figures.versions[name] = peer.version
        if name == WRITTEN or (isinstance(peer, Command) and peer.in_python):
            figures.in_python += figures.rates[name].values()
    return figures


def note(found: dict[str, list[float]], rates: dict[str, float]) -> None:
    for what, decisions in rates.items():
        found[what].append(decisions)


def ratios(figures: Figures) -> list[Ratio]:
    plain, fast = figures.rates[OURS]["plain"], figures.rates[OURS]["compiled"]
    peers = {name: max(rates.values()) for name, rates in figures.rates.items() if name != OURS}
    whole = [rate for name, rate in peers.items() if name != DEALT]
    openspiel = [rate for name, rate in peers.items() if name == GAMES]
    return [
        Ratio("Gemtable plain / best simulator written in Python", over(plain, figures.in_python)),
        Ratio("Gemtable compiled / best of all, those that leave their deal out too", over(fast, list(peers.values()))),
        Ratio("Gemtable compiled / best OpenSpiel from Python", over(fast, openspiel), BAR_OPENSPIEL),
        Ratio("Gemtable compiled / best of all peers", over(fast, whole), BAR_ALL),
    ]


def over(ours: float, theirs: list[float]) -> float | None:
    return ours / max(theirs) if theirs else None


def table(figures: Figures) -> str:
    """A line for everything measured, the fastest of each group first."""
    fast = figures.rates[OURS]["compiled"]
    lines = [f"{'decisions per second, random play, one core':66} {'median':>14} {'compiled is':>14}"]
    for name, rates in figures.rates.items():
        lines += ["", f"{name} {figures.versions.get(name, '')}".rstrip()]
        lines += [f"  {what:64} {rate:14,.0f} {fast / rate:13.1f}x" for what, rate in sorted(rates.items(), key=lambda one: -one[1])]
    return "\n".join([*lines, "", *(f"{name}: {why}" for name, why in figures.gone.items())])


def as_json(figures: Figures) -> str:
    found = [{"name": one.name, "value": one.value, "bar": one.bar, "met": one.met} for one in ratios(figures)]
    held = {"decisions_per_second": figures.rates, "versions": figures.versions, "not_measured": figures.gone}
    return json.dumps({**held, "ratios": found})


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each game of a peer runs in a round (0.3)")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument(
        "--incan-gold",
        action="append",
        default=[],
        metavar="COMMAND",
        help='a simulator of Incan Gold that prints {"name": …, "decisions_per_second": …}, and "written_in": "python" if so; '
        "may be given several times",
    )
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the peers inherit this one core
    seconds = str(asked.seconds)
    peers: dict[str, Worker | Command] = {
        GAMES: Worker("peer_openspiel.py", "games", seconds),
        WRITTEN: Worker("peer_openspiel.py", "written", seconds),
        LOOP: Worker("peer_openspiel.py", "loop", seconds),
        DEALT: Worker("peer_openspiel.py", "dealt", seconds),
        PGX: Worker("peer_pgx.py", seconds),
    }
    peers |= {f"{INCAN} {number}": Command(words) for number, words in enumerate(asked.incan_gold, 1)}
    figures = measure(peers, asked.rounds)
    print(as_json(figures) if asked.json else "\n".join([table(figures), *(one.line() for one in ratios(figures))]))
    return 0 if all(one.met for one in ratios(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
