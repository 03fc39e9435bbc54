"""Nullgame: the smallest whole game of the house. `just new-game` copies it."""

from gemtable.games.nullgame import game, notation, rules, state, view

__all__ = ["game", "notation", "rules", "state", "view"]
