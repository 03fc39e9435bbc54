"""The rules of Diamant, in the order of the booklet. Numbers such as D4.2 are those of `text/`."""

from gemtable.games.diamant.state import (
    CARDS,
    CAVES,
    COPIES,
    CZECH,
    HOME,
    ON,
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
from gemtable.kit.bits import count, lowest
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, OVER


@rule
def setup(s: State, seats: int, edition: int, closed: int) -> None:
    """D2.1, D2.2, D2.3: all cards of the edition are in the game, nobody owns anything; the first cave lies ahead."""
    s.seats = seats
    s.edition = edition
    s.closed = closed
    s.cave = 0
    gather(s)
    stack_deck(s)
    for seat in range(len(s.chest)):
        s.chest[seat] = 0
        s.brought[seat] = 0
        s.relics[seat] = 0
    empty_hands(s)
    enter_cave(s)


@rule
def stack_deck(s: State) -> None:
    """D1.1, D1.2, D1.3: fifteen treasures, three traps of each kind, and the Czech relics; Polish ones wait in a pile (D2.3)."""
    for card in range(TRAP):
        s.deck[card] = COPIES[card]
    for kind in range(TRAPS):
        s.deck[TRAP + kind] = TRAP_COPIES
        s.gone[kind] = 0
    for relic in range(RELICS):
        s.deck[RELIC + relic] = 0
    if s.edition == CZECH:
        s.deck[RELIC] = RELICS


@rule
def enter_cave(s: State) -> None:
    """D3.1, D2.3: everyone goes in with empty hands; a Polish relic is added first."""
    s.inside = (1 << s.seats) - 1
    if s.edition == POLISH:
        s.deck[RELIC + s.cave] = 1
    for seat in range(s.seats):
        s.brought[seat] = 0


@rule
def actors(s: State) -> int:
    """D3.6: all who have yet to choose, at the same time; else the deck (D3.2), until the fifth cave is over."""
    if s.waiting:
        return s.waiting
    return CHANCE if s.cave < CAVES else OVER


@rule
def legal(s: State, seat: int, mask: list[int]) -> int:
    """D3.6: on or home, both always open."""
    mask[ON] = 1
    mask[HOME] = 1
    return 2


@rule
def chances(s: State, weights: list[int]) -> int:
    """D7.1: any card still in the deck, equal cards together."""
    for card in range(CARDS):
        weights[card] = s.deck[card]
    return CARDS


@rule
def play(s: State, seat: int, action: int) -> None:
    """One event: the deck turns a card, or an explorer chooses."""
    if seat == CHANCE:
        turn_over(s, action)
    else:
        choose(s, seat, action)
        if s.waiting == 0:
            reveal_choices(s)


@rule
def turn_over(s: State, card: int) -> None:
    """D3.2: the next card of the deck joins the row."""
    s.deck[card] -= 1
    s.row[s.cards] = card
    s.cards += 1
    s.waiting = s.inside
    if card < TRAP:
        share_out(s, TREASURES[card])
    elif card < RELIC:
        spring(s, card - TRAP)
    else:
        s.lies[s.cards - 1] = 1


@rule
def share_out(s: State, rubies: int) -> None:
    """D3.3: equal shares beside the chests of all inside; the remainder stays on the card."""
    explorers = count(s.inside)
    each = share(rubies, explorers)
    s.hand += each
    s.lies[s.cards - 1] = rubies - each * explorers
    s.floor += rubies - each * explorers


@rule
def share(rubies: int, explorers: int) -> int:
    """D3.3, D4.2: an equal whole share for each."""
    return rubies // explorers


@rule
def spring(s: State, kind: int) -> None:
    """D3.4: the first trap of a kind is a warning, the second ends the cave."""
    if turned(s, kind) == 2:
        collapse(s, kind)


@rule
def turned(s: State, kind: int) -> int:
    """D3.4: how many traps of this kind lie in the row."""
    return TRAP_COPIES - s.gone[kind] - s.deck[TRAP + kind]


@rule
def collapse(s: State, kind: int) -> None:
    """D3.4, D5.3: all inside flee with nothing, and one of the two traps leaves the game."""
    s.cards -= 1
    s.row[s.cards] = 0
    s.gone[kind] += 1
    leave_cave(s)


@rule
def choose(s: State, seat: int, action: int) -> None:
    """D4.1: the choice is made and stands."""
    s.waiting &= ~(1 << seat)
    s.homing |= (action == HOME) << seat


@rule
def reveal_choices(s: State) -> None:
    """D4.1: all choices show at once; who chose home goes, and the cave ends when nobody is left (D5.1)."""
    if s.homing:
        go_home(s)
    if s.inside == 0:
        leave_cave(s)


@rule
def go_home(s: State) -> None:
    """D4.2, D4.5: hands and equal shares of the whole row go into the chests, for good."""
    leavers = count(s.homing)
    each = share(s.floor, leavers)
    s.floor -= each * leavers
    for seat in range(s.seats):
        carried = (s.hand + each) * (s.homing >> seat & 1)
        s.chest[seat] += carried
        s.brought[seat] += carried
    sweep(s)
    if leavers == 1:
        rescue(s, lowest(s.homing))
    s.inside &= ~s.homing
    s.homing = 0


@rule
def sweep(s: State) -> None:
    """D4.2: no rubies stay on the cards but the remainder, which is shown on the last treasure."""
    last = 0
    for place in range(s.cards):  # without branches: which card lies where cannot be foreseen
        s.lies[place] *= s.row[place] >= RELIC
        last = place if s.row[place] < TRAP else last
    s.lies[last] += s.floor


@rule
def rescue(s: State, seat: int) -> None:
    """D4.3: who goes home alone takes every relic in the row."""
    for place in range(s.cards):
        if s.row[place] >= RELIC and s.lies[place]:
            s.lies[place] = 0
            if s.edition == CZECH:
                pay_relic(s, seat)
            else:
                s.relics[seat] |= 1 << (s.row[place] - RELIC)


@rule
def pay_relic(s: State, seat: int) -> None:
    """D4.4: a relic pays at once, by its place among all rescued in the game; lost ones do not count."""
    place = rescued(s)
    s.relics[seat] |= 1 << place
    s.chest[seat] += WORTH_BY_PLACE[place]
    s.brought[seat] += WORTH_BY_PLACE[place]


@rule
def rescued(s: State) -> int:
    """D4.4: how many relics have been rescued in the game so far."""
    number = 0
    for seat in range(s.seats):
        number += count(s.relics[seat])
    return number


@rule
def leave_cave(s: State) -> None:
    """D5.1, D6.1: the entrance is barred; into the next cave, or after the fifth the game is over."""
    s.cave += 1
    gather(s)
    empty_hands(s)
    if s.cave < CAVES:
        enter_cave(s)


@rule
def gather(s: State) -> None:
    """D5.2, D5.4: treasures and traps of the row go back into the deck; its rubies and relics are lost."""
    for place in range(s.cards):
        card = s.row[place]
        s.deck[card] += card < RELIC
        s.row[place] = 0
        s.lies[place] = 0
    s.cards = 0


@rule
def empty_hands(s: State) -> None:
    """D5.1, D5.2: nobody is inside, and nobody holds anything that is not safe."""
    s.inside = 0
    s.waiting = 0
    s.homing = 0
    s.hand = 0
    s.floor = 0


@rule
def score(s: State, seat: int) -> int:
    """D6.1: the chest; with the Polish relics their printed values too, once the game is over (D2.3)."""
    points = s.chest[seat]
    if s.edition == POLISH and s.cave == CAVES:
        for relic in range(RELICS):
            if s.relics[seat] >> relic & 1:
                points += WORTH_PRINTED[relic]
    return points


@rule
def winners(s: State) -> int:
    """D6.1: the highest total wins; equal totals share the win. Nobody before the end."""
    best = 0
    ahead = 0
    if s.cave == CAVES:
        for seat in range(s.seats):
            points = score(s, seat)
            if points > best or ahead == 0:
                best = points
                ahead = 0
            if points == best:
                ahead |= 1 << seat
    return ahead
