"""The documents tell the truth: pictures are current, commands and links exist, examples replay."""

import json
import re
from pathlib import Path

import pytest

from gemtable.games.contract import GAMES, find
from gemtable.table.match import Refused, read_match
from gemtable.terminal.command import COMMANDS
from tools.pictures import FOLDER, pictures

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


@every_page
def test_commands_and_recipes_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    recipes = set(re.findall(r"^([a-z-]+)[^:\n]*:(?!=)", (ROOT / "justfile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"uv run gemtable ([a-z]+)", text)) <= set(COMMANDS)
    assert set(re.findall(r"(?:`|run )just ([a-z][a-z-]+)", text)) <= recipes


def test_pictures_are_as_the_code_draws_them() -> None:
    for name, drawn in pictures().items():
        assert (FOLDER / name).read_text("utf-8") == drawn, "`just pictures` draws them anew"


def test_the_example_of_a_match_file_replays() -> None:
    example, result, *_ = re.findall(r"```json\n(.*?)```", (ROOT / "docs/match-files.md").read_text("utf-8"), re.DOTALL)
    match = read_match(example.encode())
    assert len(match.events) == 3
    assert set(json.loads(result)) == {"over", "scores", "winners", "actors", "events"}


def test_the_example_of_a_refusal_is_what_is_said() -> None:
    told = re.search(r"gemtable: (line 4: .*)", (ROOT / "docs/match-files.md").read_text("utf-8"))
    assert told
    lines = ['{"game":"diamant","rules":1,"seats":3}', '{"seat":"chance","move":"treasure 9"}', '{"seat":1,"move":"home"}']
    with pytest.raises(Refused) as wrong:
        read_match("\n".join([*lines, '{"seat":1,"move":"on"}']).encode())
    assert str(wrong.value) == told[1]


def test_the_changelog_knows_every_rules_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for game_id in GAMES:
        assert f"| {game_id} | {find(game_id).about.rules_version} |" in text
