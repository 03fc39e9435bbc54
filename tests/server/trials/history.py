"""Checks a record: is what the store has what people did, once and in order, and was everybody told just that?

It folds every journal once more with the rules, and trusts neither the store nor the sockets.
"""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from gemtable.games.contract import CHANCE, SPECTATOR, Unplayable, find
from gemtable.server.seen import table_seen, view_of
from gemtable.table.follow import Step, apply
from gemtable.table.log import (
    Began,
    Closed,
    Entry,
    Hired,
    Left,
    Moved,
    Opened,
    Ready,
    Rematched,
    Resigned,
    Returned,
    Rose,
    Sat,
    StoodIn,
    Unsealed,
    read_entry,
)
from gemtable.table.seal import Seal, draw
from gemtable.table.table import Table, open_table
from gemtable.table.told import heard
from tests.server.trials.again import as_asked, done_again
from tests.server.trials.record import Asked, Hearing, Journal, Opening, Record, Told

# Refusals after which something may have happened nevertheless: it could not be said whether it was written.
PERHAPS = ("busy", "full", "failed")
BY_ITSELF = (Began, Unsealed, StoodIn, Left, Returned, Closed)  # what the house does although nobody asks, until it is stopped


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: what kind of thing, at which table, and what exactly."""

    kind: str
    table: str
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: table {self.table}: {self.words}"


def check(record: Record) -> list[Finding]:
    """Everything that is wrong with a record."""
    lost = [Finding("lost", "", f"somebody with the token {token[:6]}…") for token, person in record.people.items() if person is None]
    lost += [Finding(*strange) for strange in sorted(record.strange)]
    return lost + [finding for part in record.parts() for finding in check_table(part)]


def check_table(part: Record) -> list[Finding]:
    """Everything that is wrong with what is about one table."""
    ((name, journal),) = part.journals.items()
    if journal is None or not journal.rows:
        return [Finding("lost", name, "the whole table")]
    return [Finding(kind, name, words) for kind, words in Checked(name, journal, part).all()]


Found = Iterator[tuple[str, str]]


class Checked:
    """One table under scrutiny."""

    def __init__(self, name: str, journal: Journal, part: Record) -> None:
        self.name, self.journal, self.part = name, journal, part
        self.entries = {seq: read_entry(body) for seq, body in journal.rows}
        self.asked = [asked for asked in part.asked if not self.joined(asked)]
        self.ranges = {asked.id: span for asked in part.asked if (span := self.span(asked))}
        self.first_of = {self.ranges[asked.id][0]: asked for asked in part.asked if asked.id in self.ranges}
        self.steps: dict[int, Step] = {}
        self.views = [hearing for hearing in part.hearings if hearing.view]
        self._told: dict[tuple[int, int], bytes] = {}

    def span(self, asked: Asked) -> tuple[int, int] | None:
        """The numbers of the entries that the store says a command led to."""
        return self.journal.done.get((self.person(asked), asked.id))

    def joined(self, asked: Asked) -> bool:
        """Whether it is about a rematch that another command had led to already: then there is nothing to be done."""
        tables = {entry.table for entry in self.entries.values() if isinstance(entry, Rematched)}
        there = bool(asked.done) and all(answer.table in tables for answer in asked.done)
        return asked.act["act"] == "rematch" and there and self.span(asked) is None

    def person(self, who: Asked | Hearing | Opening) -> str:
        return self.part.people[who.token] or ""

    def all(self) -> Found:
        yield from self.numbered()
        yield from self.dated()
        yield from self.opened()
        for asked in self.asked:
            yield from self.answered(asked)
            yield from self.meant(asked)
        yield from self.unasked()
        yield from self.ordered()
        yield from self.folded()
        for hearing in self.part.hearings:
            yield from self.heard(hearing)
            yield from self.same(hearing)
        yield from self.agreed()

    # The journal by itself

    def numbered(self) -> Found:
        for wanted, (seq, _) in enumerate(self.journal.rows, 1):
            if seq != wanted:
                yield "numbering", f"entry {wanted} is followed by none, the next is {seq}"
                return

    def dated(self) -> Found:
        last = 0
        for seq, entry in self.entries.items():
            if entry.at < last:
                yield "clock", f"entry {seq} is {last - entry.at} ms before the one before it"
            last = entry.at

    def opened(self) -> Found:
        """The first entries are those the table was asked for with."""
        opening = self.part.opened[self.name]
        for wanted, (seq, _) in zip(_opening(opening), self.journal.rows, strict=False):
            if not isinstance(self.entries[seq], wanted):
                yield "changed", f"entry {seq} of the opening is {self.entries[seq]}"
                return

    # What was asked for

    def answered(self, asked: Asked) -> Found:
        """Everybody was answered the same, and as the store has it."""
        spans, stored = {(answer.first, answer.last) for answer in asked.done}, self.span(asked)
        if len(spans) > 1:
            yield "answers differ", f"{asked.id} was done as {sorted(spans)}"
        if spans and stored is None:
            yield "lost", f"{asked.id} {asked.act} was acknowledged as {sorted(spans)}"
        elif spans and stored not in spans:
            yield "answers differ", f"{asked.id} was acknowledged as {sorted(spans)}, and the store has {stored}"
        if stored and refused(asked):
            yield "refused but done", f"{asked.id} {asked.act} is there as {stored}"

    def meant(self, asked: Asked) -> Found:
        """The entries of a command are what was asked for, and what comes of it by itself."""
        spans = {(answer.first, answer.last) for answer in asked.done} | ({span} if (span := self.span(asked)) else set())
        for first, last in spans:
            entries = [self.entries.get(seq) for seq in range(first, last + 1)]
            if not entries or None in entries:
                yield "lost", f"entries {first} to {last} of {asked.id} {asked.act}"
                continue
            if not as_asked(asked, self.person(asked), entries[0]):
                yield "changed", f"{asked.id} {asked.act} has become {entries[0]}"
            if not all(isinstance(entry, Began | Unsealed) or _of_chance(entry) for entry in entries[1:]):
                yield "changed", f"{asked.id} {asked.act} has led to {entries[1:]}"

    def unasked(self) -> Found:
        """Every entry that is not the house's or a bot's comes from one command."""
        asked_for = Counter(seq for first, last in self.ranges.values() for seq in range(first, last + 1))
        for seq, times in asked_for.items():
            if times > 1:
                yield "doubled", f"entry {seq} is of {times} commands"
        first = len(_opening(self.part.opened[self.name]))
        bots: dict[int, bool] = {}
        for seq, entry in self.entries.items():
            _note_bots(bots, entry)
            if seq > first and seq not in asked_for and not _by_itself(entry, bots):
                yield "unasked", f"entry {seq}, {entry}, is of no command"

    def ordered(self) -> Found:
        """What was answered before something else was sent comes before it; and nothing is done before what its sender knew."""
        done = sorted((asked for asked in self.asked if asked.done), key=lambda asked: asked.done[0].first)
        latest: Asked | None = None
        for asked in done:
            answer = min(answer.at for answer in asked.done)
            if latest and latest.sent > answer and latest.done[0].first < asked.done[0].first:
                yield "order", f"{asked.id} was answered before {latest.id} was sent, and comes after it"
            if latest is None or asked.sent > latest.sent:
                latest = asked
            if asked.done[0].first <= asked.seq:
                yield "order", f"{asked.id} came to be entry {asked.done[0].first} when its sender knew of {asked.seq} already"

    # The rules once more

    def folded(self) -> Found:
        """Every entry is possible where it stands, chance is as it was sealed, and views show what the entries make."""
        opened = self.entries.get(1)
        if not isinstance(opened, Opened):
            yield "changed", f"entry 1 is {opened}"
            return
        table = open_table(opened)
        yield from self._sealed(table)
        self.steps[1] = Step(1, opened, None)
        yield from self._viewed(table)
        for seq, entry in list(self.entries.items())[1:]:
            try:
                yield from self._lawful(table, seq, entry)
                step = apply(table, entry)
            except (Unplayable, LookupError, ValueError) as wrong:
                yield "illegal", f"entry {seq}, {entry}: {wrong}"
                return
            self.steps[seq] = step
            yield from self._viewed(table)
        if table.for_chance() or table.all_ready() or (table.stage == "over" and not table.closed and table.secret is None):
            yield "unfinished", f"after entry {table.seq} something should have come by itself"

    def _sealed(self, table: Table) -> Found:
        if not Seal(self.journal.secret).keeps(table.opened.commitment or ""):
            yield "chance", "the secret is not the one that was sealed"

    def _lawful(self, table: Table, seq: int, entry: Entry) -> Found:
        """Unplayable when it cannot be done there."""
        if _of_chance(entry):
            sealed = self._drawn(table) if table.for_chance() else None
            if not isinstance(entry, Moved) or entry.move != sealed:
                yield "chance", f"entry {seq} is {entry}, and sealed was {sealed}"
        elif isinstance(entry, Unsealed):
            if table.stage != "over" or table.secret is not None or entry.secret != self.journal.secret.hex():
                yield "chance", f"the secret told in entry {seq} is not told as it should be"
        elif (again := done_again(table, entry)) != entry:
            yield "illegal", f"entry {seq} is {entry}, and should be {again}"
        asked = self.first_of.get(seq)
        if asked and isinstance(entry, Moved) and isinstance(entry.seat, int) and asked.seq < table.chairs[entry.seat].turn:
            turn = table.chairs[entry.seat].turn
            yield "stale but done", f"{asked.id} was decided knowing {asked.seq} entries, and its turn began with {turn}"

    def _drawn(self, table: Table) -> str:
        """What the seal gives for the next draw, counted here."""
        opened, game, state = table.opened, table.match.game, table.match.state
        seal = Seal(self.journal.secret, tuple(chair.salt for chair in table.chairs))
        weights = [0] * game.about.outcomes
        n = game.chances(state, weights)
        number = sum(_of_chance(step.entry) for step in self.steps.values())
        return game.say(state, CHANCE, draw(seal.key(opened.game, opened.rules, opened.seats, opened.options), number, weights, n))

    def _viewed(self, table: Table) -> Found:
        """The last view of each socket is what the table was then."""
        for hearing in self.views:
            if hearing.told and _last(hearing).seq == table.seq:
                seat = SPECTATOR if hearing.seat is None else hearing.seat
                view = view_of(table, table_seen(self.name, table), seat, self.person(hearing), 0)
                if _told_view(hearing.view) != _told_view(msgspec.json.encode(view)):
                    yield "view", f"after entry {table.seq} seat {hearing.seat} was shown {_told_view(hearing.view)}"

    # What was told

    def heard(self, hearing: Hearing) -> Found:
        """Each entry once, in order, from where it was; to the end if there was nothing more to come."""
        seq, end = hearing.after, self.journal.rows[-1][0]
        for told in hearing.told:
            if told.say == "done":
                yield from self._in_time(hearing, told, seq or 0)
                continue
            for number, _ in told.entries:
                if seq is None or number != seq + 1:
                    kind = "heard twice" if seq is not None and number <= seq else "unheard"
                    yield kind, f"seat {hearing.seat} was told of entry {number} after {seq}"
                seq = number
            if seq is not None and told.seq != seq:
                kind = "forgotten" if told.seq < seq else "unheard"
                yield kind, f"seat {hearing.seat} had heard of {seq} entries, and its view is of {told.seq}"
            seq = told.seq
        if seq is not None and seq > end:
            yield "lost", f"seat {hearing.seat} was told of entry {seq}, and there are {end}"
        if hearing.quiet and any(not isinstance(entry, BY_ITSELF) for number, entry in self.entries.items() if number > (seq or 0)):
            yield "unheard", f"seat {hearing.seat} has heard of {seq} of {end} entries at the end"

    def _in_time(self, hearing: Hearing, told: Told, seq: int) -> Found:
        """Who asked hears that it is done before anybody hears of it."""
        asked = next((asked for asked in self.part.asked if asked.id == told.id and asked.token == hearing.token), None)
        if asked and len(asked.tries) == 1 and asked.act["act"] != "rematch" and seq >= told.seq:
            yield "late", f"{told.id} was acknowledged after entry {told.seq} had been told"

    def same(self, hearing: Hearing) -> Found:
        """What was told of an entry is what this viewer may know of it."""
        if not self.steps:
            return
        seat, game = SPECTATOR if hearing.seat is None else hearing.seat, self.entries[1].game  # type: ignore[union-attr]
        for number, body in (entry for told in hearing.told for entry in told.entries):
            step = self.steps.get(number)
            if step is not None and body != self._wanted(game, step, seat):
                yield "told otherwise", f"seat {hearing.seat} heard {body.decode()} of entry {number}"

    def _wanted(self, game: str, step: Step, seat: int) -> bytes:
        if (step.seq, seat) not in self._told:
            self._told[step.seq, seat] = msgspec.json.encode(heard(find(game), step, seat))
        return self._told[step.seq, seat]

    def agreed(self) -> Found:
        """Two sockets with the same eyes were told the same."""
        told: dict[tuple[int | None, int], bytes] = {}
        for hearing in self.part.hearings:
            for number, body in (entry for told in hearing.told for entry in told.entries):
                if told.setdefault((hearing.seat, number), body) != body:
                    yield "sockets differ", f"of entry {number} one socket of seat {hearing.seat} heard {body.decode()}"


def refused(asked: Asked) -> bool:
    """Whether it was answered that nothing has changed when it was done already, or when nothing could have done it afterwards."""
    done = False
    for attempt in asked.tries:
        turned_down = attempt.answer is not None and attempt.answer.error not in (None, *PERHAPS)
        if done and turned_down:
            return True
        done |= attempt.answer is not None and attempt.answer.error is None
    return turned_down


def _opening(opening: Opening) -> list[type]:
    """What the first entries have to be."""
    wanted: list[type] = [Opened]
    for who in opening.seats:
        if who is not None:
            wanted += [Hired] if who.startswith("@") else [Sat, Ready] if opening.ready else [Sat]
    return wanted


def _of_chance(entry: Entry | None) -> bool:
    return isinstance(entry, Moved) and entry.seat == "chance"


def _note_bots(bots: dict[int, bool], entry: Entry) -> None:
    """Which seats are decided by a bot after this entry, and whether for good."""
    if isinstance(entry, Hired | Resigned):
        bots[entry.seat] = True
    elif isinstance(entry, StoodIn):
        bots[entry.seat] = False
    elif isinstance(entry, Rose) or (isinstance(entry, Returned) and not bots.get(entry.seat, True)):
        bots.pop(entry.seat, None)


def _by_itself(entry: Entry, bots: Container[int]) -> bool:
    """Whether the house or a bot may have done it."""
    return isinstance(entry, BY_ITSELF) or _of_chance(entry) or (isinstance(entry, Moved) and entry.seat in bots)


def _last(hearing: Hearing) -> Told:
    return next((told for told in reversed(hearing.told) if told.say != "done"), Told(""))


def _told_view(data: bytes) -> Any:
    """A view without the clock."""
    view = msgspec.json.decode(data)
    view.pop("now")
    return view
