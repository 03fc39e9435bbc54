"""A table: who sits where, the match, clocks, and what each may see. A fold over its log (`table.log`)."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from gemtable.games.contract import CHANCE, OVER, Offer
from gemtable.kit.bits import seats as seats_of
from gemtable.table.log import (
    Began,
    Closed,
    Entry,
    Hired,
    Left,
    Moved,
    Opened,
    Paused,
    Ready,
    Rematched,
    Resigned,
    Resumed,
    Returned,
    Rose,
    Said,
    Sat,
    StoodIn,
    TookBack,
    Unsealed,
)
from gemtable.table.match import Header, Match

Stage = Literal["gathering", "playing", "paused", "over"]


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat: who decides there, and how much time is left."""

    name: str | None = None  # of the person
    person: str | None = None  # whose it is
    bot: str | None = None  # who decides, where it is not the person
    ready: bool = False  # the person wants to begin
    salt: str | None = None
    away: int | None = None  # since when the person has left
    resigned: bool = False
    budget: int = 0  # what is left of it, when this seat's turn began
    turn: int = 0  # the number of the entry that this seat's turn began with
    since: int | None = None  # when this seat's turn began
    before: int | None = None  # when the turn began that its last decision ended

    @property
    def empty(self) -> bool:
        return self.name is None and self.bot is None

    @property
    def there(self) -> bool:
        """Whether a person sits here who has not left."""
        return self.name is not None and self.away is None


@dataclass
class Table:
    """What the log has made so far. `seq` counts its entries."""

    opened: Opened
    match: Match
    chairs: list[Chair]
    stage: Stage = "gathering"
    seq: int = 1
    stopped: int = 0  # when it was paused
    said: int = 0  # how many lines of chat
    closed: bool = False  # given up before the match began
    secret: str | None = None  # of the chance, when it is told
    rematch: str | None = None  # the table where they play again
    rematched: int = 0  # the number of the entry that said so
    at: int = 0  # when the last entry was made

    def apply(self, entry: Entry) -> None:
        """One more entry. It has been checked: see `table.acts`."""
        self.seq += 1
        self.at = entry.at
        _APPLY[type(entry)](self, entry)

    def fork(self) -> "Table":
        """A copy to go on with; this one stays as it is."""
        other = copy(self)
        other.match, other.chairs = self.match.fork(), [copy(chair) for chair in self.chairs]
        return other

    def all_ready(self) -> bool:
        """Whether the match can begin: every seat is taken, and every person wants to."""
        people = [chair for chair in self.chairs if chair.name is not None]
        return self.stage == "gathering" and bool(people) and not any(c.empty for c in self.chairs) and all(c.ready for c in people)

    def acting(self) -> tuple[int, ...]:
        """The seats that have to decide now; none while the match rests."""
        return self.match.game.acting(self.match.state) if self.stage == "playing" else ()

    def for_chance(self) -> bool:
        """Whether chance is next."""
        return self.stage == "playing" and self.match.game.actors(self.match.state) == CHANCE

    def for_bots(self) -> dict[int, str]:
        """The seats that a bot has to decide for now, and which."""
        return {seat: bot for seat in self.acting() if (bot := self.chairs[seat].bot) is not None}

    def offers(self, seat: int) -> list[Offer]:
        """What a seat may do now."""
        if seat not in self.acting():
            return []
        return self.match.game.offers(self.match.game.view(self.match.state, seat), seat)

    def scene(self, seat: int, notes: Any = None) -> Any:
        """What the screen of a seat, or of SPECTATOR, draws; `notes` are the seat's own."""
        game = self.match.game
        return game.scene(game.view(self.match.state, seat), seat, notes)

    def deadline(self, seat: int) -> int | None:
        """When this seat's time runs out; None without a limit, or when it has nothing to decide."""
        chair, pace = self.chairs[seat], self.opened.pace
        if chair.since is None or self.stage != "playing" or not (pace.move or pace.budget):
            return None
        return chair.since + (chair.budget if pace.budget else pace.move)

    def winners(self) -> list[int]:
        """Who has won, when it is over: the match's winners who have not resigned, or else all who have not."""
        if self.stage != "over" or self.closed:
            return []
        staying = self._staying()
        won = [seat for seat in seats_of(self.match.game.winners(self.match.state)) if seat in staying]
        return won or staying

    def _staying(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if not chair.resigned]

    def settle(self, at: int) -> None:
        """After anything that may have changed whose turn it is: turn clocks over, and see whether it is over."""
        alone = len(self.chairs) > 1 and len(self._staying()) == 1
        if alone or self.match.game.actors(self.match.state) == OVER:
            self.stage = "over"
        acting = self.acting()
        for seat, chair in enumerate(self.chairs if self.stage != "paused" else []):
            if seat not in acting:
                chair.since = None
            elif chair.since is None:
                chair.since, chair.turn = at, self.seq


def open_table(opened: Opened) -> Table:
    """The table of its first entry."""
    match = Match(Header(opened.game, opened.rules, opened.seats, opened.options))
    return Table(opened, match, [Chair(budget=opened.pace.budget) for _ in range(opened.seats)], at=opened.at)


def table_of(log: Iterable[Entry]) -> Table:
    """The table that a whole log makes."""
    entries = iter(log)
    first = next(entries)
    if not isinstance(first, Opened):
        raise TypeError("a log begins with the opening of its table")
    table = open_table(first)
    for entry in entries:
        table.apply(entry)
    return table


def _sat(table: Table, entry: Sat) -> None:
    table.chairs[entry.seat] = Chair(name=entry.name, person=entry.person, budget=table.opened.pace.budget)


def _hired(table: Table, entry: Hired) -> None:
    table.chairs[entry.seat] = Chair(bot=entry.bot, budget=table.opened.pace.budget)


def _rose(table: Table, entry: Rose) -> None:
    table.chairs[entry.seat] = Chair(budget=table.opened.pace.budget)


def _ready(table: Table, entry: Ready) -> None:
    table.chairs[entry.seat].ready, table.chairs[entry.seat].salt = True, entry.salt


def _began(table: Table, entry: Began) -> None:
    table.stage = "playing"
    table.settle(entry.at)


def _moved(table: Table, entry: Moved) -> None:
    actor = CHANCE if entry.seat == "chance" else entry.seat
    if actor != CHANCE:
        _charge(table, table.chairs[actor], entry.at)
    table.match.play(actor, table.match.game.parse(table.match.state, actor, entry.move))
    table.settle(entry.at)


def _charge(table: Table, chair: Chair, at: int) -> None:
    """What a decision took goes off the budget, and the increment comes back."""
    if table.opened.pace.budget and chair.since is not None:
        chair.budget = max(0, chair.budget - (at - chair.since)) + table.opened.pace.increment
    chair.before, chair.since = chair.since, None


def _took_back(table: Table, entry: TookBack) -> None:
    """The increment that came with the decision goes with it; a time for each move runs on from where the turn began."""
    chair = table.chairs[entry.seat]
    chair.budget = max(0, chair.budget - table.opened.pace.increment)
    if table.opened.pace.move:
        chair.since = chair.before
    table.match.take_back()
    table.settle(entry.at)


def _resigned(table: Table, entry: Resigned) -> None:
    chair = table.chairs[entry.seat]
    chair.resigned, chair.bot = True, chair.bot or entry.bot
    table.settle(entry.at)


def _left(table: Table, entry: Left) -> None:
    table.chairs[entry.seat].away = entry.at


def _returned(table: Table, entry: Returned) -> None:
    """Time stands as it was left, but who gets the seat back from a bot begins its turn anew."""
    chair = table.chairs[entry.seat]
    chair.away = None
    if chair.bot is not None and not chair.resigned:
        chair.bot, chair.since = None, None
        chair.budget = max(chair.budget, table.opened.pace.increment)
    table.settle(entry.at)


def _stood_in(table: Table, entry: StoodIn) -> None:
    table.chairs[entry.seat].bot = entry.bot


def _paused(table: Table, entry: Paused) -> None:
    table.stage, table.stopped = "paused", entry.at


def _resumed(table: Table, entry: Resumed) -> None:
    """Time that a turn had taken before the pause stays taken."""
    table.stage = "playing"
    for chair in table.chairs:
        if chair.since is not None:
            chair.since += entry.at - table.stopped
    table.settle(entry.at)


def _unsealed(table: Table, entry: Unsealed) -> None:
    table.secret = entry.secret


def _rematched(table: Table, entry: Rematched) -> None:
    table.rematch, table.rematched = entry.table, table.seq


def _closed(table: Table, entry: Closed) -> None:  # noqa: ARG001
    table.stage, table.closed = "over", True


def _said(table: Table, entry: Said) -> None:  # noqa: ARG001
    table.said += 1


_APPLY: dict[type, Any] = {
    Sat: _sat,
    Hired: _hired,
    Rose: _rose,
    Ready: _ready,
    Began: _began,
    Moved: _moved,
    TookBack: _took_back,
    Resigned: _resigned,
    Left: _left,
    Returned: _returned,
    StoodIn: _stood_in,
    Paused: _paused,
    Resumed: _resumed,
    Unsealed: _unsealed,
    Rematched: _rematched,
    Closed: _closed,
    Said: _said,
}
