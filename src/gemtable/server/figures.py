"""What the server counts, for a page that Prometheus reads. Nothing in it says who or what."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from time import monotonic

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Durations:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self.counts, self.sum = [0] * (len(BOUNDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> list[str]:
        """In Prometheus' text form."""
        lines, total = [f"# TYPE {name} histogram"], 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.sum:.6f}", f"{name}_count {total}"]


class Figures:
    """Counted since the start."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.requests: Counter[tuple[str, int]] = Counter()  # by endpoint and status
        self.answered, self.committed = Durations(), Durations()
        self.commands: Counter[str] = Counter()  # by what came of them
        self.sockets = 0  # open now

    def lines(self, gauges: Mapping[str, float]) -> str:
        """All of it, with what is known elsewhere."""
        lines = ["# TYPE gemtable_requests_total counter"]
        lines += [
            f'gemtable_requests_total{{endpoint="{name}",status="{status}"}} {n}' for (name, status), n in sorted(self.requests.items())
        ]
        lines += ["# TYPE gemtable_commands_total counter"]
        lines += [f'gemtable_commands_total{{came="{came}"}} {n}' for came, n in sorted(self.commands.items())]
        lines += self.answered.lines("gemtable_request_seconds") + self.committed.lines("gemtable_command_seconds")
        known = {"gemtable_sockets": self.sockets, "gemtable_uptime_seconds": round(monotonic() - self.begun, 1), **gauges}
        for name, value in known.items():
            lines += [f"# TYPE {name} gauge", f"{name} {value}"]
        return "\n".join(lines) + "\n"
