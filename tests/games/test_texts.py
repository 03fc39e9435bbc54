"""Rules texts and words: complete in every language, numbered alike, and each rule cited by code or test."""

import json
import random
import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from gemtable.games.contract import CHANCE, GAMES, LANGUAGES, Game, Unplayable, find, kind
from gemtable.games.words import fill, joined, plural, sentence, words_of
from gemtable.table.options import allowed, hints
from tests.matches import CASES, GAMES_FOUND, Case, moments, viewers

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\b[A-Z]\d+\.\d+\b")
NUMBERED = re.compile(r"^\*\*([A-Z]\d+\.\d+)\*\* \S", re.MULTILINE)
TEMPLATE = re.compile(r"\{@?(\w+)((?:\|[^{}]*)?)\}")
NAMES = ["Ema", "Děda", "Flint", "Kuba", "Zosia", "Ola", "Tom", "Mourek"]

every_game = pytest.mark.parametrize("game", GAMES_FOUND, ids=lambda game: game.about.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def flat(words: Any, path: str = "") -> dict[str, str]:
    if isinstance(words, str):
        return {path: words}
    return {key: text for name, part in words.items() for key, text in flat(part, f"{path}/{name}").items()}


def sources(game: Game, *names: str) -> str:
    folder = ROOT / "src/gemtable/games" / game.about.id
    return "\n".join(path.read_text("utf-8") for path in folder.glob("*.py") if not names or path.stem in names)


def own_tests(game: Game) -> str:
    return "\n".join(path.read_text("utf-8") for path in (ROOT / "tests/games" / game.about.id).glob("*.py"))


# Rules


@every_game
def test_rules_have_the_same_numbers_in_every_language(game: Game) -> None:
    numbers = [NUMBERED.findall(game.rules_text(language)) for language in LANGUAGES]
    assert numbers[0]
    assert numbers[0] == numbers[1] == numbers[2]
    assert len(set(numbers[0])) == len(numbers[0])


@every_game
def test_every_rule_is_cited_by_a_function_or_a_test_and_no_other_is(game: Game) -> None:
    there = set(NUMBERED.findall(game.rules_text("en")))
    in_tests = {f"{part[0].upper()}{part[1:].replace('_', '.')}" for part in re.findall(r"def test_([a-z]\d+_\d+)", own_tests(game))}
    cited = set(NUMBER.findall(sources(game, "game", "state", "rules", "view", "notation"))) | in_tests
    assert there - cited == set(), "rules that nothing cites"
    assert cited - there == set(), "citations of rules that are not there"
    letter = next(iter(there))[0]
    assert all(number.startswith(letter) for number in there)


@every_game
@every_language
def test_a_rules_text_cites_only_rules_it_has(game: Game, language: str) -> None:
    text = game.rules_text(language)
    assert set(NUMBER.findall(text)) <= set(NUMBERED.findall(text))


@every_game
@every_language
def test_a_rules_text_begins_with_title_and_ends_with_its_makers(game: Game, language: str) -> None:
    text = game.rules_text(language)
    assert text.startswith(f"# {game.about.title[language]}\n")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert len(headings) >= 3
    assert not NUMBERED.search(text[text.rindex("\n## ") :]), "the last part says who made the game"


def test_every_rule_function_says_its_number() -> None:
    for game in GAMES_FOUND:
        rules = import_module(f"gemtable.games.{game.about.id}.rules")
        for name, function in vars(rules).items():
            if getattr(function, "__module__", "") == rules.__name__ and name != "play":
                assert NUMBER.search(function.__doc__ or ""), f"{game.about.id}: {name} names no rule"


# Words


@every_game
def test_words_have_the_same_keys_in_every_language(game: Game) -> None:
    keys = [set(flat(words_of(game.about.id, language))) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


@every_game
def test_every_kind_of_fact_has_a_sentence_and_every_sentence_its_fact(game: Game) -> None:
    view = import_module(f"gemtable.games.{game.about.id}.view")
    kinds = {fact.__name__.lower(): fact for fact in get_args(view.Fact)}
    for language in LANGUAGES:
        sentences = words_of(game.about.id, language)["facts"]
        assert set(sentences) == set(kinds)
        for name, template in sentences.items():
            assert {field for field, _ in TEMPLATE.findall(template)} <= {field.name for field in fields(kinds[name])}


@every_game
@every_language
def test_moves_and_options_have_words(game: Game, language: str) -> None:
    words = words_of(game.about.id, language)
    expected = set(hints(game))
    for name, hint in hints(game).items():
        if hint is not bool and "a whole number" not in allowed(hint):
            expected |= {f"{name}.{value}" for value in allowed(hint)}
    assert set(words["options"]) == expected
    assert words["moves"]


@every_case
def test_every_move_of_a_seat_has_a_word(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for moment in moments(case, dice):
        if moment.actor != CHANCE:
            first = game.say(moment.before, moment.actor, moment.action).split()[0]
            assert all(first in words_of(game.about.id, language)["moves"] for language in LANGUAGES)


@every_game
def test_every_other_word_is_used(game: Game) -> None:
    code = sources(game)
    words = words_of(game.about.id, "en")
    for part in set(words) - {"facts", "moves", "options", "names"}:
        for name in words[part]:
            assert f'"{name}"' in code or f"'{name}'" in code, f"{game.about.id}: {part}.{name} is never used"


@every_game
@every_language
def test_counted_words_have_all_plural_forms(game: Game, language: str) -> None:
    forms_needed = 2 if language == "en" else 3
    for key, template in flat(words_of(game.about.id, language)).items():
        for name, forms in TEMPLATE.findall(template):
            rest = [form for form in forms.split("|")[1:] if not form.startswith("=")]
            if forms and len(rest) != 1 and any("=" not in form[:1] for form in rest):
                assert len(rest) in (0, 1, forms_needed) or (len(rest) == 2 and "" in rest), f"{key}: {name} has {len(rest)} forms"


@every_case
def test_everything_that_happens_can_be_told_in_every_language(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    heard = set()
    for _ in range(40):
        for moment in moments(case, dice):
            for seat in viewers(moment.after):
                for fact in game.facts(moment.before, moment.actor, moment.action, moment.after, seat):
                    for language in LANGUAGES:
                        told = sentence(game.about.id, fact, language, NAMES)
                        assert told
                        assert not re.search(r"[{}|#@=]|None|True|False|  | [.,;:]|^ | $", told), told
                    heard.add(kind(fact))
    assert len(heard) >= 3


@every_case
def test_a_drawing_has_no_word_unfilled(case: Case) -> None:
    """What is left of a template (`{`, `|`) would be seen; nor is a line too long for a terminal or padded at its end."""
    dice, game = random.Random(str(case)), case.game
    for moment in moments(case, dice):
        seat = dice.choice(viewers(moment.after))
        scene = game.scene(game.view(moment.after, seat), seat, None)
        for language in LANGUAGES:
            text, svg = game.text(scene, language, NAMES), game.svg(scene, language, NAMES)
            assert not re.search(r"[{}|]", text), text
            assert not re.search(r">[^<]*[{}|][^<]*<", svg)
            assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines()), text


# The machinery


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 5: 1, 21: 1}),
        ("cs", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 21: 2, 22: 2}),
        ("pl", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 14: 2, 21: 2, 22: 1, 24: 1, 25: 2, 112: 2, 122: 1}),
    ],
)
def test_plural_forms(language: str, forms: dict[int, int]) -> None:
    assert {n: plural(language, n) for n in forms} == forms


def test_a_template_is_filled() -> None:
    template = "{@to} {to|takes|take} {n|=0 nothing|# ruby|# rubies}{bonus|=True , and a relic|}."
    assert fill(template, {"to": (0,), "n": 0, "bonus": False}, "en", NAMES) == "Ema takes nothing."
    assert fill(template, {"to": (0, 2, 1), "n": 2, "bonus": True}, "en", NAMES) == "Ema, Flint and Děda take 2 rubies, and a relic."
    assert fill("{n|# rubín|# rubíny|# rubínů}", {"n": 5}, "cs", NAMES) == "5 rubínů"


def test_names_are_joined() -> None:
    assert joined([], "en") == ""
    assert joined(["A"], "cs") == "A"
    assert joined(["A", "B"], "pl") == "A i B"
    assert joined(["A", "B", "C"], "en") == "A, B and C"


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(Unplayable, match="no language 'de'"):
        words_of("nullgame", "de")


def test_names_with_braces_are_only_names() -> None:
    assert fill("{@to} wins.", {"to": 0}, "en", ["{value}|#"]) == "{value}|# wins."


@pytest.mark.parametrize("game_id", GAMES)
def test_words_are_plain_json_of_sections(game_id: str) -> None:
    for language in LANGUAGES:
        words = json.loads(find(game_id).words_text(language))
        assert {"moves", "options", "facts", "screen"} <= set(words)
