"""Diamant: up to eight explorers, five caves, one question after every card."""

from gemtable.games.diamant import drawing, game, notation, rules, state, view

__all__ = ["drawing", "game", "notation", "rules", "state", "view"]
