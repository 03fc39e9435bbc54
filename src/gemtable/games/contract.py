"""What every game keeps: the functions it must have, and the few things done the same way with all of them.

Rules are deterministic; chance is a player whose outcomes somebody else draws. `setup` to `imagine` are rules
(they run plain and compiled); the rest is plain Python and makes everything people see, from concealed states.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from gemtable.games import GAMES
from gemtable.kit.bits import seats as seats_of
from gemtable.kit.record import Record
from gemtable.kit.signs import CHANCE, HIDDEN, OVER, SPECTATOR

__all__ = ["CHANCE", "GAMES", "HIDDEN", "LANGUAGES", "OVER", "SPECTATOR", "About", "Game", "Offer", "Options", "Unplayable"]

LANGUAGES = ("en", "cs", "pl")


class Options(Protocol):
    """The options of a match: a frozen dataclass whose every field has a default."""

    def numbers(self) -> tuple[int, ...]:
        """What `setup` takes after the number of seats."""


@dataclass(frozen=True)
class About:
    """What `game.py` says of its game, as `ABOUT`."""

    id: str
    title: Mapping[str, str]  # by language
    goal: Mapping[str, str]  # one sentence, by language
    seats: tuple[int, int]  # the fewest and the most the rules take
    box: tuple[int, int]  # what the box says
    minutes: int  # a usual match
    options: type[Any]  # a frozen dataclass; see `Options`
    variants: tuple[Any, ...]  # option sets that change the rules: each is tested and measured
    rules_version: int  # goes up when the same moves would lead elsewhere
    actions: int  # action numbers are below this
    outcomes: int  # outcome numbers are below this
    offered: bool = True  # shown to people who look for a game


class Unplayable(ValueError):
    """A move or a setup that the rules refuse, with what would have been possible."""

    def __init__(self, reason: str, possible: list[str] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.possible = possible or []


def check_words(given: Sequence[str], written: str) -> None:
    """Refuse a position whose lines do not have the words it is written in, in whatever order: it was read as something else."""
    for number, (line, own) in enumerate(zip(given, written.splitlines(), strict=True), 1):
        if sorted(line.replace(",", " ").split()) != sorted(own.replace(",", " ").split()):
            raise Unplayable(f"line {number} of the position, {line[:60]!r}, would be {own[:200]!r}")


@dataclass(frozen=True, slots=True)
class Offer:
    """One action that a seat may take now, and its words."""

    action: int
    words: str


@dataclass(frozen=True, repr=False)
class Game:
    """A game of the list, its functions gathered from its files."""

    about: About
    State: type[Record]

    # rules.py
    setup: Callable[..., None]  # (s, seats, *options.numbers())
    actors: Callable[..., int]  # (s) -> mask of seats, CHANCE or OVER
    legal: Callable[..., int]  # (s, seat, mask) writes mask[0:n], gives n; nothing from n on is legal
    chances: Callable[..., int]  # (s, weights) writes weights[0:n], gives n
    play: Callable[..., None]  # (s, seat, action) in place
    score: Callable[..., int]  # (s, seat)
    winners: Callable[..., int]  # (s) -> mask of seats, 0 before the end

    # view.py
    shown: Callable[..., int]  # (s, actor, action, seat) -> the action or HIDDEN; s is before the event
    conceal: Callable[..., None]  # (s, seat) in place
    imagine: Callable[..., None]  # (s, seat, stream) in place
    scene: Callable[..., Any]  # (view, seat, notes) -> a dataclass
    tell: Callable[..., list[Any]]  # (before, actor, action, after) -> dataclasses; all of it concealed

    # notation.py
    say: Callable[[Any, int, int], str]  # (s, actor, action) -> words
    read: Callable[[Any, int, str], int]  # (s, actor, words) -> action; Unplayable when they are no move
    write: Callable[[Any], str]  # (s) -> the position as text
    place: Callable[[str], Any]  # (text) -> s; Unplayable with the line that is wrong

    # drawing.py
    text: Callable[[Any, str, Sequence[str]], str]  # (scene, language, names) -> lines for a terminal
    svg: Callable[[Any, str, Sequence[str]], str]  # (scene, language, names) -> a picture

    def __repr__(self) -> str:
        return f"Game({self.about.id})"

    def begin(self, seats: int, options: Options) -> Any:
        """The first state of a match."""
        fewest, most = self.about.seats
        if not fewest <= seats <= most:
            raise Unplayable(f"{self.about.id} takes {fewest} to {most} seats, not {seats}")
        state = self.State()
        self.setup(state, seats, *options.numbers())
        return state

    def acting(self, state: Any) -> tuple[int, ...]:
        """The seats that may act now; none when it is for chance or over."""
        return seats_of(max(0, self.actors(state)))

    def allows(self, state: Any, seat: int, action: int) -> bool:
        """Whether a seat may do that now."""
        mask = [0] * self.about.actions
        return seat in self.acting(state) and 0 <= action < self.legal(state, seat, mask) and bool(mask[action])

    def offers(self, state: Any, seat: int) -> list[Offer]:
        """What a seat may do now, in words. A view is enough."""
        if seat not in self.acting(state):
            return []
        mask = [0] * self.about.actions
        n = self.legal(state, seat, mask)
        return [Offer(action, self.say(state, seat, action)) for action in range(n) if mask[action]]

    def outcomes(self, state: Any) -> list[tuple[Offer, int]]:
        """What chance may bring now, with the weights; nothing unless it is for chance."""
        if self.actors(state) != CHANCE:
            return []
        weights = [0] * self.about.outcomes
        n = self.chances(state, weights)
        return [(Offer(k, self.say(state, CHANCE, k)), weights[k]) for k in range(n) if weights[k]]

    def possible(self, state: Any, actor: int) -> list[Offer]:
        """What this actor, a seat or chance, may do now."""
        return [offer for offer, _ in self.outcomes(state)] if actor == CHANCE else self.offers(state, actor)

    def check(self, state: Any, actor: int, action: int) -> None:
        """Unplayable when this actor may not do that now. The state is not touched."""
        if not (self._may_come(state, action) if actor == CHANCE else self.allows(state, actor, action)):
            raise Unplayable(self._refusal(state, actor), self._possible_words(state, actor))

    def _may_come(self, state: Any, outcome: int) -> bool:
        if self.actors(state) != CHANCE:
            return False
        weights = [0] * self.about.outcomes
        return 0 <= outcome < self.chances(state, weights) and weights[outcome] > 0

    def parse(self, state: Any, actor: int, words: str) -> int:
        """The action that words stand for, if this actor may do it now; Unplayable if not."""
        now = self.actors(state)
        if not (now == CHANCE if actor == CHANCE else actor in self.acting(state)):
            raise Unplayable(self._refusal(state, actor), self._possible_words(state, actor))
        try:
            action = self.read(state, actor, words)
        except Unplayable as wrong:
            raise Unplayable(wrong.reason, self._possible_words(state, actor)) from None
        self.check(state, actor, action)
        return action

    def _refusal(self, state: Any, actor: int) -> str:
        now = self.actors(state)
        if now == OVER:
            return "the game is over"
        if actor == CHANCE:
            return "it is not for chance now" if now != CHANCE else "chance cannot bring that now"
        if now == CHANCE:
            return "it is for chance now"
        return "that is not possible now" if actor in seats_of(now) else f"seat {actor} has nothing to decide now"

    def _possible_words(self, state: Any, actor: int) -> list[str]:
        """What this actor could do; where it could do nothing, who could do what."""
        own = [offer.words for offer in self.possible(state, actor)]
        if own:
            return own
        chance = [f"chance: {offer.words}" for offer, _ in self.outcomes(state)]
        return chance or [f"seat {seat}: {offer.words}" for seat in self.acting(state) for offer in self.offers(state, seat)]

    def view(self, state: Any, seat: int) -> Any:
        """A copy with everything cut out that this seat, or SPECTATOR, may not know."""
        view = state.clone()
        self.conceal(view, seat)
        return view

    def facts(self, before: Any, actor: int, action: int, after: Any, seat: int) -> list[Any]:
        """What this event tells a seat, or SPECTATOR. The states are whole."""
        seen = self.shown(before, actor, action, seat)
        return self.tell(self.view(before, seat), actor, seen, self.view(after, seat))

    def imagined(self, view: Any, seat: int, stream: list[int]) -> Any:
        """A copy of a view with one world filled in."""
        world = view.clone()
        self.imagine(world, seat, stream)
        return world

    def scores(self, state: Any, seats: int) -> list[int]:
        return [self.score(state, seat) for seat in range(seats)]

    def rules_text(self, language: str) -> str:
        """The rules, numbered, in one of LANGUAGES."""
        return _text(self.about.id, f"{language}.md")

    def words_text(self, language: str) -> str:
        """The words of this game's screens and log, as JSON."""
        return _text(self.about.id, f"{language}.json")


def _text(game_id: str, name: str) -> str:
    from importlib.resources import files  # only people need texts, and it takes a while to load

    return files(f"gemtable.games.{game_id}").joinpath("text", name).read_text("utf-8")


FILES = {
    "rules": ("setup", "actors", "legal", "chances", "play", "score", "winners"),
    "view": ("shown", "conceal", "imagine", "scene", "tell"),
    "notation": ("say", "read", "write", "place"),
    "drawing": ("text", "svg"),
}


@cache
def find(game_id: str) -> Game:
    """A game of the list by its id."""
    if game_id not in GAMES:
        raise Unplayable(f"there is no game {game_id[:40]!r}", list(GAMES))
    parts = {name: import_module(f"gemtable.games.{game_id}.{name}") for name in ("game", "state", *FILES)}
    functions = {function: getattr(parts[name], function) for name, held in FILES.items() for function in held}
    return Game(parts["game"].ABOUT, parts["state"].State, **functions)


def kind(told: Any) -> str:
    """The name that a fact goes by in words, logs and on the wire: `Shared` is `shared`."""
    return type(told).__name__.lower()


def fields_of(told: Any) -> dict[str, Any]:
    """The fields of a fact or of a part of a scene."""
    return {field.name: getattr(told, field.name) for field in fields(told)}
