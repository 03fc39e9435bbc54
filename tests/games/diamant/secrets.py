"""What a seat may not know in Diamant, said apart from `conceal` and `shown`."""

from collections.abc import Iterator

from gemtable.games.diamant.state import State
from gemtable.kit.signs import CHANCE


def twins(s: State, seat: int) -> Iterator[State]:
    """Every state that this seat, or a spectator, cannot tell from s: others who have chosen may have chosen either."""
    chosen = s.inside & ~s.waiting if s.waiting else 0
    secret = chosen & ~(1 << seat if seat >= 0 else 0)
    homing = secret
    while True:
        twin = s.clone()
        twin.homing = s.homing & ~secret | homing
        yield twin
        if not homing:
            return
        homing = (homing - 1) & secret


def hidden(s: State, actor: int, seat: int) -> bool:
    """Whether what the actor does now is kept from this seat: another's choice."""
    return actor not in (CHANCE, seat)
