"""Bots at the tables of a house: they think in other processes, and their moves are commands like everybody's."""

import hmac
import logging
from collections.abc import Sequence

from gemtable.games.contract import Unplayable
from gemtable.players import cast, number_of
from gemtable.server import archive
from gemtable.server.house import House
from gemtable.server.room import Room
from gemtable.server.store.base import StoreError
from gemtable.server.workers.pool import Closed, Workers
from gemtable.server.workers.thoughts import thought_of
from gemtable.server.workers.wire import Memory
from gemtable.table import acts
from gemtable.table.follow import Step
from gemtable.table.log import Entry, TookBack
from gemtable.table.match import Match
from gemtable.table.table import Table

log = logging.getLogger("gemtable.bots")


class Bots:
    """Has bots decide wherever it is their turn."""

    def __init__(self, house: House, workers: Workers) -> None:
        self.house, self.workers = house, workers
        house.entered.append(self._entered)

    def _entered(self, room: Room) -> None:
        room.changed.append(lambda steps: self._changed(room, steps))
        self._changed(room, ())

    def _changed(self, room: Room, steps: Sequence[Step]) -> None:
        """Something has happened: perhaps it is a bot's turn."""
        if any(isinstance(step.entry, TookBack) for step in steps):
            room.memories = {}  # a bot that is thinking now keeps what it learns in the old ones
        for seat, bot in room.table.for_bots().items():
            if seat not in room.busy:
                room.busy.add(seat)
                self.house.run(self._decide(room, seat, bot))

    async def _decide(self, room: Room, seat: int, bot: str) -> None:
        turn = room.table.chairs[seat].turn
        try:
            words = await self._thought(room, seat, bot)
            await room.do(f"bot {seat}", str(turn), lambda table, at: _move(table, seat, bot, turn, words, at))
        except Closed:
            return
        except (Unplayable, ValueError, StoreError) as wrong:
            log.info("a bot's move came to nothing", extra={"why": type(wrong).__name__})
        finally:
            room.busy.discard(seat)
        if room.table.for_bots().get(seat) and room.table.chairs[seat].turn != turn:
            self._changed(room, ())

    async def _thought(self, room: Room, seat: int, bot: str) -> str:
        """What the bot does, in words."""
        memories: dict[int, Memory] = room.memories
        match = await self._watched(room, bot, memories.get(seat))
        answer = await self.workers.think(thought_of(match, bot, seat, seed_of(room.private.secret), memories.get(seat)))
        if answer.memory is not None:
            memories[seat] = answer.memory
        return match.game.say(match.game.view(match.state, seat), seat, answer.action)

    async def _watched(self, room: Room, bot: str, memory: Memory | None) -> Match:
        """The match as it is now, with all events that a bot which watches has not yet seen: the room keeps only the latest."""
        match, game_id = room.table.match.fork(), room.table.opened.game
        known = memory.events if memory is not None and memory.bot == bot else 0
        if not cast(game_id).characters[number_of(game_id, bot)].watches or known >= match.played - len(match.events):
            return match
        seq = room.table.seq
        return await archive.reading(_whole, room, seq)


def _whole(room: Room, seq: int) -> Match:
    """The match up to an entry, with all its events."""
    table = next(table for table, step in archive.walk(room.store, room.name) if step.seq == seq)
    return table.match


def _move(table: Table, seat: int, bot: str, turn: int, words: str, at: int) -> Entry:
    """The bot's decision, if it is still the turn it was made for."""
    if table.chairs[seat].turn != turn or table.chairs[seat].bot != bot:
        raise Unplayable("the turn is over")
    return acts.move_for(table, seat, words, at)


def seed_of(secret: bytes) -> int:
    """The seed of the bots of a table: when the secret is told, everybody can ask them again."""
    return int.from_bytes(hmac.digest(secret, b"gemtable-bots-1", "sha256")[:7], "big")
