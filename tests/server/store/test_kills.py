"""The short form of `just kills`."""

import os
from contextlib import nullcontext

import pytest

from tests.postgres import Server
from tests.server.store.kills import kills

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes")


def test_a_killed_process_has_lost_nothing_it_acknowledged() -> None:
    figures = kills(8, seed=1)
    assert figures.wrong == []
    assert figures.acknowledged > 8


def test_acknowledging_before_the_commit_is_noticed() -> None:
    """Not at every kill: some come just after a commit."""
    assert any("lost" in wrong for seed in range(40) for wrong in kills(1, seed, "hasty").wrong)


def test_a_killed_process_has_lost_nothing_it_acknowledged_to_postgres(postgres: Server, template: str) -> None:
    figures = kills(6, seed=1, fresh=lambda: nullcontext(postgres.fresh(template)))
    assert figures.wrong == []
    assert figures.acknowledged > 6


def test_acknowledging_before_the_commit_to_postgres_is_noticed(postgres: Server, template: str) -> None:
    def wrong(seed: int) -> list[str]:
        return kills(1, seed, "hasty", lambda: nullcontext(postgres.fresh(template))).wrong

    assert any("lost" in words for seed in range(40) for words in wrong(seed))
