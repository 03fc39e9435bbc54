"""The short form of `just chaos`."""

import os
from random import Random

import pytest

from tests.server.trials.chaos import Chaos

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes")


def test_a_killed_server_has_lost_and_doubled_nothing_and_serves_again() -> None:
    figures = Chaos(Random(1), tables=6, longest=0.5).kill(6)
    assert figures.wrong == []
    assert figures.runs == 6
    assert figures.acknowledged > 60
    assert len(figures.restarts) == 6  # how long they took, `just chaos` says


def test_acknowledging_before_the_commit_is_noticed() -> None:
    """Not at every kill: some come just after a commit."""
    chaos = Chaos(Random(2), module="tests.server.trials.hasty", tables=6, longest=0.4)
    assert any(chaos.kill(runs).of({"lost"}) for runs in range(1, 7))
