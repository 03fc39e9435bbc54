"""What there is of a match of Nullgame at any moment."""

from typing import Final

from gemtable.kit.record import Record, i8, i16

SEATS: Final = 4
MOST_ROUNDS: Final = 9
DIE: Final = 3

# Gems, and the outcomes of dealing one; after conceal a gem may be UNKNOWN.
RUBY: Final = 0
PEARL: Final = 1
UNKNOWN: Final = 2
RUBIES_TO_ONE_PEARL: Final = 2

# Actions
KEEP: Final = 0
SWAP: Final = 1


class State(Record):
    """A match, whole: secrets included."""

    seats: i8  # how many play
    rounds: i8  # how many rounds there are
    finished: i8  # rounds finished so far
    dealt: i8  # seats that have been dealt a gem in this round
    waiting: i8  # seats that have yet to choose, a bit each
    swapping: i8  # seats that have chosen to swap, a secret until all have chosen
    gem: i8[SEATS]  # RUBY or PEARL, known to its seat alone; UNKNOWN to the others
    points: i16[SEATS]
