"""Count the courses of every pin in a game's tests/games/<game>/perft.json anew and write them: `just perft GAME`.

A pin says its options, its seats and how deep it goes: the length of its list, be it of zeros.
"""

import argparse
import json
from pathlib import Path

from gemtable.games.contract import GAMES, find
from gemtable.lab.perft import perft
from gemtable.table.options import read_options

TESTS = Path(__file__).parent.parent / "tests" / "games"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    game_id = parser.parse_args().game
    path = TESTS / game_id / "perft.json"
    pins = json.loads(path.read_text("utf-8"))
    for pin in pins:
        pin["courses"] = perft(game_id, len(pin["courses"]), pin["seats"], read_options(find(game_id), pin["options"]))
        print(pin)
    path.write_text("[\n" + ",\n".join(f"  {json.dumps(pin)}" for pin in pins) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
