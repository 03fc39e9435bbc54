"""Check the chance of a match with nothing but Python: python verify_match.py PROOF

PROOF is what `gemtable verify FILE --proof` prints: the first line of the match, then a line for each draw.
The secret is checked against its commitment, then the number, the salts, the lot and the outcome of every draw.
What could have come at a draw, and its weights, is taken from the proof: `gemtable verify FILE` checks that by the rules.
Exit code: 0 as sealed, 1 does not verify, 2 no proof. docs/seal.md says how it works.
"""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path
from typing import Any

VERSION = "gemtable-seal-1"
NEEDED, ALLOWED = {"game", "rules", "seats", "seal"}, {"game", "rules", "seats", "options", "players", "seed", "seal"}


class Bad(Exception):
    """Not a proof."""


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Bad(otherwise)


def joined(*parts: bytes) -> bytes:
    return b"".join([len(part).to_bytes(8, "big") + part for part in parts])


def code(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, joined(VERSION.encode(), *parts), hashlib.sha256).digest()


def commitment(secret: bytes) -> str:
    return hashlib.sha256(joined(VERSION.encode(), secret)).hexdigest()


def key_of(header: dict[str, Any]) -> bytes:
    """The key of all draws: from the secret, what is played and the salts."""
    said = {name: header[name] for name in ("game", "rules", "seats")} | {"options": header.get("options", {})}
    played = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    return code(bytes.fromhex(header["seal"]["secret"]), played, *[(salt or "").encode() for salt in header["seal"]["salts"]])


def draw(key: bytes, number: int, weights: list[int]) -> int:
    """Which of the weights the draw of this number falls on."""
    total, attempt = sum(weights), 0
    while True:
        lot = int.from_bytes(code(key, number.to_bytes(8, "big"), attempt.to_bytes(8, "big"))[:8], "big")
        if lot < 2**64 - 2**64 % total:  # else the first outcomes would come a little too often
            break
        attempt += 1
    place = lot % total
    for outcome, weight in enumerate(weights):
        if place < weight:
            return outcome
        place -= weight
    raise AssertionError


def check_header(header: Any) -> None:
    need(isinstance(header, dict) and set(header) >= NEEDED and set(header) <= ALLOWED, "line 1 is not the first line of a sealed match")
    seal = header["seal"]
    need(isinstance(header.get("options", {}), dict), "line 1: the options are not options")
    need(type(header["seats"]) is int and type(header["rules"]) is int and type(header["game"]) is str, "line 1: what is played?")
    need(isinstance(seal, dict) and set(seal) <= {"version", "commitment", "salts", "secret"}, "line 1: the seal is not a seal")
    need(seal.get("version") == VERSION, f"line 1: the seal is not of version {VERSION}")
    need(seal.get("secret") is not None, "the secret of this match is not told yet")
    for name in ("commitment", "secret"):
        need(isinstance(seal.get(name), str) and bool(re.fullmatch("[0-9a-f]{64}", seal[name])), f"line 1: the {name} is not 64 digits")
    salts = seal.get("salts")
    need(isinstance(salts, list) and len(salts) == header["seats"], "line 1: not one salt for each seat")
    good = [salt is None or (isinstance(salt, str) and 1 <= len(salt) <= 64) for salt in salts]
    need(all(good), "line 1: a salt is not 1 to 64 characters")


def check_draw(line: Any, at: int, number: int) -> None:
    need(isinstance(line, dict) and set(line) == {"draw", "of", "move"}, f"line {at} is not a draw")
    need(type(line["draw"]) is int and line["draw"] == number, f"line {at} is not draw {number}")
    pairs = isinstance(line["of"], list) and all(isinstance(one, list) and len(one) == 2 for one in line["of"])
    need(pairs and bool(line["of"]), f"line {at}: what could have come?")
    need(all(type(word) is str and type(weight) is int and weight > 0 for word, weight in line["of"]), f"line {at}: odd weights")
    words = [word for word, _ in line["of"]]
    need(len(set(words)) == len(words) and line["move"] in words, f"line {at}: the move is not one of what could have come")
    need(sum(weight for _, weight in line["of"]) <= 2**64, f"line {at}: the weights are too large")


def verdict(text: str) -> tuple[bool, str]:
    """Whether the chance of a proof is as sealed, and that in words."""
    header, *lines = [json.loads(line) for line in text.split("\n") if line.strip()] or [None]
    check_header(header)
    if not hmac.compare_digest(commitment(bytes.fromhex(header["seal"]["secret"])), header["seal"]["commitment"]):
        return False, "does not verify: the secret is not the one whose commitment was published"
    key = key_of(header)
    for number, line in enumerate(lines):
        check_draw(line, number + 2, number)
        sealed = line["of"][draw(key, number, [weight for _, weight in line["of"]])][0]
        if line["move"] != sealed:
            return False, f"does not verify: draw {number}: {line['move']!a} was drawn, the seal gives {sealed!a}"
    return True, f"the chance of this match is as sealed: {len(lines)} draw{'s' * (len(lines) != 1)}"


def main(words: list[str]) -> int:
    try:
        need(len(words) == 1, "one file is needed: what `gemtable verify FILE --proof` prints")
        sealed, said = verdict(Path(words[0]).read_text("utf-8"))
    except (Bad, OSError, ValueError, RecursionError) as wrong:
        print(f"verify_match: {wrong}", file=sys.stderr)
        return 2
    print(said)
    return 0 if sealed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
