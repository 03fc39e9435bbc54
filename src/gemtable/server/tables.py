"""What people do with tables as a whole: open one, find one, come in, play again, read what happened."""

import asyncio
import hmac
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gemtable.games.contract import SPECTATOR, Unplayable, fields_of, find
from gemtable.players import number_of
from gemtable.server import wire
from gemtable.server.commands import own
from gemtable.server.errors import Wrong, missing
from gemtable.server.figures import Figures
from gemtable.server.house import House, checked
from gemtable.server.limits import Limits
from gemtable.server.room import Answer, Room
from gemtable.server.store.base import Listed, Person, Taken
from gemtable.server.tokens import hashed, new_invitation, new_name
from gemtable.table import acts
from gemtable.table.follow import Step
from gemtable.table.local import BOT
from gemtable.table.log import Entry, Moved, Opened, Pace, Rose, Sat
from gemtable.table.match import Match, lines_of, read_match
from gemtable.table.options import read_options
from gemtable.table.seal import Seal, new_seal
from gemtable.table.table import Chair, Table

ME = "me"
PAGE = 20  # tables
SOON = 0.5  # seconds
SENT_AWAY = 4403  # the code a socket is closed with

Plan = Callable[[Table], Entry]


class Tables:
    """Tables over a house."""

    def __init__(self, house: House, limits: Limits, figures: Figures) -> None:
        self.house, self.store, self.limits, self.figures = house, house.store, limits, figures
        self._opening: Counter[str] = Counter()
        house.entered.append(lambda room: room.changed.append(lambda steps: self._changed(room, steps)))

    # Coming in

    async def room(self, name: str, person: Person) -> Room:
        """The table, if this person may see it. Whether there is none or it is for others, the answer is the same."""
        try:
            room = await self.house.room(name)
        except Unplayable:  # a match of other rules: that is for those to know who belong to it
            if await asyncio.to_thread(self.store.admitted, name, person.person):
                raise
            raise missing() from None
        if not room.table.opened.listed and not await asyncio.to_thread(self.store.admitted, name, person.person):
            raise missing()
        return room

    async def come(self, name: str, invitation: str, person: Person) -> None:
        """Come in by an invitation."""
        wanted = await asyncio.to_thread(self.store.invitation, checked(name))
        if wanted is None or not hmac.compare_digest(wanted, hashed(invitation)):
            raise missing()
        await self.house.stored(self.store.admit(name, person.person))

    async def invite(self, name: str, person: Person) -> str:
        """A new invitation; the one before is worth nothing from now on. For the host."""
        room = await self.room(name, person)
        if room.table.opened.host != person.person:
            raise Unplayable("only the host of this table may do that")
        invitation = new_invitation()
        await self.house.stored(self.store.invite(name, hashed(invitation)))
        return invitation

    # New tables

    async def open(self, new: wire.NewTable, person: Person) -> wire.Opened:
        """A table as this person wants it."""
        game, seal = find(new.game), new_seal()
        options = read_options(game, new.options)
        game.begin(len(new.seats), options)  # refuses a wrong number of seats
        opened = Opened(
            at=self.house.now(),
            game=new.game,
            rules=game.about.rules_version,
            seats=len(new.seats),
            options=fields_of(options),
            pace=new.pace,
            undo=new.undo,
            host=person.person,
            listed=new.listed,
            commitment=seal.commitment,
        )
        plans = [plan for seat, who in enumerate(new.seats) for plan in _seated(opened, seat, who, person, new)]
        return await self._open(new_name(), opened, plans, seal, person)

    async def _open(self, name: str, opened: Opened, plans: list[Plan], seal: Seal, person: Person) -> wire.Opened:
        await self._not_too_many(person)
        try:
            await self.house.open(name, opened, plans, seal.secret, [person.person])
        finally:
            self._opening[person.person] -= 1
        invitation = new_invitation()
        await self.house.stored(self.store.invite(name, hashed(invitation)))
        return wire.Opened(name, invitation)

    async def _not_too_many(self, person: Person) -> None:
        """One more table is being opened, if that is not too many."""
        there = await asyncio.to_thread(self.store.open_matches, person.person)
        if there + self._opening[person.person] >= self.limits.tables:
            raise Wrong("too many", f"you have {self.limits.tables} tables already that are not over: finish or leave one first")
        self._opening[person.person] += 1

    async def rematch(self, room: Room, seat: int, person: Person, command_id: str) -> tuple[Answer, str]:
        """The same game and seats at a new table. Asked twice or by two, there is one."""
        try:
            answer = await room.do(person.person, command_id, lambda t, at: acts.rematch(t, own(t, seat, person), new_name(), at))
        except Unplayable:
            own(room.table, seat, person)
            if room.table.rematch is None:
                raise
            answer = Answer(room.table.rematched, room.table.rematched, again=True)
        own(room.table, seat, person)
        name = room.table.rematch
        if name is None:
            raise Unplayable("this id was used for something else: each command has one of its own")
        await self._rematched(room, name, person)
        return answer, name

    async def _rematched(self, room: Room, name: str, person: Person) -> None:
        """Lay the new table, unless it is there. People keep their seats and say anew that they are ready."""
        before, seal = room.table, new_seal()
        fresh = {"at": self.house.now(), "host": person.person, "commitment": seal.commitment, "after": room.name, "brought": False}
        opened = msgspec.structs.replace(before.opened, **fresh)
        plans = [plan for seat, chair in enumerate(before.chairs) for plan in _seated_again(opened.at, seat, chair)]
        members = sorted({chair.person for chair in before.chairs if chair.person})
        try:
            await self.house.open(name, opened, plans, seal.secret, members)
        except Taken:
            return

    # Match files

    async def bring(self, data: bytes, person: Person) -> wire.Opened:
        """A table with the events of a match file: to be looked at when it is over, to be gone on with when it is not."""
        match = await asyncio.to_thread(read_match, data)
        header, at = match.header, self.house.now()
        opened = Opened(at, header.game, header.rules, header.seats, fields_of(match.options), Pace(), host=person.person, brought=True)
        over = match.result().over
        entries: list[Entry] = _named(match, at) if over else []
        lines = [msgspec.json.decode(line) for _, line in lines_of(data)[1:]]
        entries += [Moved(at, line["seat"], line["move"]) for line in lines]
        plans: list[Plan] = [lambda _, entry=entry: entry for entry in entries]  # type: ignore[misc]
        return await self._open(new_name(), opened, plans, new_seal(), person)

    async def send_away(self, room: Room, person: str) -> None:
        """Somebody whom the host sent away sees a table no more that is not for everybody."""
        if room.table.opened.listed or any(chair.person == person for chair in room.table.chairs):
            return
        await self.house.stored(self.store.dismiss(room.name, person))
        await self.recheck(room, person)

    async def recheck(self, room: Room, only: str | None = None) -> None:
        """Close the sockets of those who look at a table that they do not belong to: of all of them, or of this person."""
        if room.table.opened.listed:
            return
        for person in {viewer.person for viewer in room.viewers if only in (None, viewer.person)}:
            if not await asyncio.to_thread(self.store.admitted, room.name, person):
                for viewer in [viewer for viewer in room.viewers if viewer.person == person]:
                    viewer.close(SENT_AWAY, "the host has sent you away")

    def _changed(self, room: Room, steps: Sequence[Step]) -> None:
        """Somebody stood up: perhaps sent away, by a host at another process, who is about to say so."""
        if any(isinstance(step.entry, Rose) for step in steps):
            self.house.run(self._recheck_soon(room))

    async def _recheck_soon(self, room: Room) -> None:
        await asyncio.sleep(SOON)
        await self.recheck(room)

    # Lists

    async def listed(self, before: int | None, person: Person | None) -> wire.TableList:
        """Tables that anybody may come to."""
        return await self._page(await asyncio.to_thread(self.store.listed, before, PAGE), person)

    async def mine(self, before: int | None, person: Person) -> wire.TableList:
        """Tables that a person has come to."""
        return await self._page(await asyncio.to_thread(self.store.matches_of, person.person, before, PAGE), person)

    async def _page(self, page: list[Listed], person: Person | None) -> wire.TableList:
        seen = [await self._listed(listed, person) for listed in page]
        return wire.TableList([table for table in seen if table is not None], page[-1].number if len(page) == PAGE else None)

    async def _listed(self, listed: Listed, person: Person | None) -> wire.TableListed | None:
        """A line of a list; none for a match of rules that are not here."""
        try:
            table = (await self.house.room(listed.match)).table
        except Unplayable:
            return None
        yours = [seat for seat, chair in enumerate(table.chairs) if person and chair.person == person.person]
        return wire.TableListed(
            table=listed.match,
            game=table.opened.game,
            stage=table.stage,
            seats=[chair.name or (f"{BOT}{chair.bot}" if chair.bot else None) for chair in table.chairs],
            options=table.opened.options,
            pace=table.opened.pace,
            opened=table.opened.at,
            yours=bool(yours),
            turn=any(seat in table.acting() for seat in yours),
        )

    # Notes

    async def put_notes(self, room: Room, seat: int, notes: Any) -> None:
        """Keep a seat's own notes, and show it what they make of its screen. What the game cannot read is refused."""
        game, table = room.table.match.game, room.table
        if table.stage == "gathering":  # the seat may still be somebody else's
            raise Unplayable("the match has not begun: there is nothing to take notes of")
        try:
            game.scene(game.view(table.match.state, seat), seat, notes)
        except Unplayable:
            raise
        except (TypeError, ValueError, KeyError, AttributeError, IndexError):
            raise Unplayable(f"these are no notes of {game.about.id}") from None
        await self.house.stored(self.store.put_notes(room.name, seat, msgspec.json.encode(notes)))
        for viewer in list(room.viewers):
            if viewer.seat == seat:
                viewer.notes = notes
                viewer.send(msgspec.json.encode(wire.News([], room.view(viewer))))

    async def notes(self, room: Room, seat: int) -> Any:
        """A seat's own notes."""
        if seat == SPECTATOR:
            return None
        body = await asyncio.to_thread(self.store.notes, room.name, seat)
        return None if body is None else msgspec.json.decode(body)


def _seated(opened: Opened, seat: int, who: str | None, person: Person, new: wire.NewTable) -> list[Plan]:
    """Who sits down on this seat of a new table."""
    if who is None:
        return []
    if who.startswith(BOT):
        bot = who.removeprefix(BOT)
        number_of(opened.game, bot)
        return [lambda table: acts.hire(table, seat, bot, opened.at)]
    name = person.name if who == ME else who
    plans: list[Plan] = [lambda table: acts.sit(table, seat, name, opened.at, person.person)]
    if new.ready:
        plans.append(lambda table: acts.ready(table, seat, new.salt, opened.at))
    return plans


def _seated_again(at: int, seat: int, chair: Chair) -> list[Plan]:
    """Who sat on this seat, at another table."""
    name, bot = chair.name, chair.bot
    if name is not None:
        return [lambda table: acts.sit(table, seat, name, at, chair.person)] if chair.person is not None else []
    return [lambda table: acts.hire(table, seat, bot, at)] if bot is not None else []


def _named(match: Match, at: int) -> list[Entry]:
    """The names of those who played."""
    names = ["".join(filter(str.isprintable, name)).strip(f" {BOT}") or "?" for name in match.header.players or []]
    return [Sat(at, seat, name) for seat, name in enumerate(names)]
