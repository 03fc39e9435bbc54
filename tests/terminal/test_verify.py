"""`gemtable verify`: the verdict over a sealed match, and what was tampered with."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gemtable.games.contract import find
from tests.matches import Case
from tests.sealed import sealed_match
from tests.terminal.test_command import run
from tools import verify_match

CASE = Case(find("diamant"), find("diamant").about.options())
MATCH = sealed_match(CASE, random.Random(3), ("ab", "c", None))
LINES = [json.loads(line) for line in MATCH.dump().splitlines()]
DRAWS = sum(line.get("seat") == "chance" for line in LINES)
SECRET = LINES[0]["seal"]["secret"]

Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def put(path: Path, change: Change = lambda _: None) -> None:
    lines: Lines = json.loads(json.dumps(LINES))
    change(lines)
    path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")


def chances(lines: Lines) -> list[int]:
    return [at for at, line in enumerate(lines) if line.get("seat") == "chance"]


def test_a_match_as_sealed_verifies(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path)
    assert run(capsys, "verify", str(path)) == (0, f"the chance of this match is as sealed: {DRAWS} draws\n", "")
    code, out, _ = run(capsys, "verify", str(path), "--json")
    assert code == 0
    assert json.loads(out) == {"verified": True, "commitment": True, "draws": DRAWS, "differs": [], "salted": True, "over": True}


def test_it_replays_as_any_other(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path)
    sealed = run(capsys, "replay", str(path))
    put(path, lambda lines: lines[0].pop("seal"))
    assert run(capsys, "replay", str(path)) == sealed
    assert sealed[0] == 0


def test_lines_are_counted_as_they_stand_in_the_file(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path, other_first_card)
    path.write_text(path.read_text("utf-8").replace("\n", "\n\n\n", 1), "utf-8")
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 1
    assert out.startswith(f"does not verify: line 4, draw 0: {OTHER} was drawn, the seal gives {LINES[1]['move']}")


OTHER = next(move for move in ("treasure 1", "treasure 2") if move != LINES[1]["move"])


def other_first_card(lines: Lines) -> None:
    """Another first card, and nothing after it, so that the rest needs not fit."""
    lines[1]["move"] = OTHER
    del lines[2:]


def swap_draws(lines: Lines) -> None:
    """The first two cards of a cave change places, all explorers going on."""
    first, second = chances(lines)[:2]
    lines[first]["move"], lines[second]["move"] = lines[second]["move"], lines[first]["move"]
    del lines[second + 1 :]


def shift_salts(lines: Lines) -> None:
    lines[0]["seal"]["salts"] = ["a", "bc", None]


def other_options(lines: Lines) -> None:
    lines[0]["options"]["closed_chests"] = not lines[0]["options"]["closed_chests"]


def no_salt(lines: Lines) -> None:
    lines[0]["seal"]["salts"][0] = None


@pytest.mark.parametrize("change", [other_first_card, swap_draws, shift_salts, other_options, no_salt])
def test_what_was_tampered_with_does_not_verify(capsys: pytest.CaptureFixture[str], path: Path, change: Change) -> None:
    put(path, change)
    code, out, err = run(capsys, "verify", str(path))
    assert (code, err) == (1, "")
    assert out.startswith("does not verify: line ")
    code, out, _ = run(capsys, "verify", str(path), "--json")
    told = json.loads(out)
    assert (code, told["verified"], told["commitment"]) == (1, False, True)
    line, lines = told["differs"][0]["line"], path.read_text("utf-8").splitlines()
    assert json.loads(lines[line - 1]) == {"seat": "chance", "move": told["differs"][0]["drawn"]}
    assert told["differs"][0]["drawn"] != told["differs"][0]["sealed"]


@pytest.mark.parametrize("name", ["secret", "commitment"])
def test_another_secret_or_commitment_does_not_verify(capsys: pytest.CaptureFixture[str], path: Path, name: str) -> None:
    put(path, lambda lines: lines[0]["seal"].update({name: "0" * 64}))
    told = "does not verify: the secret is not the one whose commitment was published\n"
    assert run(capsys, "verify", str(path)) == (1, told, "")


def test_a_match_that_stops_early_verifies_so_far(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path, lambda lines: lines.pop())
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0
    assert out.endswith("draws; the match is not over\n")


def test_the_verdict_says_when_nobody_added_a_salt(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_bytes(sealed_match(CASE, random.Random(4), (None, None)).dump())
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0
    assert out.endswith(" draws; no seat added a salt\n")


def test_one_draw_is_no_draws(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path, lambda lines: lines.__delitem__(slice(2, None)))
    assert ": 1 draw; the match is not over\n" in run(capsys, "verify", str(path))[1]


NOTHING: list[tuple[Change, str]] = [
    (lambda lines: lines[0].pop("seal"), "this match has no seal: there is nothing to verify"),
    (lambda lines: lines[0]["seal"].pop("secret"), "the secret of this match is not told yet"),
    (lambda lines: lines[0]["seal"].update(pepper="x"), "line 1: this is not a line like"),
    (lambda lines: lines[0]["seal"].update(secret=SECRET[:-1]), "line 1: the secret of a seal is 64 digits"),
    (lambda lines: lines[0]["seal"].update(salts=[]), "line 1: 3 seats need 3 salts"),
    (lambda lines: lines[1].update(why="luck"), "line 2: this is not a line like"),
    (lambda lines: lines.pop(1), "line 2: it is for chance now"),
]


@pytest.mark.parametrize(("change", "told"), NOTHING)
@pytest.mark.parametrize("flags", [[], ["--json"], ["--proof"]])
def test_what_cannot_be_verified_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], path: Path, change: Change, told: str, flags: list[str]
) -> None:
    put(path, change)
    code, out, err = run(capsys, "verify", str(path), *flags)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert SECRET[:16] not in err


def test_the_proof_is_what_the_script_checks(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path)
    code, out, _ = run(capsys, "verify", str(path), "--proof")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert lines[0] == LINES[0]
    assert [line["move"] for line in lines[1:]] == [LINES[at]["move"] for at in chances(LINES)]
    assert lines[1]["of"][:2] == [["treasure 1", 1], ["treasure 2", 1]]
    assert verify_match.verdict(out) == (True, f"the chance of this match is as sealed: {DRAWS} draws")
    put(path, other_first_card)
    assert not verify_match.verdict(run(capsys, "verify", str(path), "--proof")[1])[0]


def test_nobody_goes_on_with_a_sealed_match_by_other_chance(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    put(path, lambda lines: lines.pop())
    before = path.read_bytes()
    code, out, err = run(capsys, "play", "--resume", str(path), "--players", "@fair,@fair,@fair")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the chance of this match is sealed" in err
    assert path.read_bytes().rstrip() == before
