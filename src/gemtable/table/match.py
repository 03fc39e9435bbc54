"""A match and its file: one line that says what is played, then a line for each event. See docs/match-files.md."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import msgspec

from gemtable.games.contract import CHANCE, OVER, Game, Options, Unplayable, fields_of, find
from gemtable.kit.bits import seats as seats_of
from gemtable.table.options import read_options
from gemtable.table.seal import check_published

T = TypeVar("T")

BOM = b"\xef\xbb\xbf"  # what some editors put before UTF-8
LONGEST_NAME = 64


class Refused(Exception):
    """A match file that cannot be: which line, why, and what would have been possible there."""

    def __init__(self, line: int, reason: str, possible: list[str] | None = None) -> None:
        self.line, self.reason, self.possible = line, reason, possible or []
        super().__init__(f"line {line}: {reason}{'; possible: ' * bool(self.possible)}{', '.join(self.possible)}")


class Sealed(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """What is published of a sealed seed. See docs/seal.md."""

    version: str
    commitment: str
    salts: list[str | None]
    secret: str | None = None  # when the match is over

    def __repr__(self) -> str:
        return f"Sealed({self.commitment})"


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """The first line."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any] = {}
    players: list[str] | None = None  # who sits where: a person's name, or @ and the name of a bot
    seed: int | None = None  # where chance came from, if it was a stream of `kit.draws`
    seal: Sealed | None = None  # where chance came from, if everybody can check it


class Line(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Every other line."""

    seat: int | Literal["chance"]
    move: str


class Result(msgspec.Struct, frozen=True):
    """Where a match stands."""

    over: bool
    scores: list[int]
    winners: list[int]
    actors: list[int] | Literal["chance"]
    events: int


@dataclass(frozen=True, slots=True)
class Event:
    """One step: what was played, and the whole state on either side of it."""

    before: Any
    actor: int
    action: int
    after: Any


class Match:
    """A match under way: its header, its events so far and the state they lead to."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: Game = find(header.game)
        version = self.game.about.rules_version
        if header.rules != version:
            raise Unplayable(f"this is a match by version {header.rules} of the rules; here {header.game} is played by version {version}")
        self.options: Options = read_options(self.game, header.options)
        self.state = self.game.begin(header.seats, self.options)
        if header.players is not None and len(header.players) != header.seats:
            raise Unplayable(f"{header.seats} seats need {header.seats} names in `players`, not {len(header.players)}")
        if any(len(name) > LONGEST_NAME for name in header.players or []):
            raise Unplayable(f"a name in `players` has more than {LONGEST_NAME} letters")
        if header.seed is not None and not 0 <= header.seed < 2**62:
            raise Unplayable(f"a seed must be 0 to 2**62 - 1, not {str(header.seed)[:20]}")
        if header.seal is not None:
            _check_seal(header.seal, header.seats)
        self.events: list[Event] = []  # the latest, where only so many are kept
        self.played = 0  # how many there were
        self.draws = 0  # how many of them were chance
        self.keep: int | None = None  # how many to keep at the least; all of them by default

    def play(self, actor: int, action: int) -> Event:
        """One more event; Unplayable when it is not possible now, and then nothing has changed."""
        event = self.foresee(actor, action)
        self.add(event)
        return event

    def foresee(self, actor: int, action: int) -> Event:
        """What an event would be: it can be written down before it happens. Unplayable when it is not possible now."""
        self.game.check(self.state, actor, action)
        after = self.state.clone()
        self.game.play(after, actor, action)
        return Event(self.state, actor, action, after)

    def add(self, event: Event) -> None:
        """Let what was foreseen happen."""
        self.events.append(event)
        if self.keep is not None and len(self.events) > 2 * self.keep:
            del self.events[: -self.keep]
        self.played += 1
        self.draws += event.actor == CHANCE
        self.state = event.after

    def take_back(self) -> None:
        """Let the last event not have happened. Whether that is fair, `table.undo` says."""
        event = self.events.pop()
        self.played -= 1
        self.draws -= event.actor == CHANCE
        self.state = event.before

    def fork(self) -> "Match":
        """A copy to go on with; this one stays as it is."""
        other = copy(self)
        other.events = self.events[:]
        return other

    def result(self) -> Result:
        """Where it stands now."""
        game, now = self.game, self.game.actors(self.state)
        return Result(
            over=now == OVER,
            scores=game.scores(self.state, self.header.seats),
            winners=list(seats_of(game.winners(self.state))),
            actors="chance" if now == CHANCE else list(game.acting(self.state)),
            events=self.played,
        )

    def scene(self, seat: int) -> Any:
        """What the screen of this seat, or of SPECTATOR, draws now."""
        return self.game.scene(self.game.view(self.state, seat), seat, None)

    def facts(self, seat: int) -> Iterator[Any]:
        """Everything this seat, or SPECTATOR, was told."""
        for event in self.events:
            yield from self.game.facts(event.before, event.actor, event.action, event.after, seat)

    def line(self, event: Event) -> bytes:
        """An event as a line of the file."""
        words = self.game.say(event.before, event.actor, event.action)
        return msgspec.json.encode(Line("chance" if event.actor == CHANCE else event.actor, words)) + b"\n"

    def dump(self) -> bytes:
        """The whole file."""
        return msgspec.json.encode(self.header) + b"\n" + b"".join(self.line(event) for event in self.events)


def begin(
    game_id: str,
    seats: int,
    options: Options | None = None,
    players: list[str] | None = None,
    seed: int | None = None,
    seal: Sealed | None = None,
) -> Match:
    """A new match."""
    game = find(game_id)
    given = fields_of(options or game.about.options())
    return Match(Header(game_id, game.about.rules_version, seats, given, players, seed, seal))


def read_match(data: bytes) -> Match:
    """The match of a file; Refused names the line that is wrong."""
    lines = lines_of(data)
    if not lines:
        raise Refused(1, 'the file is empty: it begins with a line like {"game":"diamant","rules":1,"seats":3,"options":{}}')
    number, first = lines[0]
    try:
        match = Match(_decode(first, Header, number))
    except Unplayable as wrong:
        raise Refused(number, wrong.reason, wrong.possible) from None
    for number, line in lines[1:]:
        _read_event(match, number, _decode(line, Line, number))
    return match


def lines_of(data: bytes) -> list[tuple[int, bytes]]:
    """The lines of a file that say something, each with its number: the header, then one for each event."""
    return [(number, line) for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1) if line.strip()]


def _check_seal(seal: Sealed, seats: int) -> None:
    try:
        check_published(seal.version, seal.commitment, seal.salts, seal.secret, seats)
    except ValueError as wrong:
        raise Unplayable(str(wrong)) from None


def _read_event(match: Match, number: int, line: Line) -> None:
    game, actor = match.game, CHANCE if line.seat == "chance" else line.seat
    if line.seat != "chance" and not 0 <= actor < match.header.seats:
        raise Refused(number, f"there is no seat {str(line.seat)[:20]}", [*map(str, range(match.header.seats)), '"chance"'])
    try:
        match.play(actor, game.parse(match.state, actor, line.move))
    except Unplayable as wrong:
        raise Refused(number, wrong.reason, wrong.possible) from None


def _decode(line: bytes, form: type[T], number: int) -> T:
    try:
        return msgspec.json.decode(line.decode("utf-8"), type=form)
    except UnicodeDecodeError:
        raise Refused(number, "the file is not UTF-8 text") from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as wrong:
        what = 'like {"game":"diamant","rules":1,"seats":3}' if form is Header else 'like {"seat":0,"move":"home"}'
        raise Refused(number, f"this is not a line {what}: {str(wrong)[:120]}") from None
