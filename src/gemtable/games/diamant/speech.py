"""What is said of a position of Diamant in a language: the words that its text and its picture share."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from gemtable.games.contract import fields_of, find
from gemtable.games.diamant.view import Card, Explorer, Scene
from gemtable.games.words import fill, words_of

NAME = 24  # columns, the most that is shown of a name


@dataclass(frozen=True, slots=True)
class Speech:
    """A scene, and how to speak of it."""

    scene: Scene
    language: str
    names: tuple[str, ...]

    def say(self, key: str, **values: object) -> str:
        """Words of the screen, with fields of the scene and these values in them."""
        template = words_of("diamant", self.language)["screen"][key]
        return fill(template, {**fields_of(self.scene), **values}, self.language, self.names)

    def title(self) -> str:
        """The name of the game."""
        return find("diamant").about.title[self.language]

    def progress(self) -> str:
        """Which cave it is."""
        return self.say("over" if self.scene.stage == "over" else "cave")

    def name(self, thing: Card | str) -> str:
        """A kind of card."""
        return words_of("diamant", self.language)["names"][thing if isinstance(thing, str) else thing.name]

    def note(self, card: Card) -> str:
        """What there is to know of a card besides its kind."""
        if card.kind == "treasure":
            return self.say("holds", holds=card.holds)
        if card.kind == "trap":
            return self.say("second" if card.nth == 2 else "first")
        return "" if card.holds else self.say("taken")

    def card(self, card: Card) -> str:
        """All of a card: `treasure 17, 2 left`."""
        named = f"{self.name(card)} {card.value}" if card.value else self.name(card)
        return ", ".join([part for part in (named, self.note(card)) if part])

    def state(self, explorer: Explorer) -> str:
        """What an explorer is doing."""
        if explorer.chosen:
            return self.say("chosen", choice=explorer.choice)
        if explorer.seat in self.scene.waiting:
            return self.say("choosing")
        return self.say("winner" if explorer.winner else explorer.place)

    def chest(self, explorer: Explorer) -> str:
        """What is safe in a chest, if one may know."""
        return self.say("closed") if explorer.chest is None else str(explorer.chest)

    def figures(self, explorer: Explorer) -> dict[str, str]:
        """The numbers of an explorer by the key of their label; empty where there is nothing to say."""
        return {
            "chest": self.chest(explorer),
            "at_risk": str(explorer.at_risk) if explorer.place == "inside" else "",
            "brought": str(explorer.brought) if explorer.place == "home" else "",
            "relics": " ".join([str(worth) for worth in explorer.relics]),
            "score": "" if explorer.score == explorer.chest else str(explorer.score),
        }

    def safe_for_good(self, explorer: Explorer) -> str:
        """The chest, or the whole score where Polish relics have come on top."""
        return self.chest(explorer) if explorer.score == explorer.chest else str(explorer.score)

    def seat(self, explorer: Explorer) -> str:
        """All of an explorer: `Ema: choosing, chest 18, at risk 9`."""
        figures = [f"{self.say(key)} {figure}" for key, figure in self.figures(explorer).items() if figure]
        return f"{self.names[explorer.seat]}: {', '.join([self.state(explorer), *figures])}"

    def safe(self) -> str:
        """What going home would make safe, from least to most."""
        choice = self.scene.choice
        if choice is None:
            return ""
        least = choice.alone if len(self.inside()) == 1 else choice.least
        return self.say("safe", safe=str(least) if least == choice.alone else f"{least}–{choice.alone}")

    def company(self) -> list[str]:
        """What going home would make safe alone, with one other, with all, as far as there are so many inside."""
        choice, inside = self.scene.choice, len(self.inside())
        if choice is None or (inside == 1 and not choice.relics):
            return []
        return [self.say(key, **fields_of(choice)) for key in ("alone", "two", "all")[:inside]]

    def risk(self, rubies: int) -> str:
        """What going on would lose at worst."""
        return self.say("risk", rubies=rubies)

    def threat(self) -> str:
        """Which cards would end the cave."""
        kinds = [self.name(trap.name) for trap in self.scene.traps if trap.turned == 1 and trap.left]
        return self.say("threat", kinds=", ".join(kinds)) if kinds else ""

    def outlook(self) -> list[str]:
        """What the deck may bring, and what relics are worth."""
        lines = [self.say("ending")]
        if self.scene.relic_pays:
            lines.append(self.say("pays"))
        if self.scene.relics_stacked:
            lines.append(self.say("stack", stack=", ".join([str(worth) for worth in self.scene.relics_stacked])))
        return lines

    def won(self) -> str:
        """Who has won."""
        return self.say("won", winners=tuple([explorer.seat for explorer in self.scene.explorers if explorer.winner]))

    def inside(self) -> list[Explorer]:
        """Who is in the cave."""
        return [explorer for explorer in self.scene.explorers if explorer.place == "inside"]

    def account(self) -> list[str]:
        """The whole position in sentences, for who cannot see the picture."""
        scene = self.scene
        row = "; ".join([self.card(card) for card in scene.row]) or self.say("entrance")
        seats = [self.seat(explorer) for explorer in scene.explorers]
        if scene.stage == "over":
            return [*seats, self.won()]
        return [row, *seats, *(part for part in (self.safe(), *self.company()) if part), *self.outlook()]


def speech(scene: Scene, language: str, names: Sequence[str]) -> Speech:
    """How to speak of a scene; names come from strangers and are made harmless first."""
    harmless = [clipped(harmless_name(name), NAME) or str(seat + 1) for seat, name in enumerate(names)]
    return Speech(scene, language, tuple(harmless))


def harmless_name(name: str) -> str:
    """A name without what could break a line, drive a terminal or is not allowed in XML."""
    kept = [char for char in name[:60] if unicodedata.category(char)[0] != "C" and unicodedata.category(char) not in ("Zl", "Zp")]
    return "".join(kept).strip()


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum([_columns_of(char) for char in text])


def _columns_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, room: int) -> str:
    """A text in at most so many columns."""
    if columns(text) <= room:
        return text
    kept = text
    while kept and columns(kept) > room - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrapped(text: str, room: int) -> list[str]:
    """A text in lines of at most so many columns, those that follow set in a little further than the first."""
    inset = text[: len(text) - len(text.lstrip())]
    lines = [inset]
    for word in text.split():
        if columns(lines[-1]) + 1 + columns(word) > room:
            lines.append(inset + "  ")
        lines[-1] += " " * bool(lines[-1].strip()) + word
    return lines
