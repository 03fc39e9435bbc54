"""Diamant in words: moves as in a match file, and a whole position as text.

    diamant czech, cave 3 of 5, 5 seats
    row: treasure 11 (1 left), trap spider, relic, treasure 17 (2 left)
    hand: 5
    deck holds relics: 3
    traps gone: snake x2, lava
    seat 0: chest 18, inside, choosing
    seat 1: chest 15, home with 6, relics 1 2

Relics are counted in the czech edition and named by their place among the rescued; in the polish one
each goes by its value.
"""

import re

from gemtable.games.contract import Unplayable, check_words
from gemtable.games.diamant.game import EDITIONS
from gemtable.games.diamant.rules import setup
from gemtable.games.diamant.state import (
    CAVES,
    CZECH,
    HOME,
    NONE,
    ON,
    POLISH,
    RELIC,
    RELICS,
    ROW,
    TRAP,
    TRAP_COPIES,
    TRAPS,
    TREASURES,
    WORTH_PRINTED,
    State,
)
from gemtable.games.diamant.view import EDITION_NAMES, KINDS
from gemtable.kit.bits import seats
from gemtable.kit.signs import CHANCE

CHOICES = ("on", "home")


def say(s: State, actor: int, action: int) -> str:
    """The words of a move."""
    return card_words(s.edition, action) if actor == CHANCE else CHOICES[action]


def card_words(edition: int, card: int) -> str:
    """The words of a card."""
    if card < TRAP:
        return f"treasure {TREASURES[card]}"
    if card < RELIC:
        return f"trap {KINDS[card - TRAP]}"
    return f"relic {WORTH_PRINTED[card - RELIC]}" if edition == POLISH else "relic"


def read(s: State, actor: int, words: str) -> int:
    """The move that words stand for."""
    known = _cards(s.edition) if actor == CHANCE else {"on": ON, "home": HOME}
    action = known.get(words)
    if action is None:
        raise Unplayable(f"{words[:40]!r} is not a {'card' if actor == CHANCE else 'choice'} of Diamant")
    return action


def _cards(edition: int) -> dict[str, int]:
    relics = {CZECH: 1, POLISH: RELICS}.get(edition, 0)
    return {card_words(edition, card): card for card in range(RELIC + relics)}


def write(s: State) -> str:
    """A position as text; `place` reads it back to the same state."""
    stage = f"cave {s.cave + 1} of {CAVES}" if s.cave < CAVES else "over"
    lines = [
        f"diamant {EDITION_NAMES[s.edition]}{' closed' * s.closed}, {stage}, {s.seats} seat{'s' * (s.seats > 1)}",
        f"row: {', '.join(_row_words(s)) or '-'}",
        f"hand: {s.hand}",
        f"deck holds relics: {_deck_relics(s)}",
        f"traps gone: {', '.join(_gone_words(s)) or '-'}",
        *(f"seat {seat}: {_seat_words(s, seat)}" for seat in range(s.seats)),
    ]
    return "\n".join(lines) + "\n"


def _row_words(s: State) -> list[str]:
    words = []
    for card, lies in zip(s.row[: s.cards], s.lies, strict=False):
        note = "taken" if card >= RELIC and not lies else f"{lies} left" if card < TRAP and lies else ""
        words.append(card_words(s.edition, card) + f" ({note})" * bool(note))
    return words


def _deck_relics(s: State) -> str:
    if s.edition == POLISH:
        return " ".join(str(WORTH_PRINTED[relic]) for relic in range(RELICS) if s.deck[RELIC + relic]) or "-"
    return str(s.deck[RELIC]) if s.edition == CZECH else "-"


def _gone_words(s: State) -> list[str]:
    return [KINDS[kind] + f" x{s.gone[kind]}" * (s.gone[kind] > 1) for kind in range(TRAPS) if s.gone[kind]]


def _seat_words(s: State, seat: int) -> str:
    words = [f"chest {s.chest[seat]}"]
    if not s.inside >> seat & 1:
        words.append(f"home with {s.brought[seat]}")
    elif s.waiting:
        words.append("choosing" if s.waiting >> seat & 1 else f"chose {CHOICES[s.homing >> seat & 1]}")
    else:
        words.append("inside")
    if s.relics[seat]:
        words.append("relics " + " ".join(str(_relic_names(s)[relic]) for relic in seats(s.relics[seat])))
    return ", ".join(words)


def _relic_names(s: State) -> tuple[int, ...]:
    return WORTH_PRINTED if s.edition == POLISH else (1, 2, 3, 4, 5)


def place(text: str) -> State:
    """The state that a text describes; Unplayable says which line is wrong and why."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    state = State()
    head = _match(lines, 0, r"diamant (\w+)( closed)?, (?:cave ([1-5]) of 5|over), ([1-8]) seats?", "`diamant czech, cave 3 of 5, 4 seats`")
    if head[1] not in EDITIONS:
        raise Unplayable(f"there is no edition {head[1]!r}", list(EDITIONS))
    setup(state, int(head[4]), EDITIONS[head[1]], int(bool(head[2])))
    state.cave = int(head[3]) - 1 if head[3] else CAVES
    _place_row(state, _match(lines, 1, r"row: (.+)", "`row: treasure 11 (1 left), trap snake`")[1])
    state.hand = int(_match(lines, 2, r"hand: (\d{1,3})", "`hand: 5`")[1])
    relics = _match(lines, 3, r"deck holds relics: (-|\d{1,2}(?: \d{1,2})*)", "`deck holds relics: 3`")[1]
    gone = _match(lines, 4, r"traps gone: (.+)", "`traps gone: snake x2, lava`")[1]
    _place_seats(state, lines)
    _place_deck(state, relics, gone)
    _check(state)
    check_words(lines, write(state))
    return state


def _match(lines: list[str], at: int, pattern: str, example: str) -> re.Match[str]:
    line = lines[at] if at < len(lines) else ""
    found = re.fullmatch(pattern, line)
    if not found:
        raise Unplayable(f"line {at + 1} of the position, {line[:60]!r}, should read like {example}")
    return found


def _place_row(s: State, row: str) -> None:
    cards = _cards(s.edition)
    for item in [] if row == "-" else row.split(", "):
        found = re.fullmatch(r"([a-z]+(?: \w+)?)(?: \((taken|(\d{1,2}) left)\))?", item)
        if not found or found[1] not in cards:
            raise Unplayable(f"the row cannot hold {item[:40]!r}", list(cards))
        if s.cards == ROW:
            raise Unplayable(f"the row cannot hold more than {ROW} cards")
        card = cards[found[1]]
        s.row[s.cards] = card
        s.lies[s.cards] = int(found[2] != "taken") if card >= RELIC else int(found[3] or 0)
        s.floor += s.lies[s.cards] if card < TRAP else 0
        s.cards += 1


def _place_seats(s: State, lines: list[str]) -> None:
    s.inside = 0
    pattern = r"seat (\d): chest (\d{1,4}), (inside|choosing|chose on|chose home|home with (\d{1,3}))(?:, relics ((?:\d{1,2} ?)+))?"
    for seat in range(s.seats):
        found = _match(lines, 5 + seat, pattern, f"`seat {seat}: chest 15, home with 6`")
        if int(found[1]) != seat:
            raise Unplayable(f"line {6 + seat} of the position should be that of seat {seat}")
        s.chest[seat] = int(found[2])
        s.brought[seat] = int(found[4] or 0)
        s.inside |= (not found[3].startswith("home")) << seat
        s.waiting |= (found[3] == "choosing") << seat
        s.homing |= (found[3] == "chose home") << seat
        s.relics[seat] = _relic_bits(s, found[5] or "")
    if len(lines) > 5 + s.seats:
        raise Unplayable(f"line {6 + s.seats} of the position is one too many for {s.seats} seats")
    stages = {re.split(": chest \\d+, ", line)[1].split(",")[0].split()[0] for line in lines[5:]} - {"home"}
    if ("inside" in stages and len(stages) > 1) or ("chose" in stages and not s.waiting):
        raise Unplayable("either every explorer inside is choosing or has chosen, one at least choosing, or none of them is")


def _relic_bits(s: State, words: str) -> int:
    bits = 0
    for word in words.split():
        if int(word) not in _relic_names(s):
            raise Unplayable(f"nobody can have relic {word}", [str(name) for name in _relic_names(s)])
        bits |= 1 << _relic_names(s).index(int(word))
    return bits


def _place_deck(s: State, relics: str, gone: str) -> None:
    """The deck is what the game holds less what lies in the row and what is gone."""
    _place_gone(s, gone)
    for kind in range(TRAPS):
        s.deck[TRAP + kind] = TRAP_COPIES - s.gone[kind]
    for place in range(s.cards):
        if s.row[place] < RELIC:
            s.deck[s.row[place]] -= 1
    _place_relics(s, relics)


def _place_gone(s: State, gone: str) -> None:
    for item in [] if gone == "-" else gone.split(", "):
        found = re.fullmatch(r"(\w+)(?: x(\d))?", item)
        if not found or found[1] not in KINDS:
            raise Unplayable(f"there is no trap {item[:40]!r}", list(KINDS))
        s.gone[KINDS.index(found[1])] = int(found[2] or 1)


def _place_relics(s: State, relics: str) -> None:
    for relic in range(RELICS):
        s.deck[RELIC + relic] = 0
    numbers = [] if relics == "-" else [int(word) for word in relics.split()]
    if s.edition == NONE and (numbers or any(s.relics)):
        raise Unplayable("the edition `none` has no relics: nobody owns one, and the deck holds `-`")
    if s.edition == CZECH:
        s.deck[RELIC] = min(sum(numbers), RELICS + 1)
    for value in numbers if s.edition == POLISH else []:
        if value not in WORTH_PRINTED:
            raise Unplayable(f"there is no relic {value}", [str(worth) for worth in WORTH_PRINTED])
        s.deck[RELIC + WORTH_PRINTED.index(value)] = 1


def _check(s: State) -> None:
    """Refuse what no match can reach, by name."""
    if bool(s.inside) != (s.cave < CAVES):
        raise Unplayable("somebody is inside until the game is over, and nobody after that")
    if s.waiting and not s.cards:
        raise Unplayable("nobody chooses before the first card of a cave")
    if s.cave == CAVES and (s.cards or s.hand):
        raise Unplayable("nothing lies in the row and nobody holds anything when the game is over")
    if s.floor > sum(TREASURES[card] for card in s.row[: s.cards] if card < TRAP):
        raise Unplayable("more rubies lie in the row than its treasures held")
    _check_cards(s)
    _check_relics(s)


def _check_cards(s: State) -> None:
    for card in range(RELIC):
        if s.deck[card] < 0:
            raise Unplayable(f"there are not so many {card_words(s.edition, card)} in the game")
    for kind in range(TRAPS):
        if s.row[: s.cards].count(TRAP + kind) > 1:
            raise Unplayable(f"a second {KINDS[kind]} would have ended the cave")
    if sum(s.gone) > s.cave or max(s.gone) == TRAP_COPIES:
        raise Unplayable("at most one trap leaves the game with each cave that is over, and the last of a kind never does")


def _check_relics(s: State) -> None:
    owned = [relic for seat in range(s.seats) for relic in seats(s.relics[seat])]
    row = [s.row[at] - RELIC for at in range(s.cards) if s.row[at] >= RELIC]
    deck = [relic for relic in range(RELICS) for _ in range(s.deck[RELIC + relic])]
    if s.edition == CZECH:
        if sorted(owned) != list(range(len(owned))):
            raise Unplayable("rescued relics are numbered 1, 2, 3 … without a gap, each with one explorer")
        if sum(_relic_lies(s)) + len(owned) + len(deck) > RELICS or len(row) - sum(_relic_lies(s)) > len(owned):
            raise Unplayable(f"there are only {RELICS} relics")
    else:
        lying = [relic for relic, lies in zip(row, _relic_lies(s), strict=True) if lies]
        somewhere = owned + lying + deck
        if len(set(somewhere)) < len(somewhere) or any(relic > s.cave for relic in somewhere) or not set(row) <= set(owned + lying):
            raise Unplayable("each relic is in one place, and one more enters with each cave")


def _relic_lies(s: State) -> list[int]:
    return [s.lies[at] for at in range(s.cards) if s.row[at] >= RELIC]
