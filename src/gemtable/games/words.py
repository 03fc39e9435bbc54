"""Sentences in three languages, made from typed facts.

A template names fields in braces:
    {value}                        the number itself
    {@to}                          the names of these seats, "Ema, Kuba and Zosia"
    {each|# ruby|# rubies}         the form for this number, or for this many seats; # is the number
    {stays|=0 nothing stays|…}     `=` first: the form for just this value; the last form is for all others
Fields do not nest, and a fact is named by its class in small letters: `class TreasureFound` is "treasurefound".
English has two forms, Czech and Polish three (1; 2 to 4; the rest, with the Polish exceptions).
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from gemtable.games.contract import LANGUAGES, Unplayable, fields_of, find, kind

_PART = re.compile(r"\{(@?)(\w+)((?:\|[^{}]*)?)\}")
_AND = {"en": "and", "cs": "a", "pl": "i"}

Words = dict[str, dict[str, str]]


def plural(language: str, n: int) -> int:
    """Which form a number takes: 0, 1 or 2."""
    if n == 1:
        return 0
    if language == "en":
        return 1
    few = 2 <= n <= 4 if language == "cs" else 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14
    return 1 if few else 2


def joined(names: Sequence[str], language: str) -> str:
    """`A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {_AND[language]} {names[-1]}"


def fill(template: str, values: Mapping[str, Any], language: str, names: Sequence[str]) -> str:
    """A template with its fields filled in; `names` are those of the seats."""

    def part(found: re.Match[str]) -> str:
        value = values[found[2]]
        if found[1]:
            return joined([names[seat] for seat in _several(value)], language)
        return _form(found[3][1:].split("|"), value, language) if found[3] else str(value)

    return _PART.sub(part, template)


def _several(value: Any) -> Sequence[int]:
    return value if isinstance(value, tuple | list) else (value,)


def _form(forms: list[str], value: Any, language: str) -> str:
    exact = {form[1:].split(" ")[0]: form.partition(" ")[2] for form in forms if form.startswith("=")}
    shown = len(value) if isinstance(value, tuple | list) else value
    if str(shown) in exact:
        return exact[str(shown)]
    rest = [form for form in forms if not form.startswith("=")]
    if not rest:
        raise KeyError(f"no form for {shown!r}")
    at = plural(language, shown) if isinstance(shown, int) else len(rest) - 1
    return rest[min(at, len(rest) - 1)].replace("#", str(shown))


@cache
def words_of(game_id: str, language: str) -> Words:
    """All words of a game in a language."""
    if language not in LANGUAGES:
        raise Unplayable(f"there is no language {language[:20]!r}", list(LANGUAGES))
    words: Words = json.loads(find(game_id).words_text(language))
    return words


def sentence(game_id: str, fact: Any, language: str, names: Sequence[str]) -> str:
    """A fact as a line of the log."""
    sentences = words_of(game_id, language)["facts"]
    if kind(fact) not in sentences:
        raise KeyError(f"text/{language}.json of {game_id} has no sentence for the fact {type(fact).__name__}: its key is {kind(fact)!r}")
    return fill(sentences[kind(fact)], fields_of(fact), language, names)
