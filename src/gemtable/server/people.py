"""Who asks: a name and a token. Nobody registers."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from gemtable.server.errors import Wrong, missing
from gemtable.server.store.base import Person, Store
from gemtable.server.stored import Stored
from gemtable.server.tokens import hashed, new_code, new_name, new_token, typed
from gemtable.table.acts import a_name

KNOWN = 20_000  # people kept at hand
FRESH = 30.0  # seconds until the store is asked again
CODE_TIME = 300_000  # milliseconds a code is good for


class People:
    """The people of a store, those who came lately at hand."""

    def __init__(self, store: Store, stored: Stored, now: Callable[[], int]) -> None:
        self.store, self._stored, self._now = store, stored, now
        self._known: OrderedDict[bytes, tuple[Person, float]] = OrderedDict()
        self._forgotten = 0  # how often somebody was

    async def of(self, token: str) -> Person | None:
        """Whose token this is."""
        return await self.of_hash(hashed(token))

    async def of_hash(self, token: bytes) -> Person | None:
        known = self._known.get(token)
        if known and time.monotonic() - known[1] < FRESH:
            return known[0]
        forgotten = self._forgotten
        person = await asyncio.to_thread(self.store.person_of, token)
        self._known.pop(token, None)
        if person is not None and forgotten == self._forgotten:  # else it may be an answer of before
            self._known[token] = person, time.monotonic()
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return person

    def forget(self, person: str | None) -> None:
        """Ask the store again who this is; None: everybody."""
        self._forgotten += 1
        stale = [token for token, (known, _) in self._known.items() if person in (None, known.person)]
        for token in stale:
            del self._known[token]

    async def arrive(self, name: str, *, program: bool = False) -> tuple[Person, str]:
        """Somebody new, and the token that shows who it is."""
        person, token = Person(new_name(), a_name(name), program), new_token()
        await self._stored(self.store.add_person(person, hashed(token), self._now()))
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        """Be called otherwise from now on; tables keep the name one sat down with."""
        renamed = Person(person.person, a_name(name), person.program)
        await self._stored(self.store.rename(person.person, renamed.name))
        self.forget(person.person)
        return renamed

    async def renew(self, person: Person) -> str:
        """A new token, and every other one is worth nothing from now on."""
        token = new_token()
        await self._stored(self.store.replace_tokens(person.person, hashed(token), self._now()))
        self.forget(person.person)
        return token

    async def leave(self, person: Person) -> None:
        """No token shows that one is this person any more."""
        await self._stored(self.store.replace_tokens(person.person, None, self._now()))
        self.forget(person.person)

    async def code(self, person: Person) -> tuple[str, int]:
        """A code for another device, and until when it is good."""
        code, until = new_code(), self._now() + CODE_TIME
        await self._stored(self.store.put_code(person.person, hashed(code), until))
        return code, until

    async def use_code(self, code: str, here: Person | None, *, anyway: bool) -> tuple[Person, str]:
        """Be the person of this code from now on, on this device and on no other."""
        if here is not None and not anyway and len(await asyncio.to_thread(self.store.matches_of, here.person)):
            raise Wrong("taken", "this device has tables of its own, and would lose them: ask again with `anyway` if that is meant")
        token = new_token()
        person = await self._stored(self.store.take_code(hashed(typed(code)), hashed(token), self._now()))
        if person is None:
            raise missing()
        self.forget(person.person)
        return person, token
