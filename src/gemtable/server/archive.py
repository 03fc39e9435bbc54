"""What a viewer may read of a table from its first entry on: what it was told, what it saw at any moment, its match file."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

import msgspec

from gemtable.server.store.base import Store
from gemtable.server.wire import History, Moment
from gemtable.table.follow import Step, apply
from gemtable.table.local import BOT
from gemtable.table.log import Opened, TookBack, read_entry
from gemtable.table.match import Header, Match, Sealed
from gemtable.table.seal import VERSION
from gemtable.table.table import Table, open_table
from gemtable.table.told import Heard, HeardMove, heard

MOST_MOMENTS = 50  # of one answer
READERS = ThreadPoolExecutor(2, "archive")  # of their own: long logs keep nobody waiting who only asks who somebody is

P = ParamSpec("P")
T = TypeVar("T")


async def reading(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Have something read from the beginning of a log on."""
    return await asyncio.get_running_loop().run_in_executor(READERS, partial(read, *args, **kwargs))


def walk(store: Store, name: str) -> Iterator[tuple[Table, Step]]:
    """The table after each entry."""
    (_, first), *rows = store.read(name)
    opened = read_entry(first)
    if not isinstance(opened, Opened):
        raise TypeError("a log begins with the opening of its table")
    table = open_table(opened)
    yield table, Step(1, opened, None)
    for _, body in rows:
        step = apply(table, read_entry(body))
        yield table, step


def history(store: Store, name: str, seat: int, after: int = 0) -> History:
    """Everything this viewer was told after that number."""
    told: list[Heard | HeardMove] = []
    seq = 0
    for table, step in walk(store, name):
        seq = step.seq
        if seq > after:
            told.append(heard(table.match.game, step, seat))
    return History(told, seq)


def moments(store: Store, name: str, seat: int, after: int, limit: int) -> list[Moment]:
    """What this viewer saw after each of the entries that follow that number."""
    seen: list[Moment] = []
    for table, step in walk(store, name):
        if step.seq > after:
            game = table.match.game
            seen.append(Moment(step.seq, game.scene(game.view(table.match.state, seat), seat, None)))
        if len(seen) >= min(limit, MOST_MOMENTS):
            break
    return seen


def match_file(store: Store, name: str, seat: int) -> bytes:
    """The match file. Before the match is over, what is hidden from this viewer is `null` in it, and so it cannot be replayed."""
    lines: list[dict[str, Any]] = []
    table = None
    for table, step in walk(store, name):
        told = heard(table.match.game, step, seat)
        if isinstance(told, HeardMove):
            lines.append({"seat": "chance" if told.seat is None else told.seat, "move": told.move})
        elif isinstance(step.entry, TookBack):
            lines.pop()
    assert table is not None
    if table.stage == "over":
        return with_header(table).dump()
    return b"".join([msgspec.json.encode(line) + b"\n" for line in (header_of(table), *lines)])


def with_header(table: Table) -> Match:
    """The match with its names and its seal."""
    match = table.match.fork()
    match.header = header_of(table)
    return match


def header_of(table: Table) -> Header:
    """The first line of the match file, as much of it as may be told by now."""
    opened = table.opened
    begun = table.stage != "gathering" and not table.closed
    players = [chair.name or (f"{BOT}{chair.bot}" if chair.bot else "") for chair in table.chairs]
    salts = [chair.salt for chair in table.chairs]
    seal = Sealed(VERSION, opened.commitment, salts, table.secret) if opened.commitment and begun else None
    return Header(opened.game, opened.rules, opened.seats, opened.options, players if begun else None, None, seal)
