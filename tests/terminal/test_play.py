"""`gemtable play`: whole matches from typed answers, refusals, and who gets to see what."""

import json
import os
import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from gemtable.games.contract import LANGUAGES, find
from gemtable.table.match import read_match
from gemtable.terminal import screen
from gemtable.terminal.answers import meant
from gemtable.terminal.keep import folder
from gemtable.terminal.screen import CLEAR
from gemtable.terminal.seats import line_up, names
from tests.terminal.typed import CAVES, ENOUGH, ONE, Play, Said, kept

# A match from beginning to end


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["nullgame", "diamant"])
def test_a_whole_game_from_piped_answers(play: Play, game: str, language: str) -> None:
    said = play(["play", game, "--lang", language, "--save", "match.jsonl"], ENOUGH)
    assert (said.code, said.err) == (0, "")
    match = kept()
    assert match.result().over
    assert match.game.text(match.scene(0), language, names(match.header.players or [])) in said.out
    assert said.out.endswith("match.jsonl\n")
    assert "\033" not in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_newcomer_needs_two_enters(play: Play) -> None:
    said = play(["play"], ["", ""])
    assert said.code == 0
    (file,) = folder().glob("*.jsonl")
    assert read_match(file.read_bytes()).header.players == ["Guest", "@easy", "@fair", "@cautious"]
    assert "Guest, your choice" in said.out


def test_flags_say_who_plays_what(play: Play) -> None:
    flags = "--seats 5 --players you,@fair,greedy,Fair --name Ema --relics polish --save match.jsonl --seed 7"
    play(["play", "diamant", *flags.split()])
    header = kept().header
    assert (header.players, header.seed) == (["Ema", "@fair", "@greedy", "Fair", "@easy"], 7)
    assert header.options == {"relics": "polish", "closed_chests": False}


def test_flags_may_stand_before_the_game(play: Play) -> None:
    said = play(["play", "--name", "Ema", "--lang", "cs", *ONE[1:]])
    assert "Ema, co zvolíš?" in said.out


def test_bots_play_among_themselves(play: Play) -> None:
    said = play([*CAVES, "--players", "@fair,@fox,@easy"])
    assert said.code == 0
    assert kept().result().over
    assert "your choice" not in said.out


def test_a_rematch_has_the_same_seats_and_other_luck(play: Play, on_a_terminal: None) -> None:
    play([*ONE, "--rounds", "1", "--seats", "2"], ["1", "", "1", "n", "1"])
    (file,) = folder().glob("*.jsonl")
    again, first = read_match(file.read_bytes()).header, kept().header
    assert (again.players, again.options) == (first.players, first.options)
    assert again.seed != first.seed


def test_nobody_is_asked_for_a_rematch_in_a_pipe(play: Play) -> None:
    assert "Once more" not in play(ONE, ENOUGH).out


def test_a_long_tale_waits_for_its_reader(play: Play, on_a_terminal: None) -> None:
    """Who goes home at once has much to read before the next drawing."""
    answers = ["home", "", "q"]
    assert "safe" in play([*CAVES, "--players", "you,@greedy,@last"], answers).out.rpartition("Enter goes on.")[2]


def test_in_a_pipe_nobody_waits(play: Play) -> None:
    assert "Enter goes on" not in play([*CAVES, "--players", "you,@greedy,@last"], ["home"]).out


# Refusals


def refused(said: Said, *words: str) -> None:
    assert said.code == 2
    assert said.err.startswith("gemtable: ")
    assert said.err.count("\n") == 1
    assert all(word in said.err for word in words)


def test_an_existing_file_is_refused(play: Play) -> None:
    Path("match.jsonl").write_text("mine")
    refused(play(ONE, ENOUGH), "match.jsonl", "already")
    assert Path("match.jsonl").read_text() == "mine"


def test_a_folder_that_takes_no_file_is_refused(play: Play, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    refused(play(["play", "nullgame"], ENOUGH), "data")
    refused(play([*ONE[:-1], "nowhere/match.jsonl"], ENOUGH), "nowhere/match.jsonl")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_refused(play: Play, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    refused(play(["play", "nullgame"], ENOUGH), "Permission denied")


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        ("--players you,@wizard", "wizard"),
        ("--players you,,@fair", "name"),
        ("--players \033[2J", "name"),
        ("--name @fox", "name"),
        ("--seats 1 --players Ema,Kuba", "too many"),
        ("--seats 9", "seats"),
        ("--rounds 0", "rounds"),
        ("--seed -1", "seed"),
    ],
)
def test_wrong_flags_are_refused(play: Play, flags: str, word: str) -> None:
    refused(play([*ONE, *flags.split(" ")], ENOUGH), word)
    assert not Path("match.jsonl").exists()


def test_a_match_goes_on_as_it_began(play: Play) -> None:
    play(ONE, ["1"])
    before = Path("match.jsonl").read_bytes()
    said = {
        "seats": "--seats 3",
        "players": "--players Ema",
        "name": "--name Ema",
        "seed": "--seed 1",
        "save": "--save other",
        "game": "nullgame",
    }
    for flag, words in said.items():
        refused(play(["play", "--resume", "match.jsonl", *words.split()], ENOUGH), "leave out", flag)
    assert Path("match.jsonl").read_bytes() == before


# Answers


def test_a_wrong_answer_changes_nothing(play: Play) -> None:
    play(ONE)
    before = Path("match.jsonl").read_bytes()
    for answer in ("nonsense", "3", "0", "-1", "\033[2J", "Ω" * 5000):
        said = play(["play", "--resume", "match.jsonl"], [answer])
        (line,) = [line for line in said.out.splitlines() if "not possible" in line]
        assert line.endswith("Possible: keep, swap.")
        assert "\033" not in line
        assert said.out.count("your choice") == 2
    assert Path("match.jsonl").read_bytes() == before


def test_questions_are_answered_and_change_nothing(play: Play) -> None:
    play(ONE)
    before = Path("match.jsonl").read_bytes()
    said = play(["play", "--resume", "match.jsonl", "--lang", "cs"], ["?", "pravidla", "rules", "zapis", "log", ""])
    assert said.out.count("Napiš číslo") == 1
    assert said.out.count("N2.1") == 2
    assert said.out.count("Guest dostává") == 2
    assert said.out.count("1 nechat   2 vyměnit") == 7
    assert Path("match.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("given", "at"),
    [
        *[("1", [0]), ("2", [1]), ("5", []), ("", []), ("x", [])],
        *[("ON", [0]), ("home", [2]), ("h", [1, 2]), ("ho", [1, 2]), ("hon", [1])],
        *[("domu", [2]), ("DO", [2]), ("wroc", [3]), (" turn   north ", [3]), ("turn n", [3])],
    ],
)
def test_what_an_answer_means(given: str, at: list[int]) -> None:
    assert meant(given, [("dál", "on"), ("hon",), ("domů", "home"), ("wróć", "turn north")]) == at


def test_an_answer_that_could_be_two_things(play: Play) -> None:
    said = play([*CAVES, "--lang", "pl"], ["d"])
    assert "„d” może znaczyć dalej, do obozu." in said.out
    assert len(kept().events) == 1


# Several people at one keyboard


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_learns_a_choice_that_waits(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Byte by byte: whatever Ema has chosen, nothing that is printed before all have chosen depends on it."""
    out = set()
    for choice in ("1", "2"):
        (tmp_path / choice).mkdir()
        monkeypatch.chdir(tmp_path / choice)
        out.add(play([*CAVES, "--players", "Ema,Kuba,@fair", "--lang", language], ["", choice, ""]).out)
        assert len(kept().events) == 2
    assert len(out) == 1


def test_a_choice_that_waits_is_not_shown_on_going_on(play: Play) -> None:
    out = set()
    for choice in ("1", "2"):
        play([*CAVES, "--players", "Ema,Kuba,@fair"], ["", choice])
        out.add(play(["play", "--resume", "match.jsonl"], ["", "log"]).out)
        Path("match.jsonl").unlink()
    assert len(out) == 1


def test_each_sees_the_own_gem_alone(play: Play) -> None:
    """N2.1: gems are dealt in secret. Between two hand-overs lies one person's screen, and it shows one gem."""
    said = play([*ONE, "--players", "Ema,Kuba", "--rounds", "1"], ["", "1", "", "1"])
    public, *screens = re.split(r"press Enter.*", said.out)
    assert "Ema is dealt a gem." in public
    for own, other, shown in zip(("Ema", "Kuba"), ("Kuba", "Ema"), screens, strict=True):
        scene = [line for line in shown.partition("your choice")[0].splitlines() if "points" in line]
        gems = {name: line.rpartition(", ")[2] for line in scene for name in (own, other) if name in line}
        assert gems[own] in {"ruby", "pearl"}
        assert gems[other] not in {"ruby", "pearl"}


def test_the_screen_is_cleared_before_it_changes_hands(play: Play, on_a_terminal: None) -> None:
    out = play([*CAVES, "--players", "Ema,Kuba,@fair"], ["", "1", "", "2", ""]).out
    turns = [found.end() for found in re.finditer("press Enter when nobody else is looking", out)]
    assert len(turns) == 3
    for start, end in pairwise(turns):
        shown, cleared, after = out[start:end].rpartition(CLEAR)
        assert "your choice" in shown
        assert cleared
        assert "your choice" not in after


def test_leaving_clears_a_private_screen(play: Play, on_a_terminal: None) -> None:
    out = play([*ONE, "--players", "Ema,Kuba"], ["", "q"]).out
    assert out.rpartition(CLEAR)[2].startswith("The match is kept.")


def test_who_plays_on_alone_is_not_told_to_hide(play: Play) -> None:
    out = play([*CAVES, "--players", "Ema,Kuba,@random"], ["", "home", "", "on", "", "on", "on"]).out
    assert out.count("Kuba, your choice") > out.count("Kuba, it is your turn")


# Words


def terminal_words(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads(files("gemtable.terminal").joinpath("text", f"{language}.json").read_text("utf-8"))
    return words


def test_every_language_says_the_same_things() -> None:
    english = terminal_words("en")
    for language in LANGUAGES:
        words = terminal_words(language)
        assert list(words) == sorted(english)
        for key, sentence in words.items():
            assert set(re.findall(r"\{(\w+)", sentence)) == set(re.findall(r"\{(\w+)", english[key])), (language, key)


def test_every_sentence_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(screen.__file__).parent.glob("*.py"))
    assert [key for key in terminal_words("en") if f'"{key}"' not in source] == []


def test_nobody_is_called_like_somebody_else() -> None:
    assert names(["Ema", "@easy", "easy", "@easy", "\033[2J"]) == ["Ema", "easy", "easy 2", "easy 3", "[2J"]


def test_bots_take_the_seats_that_are_left() -> None:
    game = find("diamant")
    assert line_up(game, "ty,@easy", 4, "Ema") == ["Ema", "@easy", "@fair", "@cautious"]
    assert line_up(find("nullgame"), "you", 4, "Ema") == ["Ema", "@easy", "@fair", "@easy"]
