"""Commands as PostgreSQL gets them: each is a call of one of our functions there, which says what came of it in a word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gemtable.server.store.base import Appended, Conflict, Nobody, Person, Somebody, Taken, Unknown

# What each function takes. Ours are checked here: a text would pass for bytes there.
TAKES = {
    "create": "text bytea bytea[] boolean boolean bigint text[]",
    "append": "text bigint text text bytea[] bytea boolean boolean bigint text[]",
    "add_person": "text text boolean bytea bigint",
    "rename": "text text",
    "replace_tokens": "text bytea bigint",
    "put_code": "text bytea bigint",
    "take_code": "bytea bytea bigint",
    "forget_idle": "bigint",
    "admit": "text text",
    "dismiss": "text text",
    "invite": "text bytea",
    "put_notes": "text bigint bytea",
}
KINDS = {name: tuple(kinds.split()) for name, kinds in TAKES.items()}
FORMATS = {"bigint": "%t::bigint"}  # PostgreSQL has several binary forms of a number, one text
STATEMENTS = {
    name: f"SELECT * FROM gemtable_{name}({', '.join(FORMATS.get(kind, f'%b::{kind}') for kind in kinds)})" for name, kinds in KINDS.items()
}
PYTHON: dict[str, type] = {"text": str, "bytea": bytes, "bigint": int, "boolean": bool}
HIGHEST = 2**63


@dataclass(frozen=True, slots=True)
class Call:
    """A command, and whom it is about: a match, or else people."""

    name: str
    values: Sequence[Any]
    match: str | None = None
    person: str | None = None

    def refused(self) -> Exception | None:
        """Why this cannot be sent, if so."""
        try:
            for kind, value in zip(KINDS[self.name], self.values, strict=True):
                fitting(kind, value)
        except (TypeError, ValueError, OverflowError) as wrong:
            return wrong
        return None

    def outcome(self, row: Sequence[Any]) -> Any:
        """What is answered to what the function said."""
        said, *rest = row
        if said in REFUSALS:
            return REFUSALS[said](self, rest)
        if said.startswith("nobody "):
            return Nobody(said.removeprefix("nobody "))
        return ANSWERS[self.name](said, *rest) if self.name in ANSWERS else None

    def changed(self, outcome: Any) -> tuple[list[str], list[str]]:
        """The matches and people that others should look at anew. A command sent again may be one whose sender was killed."""
        if isinstance(outcome, Exception):
            return [], []
        people = outcome if self.name == "forget_idle" else [outcome.person] if isinstance(outcome, Person) else [self.person]
        return [self.match] if self.match is not None else [], [person for person in people if person is not None]


def fitting(kind: str, value: Any) -> None:
    """TypeError, ValueError or OverflowError when PostgreSQL would understand something else, or nothing."""
    if kind.endswith("[]"):
        for part in value:
            fitting(kind[:-2], part)
        return
    if value is None:
        return
    if not isinstance(value, PYTHON[kind]):
        raise TypeError(f"{kind} is wanted, not {type(value).__name__}")
    if isinstance(value, str) and b"\0" in value.encode():
        raise ValueError("a text holds no NUL")
    if isinstance(value, int) and not -HIGHEST <= value < HIGHEST:
        raise OverflowError(f"{value} is too much")


REFUSALS: dict[str, Callable[[Call, Sequence[Any]], Exception]] = {
    "conflict": lambda _, rest: Conflict(rest[0]),
    "unknown": lambda call, _: Unknown(str(call.match)),
    "taken": lambda call, _: Taken(str(call.match)),
    "nobody": lambda call, _: Nobody(str(call.values[1] if call.name == "admit" else call.person)),
    "somebody": lambda call, _: Somebody(str(call.person)),
}
ANSWERS: dict[str, Callable[..., Any]] = {
    "create": lambda said, first, last: Appended(first, last, again=said == "again"),
    "append": lambda said, first, last: Appended(first, last, again=said == "again"),
    "take_code": lambda _, person, name, program: None if person is None else Person(person, name, program),
    "forget_idle": lambda _, people: people,
}
