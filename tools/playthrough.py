"""Write a match out in full, as a golden text for tests: what happened, who was told what, where it led, what was offered.

python -m tools.playthrough MATCH.jsonl > tests/games/diamant/playthroughs/NAME.txt
python -m tools.playthrough --again diamant     a game's anew, from their own moves: `just playthroughs diamant`
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from gemtable.games.contract import CHANCE, SPECTATOR
from gemtable.games.words import sentence
from gemtable.table.match import Event, Match, read_match

GOLDEN = Path(__file__).parent.parent / "tests" / "games"
NAMES = ["Ema", "Kuba", "Zosia", "Ola", "Tom", "Cat", "Deda", "Flint"]


def write_out(match: Match) -> str:
    """The golden text."""
    return "\n".join(_lines(match)) + "\n"


def read_back(text: str) -> Match:
    """The match a golden text tells of."""
    header, *lines = text.splitlines()
    events = []
    for line in lines:
        if line.startswith("> "):
            actor, _, words = line[2:].partition(": ")
            events.append(json.dumps({"seat": "chance" if actor == "chance" else int(actor[len("seat ") :]), "move": words}))
    return read_match("\n".join([header, *events]).encode())


def _lines(match: Match) -> Iterator[str]:
    yield match.dump().decode().splitlines()[0]
    for number, event in enumerate(match.events):
        yield from ["", *_indented(match.game.write(event.before)), *_offers(match, event), ""]
        actor = "chance" if event.actor == CHANCE else f"seat {event.actor}"
        yield f"> {actor}: {match.game.say(event.before, event.actor, event.action)}"
        yield from (f"    {line}" for line in _told(match, number))
    yield from ["", *_indented(match.game.write(match.state)), "", f"result: {match.result()}"]


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


def _offers(match: Match, event: Event) -> Iterator[str]:
    outcomes = [f"{offer.words}{f' x{weight}' * (weight > 1)}" for offer, weight in match.game.outcomes(event.before)]
    if outcomes:
        yield f"  chance: {', '.join(outcomes)}"
    for seat in match.game.acting(event.before):
        yield f"  seat {seat} may: {', '.join(offer.words for offer in match.game.offers(event.before, seat))}"


def _told(match: Match, number: int) -> Iterator[str]:
    """What all are told, then what single seats are told besides."""
    event, game = match.events[number], match.game
    for viewer in (SPECTATOR, *range(match.header.seats)):
        facts = game.facts(event.before, event.actor, event.action, event.after, viewer)
        told = " ".join(sentence(match.header.game, fact, "en", NAMES) for fact in facts)
        if viewer == SPECTATOR:
            public = told
            yield told
        elif told != public:
            yield f"to seat {viewer}: {told}"


def main() -> None:
    if sys.argv[1] == "--again":
        for path in sorted(GOLDEN.glob(f"{sys.argv[2]}/playthroughs/*.txt")):
            path.write_text(write_out(read_back(path.read_text("utf-8"))), "utf-8")
    else:
        print(write_out(read_match(Path(sys.argv[1]).read_bytes())), end="")


if __name__ == "__main__":
    main()
