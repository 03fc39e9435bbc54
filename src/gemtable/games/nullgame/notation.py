"""Nullgame in words: moves as in a match file, and a whole position as text.

nullgame, round 1 of 2, 2 seats
seat 0: 0 points, ruby, choosing
seat 1: 0 points, pearl, chose swap
"""

import re

from gemtable.games.contract import Unplayable, check_words
from gemtable.games.nullgame.rules import setup
from gemtable.games.nullgame.state import DIE, KEEP, MOST_ROUNDS, PEARL, RUBY, SEATS, SWAP, State
from gemtable.games.nullgame.view import GEMS
from gemtable.kit.signs import CHANCE

CHOICES = ("keep", "swap")


def say(s: State, actor: int, action: int) -> str:
    """The words of a move."""
    if actor != CHANCE:
        return CHOICES[action]
    return f"deal {GEMS[action]}" if s.dealt < s.seats else f"die {action + 1}"


def read(s: State, actor: int, words: str) -> int:
    """The move that words stand for."""
    moves = {"keep": KEEP, "swap": SWAP}
    if actor == CHANCE:
        dealing = {"deal ruby": RUBY, "deal pearl": PEARL}
        moves = dealing if s.dealt < s.seats else {f"die {face + 1}": face for face in range(DIE)}
    action = moves.get(words)
    if action is None:
        raise Unplayable(f"{words[:40]!r} is not a {'chance' if actor == CHANCE else 'choice'} of Nullgame now")
    return action


def write(s: State) -> str:
    """A position as text; `place` reads it back to the same state."""
    stage = f"round {s.finished + 1} of {s.rounds}" if s.finished < s.rounds else f"over after {s.rounds}"
    return "\n".join([f"nullgame, {stage}, {s.seats} seats", *(_seat_words(s, seat) for seat in range(s.seats))]) + "\n"


def _seat_words(s: State, seat: int) -> str:
    words = [f"seat {seat}: {s.points[seat]} points"]
    if seat < s.dealt:
        words.append(GEMS[s.gem[seat]])
    if s.waiting:
        words.append("choosing" if s.waiting >> seat & 1 else f"chose {CHOICES[s.swapping >> seat & 1]}")
    return ", ".join(words)


def place(text: str) -> State:
    """The state that a text describes; Unplayable says which line is wrong and why."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = re.fullmatch(r"nullgame, (?:round (\d) of (\d)|over after (\d)), (\d) seats", lines[0] if lines else "")
    if not head or not 2 <= int(head[4]) <= SEATS or not 1 <= int(head[2] or head[3]) <= MOST_ROUNDS:
        raise Unplayable("line 1 of the position should read like `nullgame, round 1 of 2, 2 seats`")
    state = State()
    setup(state, int(head[4]), int(head[2] or head[3]))
    state.finished = int(head[1]) - 1 if head[1] else state.rounds
    if len(lines) != 1 + state.seats or not 0 <= state.finished <= state.rounds:
        raise Unplayable("a position has one line for each seat and no more rounds than it says")
    for seat, line in enumerate(lines[1:]):
        _place_seat(state, seat, line)
    _check(state)
    check_words(lines, write(state))
    return state


def _place_seat(s: State, seat: int, line: str) -> None:
    pattern = rf"seat {seat}: (\d{{1,3}}) points(?:, (ruby|pearl))?(?:, (choosing|chose keep|chose swap))?"
    found = re.fullmatch(pattern, line)
    if not found or (found[2] and s.dealt < seat) or (found[3] and not found[2]):
        raise Unplayable(f"{line[:60]!r} should read like `seat {seat}: 0 points, ruby, choosing`")
    s.points[seat] = int(found[1])
    if found[2]:
        s.gem[seat] = GEMS.index("ruby" if found[2] == "ruby" else "pearl")
        s.dealt += 1
    s.waiting |= (found[3] == "choosing") << seat
    s.swapping |= (found[3] == "chose swap") << seat


def _check(s: State) -> None:
    """Refuse what no match can reach, by name."""
    if s.finished == s.rounds and s.dealt:
        raise Unplayable("nobody holds a gem when the game is over")
    if ((s.waiting or s.swapping) and s.dealt < s.seats) or (s.swapping and not s.waiting):
        raise Unplayable("seats choose when every gem is dealt, until the last one has chosen")
