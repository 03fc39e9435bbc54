"""What each seat may know of a match of Diamant, what its screen draws, and what just happened."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from gemtable.games.diamant.rules import rescued, score, share, turned, winners
from gemtable.games.diamant.state import (
    CAVES,
    CZECH,
    HOME,
    POLISH,
    RELIC,
    RELICS,
    TRAP,
    TRAP_COPIES,
    TRAPS,
    TREASURES,
    WORTH_BY_PLACE,
    WORTH_PRINTED,
    State,
)
from gemtable.kit.bits import count, seats
from gemtable.kit.draws import below
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, HIDDEN

KINDS = ("spider", "snake", "lava", "boulder", "log")
EDITION_NAMES: tuple[Literal["czech", "none", "polish"], ...] = ("czech", "none", "polish")


# Secrets


@rule
def shown(s: State, actor: int, action: int, seat: int) -> int:
    """D4.1, D7.2: cards are open; a choice is seen by nobody else, its outcome shows when all have chosen."""
    open_card = actor == CHANCE
    return action if open_card or actor == seat else HIDDEN


@rule
def conceal(s: State, seat: int) -> None:
    """D7.2: who has chosen is open, what they chose is not. (D7.3 hides totals on the screen only.)"""
    own = s.homing >> seat & 1 if seat >= 0 else 0
    s.homing = own << seat if own else 0


@rule
def imagine(s: State, seat: int, stream: list[int]) -> None:
    """D7.2: whoever else has chosen may have chosen either."""
    if s.waiting:
        for other in range(s.seats):
            if other != seat and s.inside >> other & 1 and not s.waiting >> other & 1:
                s.homing |= below(stream, 2) << other


# The screen


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the row, oldest first."""

    kind: Literal["treasure", "trap", "relic"]
    name: str  # the kind of trap; else the same as kind
    value: int  # rubies printed on a treasure, worth of a Polish relic, else 0
    holds: int  # rubies left on it; of a relic 1 while it lies there
    nth: int  # of a trap: the first or second of its kind in this cave


@dataclass(frozen=True, slots=True)
class Trap:
    """A kind of trap: what a second one of it would do, and how likely."""

    name: str
    turned: int  # in this cave
    left: int  # in the deck
    gone: int  # out of the game


@dataclass(frozen=True, slots=True)
class Explorer:
    """A seat."""

    seat: int
    place: Literal["inside", "home", "camp"]  # camp: the game is over
    chest: int | None  # None: closed to you
    score: int | None  # the same with the Polish relics once the game is over
    at_risk: int  # rubies in hand, lost if the cave comes down
    brought: int  # rubies carried home from this cave
    relics: tuple[int, ...]  # worth of each relic rescued
    chosen: bool
    choice: Literal["on", "home"] | None  # your own, until all have chosen
    winner: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What hangs on going home now, for anyone inside. All numbers are rubies."""

    hand: int
    floor: int
    relics: int  # worth of the relics lying in the row, for who leaves alone
    alone: int  # safe when nobody else leaves: hand, floor and relics
    least: int  # safe when everyone inside leaves
    most: int  # safe when one other leaves


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a screen draws, for one viewer."""

    seat: int  # the viewer's, or SPECTATOR
    edition: Literal["czech", "none", "polish"]
    stage: Literal["card", "choice", "over"]
    cave: int  # from 1
    caves: int
    row: tuple[Card, ...]
    explorers: tuple[Explorer, ...]
    traps: tuple[Trap, ...]
    choice: Choice | None  # while explorers are choosing
    waiting: tuple[int, ...]  # seats yet to choose
    deck: int  # cards left in it
    ending: int  # how many of them would end the cave
    relics_left: int  # in the deck
    relics_stacked: tuple[int, ...]  # polish: worth of those that enter with later caves, the next one first
    relics_rescued: int
    relic_pays: int  # czech: what the next relic rescued is worth, 0 when there is none


def scene(view: State, seat: int, notes: Any = None) -> Scene:
    """The screen of `seat`; `notes` are not used in this game."""
    deck = view.deck
    traps = tuple([_trap(view, kind) for kind in range(TRAPS)])
    saved = rescued(view)
    return Scene(
        seat=seat,
        edition=EDITION_NAMES[view.edition],
        stage="over" if view.cave == CAVES else "choice" if view.waiting else "card",
        cave=min(view.cave + 1, CAVES),
        caves=CAVES,
        row=_row(view),
        explorers=tuple([_explorer(view, other, seat) for other in range(view.seats)]),
        traps=traps,
        choice=_choice(view) if view.waiting else None,
        waiting=seats(view.waiting),
        deck=sum(deck),
        ending=sum([trap.left for trap in traps if trap.turned == 1]),
        relics_left=sum(deck[RELIC:]),
        relics_stacked=WORTH_PRINTED[view.cave + 1 :] if view.edition == POLISH else (),
        relics_rescued=saved,
        relic_pays=WORTH_BY_PLACE[saved] if view.edition == CZECH and saved < RELICS else 0,
    )


def _row(view: State) -> tuple[Card, ...]:
    cards, once = [], 0
    for card, holds in zip(view.row[: view.cards], view.lies, strict=False):
        if card < TRAP:
            cards.append(_card("treasure", "treasure", TREASURES[card], holds, 0))
        elif card < RELIC:
            cards.append(_card("trap", KINDS[card - TRAP], 0, 0, 1 + (once >> card & 1)))
            once |= 1 << card
        else:
            cards.append(_card("relic", "relic", WORTH_PRINTED[card - RELIC] if view.edition == POLISH else 0, holds, 0))
    return tuple(cards)


def _trap(view: State, kind: int) -> Trap:
    return _known_trap(kind, view.gone[kind], view.deck[TRAP + kind])


# The same few cards and traps are drawn again and again, for every viewer.
_card = cache(Card)


@cache
def _known_trap(kind: int, gone: int, left: int) -> Trap:
    return Trap(KINDS[kind], TRAP_COPIES - gone - left, left, gone)


def _explorer(view: State, other: int, seat: int) -> Explorer:
    inside = view.inside >> other & 1
    over = view.cave == CAVES
    chosen = bool(view.waiting and inside and not view.waiting >> other & 1)
    closed = view.closed and other != seat and not over
    return Explorer(
        seat=other,
        place="camp" if over else "inside" if inside else "home",
        chest=None if closed else view.chest[other],
        score=None if closed else score(view, other),
        at_risk=view.hand if inside else 0,
        brought=view.brought[other],
        relics=relics_of(view, other),
        chosen=chosen,
        choice=("home" if view.homing >> seat & 1 else "on") if chosen and other == seat else None,
        winner=bool(over and winners(view) >> other & 1),
    )


def relics_of(view: State, seat: int) -> tuple[int, ...]:
    """The worth of each relic a seat has rescued."""
    worth = WORTH_PRINTED if view.edition == POLISH else WORTH_BY_PLACE
    return tuple([worth[relic] for relic in range(RELICS) if view.relics[seat] >> relic & 1])


def _choice(view: State) -> Choice:
    lying, inside = view.floor, count(view.inside)
    relics = lying_relics(view)
    return Choice(
        hand=view.hand,
        floor=lying,
        relics=relics,
        alone=view.hand + lying + relics,
        least=view.hand + share(lying, inside),
        most=view.hand + share(lying, min(inside, 2)),
    )


def lying_relics(view: State) -> int:
    """D4.3, D4.4: what the relics in the row would bring somebody who leaves alone."""
    lying = [card - RELIC for card, lies in zip(view.row, view.lies, strict=True) if card >= RELIC and lies]
    if view.edition == POLISH:
        return sum([WORTH_PRINTED[relic] for relic in lying])
    first = rescued(view)
    return sum(WORTH_BY_PLACE[first : first + len(lying)])


# What happened


@dataclass(frozen=True, slots=True)
class Entered:
    """A cave opens with its first card."""

    cave: int
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """A treasure is dealt out."""

    value: int
    each: int
    to: tuple[int, ...]
    stays: int


@dataclass(frozen=True, slots=True)
class Warned:
    """The first trap of a kind."""

    trap: str


@dataclass(frozen=True, slots=True)
class Collapsed:
    """The second trap of a kind: all inside flee, and one card of the kind leaves the game."""

    trap: str
    fled: tuple[int, ...]
    lost: int  # each


@dataclass(frozen=True, slots=True)
class Found:
    """A relic in the row."""

    value: int  # polish, else 0
    lying: int  # how many lie there now


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody has chosen; what, only its own seat is told."""

    seat: int
    choice: Literal["on", "home"] | None


@dataclass(frozen=True, slots=True)
class Left:
    """These go home together."""

    seats: tuple[int, ...]
    hand: int  # each
    floor: int  # each
    stays: int


@dataclass(frozen=True, slots=True)
class Rescued:
    """Who left alone takes a relic along."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Stayed:
    """These go on."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """A cave is over."""

    cave: int
    lost: int  # rubies left on the floor
    relics: int  # relics left behind


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


Fact = Entered | Shared | Warned | Collapsed | Found | Chose | Left | Rescued | Stayed | Closed | Ended


def tell(before: State, actor: int, action: int, after: State) -> list[Fact]:
    """What this event showed the viewer of both states; `action` may be HIDDEN."""
    if actor == CHANCE:
        return _tell_card(before, action, after)
    chose = Chose(actor, None if action == HIDDEN else "home" if action == HOME else "on")
    return [chose] if after.waiting else [chose, *_tell_reveal(before, after)]


def _tell_card(before: State, card: int, after: State) -> list[Fact]:
    inside = seats(before.inside)
    facts: list[Fact] = [] if before.cards else [Entered(before.cave + 1, inside)]
    if card < TRAP:
        stays = after.lies[before.cards]
        facts.append(Shared(TREASURES[card], after.hand - before.hand, inside, stays))
    elif card >= RELIC:
        lying = sum([1 for place in range(after.cards) if after.row[place] >= RELIC and after.lies[place]])
        facts.append(Found(WORTH_PRINTED[card - RELIC] if after.edition == POLISH else 0, lying))
    elif turned(before, card - TRAP):
        facts += [Collapsed(KINDS[card - TRAP], inside, before.hand), *_tell_end(before, before.floor, _relics_lying(before), after)]
    else:
        facts.append(Warned(KINDS[card - TRAP]))
    return facts


def _tell_reveal(before: State, after: State) -> list[Fact]:
    inside = after.inside if after.cave == before.cave else 0
    facts: list[Fact] = []
    lying, relics = before.floor, _relics_lying(before)
    if leavers := seats(before.inside & ~inside):
        won = [_worth_of_new(before, after, seat) for seat in leavers]
        each = after.chest[leavers[0]] - before.chest[leavers[0]] - before.hand - (sum(won[0]) if after.edition == CZECH else 0)
        lying -= each * len(leavers)
        relics -= len(won[0])
        facts.append(Left(leavers, before.hand, each, lying))
        facts += [Rescued(leavers[0], value) for value in won[0]]
    if inside:
        facts.append(Stayed(seats(inside)))
    return facts if after.cave == before.cave else [*facts, *_tell_end(before, lying, relics, after)]


def _worth_of_new(before: State, after: State, seat: int) -> tuple[int, ...]:
    new = after.relics[seat] & ~before.relics[seat]
    worth = WORTH_PRINTED if after.edition == POLISH else WORTH_BY_PLACE
    return tuple([worth[relic] for relic in seats(new)])


def _relics_lying(view: State) -> int:
    return sum([1 for place in range(view.cards) if view.row[place] >= RELIC and view.lies[place]])


def _tell_end(before: State, lost: int, relics: int, after: State) -> list[Fact]:
    closed: list[Fact] = [Closed(before.cave + 1, lost, relics)]
    if after.cave < CAVES:
        return closed
    return [*closed, Ended(seats(winners(after)), tuple([score(after, seat) for seat in range(after.seats)]))]
