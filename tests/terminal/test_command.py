"""The command as people and programs run it: what it prints, and one clear line for everything that cannot be."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gemtable.games.contract import GAMES, find
from gemtable.lab.run import simulate
from gemtable.terminal.command import COMMANDS, main

HEAD = '{"game":"diamant","rules":1,"seats":2,"options":{"relics":"czech"}}'
LINES = [
    HEAD,
    '{"seat":"chance","move":"treasure 9"}',
    '{"seat":1,"move":"home"}',
    '{"seat":0,"move":"on"}',
    '{"seat":"chance","move":"trap log"}',
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(LINES), "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(list(words))
    except SystemExit as ended:
        code = int(ended.code or 0)
    told = capsys.readouterr()
    return code, told.out, told.err


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


# Replay


def test_replay_says_where_a_match_stands(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run_json(capsys, "replay", str(file)) == {"over": False, "scores": [0, 5], "winners": [], "actors": [0], "events": 4}


def test_replay_tells_what_a_seat_saw(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("\n".join(LINES[:3]), "utf-8")
    _, own, _ = run(capsys, "replay", str(file), "--seat", "1")
    _, other, _ = run(capsys, "replay", str(file), "--seat", "0")
    _, nobody, _ = run(capsys, "replay", str(file))
    assert "Seat 1 has chosen: home." in own
    assert "Seat 1 has chosen." in other
    assert "Seat 1 has chosen." in nobody
    assert "9 cards" not in own
    assert "Treasure 9: 4 each, 1 stays." in own


def test_replay_leaks_no_choice_to_another_seat(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    told = []
    for choice in ("home", "on"):
        file.write_text("\n".join([*LINES[:2], f'{{"seat":1,"move":"{choice}"}}']), "utf-8")
        seats = [
            run(capsys, "replay", str(file), *words) for words in ((), ("--seat", "0"), ("--json",), ("--json", "--view", "--seat", "0"))
        ]
        told.append([*seats, run(capsys, "draw", str(file), "--svg"), run(capsys, "draw", str(file), "--notation")])
    assert told[0] == told[1]


def test_replay_speaks_three_languages_and_names_people(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("\n".join([HEAD.replace("}}", '},"players":["Ema","@fox"]}'), *LINES[1:]]), "utf-8")
    for language, sentence in (("en", "fox goes home"), ("cs", "fox jde domů"), ("pl", "fox wraca do obozu")):
        assert sentence in run(capsys, "replay", str(file), "--lang", language)[1]


def test_an_impossible_line_is_refused_with_number_reason_and_what_was_possible(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("\n".join([*LINES[:3], '{"seat":0,"move":"stay"}']), "utf-8")
    code, out, err = run(capsys, "replay", str(file), "--json")
    assert (code, out) == (2, "")
    assert err == "gemtable: line 4: 'stay' is not a choice of Diamant; possible: on, home\n"


# Draw, rules


def test_a_position_with_a_secret_in_it_is_not_said_in_words(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("\n".join(LINES[:3]), "utf-8")
    for words in ((), ("--seat", "0")):
        assert "something is secret" in run(capsys, "draw", str(file), "--notation", *words)[2]
    assert "seat 1: chest 0, chose home" in run(capsys, "draw", str(file), "--notation", "--seat", "1")[1]


def test_a_position_is_drawn_as_text_picture_and_words(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert "Cave 1 of 5" in run(capsys, "draw", str(file))[1]
    assert run(capsys, "draw", str(file), "--svg", "--seat", "0")[1].startswith("<svg ")
    words = run(capsys, "draw", str(file), "--notation")[1]
    assert find("diamant").write(find("diamant").place(words)) == words


@pytest.mark.parametrize("game_id", GAMES)
def test_rules_are_printed_in_every_language(capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    told = {run(capsys, "rules", game_id, "--lang", language)[1] for language in ("en", "cs", "pl")}
    assert len(told) == 3
    assert run(capsys, "rules", game_id)[1] == find(game_id).rules_text("en")


# Simulate, perft, bench, solve


def test_simulate_prints_shares_and_is_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "diamant", "--seats", "4", "--games", "3000", "--players", "random,easy,fair,greedy", "--seed", "7"]
    first = run_json(capsys, *words)
    assert first == run_json(capsys, *words, "--cores", "1")
    assert [one["player"] for one in first["players"]] == ["random", "easy", "fair", "greedy"]
    assert first["games"] == 3000
    assert first["options"] == {"relics": "czech", "closed_chests": False}
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert len(out.splitlines()) == 6


def test_players_repeat_until_all_seats_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "simulate", "diamant", "--seats", "5", "--games", "10", "--players", "fair,easy", "--relics", "polish")
    assert [one["player"] for one in report["players"]] == ["fair", "easy", "fair", "easy", "fair"]
    assert report["options"]["relics"] == "polish"


def test_a_stopped_run_prints_what_it_has(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **given: Any) -> Any:
        def interrupt(_: int) -> None:
            raise KeyboardInterrupt

        return simulate(*_, **(given | {"progress": interrupt}))

    monkeypatch.setattr("gemtable.lab.run.simulate", stop)
    code, out, _ = run(capsys, "simulate", "nullgame", "--games", "10000000", "--players", "fair,easy", "--json")
    assert code == 130
    assert json.loads(out)["stopped"]
    assert 0 < json.loads(out)["games"] < 10_000_000


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "perft", "diamant", "--depth", "4")["counts"] == [18, 108, 432, 864]
    assert run(capsys, "perft", "nullgame", "--depth", "2", "--seats", "2")[1].split() == ["1", "2", "2", "4"]


def test_bench_measures_every_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemtable.lab.measure._ROUND_SECONDS", 0.001)
    rates = run_json(capsys, "bench")
    assert set(rates) == set(GAMES)
    assert all(set(one) == {"plain", "compiled"} and min(one.values()) > 0 for one in rates.values())


def test_solve_prints_a_value_and_advice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_json(capsys, "solve", "diamant", "--relics", "none", "--caves", "1")["value"] == pytest.approx(17.339875, abs=1e-6)
    match = tmp_path / "alone.jsonl"
    match.write_text(HEAD.replace('"seats":2', '"seats":1') + "\n" + LINES[1], "utf-8")
    words = tmp_path / "alone.txt"
    words.write_text(run(capsys, "draw", str(match), "--notation")[1], "utf-8")
    advice = [run_json(capsys, "solve", "diamant", "--caves", "1", "--show", str(path)) for path in (match, words)]
    assert advice[0] == advice[1]
    assert advice[0]["best"] == "on"
    assert advice[0]["home"] == 9
    assert run(capsys, "solve", "diamant", "--caves", "1", "--show", str(words))[1].startswith("on: on ")


# What cannot be


WRONG = [
    (["pla"], "invalid choice: 'pla'"),
    (["rules"], "the following arguments are required: GAME"),
    (["rules", "chess"], "invalid choice: 'chess' (choose from 'nullgame', 'diamant')"),
    (["rules", "diamant", "--lang", "de"], "invalid choice: 'de'"),
    (["simulate", "diamant", "--players", "boss"], "diamant has no player 'boss'; possible: random, easy"),
    (["simulate", "diamant", "--seats", "9"], "diamant takes 1 to 8 seats, not 9"),
    (["simulate", "diamant", "--seats", "2", "--players", "fair,easy,fox"], "3 players are too many for 2 seats"),
    (["simulate", "diamant", "--seats", "0"], "diamant takes 1 to 8 seats, not 0"),
    (["simulate", "diamant", "--games", "0"], "'0' is not a whole number from 1 to"),
    (["simulate", "diamant", "--games", "1e6"], "'1e6' is not a whole number"),
    (["simulate", "diamant", "--games", "9" * 400], "is not a whole number"),
    (["simulate", "diamant", "--seed", "-1"], "'-1' is not a whole number"),
    (["simulate", "diamant", "--relics", "dutch"], "option relics cannot be 'dutch'; possible: czech, none, polish"),
    (["simulate", "diamant", "--closed-chests", "perhaps"], "option closed_chests cannot be 'perhaps'; possible: true, false"),
    (["simulate", "nullgame", "--rounds", "10", "--players", "fair,easy"], "rounds must be 1 to 9, not 10"),
    (["simulate", "nullgame", "--rounds", "٣", "--players", "fair,easy"], "option rounds cannot be '٣'"),
    (["perft", "diamant"], "the following arguments are required: --depth"),
    (["perft", "diamant", "--depth", "61"], "'61' is not a whole number from 1 to 60"),
    (["perft", "diamant", "--depth", "2", "--seats", "9"], "takes 1 to 8 seats"),
    (["solve", "nullgame"], "invalid choice: 'nullgame'"),
    (["solve", "diamant", "--caves", "6"], "caves must be 1 to 5, not 6"),
    (["solve", "diamant", "--caves", "x"], "--caves cannot be 'x'"),
    (["solve", "diamant", "--relics", "dutch"], "--relics cannot be 'dutch'; possible: czech, none, polish"),
    (["replay", "no-such-file"], "no-such-file: No such file or directory"),
    (["replay", "."], ".: Is a directory"),
    (["replay", "/dev/zero"], "/dev/zero is not a regular file"),
    (["replay", "nothing\033[2Jhere" + "a" * 5000], "nothing[2Jhere"),
    (["play", "--resume", "/dev/zero"], "/dev/zero is not a regular file"),
    (["play", "diamant", "--resume", "x.jsonl"], "x.jsonl: No such file"),
    (["draw", "no-such-file"], "No such file"),
    (["replay"], "the following arguments are required: file"),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=[" ".join(words)[:50] for words, _ in WRONG])
def test_wrong_words_get_one_clear_line(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.startswith("gemtable: ")
    assert err.count("\n") == 1
    assert len(err) < 1100
    assert err[:-1].isprintable()


def test_a_byte_order_mark_is_passed_over(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("\ufeff" + HEAD.replace('"seats":2', '"seats":1') + "\n" + LINES[1], "utf-8")
    assert run_json(capsys, "replay", str(file))["actors"] == [0]
    assert run_json(capsys, "solve", "diamant", "--caves", "1", "--show", str(file))["best"] == "on"


def test_wrong_positions_get_one_clear_line(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    assert "one explorer alone" in run(capsys, "solve", "diamant", "--show", str(file))[2]
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run(capsys, "solve", "diamant", "--show", str(file))[2]
    file.write_text("diamant czech, cave 9 of 5", "utf-8")
    assert "line 1 of the position" in run(capsys, "solve", "diamant", "--show", str(file))[2]
    file.write_text('{"game":"nullgame","rules":1,"seats":2}', "utf-8")
    assert "is a match of nullgame" in run(capsys, "solve", "diamant", "--show", str(file))[2]


@pytest.mark.parametrize("seat", ["2", "99", "-1", "x"])
def test_a_seat_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str], file: Path, seat: str) -> None:
    for command in ("replay", "draw"):
        code, out, err = run(capsys, command, str(file), "--seat", seat)
        assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert COMMANDS[command][1:40] in " ".join(out.split())


def test_a_reader_that_goes_away_is_no_error(file: Path) -> None:
    command = [sys.executable, "-c", "import sys; from gemtable.terminal.command import main; sys.exit(main())", "rules", "diamant"]
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert ended.stderr == ""


def test_a_terminal_without_our_letters_is_no_error(file: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from gemtable.terminal.command import main; sys.exit(main())",
        "draw",
        str(file),
        "--lang",
        "pl",
    ]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ended = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Diamenty" in ended.stdout
