"""What there is of a match of Diamant at any moment."""

from typing import Final

from gemtable.kit.record import Record, i8, i16

SEATS: Final = 8
CAVES: Final = 5

# Editions (D2)
CZECH: Final = 0
NONE: Final = 1
POLISH: Final = 2

# Actions (D3.6)
ON: Final = 0
HOME: Final = 1

# Cards, and so the outcomes of chance, by number:
#
#   0  1  2  3  4  5  6  7   8   9  10  11 | 12     13    14   15      16  | 17 18 19 20 21
#   1  2  3  4  5  7  9  11  13  14 15  17 | spider snake lava boulder log | 17 is `relic`; polish: 5 7 8 10 12
TREASURES: Final = (1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15, 17)
COPIES: Final = (1, 1, 1, 1, 2, 2, 1, 2, 1, 1, 1, 1)
TRAP: Final = 12
TRAPS: Final = 5
TRAP_COPIES: Final = 3
RELIC: Final = 17
RELICS: Final = 5
CARDS: Final = 22

WORTH_BY_PLACE: Final = (5, 5, 5, 10, 10)  # czech: the n-th relic rescued in the game (D2.1)
WORTH_PRINTED: Final = (5, 7, 8, 10, 12)  # polish (D2.3)

ROW: Final = 26  # the longest row: 15 treasures, 5 relics, a trap of each kind and one more


class State(Record):
    """A match, whole: secrets included."""

    seats: i8  # how many explorers play
    edition: i8  # CZECH, NONE or POLISH
    closed: i8  # 1: others' chests are not shown
    cave: i8  # caves finished so far; CAVES: the game is over
    inside: i16  # explorers in the cave, a bit each
    waiting: i16  # explorers who have yet to choose; none: the next card is turned
    homing: i16  # explorers who have chosen home, a secret until all have chosen
    hand: i16  # rubies each explorer inside holds, not safe: all inside always hold the same
    floor: i16  # rubies lying in the row, pooled
    cards: i8  # how many cards lie in the row
    row: i8[ROW]  # the cards in the order they were turned
    lies: i8[ROW]  # where the rubies of the floor lie; on a relic 1 until somebody rescues it
    deck: i8[CARDS]  # how many of each card are still in the expedition deck
    gone: i8[TRAPS]  # trap cards of each kind that left the game
    chest: i16[SEATS]  # rubies safe for good
    brought: i16[SEATS]  # rubies each carried home from this cave
    relics: i8[SEATS]  # relics rescued, a bit each: its place among all rescued (czech), its number (polish)
