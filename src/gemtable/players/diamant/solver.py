"""Diamant with one explorer, solved exactly: what best play brings, and the better choice in any position.

All positions come from the rules themselves; here it is only weighed where they lead. The chest never changes
what happens later, so values are rubies *still to come*. Between caves little else matters (`_entrance`): one
number per entrance is kept, and a cave is weighed once the entrances behind it are. Within a cave neither the
order of the row matters, nor which of two kinds of trap with the same cards is which (`_strides`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from gemtable.games.contract import Unplayable
from gemtable.games.diamant.game import EDITIONS, Options
from gemtable.games.diamant.rules import actors, play, rescued, score, setup, turned
from gemtable.games.diamant.state import CARDS, CAVES, CZECH, HOME, RELIC, TRAP, TRAPS, State
from gemtable.kit.compiled import compiled, rows, to_row
from gemtable.kit.signs import CHANCE
from gemtable.players.diamant.cave import Cave, explore, go_on, weigh

ROOM = 1 << 18  # positions of a cave to begin with; doubled until all find room


@dataclass(frozen=True)
class Problem:
    """What is to be solved."""

    relics: Literal["czech", "none", "polish"] = "czech"
    caves: int = 5  # how many caves count, from the first: 1 is one fresh cave, then stop

    def __post_init__(self) -> None:
        if self.relics not in EDITIONS:
            raise ValueError(f"relics must be one of {', '.join(EDITIONS)}, not {self.relics!r}")
        if not 1 <= self.caves <= CAVES:
            raise ValueError(f"caves must be 1 to {CAVES}, not {self.caves}")


@dataclass(frozen=True)
class Advice:
    """The better choice, and the expected final score after each. Where both are worth the same, home is best."""

    best: Literal["on", "home"]
    on: float
    home: float


def value(problem: Problem) -> float:
    """The expected score of one explorer who plays best."""
    state = State()
    setup(state, 1, *Options(problem.relics).numbers())
    return _solution(problem).to_come(state)


def advise(problem: Problem, state: State) -> Advice:
    """Weigh both choices of the only explorer, who is to choose now."""
    if state.seats != 1:
        raise Unplayable(f"the solver advises one explorer alone, not one of {state.seats}")
    if state.edition != EDITIONS[problem.relics]:
        raise Unplayable(f"the problem is of the edition {problem.relics!r}, the position of another one")
    if actors(state) != 1:
        raise Unplayable("the explorer has nothing to choose now")
    if state.cave >= problem.caves:
        raise Unplayable(f"only caves 1 to {problem.caves} count, and this is cave {state.cave + 1}")
    chest = safe(state)
    on, home = _solution(problem).choices(state)
    return Advice("on" if on > home else "home", chest + on, chest + home)


@cache
def _solution(problem: Problem) -> "_Solution":
    return _Solution(problem.caves)


class _Solution:
    """What is to come at every entrance asked for so far, and at all those behind it."""

    def __init__(self, caves: int) -> None:
        self.caves = caves
        self.known: dict[tuple[int, ...], float] = {}

    def to_come(self, s: State) -> float:
        """From the entrance of a cave on."""
        if s.cave >= self.caves:
            return 0.0
        entrance = _entrance(s)
        if entrance not in self.known:
            self.known[entrance], _ = self.choices(s)
        return self.known[entrance]

    def choices(self, s: State) -> tuple[float, float]:
        """After going on, and after going home; at an entrance only the first means something.

        A trap that is the last of its kind does nothing: whoever wants to go on past it can, whoever does not is no
        worse off than before. So all of them are turned first, which leaves far less to weigh.
        """
        start, calm = s, [card for card in range(TRAP, RELIC) if s.deck[card] == 1 and not turned(s, card - TRAP)]
        for card in calm:
            start = _turned(start, card)
        on, home = self._weigh(start)
        share = len(calm) / sum(s.deck) if calm else 0.0
        return share * max(on, home) + (1 - share) * on, home

    def _weigh(self, s: State) -> tuple[float, float]:
        strides, numbers = _strides(s)
        ways, room, known = self._ways_out(s, strides), ROOM, 0
        while not known:
            nodes, at, worth = rows(State, room), np.zeros(room, np.int64), np.zeros(numbers)
            nodes[0] = to_row(s)[0]
            cave = Cave(nodes, at, strides, worth, *ways, np.zeros(CARDS, np.int64))
            known = compiled(explore)(cave)
            room *= 2
        on, home = compiled(weigh)(cave, known)
        return on, home

    def _ways_out(self, s: State, strides: Any) -> tuple[Any, Any, Any, float, float]:
        """`home`, `wait`, `fall`, `relic` and `margin` of `Cave`: each way out is played once for each bag."""
        chest, bags, traps = safe(s), _bags(s), sum(s.deck[TRAP:RELIC])
        home, wait, fall = np.zeros(len(bags)), np.zeros(len(bags)), np.full((len(bags), TRAPS), -np.inf)
        gains = [0.0]
        for bag in reversed(bags):
            at = sum(strides[RELIC:] * np.subtract(s.deck[RELIC:], bag.deck[RELIC:]))
            more = [(at + strides[card], bag.deck[card]) for card in range(RELIC, CARDS) if bag.deck[card]]
            home[at] = self._outside(_left(bag), chest) - bag.hand
            for kind, fallen in _collapses(bag):
                fall[at, kind] = self._outside(fallen, chest)
            gains += [home[to] - home[at] for to, _ in more]
            cards = traps + sum(copies for _, copies in more)
            wait[at] = (traps * home[at] + sum(copies * wait[to] for to, copies in more)) / cards if cards else home[at]
        margin = (home[:, None] - fall).min() if min(gains) >= 0 else -np.inf
        return home, wait, fall, max(gains), margin

    def _outside(self, s: State, chest: int) -> float:
        return self.to_come(s) + safe(s) - chest


def safe(s: State) -> int:
    """What the explorer would score if the game were over with this cave: relics, too, count by then."""
    over = s.clone()
    over.cave = CAVES
    return score(over, 0)


def _entrance(s: State) -> tuple[int, ...]:
    """All that matters to the caves to come. Which kinds are gone does not, nor the Polish relics that are rescued."""
    return (s.cave, *sorted(s.gone), *s.deck[RELIC:], rescued(s) if s.edition == CZECH else 0)


def _bags(s: State) -> list[State]:
    """Every choice of relics that may come to lie in the row, the explorer about to choose."""
    first = s.clone()
    if actors(first) == CHANCE:
        play(first, CHANCE, 0)  # a treasure: it changes the hand alone
    bags = [first]
    for bag in bags:
        bags += [more for more in _one_more(bag) if more.deck not in [known.deck for known in bags]]
    return bags


def _one_more(bag: State) -> list[State]:
    """The same with one more relic."""
    return [_turned(bag, card) for card in range(RELIC, CARDS) if bag.deck[card]]


def _collapses(bag: State) -> Iterator[tuple[int, State]]:
    """What comes after each kind of trap that can still close this cave."""
    for kind in range(TRAPS):
        fallen = bag
        while fallen.cave == bag.cave and fallen.deck[TRAP + kind]:
            fallen = _turned(fallen, TRAP + kind)
        if fallen.cave != bag.cave:
            yield kind, fallen


def _turned(s: State, card: int) -> State:
    after = s.clone()
    go_on(after)
    play(after, CHANCE, card)
    return after


def _left(s: State) -> State:
    after = s.clone()
    play(after, 0, HOME)
    return after


def _strides(s: State) -> tuple[Any, int]:
    """What each card adds to a node's number, and how many numbers there are.

    Kinds of trap with as many cards gone and in the deck add the same: so only how many of them are turned counts.
    """
    alike: dict[tuple[int, ...], list[int]] = {}
    for card in (*range(RELIC, CARDS), *range(RELIC)):
        trap = TRAP <= card < RELIC
        alike.setdefault((s.gone[card - TRAP], s.deck[card]) if trap else (card,), []).append(card)
    strides, numbers = np.zeros(CARDS, np.int64), 1
    for cards in alike.values():
        strides[cards] = numbers
        numbers *= 1 + sum(1 if TRAP <= card < RELIC else s.deck[card] for card in cards)
    return strides, numbers
