"""Players of Diamant."""

from gemtable.players.diamant.thumbs import CHARACTERS, MEMORY, decide, watch

__all__ = ["CHARACTERS", "MEMORY", "decide", "watch"]
