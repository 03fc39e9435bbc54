"""What each seat may know of a match of Nullgame, what its screen draws, and what just happened."""

from dataclasses import dataclass
from typing import Any, Literal

from gemtable.games.nullgame.rules import score, winners
from gemtable.games.nullgame.state import DIE, PEARL, RUBIES_TO_ONE_PEARL, RUBY, SWAP, UNKNOWN, State
from gemtable.kit.bits import seats
from gemtable.kit.draws import below
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, HIDDEN

GEMS: tuple[Literal["ruby", "pearl", "unknown"], ...] = ("ruby", "pearl", "unknown")


@rule
def shown(s: State, actor: int, action: int, seat: int) -> int:
    """N2.1, N2.2: a gem is seen by whom it is dealt to, a choice by who makes it; the die is open."""
    open_die = actor == CHANCE and s.dealt == s.seats
    own = actor == seat or (actor == CHANCE and s.dealt == seat)
    return action if open_die or own else HIDDEN


@rule
def conceal(s: State, seat: int) -> None:
    """N2.1, N2.2: others' gems, and choices while somebody is still choosing."""
    for other in range(s.seats):
        if other != seat:
            if other < s.dealt:
                s.gem[other] = UNKNOWN
            s.swapping &= ~(1 << other)


@rule
def imagine(s: State, seat: int, stream: list[int]) -> None:
    """N2.1, N2.2: others hold gems as they are dealt; who has chosen may have chosen either."""
    for other in range(s.seats):
        if other < s.dealt and s.gem[other] == UNKNOWN:
            s.gem[other] = PEARL if below(stream, RUBIES_TO_ONE_PEARL + 1) == 0 else RUBY
            if s.waiting and not s.waiting >> other & 1:
                s.swapping |= below(stream, 2) << other


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""

    seat: int
    gem: Literal["ruby", "pearl", "unknown", "none"]
    points: int
    chosen: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a screen draws, for one viewer."""

    seat: int
    stage: Literal["deal", "choice", "roll", "over"]
    part: int  # the round, from 1
    rounds: int
    die: int  # how many faces it has
    players: tuple[Player, ...]


def scene(view: State, seat: int, notes: Any = None) -> Scene:
    """The screen of `seat`; `notes` are not used in this game."""
    over = view.finished == view.rounds
    rolls = view.dealt == view.seats
    stage: Literal["deal", "choice", "roll", "over"]
    stage = "over" if over else "choice" if view.waiting else "roll" if rolls else "deal"
    players = tuple([_player(view, other) for other in range(view.seats)])
    return Scene(seat, stage, min(view.finished + 1, view.rounds), view.rounds, DIE, players)


def _player(view: State, seat: int) -> Player:
    gem = GEMS[view.gem[seat]] if seat < view.dealt else "none"
    chosen = bool(view.waiting and not view.waiting >> seat & 1)
    return Player(seat, gem, score(view, seat), chosen, bool(winners(view) >> seat & 1))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A gem for a seat; which, only its own seat is told."""

    seat: int
    gem: Literal["ruby", "pearl", "unknown"]


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody has chosen; what, only its own seat is told."""

    seat: int
    choice: Literal["keep", "swap"] | None


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die, and who held a ruby."""

    pips: int
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


Fact = Dealt | Chose | Rolled | Ended


def tell(before: State, actor: int, action: int, after: State) -> list[Fact]:
    """What this event showed the viewer of both states; `action` may be HIDDEN."""
    if actor != CHANCE:
        return [Chose(actor, None if action == HIDDEN else "swap" if action == SWAP else "keep")]
    if before.dealt < before.seats:
        return [Dealt(before.dealt, "unknown" if action == HIDDEN else GEMS[action])]
    scored = tuple([seat for seat in range(after.seats) if after.points[seat] > before.points[seat]])
    facts: list[Fact] = [Rolled(action + 1, scored)]
    if after.finished == after.rounds:
        facts.append(Ended(seats(winners(after)), tuple(after.points[: after.seats])))
    return facts
