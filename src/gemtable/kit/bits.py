"""Sets of up to eight seats as bit masks: bit p stands for seat p."""

from gemtable.kit.rule import rule

_BITS = tuple(number.bit_count() for number in range(256))


@rule
def count(mask: int) -> int:
    """How many of the lowest eight bits are set: no table here has more seats."""
    return _BITS[mask & 255]


@rule
def lowest(mask: int) -> int:
    """The lowest seat in a mask that is not empty."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


_SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256))


def seats(mask: int) -> tuple[int, ...]:
    """The seats of a mask in rising order."""
    return _SEATS[mask]
