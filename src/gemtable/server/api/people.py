"""Who you are: a name, a token, a code for another device."""

from gemtable.server import wire
from gemtable.server.api.endpoint import Call, Endpoint
from gemtable.server.store.base import Person
from gemtable.server.tokens import hashed


async def become_guest(call: Call) -> wire.Me:
    """Say who you are: a name is enough. Whoever is somebody already is called otherwise from now on."""
    if call.asking is not None:
        person = await call.site.people.rename(call.asking, call.body.name)
    else:
        person, call.cookie = await call.site.people.arrive(call.body.name)
    return wire.Me(person.name, person.program)


async def become_program(call: Call) -> wire.Me:
    """A token for a program that plays. It is told once."""
    person, token = await call.site.people.arrive(call.body.name, program=True)
    return wire.Me(person.name, person.program, token)


async def who_am_i(call: Call) -> wire.Me:
    """Who you are."""
    return wire.Me(call.person.name, call.person.program)


async def leave_for_good(call: Call) -> None:
    """Be forgotten: no device or program is you any more."""
    await call.site.people.leave(call.person)
    await call.site.revoke(call.person.person)
    call.cookie = ""


async def renew_token(call: Call) -> wire.Me:
    """A new token for this device; all others of this person are worth nothing from now on."""
    token = await call.site.people.renew(call.person)
    await call.site.revoke(call.person.person, hashed(token))
    return _known(call, call.person, token)


async def make_code(call: Call) -> wire.OneTimeCode:
    """A one-time code that takes your seats along to another device."""
    return wire.OneTimeCode(*await call.site.people.code(call.person))


async def use_code(call: Call) -> wire.Me:
    """Use a one-time code: this device is you from now on, the other one is not any more."""
    person, token = await call.site.people.use_code(call.body.code, call.asking, anyway=call.body.anyway)
    await call.site.revoke(person.person, hashed(token))
    return _known(call, person, token)


def _known(call: Call, person: Person, token: str) -> wire.Me:
    """Somebody with a new token: a program is told it, a browser keeps it as a cookie."""
    if call.program:
        return wire.Me(person.name, person.program, token)
    call.cookie = token
    return wire.Me(person.name, person.program)


ENDPOINTS = (
    Endpoint("POST", "/api/me", become_guest, wire.Me, wire.Guest),
    Endpoint("GET", "/api/me", who_am_i, wire.Me, who="a person"),
    Endpoint("DELETE", "/api/me", leave_for_good, who="a person"),
    Endpoint("POST", "/api/me/token", renew_token, wire.Me, who="a person"),
    Endpoint("POST", "/api/me/code", make_code, wire.OneTimeCode, who="a person"),
    Endpoint("POST", "/api/code", use_code, wire.Me, wire.UseCode),
    Endpoint("POST", "/api/programs", become_program, wire.Me, wire.Guest),
)
