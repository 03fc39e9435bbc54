"""Faults planted in the record of one table: each is what a server with a certain defect would have left behind.

Every fault takes the record of a table that it may spoil, and says whether it found a place for itself there.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from gemtable.table.log import Left, Moved, Said, read_entry, write_entry
from gemtable.table.table import table_of
from tests.server.trials.history import BY_ITSELF, check_table
from tests.server.trials.record import Answered, Asked, Hearing, Journal, Record, Told, Try

Plant = Callable[[Record, Random], bool]


@dataclass(frozen=True)
class Fault:
    """A defect, and what the checker has to call it."""

    name: str
    kind: str
    plant: Plant


@dataclass
class Trial:
    """How often a fault was planted, and how often found by its name."""

    fault: Fault
    planted: int = 0
    found: int = 0


def planted(parts: list[Record], fault: Fault, times: int, seed: int) -> Trial:
    """A fault in so many of the tables that have a place for it."""
    dice, trial = Random(seed), Trial(fault)
    for part in dice.sample(parts, len(parts)):
        if trial.planted == times:
            break
        spoiled = deepcopy(part)
        if fault.plant(spoiled, dice):
            trial.planted += 1
            trial.found += any(finding.kind == fault.kind for finding in check_table(spoiled))
    return trial


# What a fault needs


def journal_of(part: Record) -> Journal:
    (journal,) = part.journals.values()
    assert journal
    return journal


def entry_of(journal: Journal, seq: int) -> Any:
    return read_entry(journal.rows[seq - 1][1])


def numbers(journal: Journal, kind: type) -> list[int]:
    return [seq for seq, body in journal.rows if isinstance(read_entry(body), kind)]


def put(journal: Journal, seq: int, entry: Any) -> None:
    journal.rows[seq - 1] = seq, write_entry(entry)


def done_once(part: Record, act: str) -> list[Asked]:
    """The commands of a kind that were sent once and done."""
    return [asked for asked in part.asked if asked.act["act"] == act and len(asked.tries) == 1 and asked.done]


def hearings(part: Record, entries: int = 3) -> list[Hearing]:
    """Those that were told some entries after the first message."""
    return [hearing for hearing in part.hearings if sum(len(told.entries) for told in hearing.told[1:]) >= entries]


def news(hearing: Hearing) -> list[Told]:
    return [told for told in hearing.told[1:] if told.entries]


# The faults


def event_lost(part: Record, dice: Random) -> bool:
    journal = journal_of(part)
    del journal.rows[dice.randrange(1, len(journal.rows) - 1)]
    return True


def event_doubled(part: Record, dice: Random) -> bool:
    """What was said stands there once more, under a number of its own."""
    journal = journal_of(part)
    if not (said := numbers(journal, Said)):
        return False
    last = entry_of(journal, len(journal.rows))
    again = msgspec.structs.replace(entry_of(journal, dice.choice(said)), at=last.at)
    journal.rows.append((len(journal.rows) + 1, write_entry(again)))
    return True


def events_swapped(part: Record, dice: Random) -> bool:
    """Two commands that came one after the other stand there the other way round."""
    journal = journal_of(part)
    said = [seq for seq in numbers(journal, Said) if seq < len(journal.rows)]
    places = [seq for seq in said if not isinstance(entry_of(journal, seq + 1), Said)]
    if not places:
        return False
    seq = dice.choice(places)
    (_, one), (_, other) = journal.rows[seq - 1], journal.rows[seq]
    journal.rows[seq - 1], journal.rows[seq] = (seq, other), (seq + 1, one)
    return True


def move_changed(part: Record, dice: Random) -> bool:
    journal, moves = journal_of(part), done_once(part, "move")
    if not moves:
        return False
    asked = dice.choice(moves)
    moved = entry_of(journal, asked.done[0].first)
    put(journal, asked.done[0].first, msgspec.structs.replace(moved, move="home" if moved.move != "home" else "on"))
    return True


def decided_too_early(part: Record, dice: Random) -> bool:
    """A decision was taken although its turn began after what its sender knew of."""
    moves = [asked for asked in done_once(part, "move") if asked.seq > 10]
    if not moves:
        return False
    dice.choice(moves).seq = 1
    return True


def acknowledged_and_lost(part: Record, dice: Random) -> bool:
    """The last command that was acknowledged is nowhere; nobody was told of it."""
    journal = journal_of(part)
    done = [asked for asked in part.asked if asked.done]
    if not done:
        return False
    asked = max(done, key=lambda asked: asked.done[0].first)
    first = asked.done[0].first
    del journal.rows[first - 1 :]
    journal.done = {key: span for key, span in journal.done.items() if span[0] < first}
    for hearing in part.hearings:
        hearing.quiet, hearing.view = False, b""
        for at, told in enumerate(hearing.told):
            if told.say != "done" and told.seq >= first:
                del hearing.told[at:]
                break
    return True


def refused_and_done(part: Record, dice: Random) -> bool:
    moves = done_once(part, "move")
    if not moves:
        return False
    asked = dice.choice(moves)
    answer = asked.tries[0].answer
    assert answer
    asked.tries[0].answer = Answered(answer.at, error="refused")
    return True


def done_twice(part: Record, dice: Random) -> bool:
    """A command that was sent again was done again, and answered with the new numbers."""
    journal, said = journal_of(part), done_once(part, "say")
    if not said:
        return False
    asked, number = dice.choice(said), len(journal.rows) + 1
    last = entry_of(journal, number - 1)
    journal.rows.append((number, write_entry(msgspec.structs.replace(entry_of(journal, asked.done[0].first), at=last.at))))
    asked.tries.append(Try(1e9, Answered(1e9 + 1, number, number)))
    return True


def entry_not_heard(part: Record, dice: Random) -> bool:
    """A message to one socket was lost on the way."""
    places = [hearing for hearing in hearings(part) if len(news(hearing)) > 2]
    if not places:
        return False
    hearing = dice.choice(places)
    hearing.told.remove(dice.choice(news(hearing)[:-1]))
    return True


def entry_heard_twice(part: Record, dice: Random) -> bool:
    if not (places := hearings(part)):
        return False
    hearing = dice.choice(places)
    told = dice.choice(news(hearing))
    hearing.told.insert(hearing.told.index(told) + 1, deepcopy(told))
    return True


def gap_after_a_cut(part: Record, dice: Random) -> bool:
    """Who comes again is not told what happened first while it was away."""
    places = [hearing for hearing in part.hearings if hearing.after and hearing.told and len(hearing.told[0].entries) > 1]
    if not places:
        return False
    del dice.choice(places).told[0].entries[0]
    return True


def secret_told(part: Record, dice: Random) -> bool:
    """A seat hears what another has decided."""
    places = [
        (told, at)
        for hearing in part.hearings
        for told in hearing.told
        for at, (_, body) in enumerate(told.entries)
        if b'"move":null' in body
    ]
    if not places:
        return False
    told, at = dice.choice(places)
    number, body = told.entries[at]
    told.entries[at] = number, body.replace(b'"move":null', b'"move":"home"')
    return True


def two_sockets_told_differently(part: Record, dice: Random) -> bool:
    """One of two sockets of a seat was told something else, of an entry that all may know."""
    places = [
        (told, at, hearing.seat)
        for hearing in part.hearings
        for told in hearing.told
        for at, (_, body) in enumerate(told.entries)
        if b'"said"' in body
    ]
    twice = [(told, at) for told, at, seat in places if sum(s == seat and t.entries[a][0] == told.entries[at][0] for t, a, s in places) > 1]
    if not twice:
        return False
    told, at = dice.choice(twice)
    number, body = told.entries[at]
    told.entries[at] = number, body.replace(b'"text":"', b'"text":"x')
    return True


def acknowledged_out_of_order(part: Record, dice: Random) -> bool:
    """What was sent after an answer has come before it, and everything fits it but the clocks of the clients."""
    said = sorted(done_once(part, "say"), key=lambda asked: asked.done[0].first)
    pairs = [(one, other) for one, other in pairwise(said) if one.done[0].at < other.sent and one.act != other.act]
    if not pairs:
        return False
    one, other = dice.choice(pairs)
    gone = other.tries[0].answer
    assert gone
    before = one.sent - 0.02
    other.tries[0].sent, gone.at = before + 0.005, before + 0.01
    one.tries[0].sent = before + 0.015
    one.seq = other.seq = 0
    return True


def chance_chosen(part: Record, dice: Random) -> bool:
    """The last thing chance brought is not what was sealed."""
    journal = journal_of(part)
    drawn = [seq for seq in numbers(journal, Moved) if entry_of(journal, seq).seat == "chance"]
    if not drawn:
        return False
    seq = drawn[-1]
    table = table_of(read_entry(body) for _, body in journal.rows[: seq - 1])
    others = [offer.words for offer, _ in table.match.game.outcomes(table.match.state) if offer.words != entry_of(journal, seq).move]
    if not others:
        return False
    put(journal, seq, msgspec.structs.replace(entry_of(journal, seq), move=dice.choice(others)))
    return True


def secret_changed(part: Record, dice: Random) -> bool:
    """The secret was changed after it was sealed, and chance comes from the new one from then on."""
    journal = journal_of(part)
    journal.secret = dice.randbytes(32)
    return True


def clock_back(part: Record, dice: Random) -> bool:
    journal = journal_of(part)
    seq = dice.randrange(len(journal.rows) // 2, len(journal.rows))
    entry = entry_of(journal, seq)
    put(journal, seq, msgspec.structs.replace(entry, at=entry.at - 100_000))
    return True


def move_out_of_turn(part: Record, dice: Random) -> bool:
    """A seat decides for the second time, and before the others have."""
    journal, moves = journal_of(part), done_once(part, "move")
    alone = [asked for asked in moves if asked.done[0].first == asked.done[0].last and asked.done[0].first > 1]
    after = [asked for asked in alone if _still_waiting(journal, asked)]
    if not after:
        return False
    asked = after[-1]
    seq = asked.done[0].first
    moved = entry_of(journal, seq)
    journal.rows.insert(seq, (seq + 1, write_entry(moved)))
    journal.rows[seq + 1 :] = [(number + 1, body) for number, body in journal.rows[seq + 1 :]]
    return True


def _still_waiting(journal: Journal, asked: Asked) -> bool:
    table = table_of(read_entry(body) for _, body in journal.rows[: asked.done[0].first])
    return bool(table.acting()) and asked.act["seat"] not in table.acting()


def view_wrong(part: Record, dice: Random) -> bool:
    """A view shows a seat one gem more."""
    places = [hearing for hearing in part.hearings if b'"chest":' in hearing.view]
    if not places:
        return False
    hearing = dice.choice(places)
    view = msgspec.json.decode(hearing.view)
    view["scene"]["explorers"][0]["chest"] = (view["scene"]["explorers"][0]["chest"] or 0) + 1
    hearing.view = msgspec.json.encode(view)
    return True


def told_before_acknowledged(part: Record, dice: Random) -> bool:
    """Others hear of it before it is acknowledged."""
    once = {asked.id for asked in part.asked if len(asked.tries) == 1 and asked.act["act"] != "rematch"}
    places = [
        (hearing, at)
        for hearing in part.hearings
        for at, told in enumerate(hearing.told[:-1])
        if told.say == "done" and told.id in once and told.seq in {number for number, _ in hearing.told[at + 1].entries}
    ]
    if not places:
        return False
    hearing, at = dice.choice(places)
    hearing.told[at], hearing.told[at + 1] = hearing.told[at + 1], hearing.told[at]
    return True


def told_and_lost(part: Record, dice: Random) -> bool:
    """Somebody was told of an entry that is not there after a restart."""
    journal = journal_of(part)
    if not isinstance(last := entry_of(journal, len(journal.rows)), Said | Moved | Left):
        return False
    number = len(journal.rows)
    del journal.rows[-1], last
    journal.done = {key: span for key, span in journal.done.items() if span[1] < number}
    part.asked = [asked for asked in part.asked if not (asked.done and asked.done[0].last >= number)]
    return any(told.seq >= number for hearing in part.hearings for told in hearing.told)


def end_not_told(part: Record, dice: Random) -> bool:
    """A socket that is open to the end is not told the last thing."""
    places = [hearing for hearing in hearings(part) if hearing.quiet and hearing.told[-1].entries]
    journal = journal_of(part)  # what comes by itself, while people are going home, may be heard or not
    places = [h for h in places if any(not isinstance(entry_of(journal, number), BY_ITSELF) for number, _ in h.told[-1].entries)]
    if not places:
        return False
    hearing = dice.choice(places)
    hearing.told.pop()
    return True


FAULTS = (
    Fault("an event is lost", "numbering", event_lost),
    Fault("an event stands there twice", "unasked", event_doubled),
    Fault("two events are swapped", "changed", events_swapped),
    Fault("a move is changed", "changed", move_changed),
    Fault("what was acknowledged is not there", "lost", acknowledged_and_lost),
    Fault("what was refused is done", "refused but done", refused_and_done),
    Fault("a command sent twice is done twice", "answers differ", done_twice),
    Fault("a socket is not told of an entry", "unheard", entry_not_heard),
    Fault("a socket is told of an entry twice", "heard twice", entry_heard_twice),
    Fault("who comes again misses an entry", "unheard", gap_after_a_cut),
    Fault("a seat is told another's secret", "told otherwise", secret_told),
    Fault("two sockets of a seat are told differently", "sockets differ", two_sockets_told_differently),
    Fault("what was sent after an answer comes before it", "order", acknowledged_out_of_order),
    Fault("chance is not as sealed", "chance", chance_chosen),
    Fault("the secret is not the one that was sealed", "chance", secret_changed),
    Fault("a decision made too early counts", "stale but done", decided_too_early),
    Fault("a clock goes back", "clock", clock_back),
    Fault("a seat moves out of turn", "illegal", move_out_of_turn),
    Fault("a view shows something else than the table", "view", view_wrong),
    Fault("others are told before it is acknowledged", "late", told_before_acknowledged),
    Fault("what was told is not there after a restart", "lost", told_and_lost),
    Fault("the last entry is not told", "unheard", end_not_told),
)
