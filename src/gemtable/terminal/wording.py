"""What the terminal itself says, in three languages; games bring their own words."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from gemtable.games.contract import LANGUAGES
from gemtable.games.words import fill, words_of


def say(key: str, language: str, **values: Any) -> str:
    """A sentence of the terminal."""
    return fill(_sentences(language)[key], values, language, [])


def in_all(key: str) -> set[str]:
    """A word in every language: what may be typed whatever the language."""
    return {say(key, language) for language in LANGUAGES}


@cache
def _sentences(language: str) -> dict[str, str]:
    sentences: dict[str, str] = json.loads(files("gemtable.terminal").joinpath("text", f"{language}.json").read_text("utf-8"))
    return sentences


def spoken(game_id: str, language: str, words: str) -> str:
    """A move as people say it: `turn north` by the whole, or else word by word."""
    known = words_of(game_id, language)["moves"]
    return known.get(words) or " ".join([known.get(word, word) for word in words.split()])
