"""Who may take a seat and is not a person: one interface for all of them."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from gemtable.games.contract import Offer, Unplayable, find
from gemtable.players.thumb import Cast, Thumb

BUDGET = 1000


class Player(Protocol):
    """Whoever decides for a seat. It sees what a person in that seat sees, and nothing else.

    It is told of every event in turn, its own moves too, and asked when it has something to decide.
    Seeded: the same seed and the same events lead to the same moves.
    """

    def watch(self, view: Any, actor: int, action: int) -> None:
        """An event as shown to this seat: `action` may be HIDDEN; the view is the seat's, after the event."""

    def decide(self, view: Any, offers: Sequence[Offer], budget: int) -> Offer:
        """One of the offers. `budget` is how many positions it may look at: a count, so that no clock changes a move."""


@cache
def cast(game_id: str) -> Cast:
    """All players of a game."""
    game, own = find(game_id), import_module(f"gemtable.players.{game_id}")
    return Cast(game, own.CHARACTERS, own.MEMORY, own.decide, own.watch)


def number_of(game_id: str, name: str) -> int:
    """The number of a character; Unplayable says which there are."""
    names = [character.name for character in cast(game_id).characters]
    if name not in names:
        raise Unplayable(f"{game_id} has no player {name[:40]!r}", names)
    return names.index(name)


def player(game_id: str, name: str, seat: int, seed: int) -> Player:
    """A character, ready to take a seat."""
    return Thumb(cast(game_id), number_of(game_id, name), seat, seed)
