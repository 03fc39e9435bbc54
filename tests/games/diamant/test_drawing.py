"""What people see of Diamant as text and as a picture."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unicodedata import category
from xml.etree import ElementTree

import pytest

from gemtable.games.contract import CHANCE, LANGUAGES, OVER, SPECTATOR, find
from gemtable.games.diamant import speech
from gemtable.games.diamant.drawing import svg, text
from gemtable.games.diamant.game import Options
from gemtable.games.diamant.speech import clipped, columns, wrapped
from gemtable.games.diamant.view import Card, Scene
from gemtable.games.words import words_of

GAME = find("diamant")
NAMES = ("Ema", "Děda", "Flint", "Kuba", "Zosia", "Ola", "Tomáš", "Mourek")
HOSTILE = (
    '<b>&"',
    "\x1b[31mred\x07\n\r\t",
    "]]><script>alert(1)</script>",
    "宝石を集める探検家たちの長い名前",
    "\u202eevil\u2028",
    "Z" * 300,
    "\ud800\ufffe",
    "'\"&amp;{@to}{0}",
)
SVG = "{http://www.w3.org/2000/svg}"

MIDDLE = """
diamant czech, cave 3 of 5, 5 seats
row: treasure 11, trap spider, treasure 17 (1 left), relic (taken), relic, treasure 14 (2 left), trap snake
hand: 9
deck holds relics: 2
traps gone: lava
seat 0: chest 18, choosing
seat 1: chest 12, chose on
seat 2: chest 21, chose home, relics 1
seat 3: chest 15, home with 6
seat 4: chest 126, home with 16
"""


def scene_of(position: str, seat: int = 0) -> Scene:
    scene: Scene = GAME.scene(GAME.view(GAME.place(position.strip()), seat), seat, None)
    return scene


def game(lot: random.Random, seats: int, options: Options) -> Iterator[Any]:
    """Every position of a random game."""
    state = GAME.begin(seats, options)
    boldness = lot.choice((0.02, 0.2, 0.5))
    while GAME.actors(state) != OVER:
        yield state
        if GAME.actors(state) == CHANCE:
            cards = GAME.outcomes(state)
            GAME.play(state, CHANCE, lot.choices([card.action for card, _ in cards], [weight for _, weight in cards])[0])
        else:
            GAME.play(state, GAME.acting(state)[0], int(lot.random() < boldness))
    yield state


def scenes(every: int = 3) -> Iterator[tuple[Scene, str]]:
    """Scenes of random games of all editions, with 1 to 8 seats, open and closed, each seen by somebody, in a language."""
    lot = random.Random(20)
    for seats in range(1, 9):
        for edition in ("czech", "none", "polish"):
            options = Options(edition, closed_chests=lot.random() < 0.5)
            for at, state in enumerate(game(lot, seats, options)):
                seat = lot.choice((SPECTATOR, *range(seats)))
                if at % every == 0:
                    yield GAME.scene(GAME.view(state, seat), seat, None), lot.choice(LANGUAGES)


def said_in(drawing: str) -> str:
    """All words of a picture."""
    return "\n".join(ElementTree.fromstring(drawing).itertext())


def test_a_position_reads_like_this() -> None:
    assert text(scene_of(MIDDLE), "en", NAMES) == MIDDLE_IN_ENGLISH.lstrip("\n")


MIDDLE_IN_ENGLISH = """
Diamant · Cave 3 of 5

  ┌   11    ┐ ╱ spider  ╲ ┌   17    ┐ ╭  relic  ╮ ╭  relic  ╮ ┌   14    ┐
  └  empty  ┘ ╲  first  ╱ └ 1 left  ┘ │  taken  │ │         │ └ 2 left  ┘
  ╱  snake  ╲
  ╲  first  ╱

  Traps left   ● spider 2   ● snake 2   ○ lava 2   ○ boulder 3   ○ log 3

                     chest  at risk  brought  relics
› Ema    choosing       18        9
  Děda   has chosen     12        9
  Flint  has chosen     21        9                5
  Kuba   home           15                 6
  Zosia  home          126                16

On, or home?
  Home: 10–17 safe (17 alone, 5 of it for relics; 10 with one other; 10 if all
    leave)
  On: 9 at risk, a second card takes it all: spider, snake
4 of the 26 cards left would end this cave.
The next relic rescued pays 5.
"""


def test_own_choice_is_said_to_oneself_and_to_nobody_else() -> None:
    assert "has chosen: on" in text(scene_of(MIDDLE, 1), "en", NAMES)
    assert "has chosen: home" in said_in(svg(scene_of(MIDDLE, 2), "en", NAMES))
    for drawn in (text(scene_of(MIDDLE, 0), "en", NAMES), said_in(svg(scene_of(MIDDLE, SPECTATOR), "en", NAMES))):
        assert "has chosen" in drawn
        assert "has chosen:" not in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_closed_chests_stay_closed(language: str) -> None:
    """D7.3: the viewer's own chest shows, no other."""
    scene = scene_of(MIDDLE.replace("czech", "czech closed"))
    for drawn in (text(scene, language, NAMES), said_in(svg(scene, language, NAMES))):
        assert re.search(r"\b18\b", drawn)
        assert not re.search(r"\b(12|126)\b", drawn)
        assert {"en": "closed", "cs": "zavřená", "pl": "zamknięta"}[language] in drawn


def test_a_second_trap_is_marked_by_more_than_its_colour() -> None:
    scene = scene_of(MIDDLE)
    over = replace(scene, row=(*scene.row, Card("trap", "snake", 0, 0, 2)))
    assert "second" in text(over, "en", NAMES)
    assert said_in(svg(over, "en", NAMES)).count("snake, second") == 2  # in the account and on the card
    assert svg(over, "en", NAMES).count('fill="#ff6b5e"') == svg(scene, "en", NAMES).count('fill="#ff6b5e"') + 2


def test_every_word_of_the_row_is_in_both_drawings() -> None:
    for scene, language in scenes(every=11):
        told = speech.speech(scene, language, NAMES)
        drawn, pictured = text(scene, language, NAMES), said_in(svg(scene, language, NAMES))
        for card in scene.row:
            assert told.card(card) in pictured
            assert told.name(card) in drawn or card.kind == "treasure"
            assert told.note(card) in drawn
            assert str(card.value or "") in drawn
        for explorer in scene.explorers:
            assert told.seat(explorer) in pictured
            assert all(figure in drawn for figure in told.figures(explorer).values())


def test_as_many_cards_are_drawn_as_lie_in_the_row() -> None:
    for scene, language in scenes(every=17):
        root = ElementTree.fromstring(svg(scene, language, NAMES))
        frames = [part for part in root.iter(f"{SVG}svg") if part.get("viewBox") == "0 0 80 108"]
        assert len(frames) == len(scene.row)


def test_the_longest_row_has_room() -> None:
    """26 cards, 8 explorers, all inside: every card on the picture and in the lines."""
    treasures = ", ".join([f"treasure {value}" for value in (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)])
    row = f"{treasures}, trap spider, trap snake, trap lava, trap boulder, trap log, relic 5, relic 7, relic 8, relic 10, relic 12"
    seats = "\n".join([f"seat {seat}: chest 250, choosing" for seat in range(8)])
    scene = scene_of(f"diamant polish, cave 5 of 5, 8 seats\nrow: {row}\nhand: 11\ndeck holds relics: -\ntraps gone: -\n{seats}")
    longest = replace(scene, row=(*scene.row, Card("trap", "log", 0, 0, 2)))
    root = ElementTree.fromstring(svg(longest, "pl", HOSTILE))
    wide, tall = [float(size) for size in root.get("viewBox", "").split()[2:]]
    cards = [part for part in root.iter(f"{SVG}svg") if part.get("viewBox") == "0 0 80 108"]
    places = [[float(card.get(key, "")) for key in ("x", "y", "width", "height")] for card in cards]
    assert len(places) == 26
    assert all(y >= 64 and x >= 0 and x + w <= wide and y + h <= tall for x, y, w, h in places)
    for at, (x, y, w, h) in enumerate(places):
        assert not [
            other for other in places[:at] if x < other[0] + other[2] and other[0] < x + w and y < other[1] + other[3] and other[1] < y + h
        ]
    assert max([columns(line) for line in text(longest, "pl", HOSTILE).splitlines()]) <= 80


@pytest.mark.parametrize("names", [NAMES, HOSTILE], ids=["usual names", "hostile names"])
def test_lines_fit_a_terminal_and_hold_nothing_that_drives_it(names: tuple[str, ...]) -> None:
    for scene, language in scenes():
        lines = text(scene, language, names)
        assert lines.endswith("\n")
        assert not lines.endswith("\n\n")
        for line in lines[:-1].split("\n"):
            assert columns(line) <= 80
            assert line == line.rstrip()
            assert not [char for char in line if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


@pytest.mark.parametrize("names", [NAMES, HOSTILE], ids=["usual names", "hostile names"])
def test_pictures_are_well_formed_and_stand_alone(names: tuple[str, ...]) -> None:
    for scene, language in scenes(every=11):
        drawing = svg(scene, language, names)
        root = ElementTree.fromstring(drawing.encode())
        assert [part.tag for part in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert {part.tag for part in root.iter()} & {
            f"{SVG}script",
            f"{SVG}style",
            f"{SVG}image",
            f"{SVG}foreignObject",
            f"{SVG}b",
        } == set()
        held = {part.get("id") for part in root.iter()}
        assert {part.get("href", "#")[1:] for part in root.iter(f"{SVG}use")} <= held
        assert set(re.findall(r"url\(#([^)]+)\)", drawing)) <= held
        assert drawing.count("http") == 1  # the name of the language itself


def test_names_are_shown_as_they_are_written() -> None:
    assert '<b>&"' in said_in(svg(scene_of(MIDDLE), "en", HOSTILE))
    assert '<b>&"' in text(scene_of(MIDDLE), "en", HOSTILE)
    assert "[31mred" in text(scene_of(MIDDLE), "en", HOSTILE)
    assert "{@to}" in text(scene_of(MIDDLE), "en", HOSTILE[-5:])


def test_a_name_of_nothing_but_control_characters_becomes_the_number_of_the_seat() -> None:
    assert "› 1      choosing" in text(scene_of(MIDDLE), "en", ("\x00\x1b", *NAMES[1:]))


def test_the_end_says_who_has_won() -> None:
    seats = "\n".join([f"seat {seat}: chest 7, home with 0" for seat in range(2)])
    over = scene_of(f"diamant none, over, 2 seats\nrow: -\nhand: 0\ndeck holds relics: -\ntraps gone: -\n{seats}")
    assert text(over, "en", NAMES).endswith("\nEma and Děda win.\n")
    assert text(over, "cs", NAMES).startswith("Diamant · Konec hry\n")
    assert "Ema i Děda wygrywają." in said_in(svg(over, "pl", NAMES))


def test_alone_in_the_cave_nothing_is_said_of_company() -> None:
    alone = scene_of(
        "diamant none, cave 1 of 5, 1 seat\nrow: treasure 9\nhand: 9\ndeck holds relics: -\ntraps gone: -\nseat 0: chest 0, choosing"
    )
    assert "  Home: 9 safe\n  On: 9 at risk\n" in text(alone, "en", NAMES)


def test_every_word_of_the_screen_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same keys in each language, and no key that no drawing needs."""
    used: set[str] = set()

    class Watched(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    every = words_of
    monkeypatch.setattr(speech, "words_of", lambda game, language: {part: Watched(words) for part, words in every(game, language).items()})
    drawn = [*scenes(), (replace(scene_of(MIDDLE), row=(Card("trap", "log", 0, 0, 2),)), "en")]
    for scene, language in drawn:
        text(scene, language, NAMES)
    for scene, language in drawn[::5]:
        svg(scene, language, NAMES)
    for language in LANGUAGES:
        assert set(every("diamant", language)["screen"]) | set(every("diamant", language)["names"]) == used


def test_wide_characters_count_twice() -> None:
    assert [columns(name) for name in ("Ema", "宝石", "e\u0301")] == [3, 4, 1]
    assert clipped("宝石宝石", 6) == "宝石…"
    assert clipped("Ema", 3) == "Ema"
    assert wrapped("  to be or not", 10) == ["  to be or", "    not"]


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("own", range(6))
def test_relics_beside_a_name_leave_it_room_or_take_it(seats: int, own: int) -> None:
    game = find("diamant")
    state = game.begin(seats, game.about.options())
    state.relics[0] = (1 << own) - 1
    state.deck[17] = 5 - own
    ElementTree.fromstring(game.svg(game.scene(state, 0, None), "cs", ["Nejdelší jméno u stolu"] * seats))


def test_polish_relics_are_in_the_total_once_the_game_is_over() -> None:
    diagram = """
        diamant polish, cave 5 of 5, 2 seats
        row: trap log
        hand: 0
        deck holds relics: -
        traps gone: -
        seat 0: chest 10, choosing, relics 5 12
        seat 1: chest 20, choosing
    """
    game = find("diamant")
    state = game.place(diagram)
    assert "27" not in game.text(game.scene(state, 0, None), "en", ["Ema", "Kuba"])
    for seat in (0, 1):
        game.play(state, seat, 1)
    scene = game.scene(state, 0, None)
    assert [explorer.score for explorer in scene.explorers] == [27, 20]
    assert "27" in game.text(scene, "en", ["Ema", "Kuba"])
    assert ">27<" in game.svg(scene, "en", ["Ema", "Kuba"])
