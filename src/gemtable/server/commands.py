"""What people ask for at a table, and whether they may."""

from collections.abc import Callable
from typing import Any

from gemtable.games.contract import Unplayable
from gemtable.server import wire
from gemtable.server.room import Plan
from gemtable.server.store.base import Person
from gemtable.table import acts
from gemtable.table.chores import STAND_IN
from gemtable.table.log import Entry
from gemtable.table.table import Table

MOST_BUSTLE = 3000  # entries of a table besides moves and chat
ALWAYS = (wire.Move, wire.Say, wire.Resign, wire.Resume, wire.Return)  # what ends a match or lets it go on


def plan_of(act: wire.Act, person: Person) -> Plan:
    """What to do at the table, once it is this command's turn."""
    plan = _PLANS[type(act)]

    def planned(table: Table, at: int) -> Entry:
        if table.seq - table.match.played - table.said > MOST_BUSTLE and not isinstance(act, ALWAYS):
            raise Unplayable("there has been enough coming and going at this table")
        return plan(table, act, person, at)

    return planned


def own(table: Table, seat: int, person: Person) -> int:
    """The seat, if it is this person's."""
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].person != person.person:
        mine = [str(number) for number, chair in enumerate(table.chairs) if chair.person == person.person]
        raise Unplayable(f"seat {seat} is not yours", mine)
    return seat


def hosting(table: Table, person: Person) -> None:
    """Refuse what only the host may do."""
    if table.opened.host != person.person:
        raise Unplayable("only the host of this table may do that")


def _sit(table: Table, act: wire.Sit, person: Person, at: int) -> Entry:
    seated = any(chair.person == person.person for chair in table.chairs)
    if seated and table.opened.listed and table.opened.host != person.person:
        raise Unplayable("you sit at this table already")
    return acts.sit(table, act.seat, act.name or person.name, at, person.person)


def _hire(table: Table, act: wire.Hire, person: Person, at: int) -> Entry:
    hosting(table, person)
    return acts.hire(table, act.seat, act.bot, at)


def _rise(table: Table, act: wire.Rise, person: Person, at: int) -> Entry:
    if table.opened.host != person.person:
        own(table, act.seat, person)
    return acts.rise(table, act.seat, at)


def _ready(table: Table, act: wire.Ready, person: Person, at: int) -> Entry:
    return acts.ready(table, own(table, act.seat, person), act.salt, at)


def _move(table: Table, act: wire.Move, person: Person, at: int) -> Entry:
    return acts.move(table, own(table, act.seat, person), act.move, at)


def _resign(table: Table, act: wire.Resign, person: Person, at: int) -> Entry:
    return acts.resign(table, own(table, act.seat, person), STAND_IN, at)


def _say(table: Table, act: wire.Say, person: Person, at: int) -> Entry:
    return acts.say(table, None if act.seat is None else own(table, act.seat, person), person.name, act.text, at)


def _close(table: Table, act: wire.Close, person: Person, at: int) -> Entry:  # noqa: ARG001
    hosting(table, person)
    return acts.close(table, at)


def _seated(act: Callable[[Table, int, int], Entry]) -> Callable[..., Entry]:
    """What anybody may do with a seat of their own."""

    def planned(table: Table, asked: Any, person: Person, at: int) -> Entry:
        return act(table, own(table, asked.seat, person), at)

    return planned


_PLANS: dict[type, Callable[..., Entry]] = {
    wire.Sit: _sit,
    wire.Hire: _hire,
    wire.Rise: _rise,
    wire.Ready: _ready,
    wire.Move: _move,
    wire.TakeBack: _seated(acts.take_back),
    wire.Resign: _resign,
    wire.Leave: _seated(acts.leave),
    wire.Return: _seated(acts.come_back),
    wire.Pause: _seated(acts.pause),
    wire.Resume: _seated(acts.resume),
    wire.Say: _say,
    wire.Close: _close,
}
