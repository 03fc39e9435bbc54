"""One cave of Diamant with one explorer, weighed position by position: the compiled part of the solver."""

from typing import Any, Final, NamedTuple

from gemtable.games.diamant.rules import actors, chances, play, turned
from gemtable.games.diamant.state import CARDS, ON, RELIC, TRAP, TRAP_COPIES, TREASURES, State
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE

FOUND: Final = -1.0


class Cave(NamedTuple):
    """What is known of a cave while it is weighed. All worth is in rubies still to come.

    A bag is a choice of relics turned; its number is the lowest part of a node's number.
    """

    nodes: Any  # positions, each later than those it comes from; the first is where the weighing starts
    numbers: Any  # of each node: the sum of `strides` of the cards turned since the first
    strides: Any  # by card
    worth: Any  # by number: 0 where nobody has been, FOUND until it is weighed
    home: Any  # by bag: what going home brings, now and in later caves, without the hand
    wait: Any  # by bag: the same, on average over the bags there may be once the first trap is turned
    fall: Any  # by bag and kind: what later caves bring after a collapse by this kind of trap
    relic: float  # the most that one relic more adds to `home`
    margin: float  # the least that `home` is above `fall`; without end below it if a relic more could lower `home`
    weights: Any  # room for the chances


@rule
def closes(s: State, card: int) -> bool:
    """D3.4: whether this card would be the second trap of its kind."""
    return TRAP <= card < RELIC and turned(s, card - TRAP) == 1


@rule
def go_on(s: State) -> None:
    """The explorer stays, if there is a choice."""
    if actors(s) != CHANCE:
        play(s, 0, ON)


@rule
def settled(s: State, c: Cave) -> bool:
    """Whether best play is known here without a further look: home, or if no card closes the cave, on until one does.

    From a deck of W cards, turning one more and then going home is better than going home at once by at most
    (rubies in the deck + relics in the deck * c.relic - closing cards in the deck * (hand + c.margin)) / W.
    As long as the cave goes on, the first two only fall and the product, once its factors are not negative, only
    rises. So where this is not above 0 it never will be again: one card more does not pay, now or later, and
    then neither do several. While no card closes the cave, one more costs nothing (`margin` says so); what counts
    is then whether the same is true from the first trap on, whichever it is.
    """
    rubies = 0
    relics = 0
    for card in range(TRAP):
        rubies += s.deck[card] * TREASURES[card]
    for card in range(RELIC, CARDS):
        relics += s.deck[card]
    held = s.hand + c.margin
    return held >= 0 and rubies + relics * c.relic <= (closing(s) or after_first_trap(s)) * held


@rule
def closing(s: State) -> int:
    """How many cards of the deck would close the cave."""
    cards = 0
    for card in range(TRAP, RELIC):
        if closes(s, card):
            cards += s.deck[card]
    return cards


@rule
def after_first_trap(s: State) -> int:
    """How many cards will close the cave after the first trap at least, when none does yet."""
    fewest = TRAP_COPIES
    traps = 0
    for card in range(TRAP, RELIC):
        if s.deck[card]:
            fewest = min(fewest, s.deck[card] - 1)
            traps += s.deck[card]
    return fewest if traps else 0


@rule
def foreseen(c: Cave, s: State, number: int) -> float:
    """What is to come where it is `settled`: at home now or, if no card closes the cave, at home after the first trap.

    Any other card has a chance of 1 in T + 1 to come before all of T traps.
    """
    bag = number % len(c.home)
    apart: float = c.home[bag] if closing(s) else c.wait[bag]
    if closing(s):
        return s.hand + apart
    traps = 0
    rubies = 0
    for card in range(RELIC):
        if card < TRAP:
            rubies += s.deck[card] * TREASURES[card]
        else:
            traps += s.deck[card]
    return s.hand + rubies / (traps + 1) + apart


@rule
def explore(c: Cave) -> int:
    """Fill in all positions that best play may come to from the first node; how many, or 0 if there is no room."""
    c.worth[0] = FOUND
    known = 1
    at = 0
    while at < known:
        if known + CARDS > len(c.nodes):
            return 0
        known = add_next(c, at, known)
        at += 1
    return known


@rule
def add_next(c: Cave, at: int, known: int) -> int:
    """Go on from here and add what each card leads to and has no number yet; how many nodes there are then."""
    s = c.nodes[at]
    go_on(s)
    for card in range(CARDS):
        number = c.numbers[at] + c.strides[card]
        if s.deck[card] and not closes(s, card) and c.worth[number] == 0:
            c.nodes[known] = s
            play(c.nodes[known], CHANCE, card)
            if settled(c.nodes[known], c):
                c.worth[number] = foreseen(c, c.nodes[known], number)
            else:
                c.worth[number] = FOUND
                c.numbers[known] = number
                known += 1
    return known


@rule
def weigh(c: Cave, known: int) -> Any:
    """Weigh all nodes, the last first; what is to come at the first after going on, and after going home."""
    on = home = 0.0
    for back in range(known):
        at = known - 1 - back
        number = c.numbers[at]
        bag = number % len(c.home)
        on = next_card(c, c.nodes[at], number, bag)
        home = c.nodes[at].hand + c.home[bag]
        c.worth[number] = max(on, home)
    return on, home


@rule
def next_card(c: Cave, s: State, number: int, bag: int) -> float:
    """What is to come when the explorer has gone on, on average over the next card. There is one (D5.5)."""
    cards = 0
    total = 0.0
    for card in range(chances(s, c.weights)):
        weight = c.weights[card]
        if weight == 0:
            continue
        cards += weight
        if closes(s, card):
            total += weight * c.fall[bag, card - TRAP]
        else:
            total += weight * c.worth[number + c.strides[card]]
    return total / cards
