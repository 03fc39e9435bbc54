"""What the harnesses have a store do, and what must be true of it afterwards."""

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass

from gemtable.server.store.base import Appended, Store

WAIT = 30  # seconds; only a store that hangs needs them
SIZES = (20, 900, 60, 5_000)  # bytes of an event: some share a page, some need two


@dataclass(frozen=True, slots=True)
class Command:
    """The command that a number stands for, in its match of several, and the event or events it leads to."""

    match: str
    number: int

    @property
    def events(self) -> list[bytes]:
        """No two events of any commands are alike."""
        words = [f"{self.match} {self.number} {part} " for part in range(1 + self.number % 3)]
        return [(word * SIZES[self.number % len(SIZES)])[: SIZES[self.number % len(SIZES)]].encode() for word in words]

    def send(self, store: Store, expected_seq: int) -> Future[Appended]:
        return store.append(self.match, expected_seq, "0", str(self.number), self.events, b"after %d" % self.number)


Acknowledged = tuple[Command, Appended]


def events_before(match: str, number: int) -> int:
    """How many events the commands before this one lead to."""
    return sum(len(Command(match, earlier).events) for earlier in range(number))


def violations(store: Store, acknowledged: Iterable[Acknowledged], matches: Iterable[str]) -> list[str]:
    """What is lost, doubled or torn in a sound database; Damaged when it is not sound."""
    store.check()
    there = {listed.match for listed in store.matches(limit=1000)}
    stored = {match: [body for _, body in store.read(match)] if match in there else [] for match in matches}
    wrong = [f"lost: {command}" for command, said in acknowledged if not _holds(stored[command.match], command, said)]
    wrong += [f"torn or doubled: {match}" for match, bodies in stored.items() if not _whole(match, bodies)]
    return wrong


def _holds(bodies: list[bytes], command: Command, said: Appended) -> bool:
    return bodies[said.first_seq - 1 : said.last_seq] == command.events


def _whole(match: str, bodies: list[bytes]) -> bool:
    """The commands of a match are sent in order, one after the other: its events are those of the first so many."""
    number = 0
    while bodies:
        events = Command(match, number).events
        if bodies[: len(events)] != events:
            return False
        bodies, number = bodies[len(events) :], number + 1
    return True
