"""The games: what there is to play, the rules, the words."""

import json
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, get_origin

from gemtable.games.contract import GAMES, LANGUAGES, Game, Unplayable, find
from gemtable.games.words import words_of
from gemtable.players import cast
from gemtable.server import wire
from gemtable.server.api.endpoint import Call, Endpoint
from gemtable.server.errors import missing
from gemtable.table.options import allowed, hints


async def list_games(call: Call) -> list[wire.GameSeen]:  # noqa: ARG001
    """The games, their options and bots."""
    return [game_seen(game_id) for game_id in GAMES if find(game_id).about.offered]


async def read_rules(call: Call) -> wire.Text:
    """The rules of a game, numbered."""
    return wire.Text(_game(call).rules_text(_language(call)))


async def read_words(call: Call) -> dict[str, Any]:
    """The words of a game's screens and log."""
    words: dict[str, Any] = json.loads(_game(call).words_text(_language(call)))
    return words


@cache
def game_seen(game_id: str) -> wire.GameSeen:
    """A game as a page shows it."""
    game, about = find(game_id), find(game_id).about
    bots = [wire.BotSeen(character.name, dict(character.manner)) for character in cast(about.id).characters]
    options = [_option(game, field.name, field.default) for field in fields(about.options)]
    title, goal = dict(about.title), dict(about.goal)
    return wire.GameSeen(about.id, title, goal, about.seats, about.box, about.minutes, about.rules_version, options, bots)


def _option(game: Game, name: str, default: Any) -> wire.OptionSeen:
    hint = hints(game)[name]
    kind: Literal["choice", "yes or no", "number", "text"]
    kind = "choice" if get_origin(hint) is Literal else "yes or no" if hint is bool else "number" if hint is int else "text"
    words = {language: words_of(game.about.id, language)["options"][name] for language in LANGUAGES}
    return wire.OptionSeen(name, kind, allowed(hint) if kind == "choice" else [], None if default is MISSING else default, words)


def _game(call: Call) -> Game:
    try:
        return find(call.path["game"])
    except Unplayable:
        raise missing() from None


def _language(call: Call) -> str:
    if call.path["language"] not in LANGUAGES:
        raise missing()
    return call.path["language"]


ENDPOINTS = (
    Endpoint("GET", "/api/games", list_games, list[wire.GameSeen]),
    Endpoint("GET", "/api/games/{game}/rules/{language}", read_rules, wire.Text),
    Endpoint("GET", "/api/games/{game}/words/{language}", read_words, dict[str, Any]),
)
