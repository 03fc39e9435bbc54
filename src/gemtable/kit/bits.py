"""Sets of seats as bit masks: bit p stands for seat p."""

from gemtable.kit.rule import rule

_BITS = tuple(number.bit_count() for number in range(256))


@rule
def count(mask: int) -> int:
    """How many of the lowest sixteen bits are set."""
    return _BITS[mask & 255] + _BITS[(mask >> 8) & 255]


@rule
def lowest(mask: int) -> int:
    """The lowest seat in a mask that is not empty."""
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


@rule
def nth(mask: int, n: int) -> int:
    """The n-th lowest seat of a mask, from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def seats(mask: int) -> tuple[int, ...]:
    """The seats of a mask in rising order."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
