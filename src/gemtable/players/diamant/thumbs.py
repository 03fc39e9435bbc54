"""Rules of thumb for Diamant. Each sees a view: the row, hands, chests and who is inside, never a choice not yet revealed."""

from typing import Final

from gemtable.games.diamant.rules import rescued, turned
from gemtable.games.diamant.state import (
    HOME,
    ON,
    POLISH,
    RELIC,
    RELICS,
    SEATS,
    TRAP,
    TRAPS,
    TREASURES,
    WORTH_BY_PLACE,
    WORTH_PRINTED,
    State,
)
from gemtable.kit.bits import count
from gemtable.kit.draws import below
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE
from gemtable.players.thumb import Character

EASY: Final = 1
FAIR: Final = 2  # and whoever has no branch of its own in `decide`
CAUTIOUS: Final = 3
GREEDY: Final = 4
CROWD: Final = 5
LAST: Final = 6
MAGPIE: Final = 7
FOX: Final = 8

CHARACTERS = (
    Character(
        "random",
        {"en": "tosses a coin after every card", "cs": "po každé kartě si hodí mincí", "pl": "po każdej karcie rzuca monetą"},
    ),
    Character(
        "easy",
        {
            "en": "goes home with a handful, or when two traps lie, and dithers",
            "cs": "chodí domů s hrstí rubínů nebo při dvou pastech a občas si to rozmyslí",
            "pl": "wraca z garścią rubinów albo przy dwóch pułapkach, a czasem się rozmyśla",
        },
    ),
    Character(
        "fair",
        {
            "en": "weighs one more card against what it would lose",
            "cs": "zvažuje, co další karta může dát a co vzít",
            "pl": "waży, co następna karta może dać, a co zabrać",
        },
    ),
    Character(
        "cautious",
        {
            "en": "goes home as soon as any trap lies and there is something to carry",
            "cs": "chodí domů, jakmile leží nějaká past a je co nést",
            "pl": "wraca, gdy tylko leży jakaś pułapka i jest co nieść",
        },
    ),
    Character(
        "greedy",
        {
            "en": "wants twenty rubies in hand before it turns back",
            "cs": "vrací se, až když má v ruce dvacet rubínů",
            "pl": "zawraca dopiero z dwudziestoma rubinami w ręku",
        },
    ),
    Character(
        "crowd",
        {
            "en": "stays with the others and turns back once half of them have",
            "cs": "drží se ostatních a vrátí se, když už je polovina venku",
            "pl": "trzyma się innych i wraca, gdy połowa już wyszła",
        },
    ),
    Character(
        "last",
        {
            "en": "waits to be the last one out and sweep the cave alone",
            "cs": "čeká, až zůstane v jeskyni poslední, a pak ji vybere celou",
            "pl": "czeka do samego końca, żeby zabrać wszystko w pojedynkę",
        },
    ),
    Character(
        "magpie",
        {
            "en": "slips out for whatever lies in the row, relics above all",
            "cs": "vyklouzne s tím, co leží v řadě, nejradši s relikviemi",
            "pl": "wymyka się z tym, co leży w rzędzie, najchętniej z reliktami",
        },
    ),
    Character(
        "fox",
        {
            "en": "remembers when each of the others goes home and leaves a card earlier",
            "cs": "pamatuje si, kdy kdo chodí domů, a odejde o kartu dřív",
            "pl": "pamięta, kiedy kto wraca, i wychodzi o kartę wcześniej",
        },
        watches=True,
    ),
)


@rule
def decide(number: int, view: State, seat: int, memory: list[int], stream: list[int]) -> int:
    """What this character does; HOME and ON are the actions."""
    if number == EASY:
        return easy(view, stream)
    if number == CAUTIOUS:
        return cautious(view)
    if number == GREEDY:
        return greedy(view)
    if number == CROWD:
        return crowd(view)
    if number == LAST:
        return last(view, seat, stream)
    if number == MAGPIE:
        return magpie(view, stream)
    if number == FOX:
        return fox(view, seat, memory, stream)
    return fair(view, stream)


@rule
def home_if(wanted: bool) -> int:
    """HOME or ON."""
    return HOME if wanted else ON


# What they look at


@rule
def kinds_lying(view: State) -> int:
    """How many kinds of trap lie in the row."""
    kinds = 0
    for kind in range(TRAPS):
        kinds += turned(view, kind) == 1
    return kinds


@rule
def enders(view: State) -> int:
    """How many cards of the deck would end the cave."""
    cards = 0
    for kind in range(TRAPS):
        if turned(view, kind) == 1:
            cards += view.deck[TRAP + kind]
    return cards


@rule
def relic_worth(view: State, relic: int, ahead: int) -> int:
    """What a relic brings when `ahead` others of this cave are taken before it."""
    if view.edition == POLISH:
        return WORTH_PRINTED[relic]
    return WORTH_BY_PLACE[min(RELICS - 1, rescued(view) + ahead)]


@rule
def relics_lying(view: State) -> int:
    """What the relics in the row would bring somebody who leaves alone."""
    worth = 0
    ahead = 0
    for place in range(view.cards):
        if view.row[place] >= RELIC and view.lies[place]:
            worth += relic_worth(view, view.row[place] - RELIC, ahead)
            ahead += 1
    return worth


@rule
def alone(view: State) -> int:
    """What somebody who leaves now without company takes home."""
    return view.hand + view.floor + relics_lying(view)


@rule
def one_more_card(view: State) -> int:
    """What the next card adds to `alone` over all cards of the deck together, if no trap is thought of."""
    inside = count(view.inside)
    gain = 0
    for card in range(TRAP):
        gain += view.deck[card] * (TREASURES[card] // inside + TREASURES[card] % inside)
    for relic in range(RELICS):
        if view.deck[RELIC + relic]:
            gain += view.deck[RELIC + relic] * relic_worth(view, relic, 0)
    return gain


# The characters

ONE: Final = 16  # a hunch of one, in sixteenths
HALF: Final = 8


@rule
def easy(view: State, stream: list[int]) -> int:
    """A handful or two traps are enough; one time in six it does the other thing."""
    dithers = below(stream, 6) == 0
    return home_if((view.hand >= 8 or kinds_lying(view) >= 2) != dithers)


@rule
def fair(view: State, stream: list[int]) -> int:
    """On while the next card brings more than it risks, counted as if nobody else left; a hunch keeps it from being foreseen."""
    hunch = HALF + below(stream, ONE + 1)
    return home_if(ONE * enders(view) * alone(view) > hunch * one_more_card(view))


@rule
def cautious(view: State) -> int:
    """Home with anything at all once a trap lies."""
    return home_if(kinds_lying(view) >= 1 and alone(view) > 0)


@rule
def greedy(view: State) -> int:
    """Home with twenty, or when a third of the deck would end the cave."""
    cards = 0
    for card in range(len(view.deck)):
        cards += view.deck[card]
    return home_if(view.hand >= 20 or 3 * enders(view) > cards)


@rule
def crowd(view: State) -> int:
    """On while more than half of all explorers are inside; then it looks for the first trap."""
    left = view.seats - count(view.inside)
    return home_if(2 * left >= view.seats and kinds_lying(view) >= 1)


@rule
def last(view: State, seat: int, stream: list[int]) -> int:
    """On while anybody else is inside and fewer than four kinds of trap lie; then as `fair`."""
    if view.inside != 1 << seat and kinds_lying(view) < 4:
        return ON
    return fair(view, stream)


@rule
def magpie(view: State, stream: list[int]) -> int:
    """Home for a relic, or when the floor holds more than the hand; else as `fair`."""
    tempting = relics_lying(view) >= 5 or view.floor > view.hand + 2
    return HOME if tempting and enders(view) else fair(view, stream)


# The fox remembers, for each seat, a moving average of the hand it went home with, in sixteenths;
# then the hand and the explorers inside after the last event, and the cave.

MEMORY: Final = SEATS + 3
_HAND: Final = SEATS
_INSIDE: Final = SEATS + 1
_CAVE: Final = SEATS + 2
_GUESS: Final = 10 * 16


@rule
def watch(number: int, view: State, actor: int, action: int, seat: int, memory: list[int]) -> None:
    """Note with what hand others go home."""
    same = view.cave == memory[_CAVE]
    left = memory[_INSIDE] & ~(view.inside if same else 0)
    if actor != CHANCE:
        for other in range(view.seats):
            if left >> other & 1:
                usual = memory[other] or _GUESS
                memory[other] = max(1, (3 * usual + 16 * memory[_HAND]) // 4)
    memory[_HAND] = view.hand
    memory[_INSIDE] = view.inside
    memory[_CAVE] = view.cave


@rule
def fox(view: State, seat: int, memory: list[int], stream: list[int]) -> int:
    """Home a card before somebody else is expected to go, if there is something on the floor to take alone; else as `fair`."""
    now = 0
    soon = 0
    for other in range(view.seats):
        if other != seat and view.inside >> other & 1:
            usual = memory[other] or _GUESS
            now += usual <= 16 * view.hand
            soon += usual <= 16 * (view.hand + 3)
    prize = view.floor + relics_lying(view)
    if now == 0 and soon > 0 and prize >= 3 and enders(view):
        return HOME
    return fair(view, stream)
