"""Thoughts of random matches for tests, and what their answers should be."""

import random
from functools import cache

from gemtable.players import cast
from gemtable.players.mind import Plain
from gemtable.server.workers.process import think
from gemtable.server.workers.thoughts import thought_of
from gemtable.server.workers.wire import Answer, Thought
from gemtable.table.match import Match, begin
from tests.matches import CASES, pick

CASE = CASES[-1]
GAME = CASE.game.about.id


@cache
def decision(seed: int = 0, bot: str = "random") -> Thought:
    """Something to decide in the middle of a match."""
    match = under_way(seed)
    return thought_of(match, bot, match.game.acting(match.state)[0], seed)


def under_way(seed: int) -> Match:
    """A match after a few events, with something to decide."""
    dice, match = random.Random(seed), begin(GAME, CASE.game.about.seats[1], CASE.options)
    while len(match.events) < 12 or not match.game.acting(match.state):
        match.play(*pick(CASE, match.state, dice))
    return match


def expected(thought: Thought) -> Answer:
    """What a sound worker answers."""
    return think(thought, Plain(cast(thought.game)))
