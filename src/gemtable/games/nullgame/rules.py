"""The rules of Nullgame. Numbers such as N2.1 are those of `text/`."""

from gemtable.games.nullgame.state import DIE, KEEP, PEARL, RUBIES_TO_ONE_PEARL, RUBY, SWAP, UNKNOWN, State
from gemtable.kit.rule import rule
from gemtable.kit.signs import CHANCE, OVER


@rule
def setup(s: State, seats: int, rounds: int) -> None:
    """N1.2: nobody has points; the first round begins."""
    s.seats = seats
    s.rounds = rounds
    s.finished = 0
    s.swapping = 0
    s.waiting = 0
    for seat in range(len(s.points)):
        s.points[seat] = 0
        s.gem[seat] = 0
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """N2.1: gems are dealt anew."""
    s.dealt = 0
    for seat in range(s.seats):
        s.gem[seat] = 0


@rule
def actors(s: State) -> int:
    """N2.2: all who have yet to choose, at the same time; else chance deals or rolls, until the last round is over."""
    if s.waiting:
        return s.waiting
    return CHANCE if s.finished < s.rounds else OVER


@rule
def legal(s: State, seat: int, mask: list[int]) -> int:
    """N2.2: keep or swap."""
    mask[KEEP] = 1
    mask[SWAP] = 1
    return 2


@rule
def chances(s: State, weights: list[int]) -> int:
    """N2.1, N2.3: a ruby is dealt twice as often as a pearl; the die is fair."""
    if s.dealt < s.seats:
        weights[RUBY] = RUBIES_TO_ONE_PEARL
        weights[PEARL] = 1
        return 2
    for face in range(DIE):
        weights[face] = 1
    return DIE


@rule
def play(s: State, seat: int, action: int) -> None:
    """One event: a gem is dealt, the die is rolled, or a seat chooses."""
    if seat != CHANCE:
        choose(s, seat, action)
    elif s.dealt < s.seats:
        deal(s, action)
    else:
        roll(s, action + 1)


@rule
def deal(s: State, gem: int) -> None:
    """N2.1: each seat in turn gets a gem that it alone sees; then all choose."""
    s.gem[s.dealt] = gem
    s.dealt += 1
    if s.dealt == s.seats:
        s.waiting = (1 << s.seats) - 1


@rule
def choose(s: State, seat: int, action: int) -> None:
    """N2.2: choices are made in secret and shown together."""
    s.waiting &= ~(1 << seat)
    if action == SWAP:
        s.swapping |= 1 << seat
    if s.waiting == 0:
        swap(s)


@rule
def swap(s: State) -> None:
    """N2.2: who swaps turns a ruby into a pearl and a pearl into a ruby."""
    for seat in range(s.seats):
        if s.swapping >> seat & 1 and s.gem[seat] != UNKNOWN:
            s.gem[seat] = PEARL if s.gem[seat] == RUBY else RUBY
    s.swapping = 0


@rule
def roll(s: State, pips: int) -> None:
    """N2.3: every ruby scores the die; gems are shown and the next round begins."""
    for seat in range(s.seats):
        if s.gem[seat] == RUBY:
            s.points[seat] += pips
    s.finished += 1
    begin_round(s)


@rule
def score(s: State, seat: int) -> int:
    """N3.1: points."""
    return s.points[seat]


@rule
def winners(s: State) -> int:
    """N3.1: the most points win; equal totals share the win. Nobody before the end."""
    ahead = 0
    if s.finished == s.rounds:
        best = 0
        for seat in range(s.seats):
            best = max(best, s.points[seat])
        for seat in range(s.seats):
            if s.points[seat] == best:
                ahead |= 1 << seat
    return ahead
