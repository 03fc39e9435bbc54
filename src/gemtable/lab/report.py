"""What came of many matches, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from gemtable.games.contract import Options, fields_of
from gemtable.lab import loops

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Spread:
    """How a number varied over matches."""

    mean: float
    sd: float
    least: int
    most: int


@dataclass(frozen=True)
class Standing:
    """One player's results."""

    player: str
    share: float  # of the wins; a shared win counts its part
    low: float  # 95 % interval of the share
    high: float
    sole: float  # share of matches won alone
    score: Spread


@dataclass(frozen=True)
class Report:
    """The results of a run. Seats rotated, so a player's place in the list gives no advantage."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    stopped: bool  # before all games asked for were played
    players: list[Standing]
    events: Spread  # per game
    decisions: float  # per game


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of n. With shared wins in it the truth lies in it somewhat more often."""
    if n == 0:
        return 0.0, 1.0
    middle = share + Z95 * Z95 / (2 * n)
    reach = Z95 * sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    whole = 1 + Z95 * Z95 / n
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def make_report(
    game: str, rules: int, players: Sequence[str], options: Options, seed: int, whole: tuple[Any, Any], *, stopped: bool
) -> Report:
    """The report of a tally."""
    tally, rows = whole
    games = int(tally[loops.MATCHES])
    return Report(
        game=game,
        rules=rules,
        seats=len(players),
        options=fields_of(options),
        seed=seed,
        games=games,
        stopped=stopped,
        players=[_standing(name, row, games) for name, row in zip(players, rows.tolist(), strict=True)],
        events=_spread(tally[[loops.EVENTS, loops.EVENTS_SQUARED, loops.FEWEST, loops.MOST]].tolist(), games),
        decisions=int(tally[loops.DECISIONS]) / max(1, games),
    )


def _standing(name: str, row: list[int], games: int) -> Standing:
    share = min(1.0, row[loops.SHARES] / (loops.WHOLE * max(1, games)))
    low, high = wilson(share, games)
    return Standing(name, share, low, high, row[loops.ALONE] / max(1, games), _spread(row[loops.POINTS :], games))


def _spread(sums: list[int], games: int) -> Spread:
    total, squares, least, most = sums
    n = max(1, games)
    deviation = sqrt(max(0, n * squares - total * total)) / n
    return Spread(total / n, deviation, least if games else 0, most if games else 0)
