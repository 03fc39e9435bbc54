"""Random matches for the shared suite: plain, seeded, any game, any options."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from gemtable.games.contract import CHANCE, GAMES, OVER, SPECTATOR, Game, Options, find

LONGEST = 5000  # events after which a match is taken to be without end


@dataclass(frozen=True)
class Case:
    """A game under one set of options."""

    game: Game
    options: Options

    def __str__(self) -> str:
        chosen = {name: value for name, value in vars(self.options).items() if value != getattr(self.game.about.options(), name)}
        return "-".join([self.game.about.id, *(f"{name}={value}" for name, value in chosen.items())])

    def seats(self, dice: random.Random) -> int:
        return dice.randint(*self.game.about.seats)


CASES = [Case(find(game_id), options) for game_id in GAMES for options in find(game_id).about.variants]
GAMES_FOUND = [find(game_id) for game_id in GAMES]


@dataclass(frozen=True)
class Moment:
    """A step of a random match."""

    before: Any
    actor: int
    action: int
    after: Any


def pick(case: Case, state: Any, dice: random.Random) -> tuple[int, int]:
    """Who does what next, at random: any acting seat, or an outcome by its weight."""
    game = case.game
    if game.actors(state) == CHANCE:
        outcomes = game.outcomes(state)
        (chosen,) = dice.choices([offer.action for offer, _ in outcomes], [weight for _, weight in outcomes])
        return CHANCE, chosen
    seat = dice.choice(game.acting(state))
    return seat, dice.choice(game.offers(state, seat)).action


def moments(case: Case, dice: random.Random, seats: int | None = None) -> Iterator[Moment]:
    """One random match, event by event."""
    game = case.game
    state = game.begin(seats or case.seats(dice), case.options)
    for _ in range(LONGEST):
        if game.actors(state) == OVER:
            return
        actor, action = pick(case, state, dice)
        after = state.clone()
        game.play(after, actor, action)
        yield Moment(state, actor, action, after)
        state = after
    raise AssertionError(f"a match of {case} has not ended after {LONGEST} events")


def positions(case: Case, dice: random.Random, n: int) -> Iterator[Any]:
    """About n positions of random matches, all stages alike."""
    found = 0
    while found < n:
        for moment in moments(case, dice):
            if found < n and dice.random() < 0.3:
                found += 1
                yield moment.before
        yield moment.after
        found += 1


def viewers(state: Any) -> list[int]:
    return [*range(state.seats), SPECTATOR]


def own(game: Game, name: str) -> Any:
    """What a game's tests say of it: `invariants` or `secrets`."""
    return import_module(f"tests.games.{game.about.id}.{name}")
