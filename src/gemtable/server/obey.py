"""Commands at a table, from a socket or a request: done once, and answered with what was missed when they come too late."""

from collections.abc import Callable
from time import perf_counter

import msgspec

from gemtable.server import archive, wire
from gemtable.server.commands import plan_of
from gemtable.server.room import Answer, Room, Stale
from gemtable.server.store.base import Person
from gemtable.server.tables import Tables
from gemtable.table.told import Heard, HeardMove


async def obey(room: Room, command: wire.Command, who: Person, seat: int, tables: Tables, say: Callable[[bytes], None]) -> None:
    """Do what is commanded, and say Done; or say Refused where it was decided before what has happened since."""
    begun, came = perf_counter(), "refused"
    try:
        came = await _obeyed(room, command, who, seat, tables, say)
    finally:
        tables.figures.commands[came] += 1
        tables.figures.committed.add(perf_counter() - begun)


async def _obeyed(room: Room, command: wire.Command, who: Person, seat: int, tables: Tables, say: Callable[[bytes], None]) -> str:
    """What came of it, in a word."""
    act = command.act
    if isinstance(act, wire.Rematch):
        answer, name = await tables.rematch(room, act.seat, who, command.id)
        say(done(command, answer, name))
        return "done"
    known = (act.seat, command.seq) if isinstance(act, wire.Move) and act.seat < len(room.table.chairs) else None
    members = (who.person,) if isinstance(act, wire.Sit) else ()
    sat = room.table.chairs[act.seat].person if isinstance(act, wire.Rise) and act.seat < len(room.table.chairs) else None
    try:
        await room.do(
            who.person, command.id, plan_of(act, who), known=known, members=members, acknowledge=lambda answer: say(done(command, answer))
        )
        if sat is not None and sat != who.person:
            await tables.send_away(room, sat)
    except Stale:
        reason = "this was decided before what has happened since: look again"
        told = await missed(room, command.seq, _eyes(room, who, seat, act))
        say(msgspec.json.encode(wire.Refused(command.id, "stale", reason, seq=room.table.seq, missed=told)))
        return "stale"
    return "done"


def done(command: wire.Command, answer: Answer, table: str | None = None) -> bytes:
    """That it is done."""
    return msgspec.json.encode(wire.Done(command.id, answer.first, answer.last, table))


async def missed(room: Room, after: int, seat: int) -> list[Heard | HeardMove]:
    """What a viewer was told after that number, up to what the room has told by now."""
    told: list[Heard | HeardMove] = []
    while (recent := room.recent(after, seat)) is None:
        past = await archive.reading(archive.history, room.store, room.name, seat, after)
        told += [heard for heard in past.heard if heard.seq <= room.table.seq]
        after = max(after, min(past.seq, room.table.seq))
    return told + recent


def _eyes(room: Room, who: Person, seat: int, act: wire.Act) -> int:
    """Whose eyes to tell with: those of the seat it was for, if it is one's own."""
    asked = getattr(act, "seat", None)
    own = asked is not None and asked < len(room.table.chairs) and room.table.chairs[asked].person == who.person
    return asked if own and asked is not None else seat
