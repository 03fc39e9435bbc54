"""All that a running server has: the house, the people, the rules of the door."""

from dataclasses import dataclass, field

from gemtable.server.bots import Bots
from gemtable.server.figures import Figures
from gemtable.server.gate import Doors
from gemtable.server.house import House
from gemtable.server.limits import Limits
from gemtable.server.people import People
from gemtable.server.presence import Presence
from gemtable.server.socket import REVOKED, Socket
from gemtable.server.store.base import Changed, Store
from gemtable.server.tables import Tables
from gemtable.server.workers.pool import Workers


@dataclass
class Site:
    """One server."""

    store: Store
    doors: Doors
    limits: Limits
    house: House
    people: People
    tables: Tables
    presence: Presence
    bots: Bots
    figures: Figures
    warming: bool = True  # compile the rules for the bots in the background
    sockets: dict[str, set[Socket]] = field(default_factory=dict)  # by person

    async def revoke(self, person: str, but: bytes | None = None) -> None:
        """Close the sockets of a person whose token is worth nothing any more."""
        for socket in list(self.sockets.get(person, ())):
            if socket.token != but:
                socket.close(REVOKED, "your seats have moved to another device, or were given up")

    async def recheck(self, person: str | None) -> None:
        """Another process has changed who somebody is: ask the store about everybody here it may concern."""
        self.people.forget(person)
        for name in [person] if person else list(self.sockets):
            for socket in list(self.sockets.get(name, ())):
                if await self.people.of_hash(socket.token) is None:
                    socket.close(REVOKED, "your seats have moved to another device, or were given up")

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        workers = self.bots.workers
        return {
            "gemtable_tables": len(self.house.rooms),
            "gemtable_people": len(self.sockets),
            "gemtable_writing": int(not self.house.stored.full),
            "gemtable_bot_moves": workers.thoughts,
            "gemtable_bot_moves_weaker": workers.weaker,
            "gemtable_bot_retries": workers.retries,
            "gemtable_bot_crashes": workers.crashed,
            "gemtable_bots_waiting": workers.waiting,
        }

    def hear(self, changed: Changed) -> None:
        """Another process has written. Called in the event loop."""
        self.house.hear(changed)
        if changed.person or not changed.match:
            self.house.run(self.recheck(changed.person))


def new_site(store: Store, doors: Doors, limits: Limits, workers: Workers) -> Site:
    """A server over a store."""
    house = House(store)
    presence, bots, figures = Presence(house), Bots(house, workers), Figures()
    people, tables = People(store, house.stored, house.now), Tables(house, limits, figures)
    return Site(store, doors, limits, house, people, tables, presence, bots, figures)
