"""Players by rules of thumb: their rules are written like a game's, so they run plain at a table and compiled in the lab.

A game's folder here gives CHARACTERS, MEMORY and two rules, `decide` and `watch`; see `gemtable.players.cast`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gemtable.games.contract import Game, Offer
from gemtable.kit.draws import WORDS, below, start
from gemtable.kit.rule import rule

RANDOM: Final = 0  # the first character of every game
STEPS: Final = 16  # streams kept apart within one event: a seat each, and chance
CHANCE_STREAM: Final = STEPS - 1


@dataclass(frozen=True)
class Character:
    """A way of playing."""

    name: str
    manner: Mapping[str, str]  # one line on how it plays, by language
    watches: bool = False  # remembers what it sees


@dataclass(frozen=True)
class Cast:
    """The players of one game; a character's number is its place."""

    game: Game
    characters: Sequence[Character]
    memory: int  # how many numbers each may remember
    decide: Callable[..., int]  # (number, view, seat, memory, stream) -> action
    watch: Callable[..., None]  # (number, view, actor, action, seat, memory); view is after the event


@rule
def choose(number: int, view: Any, seat: int, memory: Any, stream: Any, mask: Any, legal: Any, decide: Any) -> int:
    """What character `number` does in this seat."""
    if number == RANDOM:
        return random_legal(view, seat, mask, stream, legal)
    action: int = decide(number, view, seat, memory, stream)
    return action


@rule
def random_legal(s: Any, seat: int, mask: Any, stream: Any, legal: Any) -> int:
    """Any action the seat may take, each as likely."""
    n = legal(s, seat, mask)
    possible = 0
    for action in range(n):
        possible += mask[action]
    left = below(stream, possible)
    if possible == n:
        return left
    action = 0
    while left or not mask[action]:
        left -= mask[action]
        action += 1
    return action


class Thumb:
    """A character in a seat: the plain form, for tables. See `Player`."""

    def __init__(self, cast: Cast, number: int, seat: int, seed: int) -> None:
        self.cast, self.number, self.seat, self.seed = cast, number, seat, seed
        self.memory = [0] * cast.memory
        self.events = 0

    def watch(self, view: Any, actor: int, action: int) -> None:
        """Remember what was seen."""
        if self.cast.characters[self.number].watches:
            self.cast.watch(self.number, view, actor, action, self.seat, self.memory)
        self.events += 1

    def decide(self, view: Any, offers: Sequence[Offer], budget: int) -> Offer:  # noqa: ARG002
        """Ask the rule of thumb. Its chance depends on the events seen alone, so asking twice gets one answer."""
        stream = [0] * WORDS
        start(stream, self.seed, self.events * STEPS + self.seat)
        game, mask = self.cast.game, [0] * self.cast.game.about.actions
        action = choose(self.number, view, self.seat, self.memory, stream, mask, game.legal, self.cast.decide)
        return next(offer for offer in offers if offer.action == action)
