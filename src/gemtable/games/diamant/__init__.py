"""Diamant: up to eight explorers, five caves, one question after every card."""

from gemtable.games.diamant import game, notation, rules, state, view

__all__ = ["game", "notation", "rules", "state", "view"]
