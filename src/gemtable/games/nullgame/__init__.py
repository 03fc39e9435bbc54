"""Nullgame: the smallest whole game of the house. `just new-game` copies it."""

from gemtable.games.nullgame import drawing, game, notation, rules, state, view

__all__ = ["drawing", "game", "notation", "rules", "state", "view"]
