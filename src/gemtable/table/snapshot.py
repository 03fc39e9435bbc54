"""A table as bytes, so that a long log need not be read from its beginning. The log says it all; this only saves time."""

from typing import Any

import msgspec

from gemtable.games.contract import CHANCE
from gemtable.table.log import Opened
from gemtable.table.table import Chair, Stage, Table, open_table


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that the log has made, but for the events that led there."""

    opened: Opened
    stage: Stage
    seq: int
    stopped: int
    said: int
    closed: bool
    secret: str | None
    rematch: str | None
    rematched: int
    at: int
    chairs: list[Chair]
    played: int
    draws: int
    state: bytes


_TABLE = ("stage", "seq", "stopped", "said", "closed", "secret", "rematch", "rematched", "at", "chairs")


def may_keep(table: Table) -> bool:
    """Not where the last event may still be taken back: what was before it is not kept."""
    events = table.match.events
    return not table.opened.undo or table.stage == "over" or not events or events[-1].actor == CHANCE


def write_snapshot(table: Table) -> bytes:
    """The bytes of a table."""
    told: dict[str, Any] = {name: getattr(table, name) for name in _TABLE}
    match = table.match
    return msgspec.json.encode(Kept(table.opened, played=match.played, draws=match.draws, state=match.state.to_bytes(), **told))


def read_snapshot(data: bytes) -> Table:
    """The table of such bytes; ValueError when they are of another version of it."""
    kept = msgspec.json.decode(data, type=Kept)
    table = open_table(kept.opened)
    for name in _TABLE:
        setattr(table, name, getattr(kept, name))
    match = table.match
    match.played, match.draws, match.state = kept.played, kept.draws, match.game.State.from_bytes(kept.state)
    return table
