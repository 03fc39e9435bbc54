"""What somebody means by what they type."""

import unicodedata
from collections.abc import Sequence

_BARRED_L = str.maketrans("łŁ", "lL")  # the one letter of ours that Unicode does not take apart


def meant(given: str, choices: Sequence[Sequence[str]]) -> list[int]:
    """The places of the choices, each under several names, that an answer may mean; one when it is clear.

    A number counts from 1. Names may be cut short; case and accents do not matter.
    """
    answer = _plain(given)
    if answer in map(str, range(1, len(choices) + 1)):
        return [int(answer) - 1]
    names = [[_plain(name) for name in choice] for choice in choices]
    exact = [at for at, own in enumerate(names) if answer in own]
    return exact or [at for at, own in enumerate(names) if answer and any(name.startswith(answer) for name in own)]


def one_of(given: str, words: set[str]) -> bool:
    """Whether an answer is one of these words, in full."""
    return _plain(given) in {_plain(word) for word in words}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_BARRED_L))
    return " ".join("".join([char for char in apart if not unicodedata.combining(char)]).split())
