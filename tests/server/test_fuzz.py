"""Nonsense by the hundred; `just fuzz` sends it by the thousand."""

import random
from collections.abc import Iterator

import pytest

from tests.server import talking
from tests.server.fuzzing import WIDE, brought, calls, files, no_errors
from tests.server.served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("fuzz"), WIDE) as served:
        yield served


def test_no_request_is_answered_by_a_server_error_and_no_refused_one_changes_anything(served: Served) -> None:
    figures = calls(served, 350, None)
    assert figures.calls >= 280
    assert 200 in figures.statuses
    assert {400, 401, 404, 422} <= figures.statuses.keys()


def test_a_mangled_match_file_is_refused_with_a_reason() -> None:
    came = files(400, random.Random(1))
    assert min(came["read"], came["refused"]) > 40


def test_a_mangled_match_file_brought_to_a_server_changes_nothing(served: Served) -> None:
    came = brought(served, 60, random.Random(2))
    assert min(came[200], came[422]) > 5


def test_whatever_is_said_over_sockets_is_done_once_and_heard_once(served: Served) -> None:
    figures = talking.Figures()
    with no_errors():
        talking.talk(served, 12, 25, None, figures)
    assert figures.sent > 1000
    assert min(figures.came[kind] for kind in ("done", "refused", "stale")) > 20
    assert min(figures.reconnected, figures.cut, figures.repeated) > 5
