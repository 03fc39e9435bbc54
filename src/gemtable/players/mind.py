"""A character for one decision: everything it hangs on comes along, what is remembered goes back. See `Thumb`, which lives for a match.

`Plain` and `Compiled` run the same rule and give the same answers; Compiled imports NumPy and Numba when it is made.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from gemtable.kit.draws import WORDS, start
from gemtable.kit.rule import rule
from gemtable.players.thumb import STEPS, Cast, choose

Event = tuple[bytes, int, int]  # as a seat was shown it: its view after the event, the actor, the action or HIDDEN
Decided = tuple[int, list[int]]  # the action, and the memory after all events


class Mind(Protocol):
    """All characters of a game."""

    def decide(self, number: int, seat: int, seed: int, events: int, memory: Sequence[int], seen: Sequence[Event], view: bytes) -> Decided:
        """What character `number` does in this seat after `events` events. `seen` are those since `memory` was its memory."""


@rule
def catch_up(
    number: int,
    views: Any,
    actors: Any,
    actions: Any,
    seat: int,
    seed: int,
    events: int,
    memory: Any,
    stream: Any,
    mask: Any,
    legal: Any,
    decide: Any,
    watch: Any,
) -> int:
    """Watch the events, then decide. There is one view more than there are events: the one to decide on."""
    seen = len(actors)
    for event in range(seen):
        watch(number, views[event], actors[event], actions[event], seat, memory)
    start(stream, seed, events * STEPS + seat)
    return choose(number, views[seen], seat, memory, stream, mask, legal, decide)


class Plain:
    """The rules as they stand."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.view = cast, cast.game.State.from_bytes

    def decide(self, number: int, seat: int, seed: int, events: int, memory: Sequence[int], seen: Sequence[Event], view: bytes) -> Decided:
        game, remembered = self.cast.game, list(memory)
        views = [self.view(shown) for shown, _, _ in seen]
        views.append(self.view(view))
        actors, actions = [actor for _, actor, _ in seen], [action for _, _, action in seen]
        work = remembered, [0] * WORDS, [0] * game.about.actions
        rules = game.legal, self.cast.decide, self.cast.watch
        return catch_up(number, views, actors, actions, seat, seed, events, *work, *rules), remembered


class Compiled:
    """The compiled twins. The first decision compiles them, or loads what was compiled before."""

    def __init__(self, cast: Cast) -> None:
        import numpy as np

        from gemtable.kit.compiled import compiled

        self.cast, self.numpy, self.dtype = cast, np, cast.game.State.dtype()
        self.run = compiled(catch_up)
        self.rules = tuple(compiled(function) for function in (cast.game.legal, cast.decide, cast.watch))
        self.stream, self.mask = np.zeros(WORDS, np.int64), np.zeros(cast.game.about.actions, np.int64)

    def decide(self, number: int, seat: int, seed: int, events: int, memory: Sequence[int], seen: Sequence[Event], view: bytes) -> Decided:
        np = self.numpy
        # Rows in memory of NumPy's own: with borrowed memory the type of the array, and so the code for it, could be another.
        views = np.zeros(len(seen) + 1, self.dtype)
        views[:] = np.frombuffer(b"".join([*(shown for shown, _, _ in seen), view]), self.dtype)
        actors, actions = np.array([event[1:] for event in seen], np.int64).reshape(-1, 2).T.copy()
        remembered = np.array(memory, np.int64)
        work = remembered, self.stream, self.mask
        action = self.run(number, views.view(np.recarray), actors, actions, seat, seed, events, *work, *self.rules)
        return int(action), remembered.tolist()
