"""Rules of thumb for Nullgame."""

from typing import Final

from gemtable.games.nullgame.state import KEEP, PEARL, SWAP, State
from gemtable.kit.draws import below
from gemtable.kit.rule import rule
from gemtable.players.thumb import Character

EASY: Final = 1

MEMORY: Final = 1

CHARACTERS = (
    Character("random", {"en": "does anything", "cs": "dělá cokoli", "pl": "robi cokolwiek"}),
    Character("easy", {"en": "is mistaken now and then", "cs": "občas se splete", "pl": "czasem się myli"}),
    Character("fair", {"en": "always holds a ruby", "cs": "vždy drží rubín", "pl": "zawsze trzyma rubin"}),
)


@rule
def decide(number: int, view: State, seat: int, memory: list[int], stream: list[int]) -> int:
    """A pearl is swapped and a ruby kept; `easy` gets it wrong one time in five."""
    best = SWAP if view.gem[seat] == PEARL else KEEP
    if number == EASY and below(stream, 5) == 0:
        return KEEP + SWAP - best
    return best


@rule
def watch(number: int, view: State, actor: int, action: int, seat: int, memory: list[int]) -> None:
    """Nobody here remembers anything."""
