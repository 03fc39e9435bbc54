"""Tables: the lobby, one table and what happens there."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gemtable.games.contract import LANGUAGES, SPECTATOR
from gemtable.server import archive, wire
from gemtable.server.api.endpoint import Call, Endpoint
from gemtable.server.errors import Wrong, missing
from gemtable.server.obey import missed, obey
from gemtable.server.room import Room
from gemtable.server.seen import table_seen, view_of
from gemtable.table.match import Refused

Number = Annotated[int, Meta(ge=0, le=2**53)]
EYES = {"seat": wire.Seat}
TABLE = "/api/tables/{table}"
SEES: Any = {"who": "who may see the table"}


async def list_tables(call: Call) -> wire.TableList:
    """Tables that anybody may come to, newest first."""
    return await call.site.tables.listed(call.query.get("before"), call.asking)


async def list_my_tables(call: Call) -> wire.TableList:
    """Your tables, newest first."""
    return await call.site.tables.mine(call.query.get("before"), call.person)


async def open_table(call: Call) -> wire.Opened:
    """Open a table."""
    return await call.site.tables.open(call.body, call.person)


async def bring_match(call: Call) -> wire.Opened:
    """A table from a match file: to look at when it is over, to go on with when it is not."""
    try:
        return await call.site.tables.bring(call.body.file.encode("utf-8", "surrogatepass"), call.person)
    except Refused as wrong:
        raise Wrong("refused", str(wrong)) from None


async def see_table(call: Call) -> wire.View:
    """What you see now, with the eyes of a seat of yours or of a spectator."""
    room, seat = await _eyes(call)
    notes = await call.site.tables.notes(room, seat)
    _still(call, room)
    return view_of(room.table, table_seen(room.name, room.table), seat, call.person.person, call.site.house.now(), notes)


async def read_history(call: Call) -> wire.History:
    """Everything you were told after a number."""
    room, seat = await _eyes(call)
    heard = await missed(room, call.query.get("after", 0), seat)
    _still(call, room)
    return wire.History(heard, heard[-1].seq if heard else room.table.seq)


async def read_moments(call: Call) -> list[wire.Moment]:
    """What you saw after each entry, for a replay."""
    room, seat = await _eyes(call)
    after, limit = call.query.get("after", 0), call.query.get("limit", archive.MOST_MOMENTS)
    moments = await archive.reading(archive.moments, room.store, room.name, seat, after, limit)
    _still(call, room)
    return moments


async def read_file(call: Call) -> bytes:
    """The match file; before the end without what is hidden from you."""
    room, seat = await _eyes(call)
    file = await archive.reading(archive.match_file, room.store, room.name, seat)
    _still(call, room)
    return file


async def draw_table(call: Call) -> bytes:
    """A drawing of what you see."""
    room, seat = await _eyes(call)
    notes = await call.site.tables.notes(room, seat)
    _still(call, room)
    game, table = room.table.match.game, room.table
    scene = game.scene(game.view(table.match.state, seat), seat, notes)
    names = [chair.name or chair.bot or str(number + 1) for number, chair in enumerate(table.chairs)]
    language = call.query.get("language", LANGUAGES[0])
    return game.svg(scene, language if language in LANGUAGES else LANGUAGES[0], names).encode()


async def act_at_table(call: Call) -> wire.Done:
    """Answered like a command over a socket."""
    room = await _room(call)
    said: list[bytes] = []
    await obey(room, call.body, call.person, SPECTATOR, call.site.tables, said.append)
    answer: wire.Done | wire.Refused = msgspec.json.decode(said[0], type=wire.Done | wire.Refused)
    if isinstance(answer, wire.Refused):
        raise Stale(said[0])
    return answer


class Stale(Exception):
    """A conflict, with what was missed."""

    def __init__(self, body: bytes) -> None:
        super().__init__("stale")
        self.body = body


async def read_notes(call: Call) -> wire.Notes:
    """A seat's own notes."""
    room = await _room(call)
    notes = await call.site.tables.notes(room, room.seat_of(call.person.person, _seat(call)))
    room.seat_of(call.person.person, _seat(call))
    return wire.Notes(notes)


async def keep_notes(call: Call) -> None:
    """Keep a seat's own notes: nobody else sees them."""
    room = await _room(call)
    seat = room.seat_of(call.person.person, _seat(call))
    await call.site.tables.put_notes(room, seat, call.body.notes)


async def come_in(call: Call) -> None:
    """Come in by an invitation."""
    await call.site.tables.come(call.path["table"], call.body.invitation, call.person)


async def invite(call: Call) -> wire.Invitation:
    """A new invitation; the one before is worth nothing from now on. For the host."""
    return wire.Invitation(await call.site.tables.invite(call.path["table"], call.person))


async def _room(call: Call) -> Room:
    return await call.site.tables.room(call.path["table"], call.person)


async def _eyes(call: Call) -> tuple[Room, int]:
    """The table, and whose eyes to see it with."""
    room = await _room(call)
    return room, room.seat_of(call.person.person, call.query.get("seat"))


def _still(call: Call, room: Room) -> None:
    """Missing when the seat went to somebody else while something was read for it."""
    room.seat_of(call.person.person, call.query.get("seat"))


def _seat(call: Call) -> int:
    seat = call.path["seat"]
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise missing()
    return int(seat)


ENDPOINTS = (
    Endpoint("GET", "/api/tables", list_tables, wire.TableList, query={"before": Number}),
    Endpoint("POST", "/api/tables", open_table, wire.Opened, wire.NewTable, "a person"),
    Endpoint("POST", "/api/tables/from-file", bring_match, wire.Opened, wire.Brought, "a person", largest=2 * wire.LONGEST_FILE),
    Endpoint("GET", "/api/me/tables", list_my_tables, wire.TableList, who="a person", query={"before": Number}),
    Endpoint("POST", f"{TABLE}/come", come_in, None, wire.Invitation, "a person"),
    Endpoint("POST", f"{TABLE}/invitation", invite, wire.Invitation, **SEES),
    Endpoint("GET", TABLE, see_table, wire.View, query=EYES, **SEES),
    Endpoint("POST", f"{TABLE}/acts", act_at_table, wire.Done, wire.Command, **SEES),
    Endpoint("GET", f"{TABLE}/history", read_history, wire.History, query=EYES | {"after": Number}, **SEES),
    Endpoint(
        "GET",
        f"{TABLE}/moments",
        read_moments,
        list[wire.Moment],
        query=EYES | {"after": Number, "limit": Annotated[int, Meta(ge=1, le=archive.MOST_MOMENTS)]},
        **SEES,
    ),
    Endpoint("GET", f"{TABLE}/file", read_file, bytes, query=EYES, media="application/jsonl", **SEES),
    Endpoint("GET", f"{TABLE}/drawing", draw_table, bytes, query=EYES | {"language": str}, media="image/svg+xml", **SEES),
    Endpoint("GET", f"{TABLE}/seats/{{seat}}/notes", read_notes, wire.Notes, **SEES),
    Endpoint("PUT", f"{TABLE}/seats/{{seat}}/notes", keep_notes, None, wire.Notes, largest=wire.LONGEST_NOTES, **SEES),
)
