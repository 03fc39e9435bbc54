"""What an act leads to, said once more: is an entry what was asked for, and could it be done where it stands?"""

from typing import Any

from gemtable.games.contract import Unplayable
from gemtable.table import acts
from gemtable.table.log import (
    Began,
    Closed,
    Entry,
    Hired,
    Left,
    Moved,
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
)
from gemtable.table.table import Table
from tests.server.trials.record import Asked


def as_asked(asked: Asked, person: str, entry: Entry | None) -> bool:
    """Whether an entry is what a command asked for."""
    act = asked.act
    wanted = ACTS[act["act"]]
    fields = {name: act[name] for name in ("seat", "move", "text", "bot", "salt", "name") if name in act and hasattr(entry, name)}
    whose = not isinstance(entry, Sat) or entry.person == person
    return isinstance(entry, wanted) and whose and all(getattr(entry, name) == value for name, value in fields.items())


ACTS: dict[str, type] = {
    "sit": Sat,
    "hire": Hired,
    "rise": Rose,
    "ready": Ready,
    "move": Moved,
    "takeback": TookBack,
    "resign": Resigned,
    "leave": Left,
    "return": Returned,
    "pause": Paused,
    "resume": Resumed,
    "say": Said,
    "rematch": Rematched,
    "close": Closed,
}


def done_again(table: Table, entry: Entry) -> Entry:
    """The entry, if whoever it was could do that now; Unplayable when not."""
    again: Entry = AGAIN[type(entry)](table, entry)
    return again


def _move_again(table: Table, entry: Moved) -> Entry:
    assert entry.seat != "chance"
    move: Any = acts.move if table.chairs[entry.seat].bot is None else acts.move_for
    moved: Entry = move(table, entry.seat, entry.move, entry.at)
    return moved


def _begin_again(table: Table, entry: Began) -> Entry:
    if not table.all_ready():
        raise Unplayable("not everybody is ready")
    return acts.start(table, entry.at)


AGAIN: dict[type, Any] = {
    Sat: lambda table, entry: acts.sit(table, entry.seat, entry.name, entry.at, entry.person),
    Hired: lambda table, entry: acts.hire(table, entry.seat, entry.bot, entry.at),
    Rose: lambda table, entry: acts.rise(table, entry.seat, entry.at),
    Ready: lambda table, entry: acts.ready(table, entry.seat, entry.salt, entry.at),
    Began: _begin_again,
    Moved: _move_again,
    TookBack: lambda table, entry: acts.take_back(table, entry.seat, entry.at),
    Resigned: lambda table, entry: acts.resign(table, entry.seat, entry.bot, entry.at),
    Left: lambda table, entry: acts.leave(table, entry.seat, entry.at),
    Returned: lambda table, entry: acts.come_back(table, entry.seat, entry.at),
    StoodIn: lambda table, entry: acts.stand_in(table, entry.seat, entry.bot, entry.at),
    Paused: lambda table, entry: acts.pause(table, entry.seat, entry.at),
    Resumed: lambda table, entry: acts.resume(table, entry.seat, entry.at),
    Rematched: lambda table, entry: acts.rematch(table, entry.seat, entry.table, entry.at),
    Closed: lambda table, entry: acts.close(table, entry.at),
    Said: lambda table, entry: acts.say(table, entry.seat, entry.name, entry.text, entry.at),
}
