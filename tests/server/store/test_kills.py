"""The short form of `just kills`."""

import os

import pytest

from tests.server.store.kills import kills

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes")


def test_a_killed_process_has_lost_nothing_it_acknowledged() -> None:
    figures = kills(8, seed=1)
    assert figures.wrong == []
    assert figures.acknowledged > 8


def test_acknowledging_before_the_commit_is_noticed() -> None:
    """Not at every kill: some come just after a commit."""
    assert any("lost" in wrong for seed in range(40) for wrong in kills(1, seed, "hasty").wrong)
