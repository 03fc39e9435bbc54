"""What Diamant is called, who may play it and how it may be varied."""

from dataclasses import dataclass
from typing import Literal

from gemtable.games.contract import About
from gemtable.games.diamant.state import CARDS, CZECH, NONE, POLISH, SEATS

EDITIONS = {"czech": CZECH, "none": NONE, "polish": POLISH}


@dataclass(frozen=True)
class Options:
    """D2, D7.3."""

    relics: Literal["czech", "none", "polish"] = "czech"
    closed_chests: bool = False

    def numbers(self) -> tuple[int, int]:
        return EDITIONS[self.relics], int(self.closed_chests)


ABOUT = About(
    id="diamant",
    title={"en": "Diamant", "cs": "Diamant", "pl": "Diamenty"},
    goal={
        "en": "Carry the most gems out of five caves: go home before the cave comes down, but not before the others.",
        "cs": "Vynes z pěti jeskyní nejvíc drahokamů: jdi domů dřív, než se jeskyně zřítí, ale ne dřív než ostatní.",
        "pl": "Wynieś najwięcej klejnotów z pięciu jaskiń: wróć, zanim jaskinia runie, ale nie wcześniej niż inni.",
    },
    seats=(1, SEATS),
    box=(3, 8),
    minutes=15,
    options=Options,
    variants=(Options(), Options("none"), Options("polish"), Options(closed_chests=True)),
    rules_version=1,
    actions=2,
    outcomes=CARDS,
)
