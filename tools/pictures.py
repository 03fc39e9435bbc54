"""Draw the pictures of the documents anew, from positions in words: `just pictures`."""

from pathlib import Path

from gemtable.games.contract import find

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

DIAMANT = """
diamant czech, cave 3 of 5, 5 seats
row: treasure 11, trap spider, treasure 17 (1 left), relic, treasure 14 (2 left), trap snake
hand: 9
deck holds relics: 3
traps gone: lava
seat 0: chest 18, choosing
seat 1: chest 12, chose home
seat 2: chest 21, chose on
seat 3: chest 15, home with 6
seat 4: chest 26, home with 6, relics 1
"""


def pictures() -> dict[str, str]:
    """Their names and what they show: seat 0's screen."""
    game = find("diamant")
    view = game.view(game.place(DIAMANT), 0)
    return {"diamant.svg": game.svg(game.scene(view, 0, None), "en", ["Ema", "Děda", "Flint", "Kuba", "Zosia"]) + "\n"}


def main() -> None:
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
