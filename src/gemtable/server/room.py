"""A table in memory: one command after another, each on disk before it is acknowledged, and acknowledged before others hear of it."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

import msgspec

from gemtable.games.contract import SPECTATOR, Unplayable
from gemtable.server import wire
from gemtable.server.errors import Wrong, missing
from gemtable.server.seen import View, table_seen, view_of
from gemtable.server.store.base import Appended, Conflict, Mark, Store
from gemtable.server.stored import Stored
from gemtable.table.chores import due
from gemtable.table.follow import Step, apply, follow
from gemtable.table.log import Entry, read_entry, write_entry
from gemtable.table.snapshot import may_keep, write_snapshot
from gemtable.table.table import Table
from gemtable.table.told import Heard, HeardMove, heard

log = logging.getLogger("gemtable.room")

RECENT = 32  # steps kept for whoever was cut off
SNAPSHOT_EVERY = 50  # entries
LINGER = 60.0  # seconds that a room nobody looks at stays
REMEMBERED = 256  # commands of a table whose answers are at hand

Plan = Callable[[Table, int], Entry]


class Private(msgspec.Struct, frozen=True):
    """What the store keeps of a table besides its log, and nobody is told while it is played."""

    secret: bytes

    def __repr__(self) -> str:
        return "Private()"


class Viewer(Protocol):
    """A socket at a table, and whose eyes it has."""

    seat: int  # or SPECTATOR
    person: str
    notes: Any  # the seat's own

    def send(self, message: bytes) -> None:
        """Say something, at once: it never waits for the other end."""

    def close(self, code: int, reason: str) -> None:
        """Say why, and close."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command."""

    first: int
    last: int
    again: bool = False


class Stale(Exception):
    """The command was made without knowing what has happened since."""


class Room:
    """One table, and who looks at it."""

    def __init__(self, name: str, private: Private, table: Table, store: Store, stored: Stored, now: Callable[[], int]) -> None:
        self.name, self.private, self.store, self._stored, self._now = name, private, store, stored, now
        self.table = table
        self.viewers: list[Viewer] = []
        self.changed: list[Callable[[Sequence[Step]], None]] = []  # told after the viewers: bots, clocks
        self.steps: deque[Step] = deque(maxlen=RECENT)
        self.behind = False  # the store may know more
        self.foreign = False  # what is being told was done elsewhere
        self.entered = monotonic()  # when somebody last asked for it
        self.busy: set[int] = set()  # seats whose bots are thinking
        self.memories: dict[int, Any] = {}  # what the bots of the seats remember
        self._lock = asyncio.Lock()
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        table.match.keep = RECENT

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it here: the store has it."""
        return not (self.viewers or self._lock.locked() or self.busy) and monotonic() > self.entered + LINGER

    # Commands

    async def do(
        self,
        sender: str,
        command_id: str,
        plan: Plan,
        *,
        known: tuple[int, int] | None = None,
        members: Sequence[str] = (),
        acknowledge: Callable[[Answer], None] = lambda _: None,
    ) -> Answer:
        """Do what is planned, once. `known` is a seat and the last number it knows of; Stale when its turn began after that."""
        async with self._lock:
            while True:
                if self.behind:
                    await self._catch_up()
                answer = self._answers.get((sender, command_id)) or await self._done_or_not(sender, command_id, plan, known)
                if not isinstance(answer, tuple):
                    acknowledge(answer)
                    return answer
                if (committed := await self._commit(sender, command_id, *answer, members, acknowledge)) is not None:
                    return committed

    async def _done_or_not(
        self, sender: str, command_id: str, plan: Plan, known: tuple[int, int] | None
    ) -> Answer | tuple[Table, list[Step]]:
        """What the command would lead to. What can no longer be done may have been done already: then that is the answer."""
        try:
            self._check_known(known)
            return follow(self.table, plan(self.table, self.now()), self.private.secret)
        except (Unplayable, Wrong, Stale):
            done = await asyncio.to_thread(self.store.done, self.name, sender, command_id)
            if done is None:
                raise
            return self._remember(sender, command_id, done)

    def _check_known(self, known: tuple[int, int] | None) -> None:
        if known is not None and known[1] < self.table.chairs[known[0]].turn:
            raise Stale

    async def _commit(
        self, sender: str, command_id: str, ahead: Table, steps: list[Step], members: Sequence[str], acknowledge: Callable[[Answer], None]
    ) -> Answer | None:
        """On disk, then acknowledged, then told. None when somebody else was first: it has to be looked at anew."""
        events = [write_entry(step.entry) for step in steps]
        keep = ahead.seq // SNAPSHOT_EVERY > self.table.seq // SNAPSHOT_EVERY and may_keep(ahead)
        snapshot = write_snapshot(ahead) if keep else None
        self.behind = True  # until we know: a failed write may have been one
        try:
            appended = await self._stored(
                self.store.append(self.name, self.table.seq + 1, sender, command_id, events, snapshot, mark(ahead), members)
            )
        except Conflict:
            return None
        if appended.again:  # an earlier life of this process has done it, or another process
            await self._catch_up()
            answer = self._remember(sender, command_id, appended)
            acknowledge(answer)
            return answer
        self.behind = False
        self.table = ahead
        answer = self._remember(sender, command_id, appended)
        acknowledge(answer)
        self.tell(steps)
        return answer

    def _remember(self, sender: str, command_id: str, appended: Appended) -> Answer:
        answer = self._answers[sender, command_id] = Answer(appended.first_seq, appended.last_seq, appended.again)
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    # What others have written

    async def catch_up(self) -> None:
        """Another process has written to this table."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        rows = await asyncio.to_thread(self.store.read, self.name, self.table.seq)
        if rows:
            ahead = self.table.fork()
            steps = [apply(ahead, read_entry(body)) for _, body in rows]
            self.table, self.foreign = ahead, True
            self.tell(steps)
            self.foreign = False
        self.behind = False

    # Who looks

    def join(self, viewer: Viewer) -> None:
        """Come in: the next thing told is told to this viewer, too."""
        self.look_away(viewer)
        self.viewers.append(viewer)

    def look_away(self, viewer: Viewer) -> None:
        """Whoever has left a seat sees no more than a spectator: somebody else may sit there by now."""
        if viewer.seat != SPECTATOR and self.table.chairs[viewer.seat].person != viewer.person:
            viewer.seat, viewer.notes = SPECTATOR, None

    # What is told

    def now(self) -> int:
        """The time of the next entry; it never goes back."""
        return max(self._now(), self.table.at)

    def tell(self, steps: Sequence[Step]) -> None:
        """Tell every viewer what has just been committed."""
        self.steps.extend(steps)
        if self.viewers:
            table = table_seen(self.name, self.table)
            for viewer in list(self.viewers):
                _alone(self._tell_one, viewer, steps, table)
        for hear in list(self.changed):
            _alone(hear, steps)

    def _tell_one(self, viewer: Viewer, steps: Sequence[Step], table: msgspec.Raw) -> None:
        self.look_away(viewer)
        told = [heard(self.table.match.game, step, viewer.seat) for step in steps]
        viewer.send(msgspec.json.encode(wire.News(told, self.view(viewer, table))))

    def view(self, viewer: Viewer, table: msgspec.Raw | None = None) -> View:
        """What a viewer sees now."""
        return view_of(self.table, table or table_seen(self.name, self.table), viewer.seat, viewer.person, self._now(), viewer.notes)

    def recent(self, after: int, seat: int) -> list[Heard | HeardMove] | None:
        """What a viewer was told after this number; None when that is too long ago to be at hand."""
        if after >= self.table.seq:
            return []
        if not self.steps or self.steps[0].seq > after + 1:
            return None
        return [heard(self.table.match.game, step, seat) for step in self.steps if step.seq > after]

    def seat_of(self, person: str, seat: int | None) -> int:
        """The seat, if it is this person's; SPECTATOR without one. Missing when it is not."""
        if seat is None:
            return SPECTATOR
        if not 0 <= seat < len(self.table.chairs) or self.table.chairs[seat].person != person:
            raise missing()
        return seat


def _alone(tell: Callable[..., None], *told: Any) -> None:
    """What goes wrong with one who is told is nobody else's trouble: it has happened."""
    try:
        tell(*told)
    except Exception:
        log.exception("somebody could not be told")


def mark(table: Table) -> Mark:
    """What lists have to know of a table."""
    over = table.stage == "over"
    return Mark(over, table.opened.listed and not over, due(table))
