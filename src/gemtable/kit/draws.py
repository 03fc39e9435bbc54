"""Chance from outside: a stream of draws that is the same numbers in plain and in compiled code.

A stream is four words: a list of ints, or an int64 array. Words stay below 2**32, so that
nothing overflows in either mode. The generator is Chris Doty-Humphrey's sfc32.
"""

from typing import Final

from gemtable.kit.rule import rule

WORDS: Final = 4
_LOW: Final = 0xFFFFFFFF


@rule
def start(stream: list[int], seed: int, number: int) -> None:
    """Begin the stream of this number under this seed; streams of other numbers are independent of it."""
    stream[0] = number & _LOW
    stream[1] = seed & _LOW
    stream[2] = (seed >> 32) & _LOW
    stream[3] = 1 + (number >> 32)
    for _ in range(12):
        word(stream)


@rule
def word(stream: list[int]) -> int:
    """The next 32 random bits."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    d = stream[3]
    drawn = (a + b + d) & _LOW
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & _LOW
    stream[2] = ((c << 21 & _LOW | c >> 11) + drawn) & _LOW
    stream[3] = (d + 1) & _LOW
    return drawn


@rule
def below(stream: list[int], n: int) -> int:
    """A number from 0 to n - 1, for n up to a million: the bias is then below n / 2**32."""
    return (word(stream) * n) >> 32


@rule
def pick(weights: list[int], n: int, at: int) -> int:
    """The outcome that holds place `at` when the first n weights are laid end to end."""
    outcome = 0
    laid = 0
    for number in range(n - 1):  # no early exit: a branch that cannot be foreseen costs more
        laid += weights[number]
        outcome += at >= laid
    return outcome


@rule
def total(weights: list[int], n: int) -> int:
    """The sum of the first n weights."""
    weight = 0
    for outcome in range(n):
        weight += weights[outcome]
    return weight


@rule
def draw(stream: list[int], weights: list[int], n: int) -> int:
    """One outcome, by its weight."""
    return pick(weights, n, below(stream, total(weights, n)))


@rule
def fork(stream: list[int], seed: int, number: int) -> int:
    """A seed of its own for part `number` of what runs under this seed. The stream is used up for it."""
    start(stream, seed, number)
    low = word(stream)
    return (word(stream) & 0x3FFFFFFF) << 32 | low
