"""Options of a match from outside: checked one by one, with a clear line for each that is wrong."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from gemtable.games.contract import Game, Options, Unplayable


def allowed(hint: Any) -> list[str]:
    """The values an option can take, in words."""
    if get_origin(hint) is Literal:
        return [str(value) for value in get_args(hint)]
    if hint is bool:
        return ["true", "false"]
    if get_args(hint):
        return [word for part in get_args(hint) for word in allowed(part)]
    return ["a whole number" if hint is int else hint.__name__]


def hints(game: Game) -> dict[str, Any]:
    """The options of a game and their types."""
    return get_type_hints(game.about.options)


def read_options(game: Game, given: Mapping[str, Any], *, as_words: bool = False) -> Options:
    """The options of a match; `as_words` when the values come from a command line."""
    known = hints(game)
    values = {}
    for name, value in given.items():
        if name not in known:
            raise Unplayable(f"{game.about.id} has no option {name[:40]!r}", list(known))
        try:
            values[name] = msgspec.convert(value, known[name], strict=not as_words)
        except msgspec.ValidationError:
            raise Unplayable(f"option {name} cannot be {_short(value)}", allowed(known[name])) from None
    try:
        options: Options = game.about.options(**values)
    except ValueError as wrong:
        raise Unplayable(str(wrong)) from None
    return options


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 40 else f"{words[:40]}…"
