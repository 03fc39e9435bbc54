"""What Nullgame is called, who may play it and how it may be varied."""

from dataclasses import dataclass

from gemtable.games.contract import About
from gemtable.games.nullgame.state import DIE, MOST_ROUNDS, SEATS


@dataclass(frozen=True)
class Options:
    """N1.2."""

    rounds: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"rounds must be 1 to {MOST_ROUNDS}, not {self.rounds}")

    def numbers(self) -> tuple[int]:
        return (self.rounds,)


ABOUT = About(
    id="nullgame",
    title={"en": "Nullgame", "cs": "Nulová hra", "pl": "Gra zerowa"},
    goal={
        "en": "Hold a ruby when the die is rolled.",
        "cs": "Drž rubín, když se hází kostkou.",
        "pl": "Trzymaj rubin, gdy pada kość.",
    },
    seats=(2, SEATS),
    box=(2, SEATS),
    minutes=1,
    options=Options,
    variants=(Options(), Options(1), Options(MOST_ROUNDS)),
    rules_version=1,
    actions=2,
    outcomes=DIE,
    offered=False,
)
