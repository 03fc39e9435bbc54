"""Players of Nullgame."""

from gemtable.players.nullgame.thumbs import CHARACTERS, MEMORY, decide, watch

__all__ = ["CHARACTERS", "MEMORY", "decide", "watch"]
