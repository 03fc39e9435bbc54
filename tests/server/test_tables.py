"""What people do at tables over the wire, from the first seat to the rematch."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemtable.games.contract import GAMES, Unplayable, find
from gemtable.server import commands, presence, room
from gemtable.server.store.base import Mark
from gemtable.table import acts
from gemtable.table.log import Pace
from gemtable.table.match import read_match
from gemtable.terminal.verify import verify
from tests.server.served import Client, Served
from tests.table.test_follow import Sealed


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as served:
        yield served


def two(served: Served, **new: Any) -> tuple[Client, Client, str]:
    """Ema's table with Kuba on seat 1, not begun."""
    ema, kuba = served.guest("Ema"), served.guest("Kuba")
    table = ema.open(seats=["me", None], **new)
    assert kuba.post(f"/api/tables/{table}/come", {"invitation": ema.invitation})[0] == 204
    assert kuba.do(table, "sit", seat=1)[0] == 200
    return ema, kuba, table


def begun(served: Served, **new: Any) -> tuple[Client, Client, str]:
    """The same, under way."""
    ema, kuba, table = two(served, **new)
    assert kuba.do(table, "ready", seat=1, salt="k")[0] == 200
    assert ema.do(table, "ready", seat=0, salt="e")[0] == 200
    return ema, kuba, table


def refused(answer: tuple[int, Any], words: str, status: int = 422) -> None:
    assert answer[0] == status, answer
    assert words in answer[1]["reason"]


def moved(client: Client, table: str, seat: int) -> Any:
    """The first offer of a seat."""
    view = client.see(table, seat)
    return client.do(table, "move", seat=seat, move=view["offers"][0], seq=view["seq"])


# Gathering


def test_a_table_begins_when_every_seat_is_taken_and_everybody_is_ready(served: Served) -> None:
    ema, kuba, table = two(served)
    assert ema.see(table)["table"]["stage"] == "gathering"
    ema.do(table, "ready", seat=0, salt="e")
    assert ema.see(table)["table"]["stage"] == "gathering"
    refused(ema.do(table, "ready", seat=0), "ready already")
    kuba.do(table, "ready", seat=1)
    assert ema.see(table)["table"]["stage"] == "playing"
    assert [heard["entry"]["entry"] for heard in ema.get(f"/api/tables/{table}/history")[1]["heard"] if heard["what"] == "entry"] == [
        "opened",
        "sat",
        "sat",
        "ready",
        "ready",
        "began",
    ]


def test_the_host_hires_and_sends_away_and_others_do_not(served: Served) -> None:
    ema, kuba, table = two(served)
    refused(kuba.do(table, "hire", seat=1, bot="fair"), "only the host")
    refused(kuba.do(table, "rise", seat=0), "not yours")
    refused(kuba.do(table, "close"), "only the host")
    refused(kuba.post(f"/api/tables/{table}/invitation"), "only the host")
    refused(ema.do(table, "hire", seat=1, bot="fair"), "taken by Kuba")
    with kuba.socket(table, 1) as line:
        line.next()
        assert ema.do(table, "rise", seat=1)[0] == 200
        assert line.closed() == 4403
    assert kuba.get(f"/api/tables/{table}")[0] == 404
    refused(ema.do(table, "hire", seat=1, bot="boss"), "no player 'boss'")
    assert ema.do(table, "hire", seat=1, bot="fair")[0] == 200
    assert ema.do(table, "ready", seat=0)[0] == 200
    assert ema.see(table)["table"]["stage"] == "playing"
    refused(ema.do(table, "rise", seat=1), "has begun")


def test_a_listed_table_is_found_by_all_until_it_is_over(served: Served) -> None:
    ema, kuba = served.guest(), served.guest("Kuba")
    table = ema.open(seats=["me", None, "@fair"], listed=True, options={"relics": "none"})
    hidden = ema.open(seats=["me", None])
    for asking in (kuba, served.nobody()):
        tables = asking.get("/api/tables")[1]["tables"]
        assert [listed["table"] for listed in tables] == [table]
        assert tables[0]["seats"] == ["Ema", None, "@fair"]
        assert tables[0]["options"]["relics"] == "none"
    assert kuba.do(table, "sit", seat=1)[0] == 200
    refused(kuba.do(table, "sit", seat=1), "sit at this table already")
    assert [listed["table"] for listed in ema.get("/api/me/tables")[1]["tables"]] == [hidden, table]
    assert [(listed["table"], listed["yours"]) for listed in kuba.get("/api/me/tables")[1]["tables"]] == [(table, True)]
    assert ema.do(table, "close")[0] == 200
    assert ema.get("/api/tables")[1]["tables"] == []
    assert ema.see(table)["table"]["closed"]


def test_lists_come_in_pages(served: Served) -> None:
    people = [served.guest(f"P{number}") for number in range(5)]
    opened = [person.open(listed=True) for person in people for _ in range(10)]
    found: list[str] = []
    asked = "/api/tables"
    while asked:
        page = people[0].get(asked)[1]
        found += [listed["table"] for listed in page["tables"]]
        asked = f"/api/tables?before={page['next']}" if page["next"] else ""
    assert found == opened[::-1]


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": ["me"] * 9}, "takes 1 to 8 seats, not 9"),
        ({"seats": ["me", "@boss"]}, "no player 'boss'"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"options": {"relics": "golden"}}, "option relics cannot be"),
        ({"seats": ["me", "\u0007"]}, "a name has"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_none_is_made(served: Served, new: dict[str, Any], words: str) -> None:
    ema = served.guest()
    refused(ema.post("/api/tables", {"game": "diamant", "seats": ["me", "@fair", "@easy"]} | new), words)
    assert served.store.check().matches == 0


def test_too_many_tables_are_too_many(served: Served) -> None:
    ema = served.guest()
    tables = [ema.open() for _ in range(30)]
    status, wrong = ema.post("/api/tables", {"game": "diamant", "seats": ["me", "@fair", "@easy"]})
    assert (status, wrong["error"]) == (429, "too many")
    ema.do(tables[0], "close")
    assert ema.open()


# Playing


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_spectator_play_a_whole_match(served: Served, game: str) -> None:
    ema, kuba = served.guest(), served.guest("Kuba")
    watcher = served.guest("Zosia")
    table = ema.open(game=game, seats=["me", None], listed=True)
    kuba.do(table, "sit", seat=1)
    with ema.socket(table, 0, 0) as first, kuba.socket(table, 1, 0) as second, watcher.socket(table, None, 0) as third:
        lines = (first, second, third)
        for line in lines:
            line.next()
        for line, seat in ((first, 0), (second, 1)):
            assert line.do("ready", seat=seat, salt=str(seat))["say"] == "done"
        while first.view["table"]["stage"] != "over":
            for line, seat in ((first, 0), (second, 1)):
                while line.view["seq"] < max(line.view["seq"] for line in lines):
                    line.next()
                if line.view["offers"]:
                    assert line.do("move", seat=seat, move=line.view["offers"][0])["say"] == "done"
        for line in lines:
            while line.view["seq"] < first.view["seq"]:
                line.next()
            assert [heard["seq"] for heard in line.heard] == list(range(1, line.view["seq"] + 1))
            assert line.view["table"] == first.view["table"]
    assert first.view["table"]["secret"]
    data = ema.asked("GET", f"/api/tables/{table}/file")[2]
    match = read_match(data)
    assert match.header.players == ["Ema", "Kuba"]
    assert match.result().over
    assert verify(data)["verified"]
    assert match.result().winners == first.view["table"]["winners"]


def test_undo_while_nobody_has_learned_anything(served: Served) -> None:
    ema, kuba, table = begun(served, undo=True)
    assert not ema.see(table, 0)["take_back"]
    moved(ema, table, 0)
    assert ema.see(table, 0)["take_back"]
    assert not ema.see(table)["take_back"]
    assert not kuba.see(table, 1)["take_back"]
    refused(kuba.do(table, "takeback", seat=1), "only your own last choice")
    assert ema.do(table, "takeback", seat=0)[0] == 200
    assert ema.see(table, 0)["offers"]
    moved(ema, table, 0)
    moved(kuba, table, 1)
    refused(kuba.do(table, "takeback", seat=1), "only your own last choice")


def test_pause_and_chat_and_resigning(served: Served) -> None:
    ema, kuba, table = begun(served)
    assert kuba.do(table, "pause", seat=1)[0] == 200
    refused(ema.do(table, "move", seat=0, move="on"), "paused")
    assert ema.do(table, "resume", seat=0)[0] == 200
    assert ema.do(table, "say", text="ahoj", seat=0)[0] == 200
    assert kuba.do(table, "say", text="cześć")[0] == 200
    refused(kuba.do(table, "say", text="x", seat=0), "not yours")
    lines = [heard["entry"] for heard in ema.get(f"/api/tables/{table}/history")[1]["heard"] if heard["what"] == "entry"]
    assert [(line.get("seat"), line["name"], line["text"]) for line in lines if line["entry"] == "said"] == [
        (0, "Ema", "ahoj"),
        (None, "Kuba", "cześć"),
    ]
    assert kuba.do(table, "resign", seat=1)[0] == 200
    view = ema.see(table, 0)
    assert (view["table"]["stage"], view["table"]["winners"]) == ("over", [0])


def test_a_rematch_is_one_table_however_often_it_is_asked_for(served: Served) -> None:
    ema, kuba, table = begun(served, options={"relics": "polish"})
    refused(ema.do(table, "rematch", seat=0), "not over")
    kuba.do(table, "resign", seat=1)
    refused(served.guest().do(table, "rematch", seat=0), "nothing here", 404)
    first = ema.do(table, "rematch", seat=0, command="again")
    assert first[0] == 200
    name = first[1]["table"]
    assert ema.do(table, "rematch", seat=0, command="again")[1]["table"] == name
    assert kuba.do(table, "rematch", seat=1)[1]["table"] == name
    assert kuba.see(table)["table"]["rematch"] == name
    view = kuba.see(name, 1)
    assert [seat["name"] for seat in view["table"]["seats"]] == ["Ema", "Kuba"]
    assert (view["table"]["options"]["relics"], view["table"]["after"], view["table"]["stage"]) == ("polish", table, "gathering")
    assert view["table"]["commitment"] != ema.see(table)["table"]["commitment"]


def test_notes_are_a_seats_own(served: Served) -> None:
    ema, kuba, table = begun(served)
    path = f"/api/tables/{table}/seats/0/notes"
    assert ema.get(path) == (200, {"notes": None})
    assert ema.ask("PUT", path, {"notes": {"cells": [1, 2]}})[0] == 204
    assert ema.get(path) == (200, {"notes": {"cells": [1, 2]}})
    assert kuba.get(path)[0] == 404
    assert kuba.ask("PUT", path, {"notes": 1})[0] == 404
    assert ema.get(path) == (200, {"notes": {"cells": [1, 2]}})
    with ema.socket(table, 0) as line:
        line.next()
        ema.ask("PUT", path, {"notes": 3})
        assert line.next()["heard"] == []


# Commands


def test_a_command_sent_again_is_done_once_and_answered_alike(served: Served) -> None:
    ema, _, table = begun(served)
    seq = ema.see(table, 0)["seq"]
    first = ema.do(table, "move", seat=0, move="on", seq=seq, command="x")
    assert first[0] == 200
    assert ema.do(table, "move", seat=0, move="on", seq=seq, command="x") == first
    assert ema.see(table, 0)["seq"] == seq + 1


def test_a_command_of_an_earlier_life_of_the_server_is_answered_alike(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ema, kuba, table = begun(served)
        seq = ema.see(table, 0)["seq"]
        first = ema.do(table, "move", seat=0, move="on", seq=seq, command="x")
        moved(kuba, table, 1)
        before = ema.see(table, 0)
    with Served(tmp_path) as again:
        ema.served = kuba.served = again
        ema.cookie = str(ema.cookie).replace(str(served.port), str(again.port))
        after = ema.see(table, 0)
        assert after | {"now": 0} == before | {"now": 0}
        assert ema.do(table, "move", seat=0, move="on", seq=seq, command="x") == first
        assert ema.see(table, 0)["seq"] == before["seq"]


def test_a_stale_command_is_told_what_it_missed(served: Served) -> None:
    ema, kuba, table = begun(served)
    seq = ema.see(table, 0)["seq"]
    assert kuba.do(table, "move", seat=1, move="on", seq=seq)[0] == 200
    assert ema.do(table, "move", seat=0, move="on", seq=seq)[0] == 200, "another's secret choice makes nothing stale"
    now = ema.see(table, 0)["seq"]
    status, conflict = kuba.do(table, "move", seat=1, move="on", seq=seq)
    assert (status, conflict["error"], conflict["seq"]) == (409, "stale", now)
    assert [heard["seq"] for heard in conflict["missed"]] == list(range(seq + 1, now + 1))
    assert kuba.see(table, 1)["seq"] == now


@pytest.mark.parametrize("moves", [1, 60])
def test_who_was_cut_off_hears_what_was_missed_and_nothing_twice(served: Served, moves: int) -> None:
    """What is at hand in the room, and what has to be read from the store."""
    ema, kuba, table = begun(served)
    with ema.socket(table, 0, 0) as line:
        line.next()
        known = line.view["seq"]
    for _ in range(moves):
        for client, seat in ((ema, 0), (kuba, 1)):
            if client.see(table, seat)["offers"]:
                moved(client, table, seat)
    with ema.socket(table, 0, known) as again, ema.socket(table, 0, 0) as whole:
        again.next()
        whole.next()
        assert [heard["seq"] for heard in again.heard] == list(range(known + 1, again.view["seq"] + 1))
        assert whole.heard[known:] == again.heard
        assert whole.heard == ema.get(f"/api/tables/{table}/history?seat=0")[1]["heard"]


# What is read


def test_a_replay_shows_what_was_seen(served: Served) -> None:
    ema, kuba, table = begun(served)
    seen = {ema.see(table, 0)["seq"]: ema.see(table, 0)["scene"]}
    for client, seat in ((ema, 0), (kuba, 1), (ema, 0)):
        moved(client, table, seat)
        view = ema.see(table, 0)
        seen[view["seq"]] = view["scene"]
    moments = ema.get(f"/api/tables/{table}/moments?seat=0")[1]
    assert [moment["seq"] for moment in moments] == list(range(1, len(moments) + 1))
    assert all(moments[seq - 1]["scene"] == scene for seq, scene in seen.items())
    assert ema.get(f"/api/tables/{table}/moments?seat=0&after=3&limit=2")[1] == moments[3:5]


def test_the_file_of_a_match_under_way_hides_what_is_hidden(served: Served) -> None:
    ema, kuba, table = begun(served)
    moved(ema, table, 0)
    own, other = (client.asked("GET", f"/api/tables/{table}/file?seat={seat}")[2] for client, seat in ((ema, 0), (kuba, 1)))
    assert b'{"seat":0,"move":"on"}' in own
    assert b'{"seat":0,"move":null}' in other
    assert b"secret" not in own


def test_a_match_file_is_brought_in_to_look_at_or_to_go_on_with(served: Served) -> None:
    ema = served.guest()
    lines = [{"game": "diamant", "rules": 1, "seats": 2, "players": ["A", "@fox"]}, {"seat": "chance", "move": "treasure 9"}]
    table = ema.post("/api/tables/from-file", {"file": "\n".join(map(json.dumps, lines))})[1]["table"]
    assert ema.do(table, "sit", seat=0)[0] == 200
    assert ema.do(table, "hire", seat=1, bot="fair")[0] == 200
    assert ema.do(table, "ready", seat=0)[0] == 200
    view = ema.see(table, 0)
    assert (view["scene"]["row"][0]["value"], view["offers"], view["table"]["commitment"]) == (9, ["on", "home"], None)
    lines += [{"seat": 0, "move": "home"}, {"seat": 1, "move": "home"}] * 5
    whole = [lines[0]] + [line for _ in range(5) for line in lines[1:4]]
    over = ema.post("/api/tables/from-file", {"file": "\n".join(map(json.dumps, whole))})[1]["table"]
    seen = ema.see(over)["table"]
    assert (seen["stage"], [seat["name"] for seat in seen["seats"]]) == ("over", ["A", "fox"])
    count = served.store.check().matches
    for file, words in (
        ("", "the file is empty"),
        ('{"game":"diamant","rules":7,"seats":2}', "version 7"),
        (json.dumps(lines[0]) + "\n{}", "line 2"),
    ):
        refused(ema.post("/api/tables/from-file", {"file": file}), words)
    assert served.store.check().matches == count


def test_a_match_of_older_rules_says_why_it_is_not_shown(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ema, _, table = begun(served)
    served.started.site.house.rooms.clear()
    about = find("diamant").about
    monkeypatch.setattr("gemtable.table.match.find", lambda _: _later(about))
    refused(ema.get(f"/api/tables/{table}"), "by version 1 of the rules")
    assert ema.get("/api/me/tables")[1]["tables"] == []


def _later(about: Any) -> Any:
    from dataclasses import replace

    return replace(find("diamant"), about=replace(about, rules_version=2))


# Coming and going


def test_a_leavers_seat_goes_to_a_bot_and_comes_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.05)
    ema, kuba, table = begun(served, pace={"grace": 200})
    with ema.socket(table, 0) as first:
        first.next()
        with kuba.socket(table, 1) as second:
            second.next()
        first.until(lambda said: said["say"] == "news" and said["view"]["table"]["seats"][1]["away"])
        first.until(lambda said: said["say"] == "news" and said["view"]["table"]["seats"][1]["bot"] == "fair")
        with kuba.socket(table, 1) as second:
            second.next()
            first.until(lambda said: said["say"] == "news" and not said["view"]["table"]["seats"][1]["bot"])
            assert not first.view["table"]["seats"][1]["away"]


def test_a_page_loaded_again_is_no_leaving(served: Served) -> None:
    ema, kuba, table = begun(served)
    with ema.socket(table, 0) as first:
        first.next()
        for _ in range(3):
            with kuba.socket(table, 1) as second:
                second.next()
        ema.do(table, "say", text="x")
        first.next()
        assert [heard["entry"]["entry"] for heard in first.heard if heard["what"] == "entry"] == ["said"]


def test_whose_time_is_over_is_played_by_a_bot(served: Served) -> None:
    ema, kuba, table = begun(served, pace={"move": 300})
    with ema.socket(table, 0) as line:
        line.next()
        deadline = line.view["table"]["seats"][0]["deadline"]
        assert 0 < deadline - line.view["now"] <= 300
        line.until(lambda said: said["say"] == "news" and said["view"]["table"]["seats"][1]["bot"] == "fair")
    assert kuba.do(table, "return", seat=1)[0] in (200, 422)


def test_a_clock_runs_on_after_a_restart(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ema, _, table = begun(served, pace={"move": 1500})
    with Served(tmp_path) as again:
        ema.served, ema.cookie = again, str(ema.cookie).replace(str(served.port), str(again.port))
        end = time.monotonic() + 8
        while not ema.see(table)["table"]["seats"][0]["bot"] and time.monotonic() < end:
            time.sleep(0.1)
        assert ema.see(table)["table"]["seats"][0]["bot"] == "fair"


def test_nobody_is_told_whose_seat_it_is(served: Served) -> None:
    ema, kuba, table = begun(served)
    ids = [chair.person for chair in served.started.site.house.rooms[table].table.chairs]
    assert all(ids)
    with ema.socket(table, 0, 0) as line:
        line.next()
        moved(kuba, table, 1)
        line.next()
        heard = "".join(line.raw)
    paths = ("", "/history", "/moments", "/file")
    heard += "".join(str(client.asked("GET", f"/api/tables/{table}{path}")[2]) for client in (ema, kuba) for path in paths)
    heard += "".join(str(client.asked("GET", path)[2]) for client in (ema, kuba) for path in ("/api/me", "/api/me/tables", "/api/tables"))
    assert not [name for name in ids if name and name in heard]


def test_who_has_left_a_seat_sees_it_with_nobodys_eyes(served: Served) -> None:
    """A socket stays open while somebody else sits down on its seat and chooses in secret."""
    ema, kuba, table = two(served)
    zosia = served.guest("Zosia")
    zosia.post(f"/api/tables/{table}/come", {"invitation": ema.invitation})
    with kuba.socket(table, 1, 0) as line:
        line.next()
        kuba.do(table, "rise", seat=1)
        zosia.do(table, "sit", seat=1)
        zosia.do(table, "ready", seat=1)
        ema.do(table, "ready", seat=0)
        zosia.do(table, "move", seat=1, move="home")
        ema.do(table, "say", text="end")
        line.until(lambda said: any(heard.get("entry", {}).get("text") == "end" for heard in said["heard"]))
        assert line.view["seat"] is None
        assert line.view["offers"] == []
        choices = [heard for heard in line.heard if heard["what"] == "event" and heard["seat"] == 1]
        assert [(heard["move"], heard["facts"][0]["choice"]) for heard in choices] == [(None, None)]
        assert line.view["scene"]["explorers"][1]["choice"] is None


def test_a_long_table_comes_back_from_its_snapshot(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ema, kuba, table = begun(served)
        for _ in range(30):
            for client, seat in ((ema, 0), (kuba, 1)):
                if client.see(table, seat)["offers"]:
                    moved(client, table, seat)
        before, snapshot = ema.see(table, 0), served.store.snapshot(table)
        assert snapshot is not None
        assert 50 <= snapshot.seq <= before["seq"]
        history = ema.get(f"/api/tables/{table}/history?seat=0")
    with Served(tmp_path) as again:
        ema.served, ema.cookie = again, str(ema.cookie).replace(str(served.port), str(again.port))
        assert ema.see(table, 0) | {"now": 0} == before | {"now": 0}
        assert ema.get(f"/api/tables/{table}/history?seat=0") == history
        again.started.site.house.rooms.clear()
        vars(again.started.site.house)["_kept"] = lambda _: None  # no snapshot at hand
        assert ema.see(table, 0) | {"now": 0} == before | {"now": 0}


def test_figures_count_and_name_nobody(served: Served) -> None:
    ema, kuba, table = begun(served)
    moved(ema, table, 0)
    kuba.do(table, "move", seat=0, move="on")
    text = served.nobody().asked("GET", "/metrics")[2].decode()
    assert 'gemtable_commands_total{came="done"} 4' in text
    assert 'gemtable_commands_total{came="refused"} 1' in text
    assert 'gemtable_requests_total{endpoint="act_at_table",status="200"} 4' in text
    assert "gemtable_command_seconds_count 5" in text
    assert not [word for word in ("Ema", "Kuba", table) if word in text]
    assert all(line.startswith("#") or len(line.rsplit(" ", 1)) == 2 for line in text.splitlines())


def test_a_clock_that_was_put_back_wins_nobody_time(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ema, _, table = begun(served, pace={"budget": 600_000})
        last = served.started.site.house.rooms[table].table.at
    with Served(tmp_path) as again:
        again.started.site.house.now = lambda: last - 60_000
        ema.served, ema.cookie = again, str(ema.cookie).replace(str(served.port), str(again.port))
        moved(ema, table, 0)
        heard = ema.get(f"/api/tables/{table}/history")[1]["heard"]
        assert heard[-1]["at"] == last
        assert ema.see(table, 0)["table"]["seats"][0]["left"] == 600_000


def test_a_room_nobody_looks_at_is_let_go_and_comes_back_as_it_was(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ema, kuba, table = begun(served)
    rooms = served.started.site.house.rooms
    before = ema.see(table, 0)
    with ema.socket(table, 0) as line:
        line.next()
        monkeypatch.setattr(room, "LINGER", 0.0)
        time.sleep(0.6)
        assert table in rooms, "somebody looks at it"
        moved(kuba, table, 1)
        assert line.next()["heard"][0]["seat"] == 1
    end = time.monotonic() + 5
    while table in rooms and time.monotonic() < end:
        time.sleep(0.05)
    assert table not in rooms
    assert ema.see(table, 0)["seq"] == before["seq"] + 1


# What a review found


def test_who_is_cut_off_does_not_go_on_commanding(served: Served) -> None:
    """An end that does not read: there is no farewell, and what it sends is not heard."""
    ema, kuba, table = begun(served)
    with ema.socket(table, 0, 0) as line:
        line.next()
        (socket,) = served.started.site.house.rooms[table].viewers
        socket._direct.writable.clear()  # type: ignore[attr-defined]
        assert ema.post("/api/me/token")[0] == 200
        assert line.closed() == 1006
    assert [socket.closed, kuba.see(table)["table"]["stage"]] == [True, "playing"]  # type: ignore[attr-defined]


def test_whose_time_has_run_out_cannot_return_before_the_bot_has_moved() -> None:
    at = Sealed(pace=Pace(budget=1000, increment=100)).begin()
    at.do(acts.stand_in, 0, "fair", at=at.now + 1000)
    with pytest.raises(Unplayable, match="time has run out"):
        acts.come_back(at.table, 0, at.now + 5)
    at.do(acts.move_for, 0, "on")
    at.do(acts.come_back, 0)
    assert at.table.chairs[0].budget == 100


def test_a_page_loaded_again_after_a_long_while_is_no_leaving(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.8)
    monkeypatch.setattr(room, "LINGER", 1.5)
    ema, _, table = begun(served)
    with ema.socket(table, 0, 0) as line:
        line.next()
        time.sleep(1.6)  # longer than rooms linger
    time.sleep(0.4)
    with ema.socket(table, 0, 0) as line:
        line.next()
        time.sleep(0.8)
        ema.do(table, "say", text="x")
        line.next()
        assert "left" not in [heard["entry"]["entry"] for heard in line.heard if heard["what"] == "entry"]


def test_a_used_id_opens_no_rematch(served: Served) -> None:
    ema, zosia = served.guest(), served.guest("Zosia")
    table = ema.open(seats=["me", None], listed=True)
    assert zosia.do(table, "say", text="x", command="x")[0] == 200
    count = served.store.check().matches
    refused(zosia.do(table, "rematch", seat=0, command="x"), "not yours")
    assert ema.do(table, "say", text="x", command="y")[0] == 200
    refused(ema.do(table, "rematch", seat=0, command="y"), "used for something else")
    assert served.store.check().matches == count
    ema.do(table, "close")
    refused(ema.do(table, "rematch", seat=0), "no match at this table")


def test_notes_are_taken_when_seats_are_fixed(served: Served) -> None:
    ema, _, table = two(served)
    refused(ema.ask("PUT", f"/api/tables/{table}/seats/0/notes", {"notes": 1}), "has not begun")


def test_a_table_that_is_not_sound_stops_no_clock(served: Served) -> None:
    ema, _, table = begun(served, pace={"move": 600})
    store = served.store
    store.create("broken", b"{}", [b"no entry"], Mark(due=0)).result(10)
    end = time.monotonic() + 6
    while not ema.see(table)["table"]["seats"][0]["bot"] and time.monotonic() < end:
        time.sleep(0.05)
    assert ema.see(table)["table"]["seats"][0]["bot"] == "fair"


def test_a_seat_that_changed_hands_while_it_was_read_for_is_not_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ema, kuba, table = two(served)
    notes = served.started.site.tables.notes

    async def slow(*given: Any) -> Any:
        read = await notes(*given)
        served.started.site.house.rooms[table].table.chairs[1].person = "somebody else"
        return read

    monkeypatch.setattr(served.started.site.tables, "notes", slow)
    assert kuba.get(f"/api/tables/{table}?seat=1")[0] == 404
    assert ema.see(table)["table"]["stage"] == "gathering"


def test_chat_of_those_who_only_watch_leaves_room_for_the_seats() -> None:
    at = Sealed().begin()
    at.table.said = acts.MOST_CHAT - acts.FOR_SEATS
    with pytest.raises(Unplayable, match="are enough"):
        acts.say(at.table, None, "Visitor", "x", at.now)
    assert acts.say(at.table, 0, "", "x", at.now)


def test_there_is_an_end_to_coming_and_going(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_BUSTLE", 20)
    ema, kuba, table = begun(served)
    for _ in range(12):
        ema.do(table, "pause", seat=0)
        ema.do(table, "resume", seat=0)
    refused(kuba.do(table, "leave", seat=1), "enough coming and going")
    moved(ema, table, 0)
    assert kuba.do(table, "say", text="x")[0] == 200


@pytest.mark.parametrize("name", ["%00x", "a%20b", "..", "%C4%8D", "a-b"])
def test_names_that_no_table_has_are_missing(served: Served, name: str) -> None:
    assert served.guest().get(f"/api/tables/{name}")[0] == 404


def test_a_command_id_is_words(served: Served) -> None:
    ema, _, table = begun(served)
    assert ema.do(table, "say", text="x", command="a\0b")[0] == 400


@pytest.mark.parametrize(("pace", "missed"), [({"move": 86_400_000}, False), ({"move": 60_000}, True)])
def test_at_a_slow_table_nobody_is_missed(served: Served, monkeypatch: pytest.MonkeyPatch, pace: dict[str, int], missed: bool) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.05)
    ema, kuba, table = begun(served, pace=pace)
    with kuba.socket(table, 1) as line:
        line.next()
    time.sleep(0.5)
    assert ema.see(table)["table"]["seats"][1]["away"] is missed
