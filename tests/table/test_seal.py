"""The sealed seed: pinned vectors, what a draw hangs on, what it does not give away, and the checker that stands alone."""

import ast
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, Unplayable, find
from gemtable.table.local import Local
from gemtable.table.match import Refused, Sealed, begin, read_match
from gemtable.table.proof import Draw, draws, kept, proof
from gemtable.table.seal import LONGEST_SALT, VERSION, Seal, draw, new_seal
from tests.matches import CASES, Case
from tests.sealed import salts, sealed_match
from tools import verify_match

VECTORS = json.loads(Path(__file__).with_name("seal_vectors.json").read_text("utf-8"))
SCRIPT = Path(verify_match.__file__)
SECRET = bytes(range(32))
PLAYED: tuple[str, int, int, dict[str, Any]] = ("nullgame", 1, 2, {"rounds": 3})
CASE = Case(find("nullgame"), find("nullgame").about.options())
every_vector = pytest.mark.parametrize("vector", VECTORS["matches"], ids=lambda vector: str(vector["header"]["seal"]["salts"]))


def seal_in(header: dict[str, Any]) -> Seal:
    return Seal(bytes.fromhex(header["seal"]["secret"])).with_salts(header["seal"]["salts"])


# Pinned


@every_vector
def test_the_vectors_of_this_version_are_kept_by_the_package(vector: dict[str, Any]) -> None:
    header, seal = vector["header"], seal_in(vector["header"])
    assert VECTORS["version"] == VERSION == header["seal"]["version"]
    assert seal.commitment == header["seal"]["commitment"]
    assert seal.key(header["game"], header["rules"], header["seats"], header["options"]).hex() == vector["key"]
    chance = seal.chance(header["game"], header["rules"], header["seats"], header["options"])
    for one in vector["draws"]:
        assert chance(one["number"], [*one["weights"], 99], len(one["weights"])) == one["outcome"]


@every_vector
def test_the_vectors_of_this_version_are_kept_by_the_script(vector: dict[str, Any]) -> None:
    header = vector["header"]
    assert verify_match.VERSION == VERSION
    assert verify_match.commitment(bytes.fromhex(header["seal"]["secret"])) == header["seal"]["commitment"]
    assert verify_match.key_of(header).hex() == vector["key"]
    for one in vector["draws"]:
        assert verify_match.draw(bytes.fromhex(vector["key"]), one["number"], one["weights"]) == one["outcome"]


def test_the_vectors_hold_draws_that_are_refused_at_first() -> None:
    rejected = [one["rejected"] for vector in VECTORS["matches"] for one in vector["draws"]]
    assert max(rejected) >= 3
    assert 0 in rejected


def test_the_example_by_hand_is_what_python_prints() -> None:
    text = (SCRIPT.parents[1] / "docs" / "seal.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```\n+```text\n(.*?)```", text, re.DOTALL)
    assert found
    done = subprocess.run([sys.executable, "-I", "-c", found[1]], capture_output=True, text=True, check=True)
    assert done.stdout == found[2]
    seal, (_, first, second) = Seal(SECRET, ("Ema's luck", None)), done.stdout.splitlines()
    assert seal.commitment in done.stdout
    chance = seal.chance("nullgame", 1, 2, {"rounds": 3})
    assert [line.split()[-1] for line in (first, second)] == [("ruby", "pearl")[chance(n, [2, 1], 2)] for n in (0, 1)]


# What a draw hangs on


def test_outcomes_come_by_their_weights() -> None:
    key, weights, n = Seal(SECRET, (None, None)).key(*PLAYED), [5, 0, 1, 2], 8000
    counted = Counter(draw(key, number, weights, 4) for number in range(n))
    assert counted[1] == 0
    assert [counted[outcome] / n for outcome in (0, 2, 3)] == pytest.approx([5 / 8, 1 / 8, 2 / 8], abs=0.02)


def test_a_huge_weight_has_no_bias() -> None:
    """The first third of 3 * 2**62 would come half of the time if a remainder were taken of whatever was drawn."""
    key, third, n = Seal(SECRET, (None, None)).key(*PLAYED), 2**62, 3000
    first = sum(draw(key, number, [third, third, third], 3) == 0 for number in range(n))
    assert first / n == pytest.approx(1 / 3, abs=0.03)


def test_salts_cannot_be_shifted_between_seats() -> None:
    given: list[tuple[str | None, ...]] = [("ab", "c"), ("a", "bc"), ("abc", None), (None, "abc"), ("c", "ab"), (None, None)]
    keys = {Seal(SECRET, added).key(*PLAYED) for added in given}
    assert len(keys) == len(given)


def test_what_is_played_is_part_of_the_key() -> None:
    game, rules, seats, options = PLAYED
    seal = Seal(SECRET, (None, None))
    others: list[Any] = [
        ("diamant", rules, options),
        (game, 2, options),
        (game, rules, {"rounds": 4}),
        (game, rules, {}),
        (game, rules, options),
    ]
    assert len({seal.key(name, version, seats, chosen) for name, version, chosen in others}) == len(others)
    assert Seal(SECRET, (None, None, None)).key(game, rules, 3, options) != seal.key(*PLAYED)


def test_the_order_of_options_does_not_matter() -> None:
    seal = Seal(SECRET, ("a",))
    assert seal.key("diamant", 1, 1, {"a": 1, "b": 2}) == seal.key("diamant", 1, 1, {"b": 2, "a": 1})


def test_every_seal_is_new_and_holds_to_its_own_commitment() -> None:
    one, other = new_seal(), new_seal()
    assert one.secret != other.secret
    assert one.keeps(one.commitment)
    assert one.with_salts(["x"]).keeps(one.commitment), "the commitment is published before the salts are known"
    assert not one.keeps(other.commitment)


@pytest.mark.parametrize("weights", [[], [0, 0], [2**64, 1], [-1, 2], [3, -1, 1]])
def test_weights_that_cannot_be_drawn_by_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="the weights of a draw"):
        draw(SECRET, 0, weights, len(weights))


@pytest.mark.parametrize("salt", ["", "x" * (LONGEST_SALT + 1), "\ud800"])
def test_a_salt_that_cannot_be_is_refused(salt: str) -> None:
    with pytest.raises(ValueError, match="a salt"):
        new_seal().with_salts([salt])


def test_a_match_needs_a_salt_or_none_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 seats need 2 salts in the seal, null for a seat without one, not 1"):
        new_seal().with_salts(["x"]).chance(*PLAYED)


def test_a_secret_has_its_length() -> None:
    with pytest.raises(ValueError, match="has 32 bytes"):
        Seal(b"short")


# What it does not give away


def test_nothing_shows_the_secret_or_the_key() -> None:
    seal = Seal(SECRET, ("a", "b"))
    told = Sealed(**seal.published(over=True))
    match = begin("nullgame", 2, seal=told)
    shown = "".join(map(repr, (seal, told, match.header, seal.chance(*PLAYED), seal.published())))
    for hidden in (SECRET, seal.key(*PLAYED)):
        assert hidden.hex() not in shown
        assert repr(hidden) not in shown
    assert "secret" not in seal.published()


def wrong_seals() -> list[tuple[dict[str, Any], str]]:
    good = Seal(SECRET, ("a", None)).published(over=True)
    return [
        (good | {"version": "gemtable-seal-0"}, "a seal is of version 'gemtable-seal-1', not 'gemtable-seal-0'"),
        (good | {"commitment": "ab"}, "the commitment of a seal is 64 digits"),
        (good | {"commitment": good["commitment"].upper()}, "the commitment of a seal is 64 digits"),
        (good | {"commitment": good["commitment"] + "\n"}, "the commitment of a seal is 64 digits"),
        (good | {"secret": SECRET.hex()[:-1]}, "the secret of a seal is 64 digits"),
        (good | {"secret": SECRET.hex()[:-1] + "g"}, "the secret of a seal is 64 digits"),
        (good | {"secret": 7}, "Expected `str | null`, got `int`"),
        (good | {"salts": ["a"]}, "2 seats need 2 salts in the seal, null for a seat without one, not 1"),
        (good | {"salts": ["a", "b", "c"]}, "2 seats need 2 salts in the seal, null for a seat without one, not 3"),
        (good | {"salts": ["a", ""]}, "a salt has 1 to 64 characters, or there is none"),
        (good | {"salts": ["a", "b" * 65]}, "a salt has 1 to 64 characters, or there is none"),
        (good | {"salts": ["a", 5]}, "Expected `str | null`, got `int`"),
        (good | {"pepper": "c"}, "unknown field `pepper`"),
        ({"version": VERSION, "salts": [None, None]}, "missing required field `commitment`"),
    ]


@pytest.mark.parametrize(("seal", "reason"), wrong_seals(), ids=lambda value: value[:50] if isinstance(value, str) else "")
def test_a_seal_that_cannot_be_is_refused_without_a_word_of_the_secret(seal: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as wrong:
        read_match(json.dumps({"game": "nullgame", "rules": 1, "seats": 2, "seal": seal}).encode())
    assert wrong.value.line == 1
    assert reason in str(wrong.value)
    assert SECRET.hex()[:16] not in str(wrong.value)


# Matches


def counted(drawn: list[Draw]) -> str:
    return "1 draw" if len(drawn) == 1 else f"{len(drawn)} draws"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whole_matches_verify_here_and_with_the_script(case: Case) -> None:
    dice, added = random.Random(str(case)), set()
    for _ in range(20):
        match = sealed_match(case, dice)
        again = read_match(match.dump())
        assert (again.header, again.state) == (match.header, match.state)
        drawn = list(draws(again))
        assert kept(again)
        assert drawn
        assert all(one.move == one.sealed for one in drawn)
        assert verify_match.verdict(proof(again).decode()) == (True, f"the chance of this match is as sealed: {counted(drawn)}")
        added |= {salt is None for salt in match.header.seal.salts} if match.header.seal else set()
    assert added == {True, False}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_other_chance_does_not_verify(case: Case) -> None:
    match = sealed_match(case, random.Random(5))
    other = match.dump().decode().replace(match.header.seal.secret or "", bytes(32).hex()) if match.header.seal else ""
    wrong = read_match(other.encode())
    assert not kept(wrong)
    assert any(one.move != one.sealed for one in draws(wrong))
    assert verify_match.verdict(proof(wrong).decode())[0] is False


def test_chance_is_asked_by_the_number_of_the_draw_and_goes_on_where_it_stopped() -> None:
    asked: list[tuple[int, int]] = []

    def first(number: int, weights: list[int], n: int) -> int:
        asked.append((number, n))
        return 0

    match = begin("nullgame", 2)
    for _ in range(9):
        Local(match, ["@random"] * 2, 1, lambda _: None, first).advance()
    assert [number for number, _ in asked] == list(range(len(asked)))
    assert [event.action for event in match.events if event.actor == CHANCE] == [0] * len(asked)
    assert [n for _, n in asked] == [2, 2, 3, 2, 2]


def test_a_sealed_match_takes_no_chance_from_elsewhere() -> None:
    match = begin("nullgame", 2, seal=Sealed(**Seal(SECRET, (None, None)).published()))
    with pytest.raises(Unplayable, match="is sealed"):
        Local(match, ["@random"] * 2, 1, lambda _: None)


# The checker that stands alone


def test_the_script_is_short_and_needs_nothing_but_python() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) < 120
    tree = list(ast.walk(ast.parse(text)))
    named = {part.name for node in tree if isinstance(node, ast.Import) for part in node.names}
    named |= {node.module or "." for node in tree if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names
    assert not {"__import__", "exec", "eval"} & {node.id for node in tree if isinstance(node, ast.Name)}


def script(path: Path) -> tuple[int, str, str]:
    """Run alone: without this package, its environment or the folder it lies in."""
    done = subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), str(path)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_script_runs_alone(tmp_path: Path) -> None:
    match, path = sealed_match(CASE, random.Random(1)), tmp_path / "proof.jsonl"
    path.write_bytes(proof(match))
    assert script(path) == (0, f"the chance of this match is as sealed: {len(list(draws(match)))} draws\n", "")
    path.write_bytes(proof(match).replace(b'"move":"deal ruby"', b'"move":"deal pearl"', 1))
    code, out, err = script(path)
    assert (code, err) == (1, "")
    assert "'deal pearl' was drawn, the seal gives 'deal ruby'" in out
    assert script(tmp_path / "nothing")[0] == 2
    path.write_bytes(b"\xff")
    assert script(path)[0] == 2


Lines = list[dict[str, Any]]


def tampered(change: Callable[[Lines], object], added: tuple[str | None, ...] = ("ab", "c")) -> tuple[bool, str]:
    """What the script says of a proof that was changed."""
    match = sealed_match(CASE, random.Random(11), added)
    lines: Lines = [json.loads(line) for line in proof(match).splitlines()]
    change(lines)
    return verify_match.verdict("\n".join(json.dumps(line) for line in lines))


def other_move(line: dict[str, Any]) -> None:
    line["move"] = next(words for words, _ in line["of"] if words != line["move"])


def swap_moves(lines: Lines) -> None:
    """Two draws with the same lot and different outcomes change places."""
    pairs = [(a, b) for a in lines[1:] for b in lines[1:] if a["of"] == b["of"] and a["move"] != b["move"]]
    a, b = pairs[0]
    a["move"], b["move"] = b["move"], a["move"]


def one_hex_digit(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


FALSE: list[tuple[str, Callable[[Lines], object]]] = [
    ("does not verify: draw 3", lambda lines: other_move(lines[4])),
    ("was drawn, the seal gives", swap_moves),
    ("was drawn, the seal gives", lambda lines: lines[0]["seal"].update(salts=["a", "bc"])),
    ("was drawn, the seal gives", lambda lines: lines[0]["seal"].update(salts=["c", "ab"])),
    ("was drawn, the seal gives", lambda lines: lines[0]["seal"].update(salts=["ab", None])),
    ("was drawn, the seal gives", lambda lines: lines[0].update(options={"rounds": 9})),
    ("was drawn, the seal gives", lambda lines: lines[0].update(rules=2)),
    ("whose commitment was published", lambda lines: lines[0]["seal"].update(secret=one_hex_digit(lines[0]["seal"]["secret"]))),
    ("whose commitment was published", lambda lines: lines[0]["seal"].update(commitment=one_hex_digit(lines[0]["seal"]["commitment"]))),
]


@pytest.mark.parametrize(("told", "change"), FALSE)
def test_the_script_sees_what_was_tampered_with(told: str, change: Callable[[Lines], object]) -> None:
    assert tampered(len)[0], "without a change it verifies"
    verified, said = tampered(change)
    assert not verified
    assert told in said


BAD: list[tuple[str, Callable[[Lines], object]]] = [
    ("line 4 is not draw 2", lambda lines: lines.pop(3)),
    ("line 2 is not draw 0", lambda lines: lines.insert(1, lines.pop(2))),
    ("line 3 is not a draw", lambda lines: lines[2].update(why="luck")),
    ("line 3 is not draw 1", lambda lines: lines[2].update(draw=True)),
    ("not one of what could have come", lambda lines: lines[2].update(move="die 7")),
    ("not one of what could have come", lambda lines: lines[2].update(of=[["die 1", 1], ["die 1", 2]], move="die 1")),
    ("odd weights", lambda lines: lines[2].update(of=[["die 1", 0]], move="die 1")),
    ("odd weights", lambda lines: lines[2].update(of=[["die 1", 1.0]], move="die 1")),
    ("too large", lambda lines: lines[2].update(of=[["die 1", 2**64], ["die 2", 1]], move="die 1")),
    ("what could have come?", lambda lines: lines[2].update(of=[])),
    ("not the first line", lambda lines: lines[0].pop("seal")),
    ("not the first line", lambda lines: lines[0].update(colour="red")),
    ("the seal is not a seal", lambda lines: lines[0]["seal"].update(pepper="x")),
    ("not of version", lambda lines: lines[0]["seal"].update(version="gemtable-seal-2")),
    ("not told yet", lambda lines: lines[0]["seal"].pop("secret")),
    ("the secret is not 64 digits", lambda lines: lines[0]["seal"].update(secret="ab")),
    ("not one salt for each seat", lambda lines: lines[0]["seal"].update(salts=["ab"])),
    ("1 to 64 characters", lambda lines: lines[0]["seal"].update(salts=["", "c"])),
    ("the options are not options", lambda lines: lines[0].update(options=[])),
    ("not the first line", lambda lines: lines.clear()),
]


@pytest.mark.parametrize(("told", "change"), BAD)
def test_the_script_refuses_what_is_no_proof(told: str, change: Callable[[Lines], object]) -> None:
    with pytest.raises(verify_match.Bad, match=told):
        tampered(change)


def test_salts_of_the_tests_are_of_every_kind() -> None:
    seen = [salt for _ in range(50) for salt in salts(random.Random(_), 4)]
    assert {None} < set(seen)
    assert {len(salt) for salt in seen if salt} == {1, 7, LONGEST_SALT}
