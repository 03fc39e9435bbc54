"""A sealed seed: chance that nobody can choose once it is sealed, and that everybody can check afterwards. See docs/seal.md."""

import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from gemtable.kit.draws import pick, total

VERSION = "gemtable-seal-1"
SECRET_BYTES = 32
LONGEST_SALT = 64
SPAN = 1 << 64  # a draw begins with a number below this

Chance = Callable[[int, list[int], int], int]  # (number of the draw, weights, how many count) -> outcome


@dataclass(frozen=True, eq=False)
class Seal:
    """A secret and the salts of the seats. The secret is told when the match is over; `repr` never shows it."""

    secret: bytes = field(repr=False)
    salts: tuple[str | None, ...] = ()

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"the secret of a seal has {SECRET_BYTES} bytes")
        for salt in self.salts:
            check_salt(salt)

    @property
    def commitment(self) -> str:
        """What is published before any seat adds its salt: it fixes the secret and tells nothing of it."""
        return sha256(_joined(VERSION.encode(), self.secret)).hexdigest()

    def with_salts(self, salts: Sequence[str | None]) -> "Seal":
        """The same secret with a salt for each seat, None for a seat that adds none."""
        return replace(self, salts=tuple(salts))

    def keeps(self, commitment: str) -> bool:
        """Whether this secret is the one that was sealed."""
        return hmac.compare_digest(self.commitment.encode(), commitment.encode())

    def key(self, game: str, rules: int, seats: int, options: Mapping[str, Any]) -> bytes:
        """The key of the draws of a match: it hangs on the secret, on what is played and on every salt."""
        if len(self.salts) != seats:
            raise ValueError(_one_each(seats, len(self.salts)))
        said = {"game": game, "rules": rules, "seats": seats, "options": dict(options)}
        played = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
        return _code(self.secret, VERSION.encode(), played, *[(salt or "").encode() for salt in self.salts])

    def chance(self, game: str, rules: int, seats: int, options: Mapping[str, Any]) -> Chance:
        """Where a table gets the chance of this match from."""
        key = self.key(game, rules, seats, options)

        def chance(number: int, weights: list[int], n: int) -> int:
            return draw(key, number, weights, n)

        return chance

    def published(self, *, over: bool = False) -> dict[str, Any]:
        """What the first line of the match file says of it; with the secret once the match is over."""
        told = {"version": VERSION, "commitment": self.commitment, "salts": list(self.salts)}
        return told | {"secret": self.secret.hex()} if over else told


def new_seal() -> Seal:
    """A new secret, from the system's own source."""
    return Seal(secrets.token_bytes(SECRET_BYTES))


def draw(key: bytes, number: int, weights: list[int], n: int) -> int:
    """Outcome of the draw of this number, from 0, by the first n weights: exactly by them, without the bias of a remainder."""
    weight = total(weights, n)
    if not 0 < weight <= SPAN or min(weights[:n]) < 0:
        raise ValueError("the weights of a draw are 0 or more, and 1 to 2**64 together")
    fair, attempt = SPAN - SPAN % weight, 0
    while (drawn := _number(key, number, attempt)) >= fair:
        attempt += 1
    return pick(weights, n, drawn % weight)


def check_published(version: str, commitment: str, salts: Sequence[str | None], secret: str | None, seats: int) -> None:
    """ValueError when this is not what can be published of a sealed seed. No word of the secret is repeated."""
    if version != VERSION:
        raise ValueError(f"a seal is of version {VERSION!r}, not {version[:40]!r}")
    for name, value in (("commitment", commitment), ("secret", secret)):
        if value is not None and not re.fullmatch("[0-9a-f]{64}", value):
            raise ValueError(f"the {name} of a seal is 64 digits from 0 to 9 and a to f")
    if len(salts) != seats:
        raise ValueError(_one_each(seats, len(salts)))
    for salt in salts:
        check_salt(salt)


def check_salt(salt: str | None) -> None:
    """ValueError when a seat cannot add this."""
    if salt is None:
        return
    if not 1 <= len(salt) <= LONGEST_SALT:  # an empty one would be the same as none
        raise ValueError(f"a salt has 1 to {LONGEST_SALT} characters, or there is none")
    if any("\ud800" <= char <= "\udfff" for char in salt):
        raise ValueError("a salt is text that UTF-8 can hold")


def _one_each(seats: int, given: int) -> str:
    return f"{seats} seats need {seats} salts in the seal, null for a seat without one, not {given}"


def _number(key: bytes, number: int, attempt: int) -> int:
    """64 bits for an attempt at a draw."""
    code = _code(key, VERSION.encode(), number.to_bytes(8, "big"), attempt.to_bytes(8, "big"))
    return int.from_bytes(code[:8], "big")


def _code(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, _joined(*parts), "sha256")


def _joined(*parts: bytes) -> bytes:
    """Each part behind its length, so that nothing can be shifted from one into the next."""
    return b"".join([len(part).to_bytes(8, "big") + part for part in parts])
