"""What the house does at a table although nobody asks: when it has to look, and what it finds to do."""

from gemtable.table.acts import close, patience, stand_in
from gemtable.table.log import Entry
from gemtable.table.table import Table

STAND_IN = "fair"  # every game has it
IDLE = 24 * 3_600_000  # how long a table may wait for its match to begin
BOT_TIME = 5_000  # after which somebody looks where the bot is that should have moved


def due(table: Table) -> int | None:
    """When somebody has to look at this table again."""
    if table.stage == "gathering":
        return table.opened.at + IDLE
    times = [_due(table, seat) for seat in table.acting()]
    return min([time for time in times if time is not None], default=None)


def _due(table: Table, seat: int) -> int | None:
    chair = table.chairs[seat]
    since = chair.since or 0
    if chair.bot is not None:
        return since + BOT_TIME
    times = [time for time in (table.deadline(seat), patience(table, seat)) if time is not None]
    return max(since, min(times)) if times else None


def chore(table: Table, at: int) -> Entry | None:
    """The next thing to do at this time, or nothing."""
    if table.stage == "gathering":
        return close(table, at) if at >= table.opened.at + IDLE else None
    for seat in table.acting():
        if table.chairs[seat].bot is None and (time := _due(table, seat)) is not None and at >= time:
            return stand_in(table, seat, STAND_IN, at)
    return None
