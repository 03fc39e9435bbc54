"""Who is there: a seat whose person has no socket any more is left, after a blink; one who comes again is back."""

import asyncio
import logging
from collections.abc import Sequence

from gemtable.games.contract import SPECTATOR, Unplayable
from gemtable.server.house import House
from gemtable.server.room import Plan, Room
from gemtable.server.store.base import StoreError
from gemtable.table import acts
from gemtable.table.follow import Step
from gemtable.table.log import Left

BLINK = 8.0  # seconds: a page that is loaded again is no leaving
SETTLING = 30.0  # seconds after a table has come into memory until somebody who has not come is missed

log = logging.getLogger("gemtable.presence")


class Presence:
    """Watches who comes to the rooms of a house, and who goes."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.entered.append(self._entered)

    async def came(self, room: Room, seat: int) -> None:
        """Somebody looks with the eyes of this seat."""
        if seat != SPECTATOR and _missed(room, seat):
            await self._do(room, f"back {seat}", lambda table, at: acts.come_back(table, seat, at))

    def went(self, room: Room, seat: int) -> None:
        """Somebody does not, any more."""
        if seat != SPECTATOR and not _looks(room, seat):
            self.house.run(self._after(BLINK, room, seat))

    def _changed(self, room: Room, steps: Sequence[Step]) -> None:
        """Another process may miss somebody who has come to this one."""
        for step in steps if room.foreign else ():
            if isinstance(step.entry, Left) and _looks(room, step.entry.seat):
                self.house.run(self.came(room, step.entry.seat))

    def _entered(self, room: Room) -> None:
        """After a start nobody knows who was there: whoever has to decide and does not come is missed."""
        room.changed.append(lambda steps: self._changed(room, steps))
        if room.table.stage == "playing":
            self.house.run(self._settle(room))

    async def _settle(self, room: Room) -> None:
        await asyncio.sleep(SETTLING)
        for seat in room.table.acting():
            if room.viewers and not _looks(room, seat):
                await self._miss(room, seat)

    async def _after(self, seconds: float, room: Room, seat: int) -> None:
        await asyncio.sleep(seconds)
        room = self.house.rooms.get(room.name, room)  # it may have been let go, and have come again
        if not _looks(room, seat):
            await self._miss(room, seat)

    async def _miss(self, room: Room, seat: int) -> None:
        chair = room.table.chairs[seat]
        if chair.there and room.table.stage != "over" and not room.table.opened.pace.slow:
            await self._do(room, f"left {seat}", lambda table, at: acts.leave(table, seat, at))

    async def _do(self, room: Room, what: str, plan: Plan) -> None:
        try:
            await room.do("house", f"{what} {room.table.seq}", plan)
        except (Unplayable, StoreError) as wrong:
            log.info("somebody came or went unnoticed", extra={"why": type(wrong).__name__})


def _looks(room: Room, seat: int) -> bool:
    return any(viewer.seat == seat for viewer in room.viewers)


def _missed(room: Room, seat: int) -> bool:
    chair = room.table.chairs[seat]
    return room.table.stage != "over" and (chair.away is not None or (chair.bot is not None and not chair.resigned))
