"""What is on disk and when, and going on with it: after leaving, after a crash, in the middle of a line."""

import io
import os
import re
import shlex
from pathlib import Path

import pytest

from gemtable.games.contract import GAMES, OVER, find, kind
from gemtable.kit.draws import WORDS, fork
from gemtable.lab.run import simulate
from gemtable.table.journal import create, resume
from gemtable.table.local import Local
from gemtable.table.match import begin, read_match
from gemtable.terminal.keep import folder
from gemtable.terminal.screen import Screen
from tests.terminal.typed import CAVES, ENOUGH, ONE, Play, kept

# On disk first


def test_an_event_is_on_disk_before_it_is_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, told = [0], []
    fsync, tell = os.fsync, Screen.tell

    def counted(handle: int) -> None:
        fsync(handle)
        synced.append(Path("match.jsonl").read_bytes().count(b"\n"))

    def noted(self: Screen, fact: str, sentence: str) -> None:
        told.append((fact, synced[-1] - 1))
        tell(self, fact, sentence)

    monkeypatch.setattr(os, "fsync", counted)
    monkeypatch.setattr(Screen, "tell", noted)
    play(CAVES, ENOUGH)
    match = kept()
    expected = []
    for number, event in enumerate(match.events, 1):
        facts = match.game.facts(event.before, event.actor, event.action, event.after, 0)
        expected += [(kind(fact), number) for fact in facts]
    assert told == expected


def test_bots_hear_of_an_event_after_it_is_on_disk(tmp_path: Path) -> None:
    match = begin("nullgame", 2, players=["@fair", "@fair"], seed=1)
    heard: list[int] = []
    local = Local(match, ["@fair", "@fair"], 1, lambda _: heard.append(local.bots[0].events))  # type: ignore[attr-defined]
    while local.turn() != OVER:
        local.advance()
    assert heard == list(range(len(match.events)))


def test_what_cannot_be_written_does_not_happen() -> None:
    def full(line: bytes) -> None:
        raise OSError("disk full")

    match = begin("nullgame", 2, players=["@fair", "@fair"], seed=1)
    local = Local(match, ["@fair", "@fair"], 1, full)
    with pytest.raises(OSError, match="disk full"):
        local.advance()
    assert not match.events
    assert local.turn() == match.game.actors(match.game.begin(2, match.options))


def test_a_torn_last_line_is_left_out(play: Play) -> None:
    play(CAVES, ["1", "2"])
    path = Path("match.jsonl")
    whole = path.read_bytes()
    before = whole[: whole.rindex(b"\n", 0, -1) + 1]
    for cut in range(len(before), len(whole) - 1):
        path.write_bytes(whole[:cut])
        match, journal = resume(path)
        assert match.dump() == path.read_bytes() == before
        assert journal.torn == (cut > len(before))


def test_a_last_line_without_a_newline_is_whole_when_it_can_be_read(play: Play) -> None:
    play(CAVES, ["1", "2"])
    path = Path("match.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    match, _ = resume(path)
    assert match.dump() == path.read_bytes() == whole


def test_a_torn_first_line_is_no_match(play: Play) -> None:
    Path("match.jsonl").write_text('{"game":"nullg')
    said = play(["play", "--resume", "match.jsonl"])
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert Path("match.jsonl").read_text() == '{"game":"nullg'


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    create(path, begin("nullgame", 2, seed=1))
    (match, journal), (_, other) = resume(path), resume(path)
    Local(match, ["@fair", "@fair"], 1, journal.append).advance()
    data = path.read_bytes()
    with pytest.raises(ValueError, match="changed by somebody else"):
        other.append(b"{}\n")
    assert path.read_bytes() == data


# Going on


@pytest.mark.parametrize("game", ["nullgame", "diamant"])
def test_going_on_is_as_if_never_left(play: Play, game: str) -> None:
    answers = ["1", "2", "1", "1", "2", "2", "1"] * 4
    flags = ["play", game, "--seed", "11", "--players", "you,@fair,@easy", "--save"]
    play([*flags, "whole.jsonl"], answers)
    whole = Path("whole.jsonl").read_bytes()
    for cut in range(7):
        play([*flags, f"cut{cut}.jsonl"], answers[:cut])
        play(["play", "--resume", f"cut{cut}.jsonl"], answers[cut:])
        assert Path(f"cut{cut}.jsonl").read_bytes() == whole


@pytest.mark.parametrize("every", [1, 2, 7])
@pytest.mark.parametrize("game", ["nullgame", "diamant"])
def test_taken_up_again_after_every_few_events(tmp_path: Path, game: str, every: int) -> None:
    listed = {"nullgame": ["Ema", "@easy", "@random"], "diamant": ["Ema", "@fox", "@easy", "@random", "@fox"]}[game]
    whole = played(tmp_path / "whole.jsonl", game, listed, 10**6)
    assert played(tmp_path / "cut.jsonl", game, listed, every) == whole
    assert read_match(whole).result().over


def played(path: Path, game: str, listed: list[str], every: int) -> bytes:
    """A match whose person decides by the number of the event, all forgotten but the file after every few events."""
    match = begin(game, len(listed), players=listed, seed=3)
    journal = create(path, match)
    local = Local(match, listed, 3, journal.append)
    while (seat := local.turn()) != OVER:
        done = len(match.events)
        if done and done % every == 0:
            match, journal = resume(path)
            local = Local(match, listed, 3, journal.append)
        if seat == 0:
            offers = match.game.offers(match.state, 0)
            local.play(0, offers[done * 5 // 3 % len(offers)].action)
        else:
            local.advance()
    return path.read_bytes()


@pytest.mark.parametrize("game", ["nullgame", "diamant"])
def test_the_same_match_as_in_the_lab(game: str) -> None:
    line = {"nullgame": ["easy", "fair", "random"], "diamant": ["fox", "easy", "fair", "random"]}[game]
    for seed in range(3):
        report = simulate(game, line, matches=1, seed=seed, cores=1)
        own = fork([0] * WORDS, seed, 0)  # the lab gives every match a seed of its own
        local = Local(begin(game, len(line), seed=own), [f"@{name}" for name in line], own, lambda _: None)
        while local.turn() != OVER:
            local.advance()
        result = local.match.result()
        assert result.events == report.events.mean
        assert result.scores == [player.score.mean for player in report.players]


@pytest.mark.parametrize("leaving", [["1", "q"], ["1", "quit"], ["1", "KONEC"], ["1"]])
def test_leaving_says_how_to_go_on(play: Play, leaving: list[str]) -> None:
    said = play([*CAVES, "--lang", "pl"], leaving)
    assert said.code == 0
    command = shlex.split(said.out.splitlines()[-1].partition(": ")[2])
    assert command == ["gemtable", "play", "--resume", "match.jsonl", "--lang", "pl"]
    assert play(command[1:], ENOUGH).code == 0
    assert kept().result().over


def test_ctrl_c_leaves_as_q_does(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    with_q = play(ONE, ["q"]).out
    Path("match.jsonl").unlink()
    monkeypatch.setattr(io, "StringIO", Interrupted)
    said = play(ONE)
    assert (said.code, said.out) == (0, with_q)


def test_kept_matches_are_offered(play: Play) -> None:
    play(["play", "diamant", "--name", "Zosia", "--players", "you,@fox,@last"], ["1"])
    play(["play", "nullgame"], ENOUGH)
    (folder() / "gone.jsonl").symlink_to("nowhere")
    number = str(1 + sum(1 for game in map(find, GAMES) if game.about.offered))
    said = play(["play"], [number, *ENOUGH])
    assert re.search(rf"{number} go on: Diamant with Zosia, fox, last \(20\d\d-\d\d-\d\d \d\d:\d\d, \d+\s+events\)", said.out)
    assert "Nullgame" not in said.out
    assert all(read_match(file.read_bytes()).result().over for file in folder().glob("2*.jsonl"))


def test_a_file_by_another_program_needs_players(play: Play) -> None:
    path = Path("theirs.jsonl")
    path.write_text('{"game":"nullgame","rules":1,"seats":2}\n{"seat":"chance","move":"deal ruby"}')
    said = play(["play", "--resume", "theirs.jsonl", "--players", "Ema,@fair"], ["1"])
    assert "Ema, your choice" in said.out
    assert "--players Ema,@fair" in said.out
    said = play(["play", "--resume", "theirs.jsonl"], ["Kuba", *ENOUGH])
    assert "Kuba, your choice" in said.out
    assert kept("theirs.jsonl").result().over
