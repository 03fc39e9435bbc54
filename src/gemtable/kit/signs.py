"""The few numbers that mean the same in every game."""

from typing import Final

CHANCE: Final = -1  # who acts when an outcome is drawn; also its seat in `play`
OVER: Final = -2  # what `actors` says when nobody acts any more
SPECTATOR: Final = -3  # a viewer without a seat: sees what all may see
HIDDEN: Final = -4  # stands for an action that a viewer may not see
