"""A server whose disk is full, or fails: nothing is lost, reading goes on, and so does play when there is room."""

import os
from pathlib import Path

import pytest

from tests.server.served import Served
from tests.server.store.disk import recorded

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stands in for the files of a Unix system")


def test_a_full_disk_takes_no_move_and_loses_none(tmp_path: Path) -> None:
    with recorded() as disk, Served(tmp_path) as served:
        ema, kuba = served.guest("Ema"), served.guest("Kuba")
        table = ema.open(seats=["me", "Kuba"], ready=True)
        before = ema.see(table, 0)
        disk.room = 0
        status, wrong = ema.do(table, "move", seat=0, move="on", seq=before["seq"], command="x")
        assert (status, wrong["error"]) == (507, "full")
        assert ema.see(table, 0) | {"now": 0} == before | {"now": 0}
        assert ema.get("/health")[1]["writing"] is False
        assert kuba.post("/api/tables", {"game": "diamant", "seats": ["me", "@fair"]})[0] == 507
        assert served.nobody().post("/api/me", {"name": "Ola"})[0] == 507
        disk.room = None
        assert ema.do(table, "move", seat=0, move="on", seq=before["seq"], command="x")[0] == 200
        assert ema.see(table, 0)["seq"] == before["seq"] + 1
        assert ema.get("/health")[1]["writing"] is True


def test_a_disk_that_fails_leaves_the_table_as_the_disk_has_it(tmp_path: Path) -> None:
    with recorded() as disk, Served(tmp_path) as served:
        ema = served.guest("Ema")
        table = ema.open(seats=["me", "Kuba"], ready=True)
        seq = ema.see(table, 0)["seq"]
        disk.failing = True
        status, wrong = ema.do(table, "move", seat=0, move="on", seq=seq, command="x")
        assert (status, wrong["error"]) == (503, "busy")
        disk.failing = False
        assert ema.do(table, "move", seat=0, move="on", seq=seq, command="x")[0] == 200
        assert ema.see(table, 0)["seq"] == seq + 1
        stored = [body for _, body in served.store.read(table)]
        assert sum(b'"moved"' in body and b'"seat":0' in body for body in stored) == 1
