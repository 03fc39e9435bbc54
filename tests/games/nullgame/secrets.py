"""What a seat may not know in Nullgame, said apart from `conceal` and `shown`."""

from collections.abc import Iterator
from itertools import product

from gemtable.games.nullgame.state import State
from gemtable.kit.signs import CHANCE


def twins(s: State, seat: int) -> Iterator[State]:
    """Every state that this seat, or a spectator, cannot tell from s: others' gems and pending choices may be any."""
    others = [other for other in range(s.seats) if other != seat]
    hands = [(0, 1) if other < s.dealt else (s.gem[other],) for other in others]
    chosen = [(0, 1) if s.waiting and not s.waiting >> other & 1 else (s.swapping >> other & 1,) for other in others]
    for gems, choices in product(product(*hands), product(*chosen)):
        twin = s.clone()
        for other, gem, choice in zip(others, gems, choices, strict=True):
            twin.gem[other] = gem
            twin.swapping = twin.swapping & ~(1 << other) | choice << other
        yield twin


def hidden(s: State, actor: int, seat: int) -> bool:
    """Whether what the actor does now is kept from this seat: another's gem being dealt, another's choice."""
    if actor == CHANCE:
        return s.dealt < s.seats and s.dealt != seat
    return actor != seat
