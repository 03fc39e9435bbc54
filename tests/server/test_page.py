"""The plain page: small, whole in three languages, nothing that the policy forbids, sentences like Python's. No browser needed."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from gemtable.games.contract import LANGUAGES
from gemtable.games.words import fill, words_of
from gemtable.server import wire
from gemtable.server.errors import Code
from gemtable.server.gate import POLICY
from gemtable.table.log import Entry
from gemtable.table.table import Stage
from tests.matches import GAMES_FOUND
from tests.server.served import Served

PAGE = Path(str(files("gemtable.server") / "page"))
SCRIPTS = sorted(PAGE.glob("*.js"))
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
FIELD = re.compile(r"\{(@?)(\w+)((?:\|[^{}]*)?)\}")
NAMES = ["Ema", "Děda", "$& Flint", "Kuba", "Zosia", "Ola", "Tom", "Mourek"]
NUMBERS = [*range(-3, 26), 102, 112, 122, 1001]
SEATS: list[Any] = [[], [0], [2, 1], [0, 3, 7], 0, 5]

every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(language: str) -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = json.loads((PAGE / f"{language}.json").read_text("utf-8"))
    return told


def scripts() -> str:
    return "\n".join(path.read_text("utf-8") for path in SCRIPTS)


# Words


@every_language
def test_words_are_whole_and_have_the_same_fields_in_every_language(language: str) -> None:
    english, told = words("en"), words(language)
    assert {kind: list(part) for kind, part in told.items()} == {kind: list(part) for kind, part in english.items()}
    for kind, part in told.items():
        for key, text in part.items():
            assert text.strip() == text != "", key
            assert {found[:2] for found in FIELD.findall(text)} == {found[:2] for found in FIELD.findall(english[kind][key])}, key


@every_language
def test_forms_suit_the_language(language: str) -> None:
    for part in words(language).values():
        for key, text in part.items():
            for _, _, forms in FIELD.findall(text):
                plain = [form for form in forms.split("|")[1:] if not form.startswith("=")]
                assert not forms or len(plain) == (2 if language == "en" else 3), key


def test_every_word_is_used_and_no_other_is_asked_for() -> None:
    asked = set(re.findall(r'\bsay\("(\w+)"', scripts()))
    assert set(words("en")["page"]) == asked
    assert not re.findall(r'\bsay\((?!"\w+")(?!key)', scripts()), "what is asked for must be read off the source"


def test_whatever_the_server_may_say_has_words() -> None:
    told = words("en")
    assert set(told["log"]) == {entry.__struct_config__.tag for entry in get_args(Entry)} - {"moved"}
    assert set(told["stages"]) == set(get_args(Stage))
    assert set(told["errors"]) == set(get_args(Code)) | {"away"}


def test_the_page_knows_no_game_and_every_act() -> None:
    acts = {act.__struct_config__.tag for act in get_args(wire.Act)}
    assert acts <= set(re.findall(r"\w+", " ".join(re.findall(r'act: "\w+"|"\w+"', scripts()))))
    for path in PAGE.iterdir():
        for game in GAMES_FOUND:
            assert game.about.id not in path.read_text("utf-8").lower(), path.name


# What the policy of the gate allows


class Elements(HTMLParser):
    """What stands in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_nothing_stands_in_the_page_that_the_policy_forbids() -> None:
    assert "unsafe" not in POLICY
    for tag, attributes in Elements((PAGE / "index.html").read_text("utf-8")).found:
        assert tag not in ("style", "base", "iframe", "object")
        assert tag != "script" or attributes.get("src")
        assert not [name for name in attributes if name == "style" or name.startswith("on")], tag
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|style:|\.style\b", scripts())


def test_only_own_files_are_named_and_all_of_them_are() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PAGE.iterdir())
    assert set(re.findall(r"https?:[^\s\"'`)]*", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"@import|url\(", text)
    named = set(re.findall(r"/assets/([\w.]+)", text)) | {f"{language}.json" for language in LANGUAGES}
    assert named | {"index.html"} == {path.name for path in PAGE.iterdir()}
    assert sorted(re.findall(r'^import .* from "(?!/assets/)', scripts(), re.MULTILINE)) == []


def test_files_are_served_by_their_kinds_and_under_the_policy(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        somebody = served.nobody()
        for path in PAGE.iterdir():
            status, headers, body = somebody.asked("GET", f"/assets/{path.name}", headers={})
            assert (status, headers["content-type"], body) == (200, KINDS[path.suffix], path.read_bytes())
            assert (headers["content-security-policy"], headers["x-content-type-options"]) == (POLICY, "nosniff")
        for address in ("/", "/t/whatever"):
            assert somebody.asked("GET", address, headers={})[2] == (PAGE / "index.html").read_bytes()
        assert somebody.asked("GET", "/favicon.ico", headers={})[1]["content-type"] == KINDS[".svg"]
        for strange in ("nothing.js", "..%2Fpages.py", "__pycache__"):
            assert somebody.asked("GET", f"/assets/{strange}", headers={})[0] == 404


# Sentences


def values(uses: list[tuple[str, str]]) -> list[Any]:
    """What a field may be, by how a template uses it."""
    if any(at for at, _ in uses):
        return SEATS
    exact = [form[1:].split(" ")[0] for _, forms in uses for form in forms.split("|") if form.startswith("=")]
    several = [[], [4], [1, 2], [1, 2, 3, 4, 5]] if all(forms for _, forms in uses) else []
    return [*NUMBERS, *exact, "what $& else", True, False, None, *several]


def facts(template: str) -> Iterator[dict[str, Any]]:
    """Values for all fields of a template: every one of each field, beside a few of the others."""
    uses: dict[str, list[tuple[str, str]]] = {}
    for at, field, forms in FIELD.findall(template):
        uses.setdefault(field, []).append((at, forms))
    for turned in uses or [""]:
        ranges = [values(uses[field]) if field == turned else values(uses[field])[2:4] for field in uses]
        yield from (dict(zip(uses, given, strict=True)) for given in product(*ranges))
    yield {}


def filled(template: str, given: dict[str, Any], language: str) -> str | None:
    try:
        return fill(template, given, language, NAMES)
    except KeyError:
        return None


def test_sentences_are_the_same_in_the_browser(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here to run words.js with")
    templates = [(language, text) for language in LANGUAGES for part in words(language).values() for text in part.values()]
    for game in GAMES_FOUND:
        told = {language: words_of(game.about.id, language) for language in LANGUAGES}
        templates += [(language, text) for language in LANGUAGES for text in told[language]["facts"].values()]
    cases = [(language, text, given) for language, text in templates for given in facts(text)]
    shutil.copy(PAGE / "words.js", tmp_path / "words.mjs")
    (tmp_path / "cases.json").write_text(json.dumps([cases, NAMES]), "utf-8")
    (tmp_path / "run.mjs").write_text(
        'import { readFileSync } from "node:fs";\nimport { fill } from "./words.mjs";\n'
        'const [cases, names] = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));\n'
        "const tried = ([language, text, given]) => { try { return fill(text, given, language, names); } catch { return null; } };\n"
        "process.stdout.write(JSON.stringify(cases.map(tried)));\n",
        "utf-8",
    )
    done = subprocess.run([node, str(tmp_path / "run.mjs")], capture_output=True, check=True)
    wanted = [filled(text, given, language) for language, text, given in cases]
    differ = [(case, here, there) for case, here, there in zip(cases, wanted, json.loads(done.stdout), strict=True) if here != there]
    assert not differ, differ[:3]
    assert len(cases) > 10_000
    assert wanted.count(None) < len(wanted) / 10
