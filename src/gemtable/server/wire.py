"""What goes over the wire, both ways. The one source of its types: the types of the browser and the OpenAPI page are made from here."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gemtable.server.errors import Code
from gemtable.table.acts import LONGEST_SAYING
from gemtable.table.log import Pace
from gemtable.table.match import LONGEST_NAME
from gemtable.table.seal import LONGEST_SALT
from gemtable.table.table import Stage
from gemtable.table.told import Heard, HeardMove

LONGEST_FILE = 1 << 20  # bytes of a match file that is brought in
LONGEST_NOTES = 16 << 10  # bytes of a seat's notes
MOST_SEATS = 64  # more than any game takes
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+$")]
Salt = Annotated[str, Meta(min_length=1, max_length=LONGEST_SALT)]
Secret = Annotated[str, Meta(min_length=16, max_length=64)]


class Struct(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """What comes in is taken to the letter: a field that nobody knows is refused."""


# What people ask for


class _Act(Struct, frozen=True, tag_field="act", tag=str.lower):
    pass


class Sit(_Act, frozen=True):
    """Take an empty seat; `name` where it is not your own, as on a device that goes round."""

    seat: Seat
    name: Name | None = None


class Hire(_Act, frozen=True):
    """Put a bot on an empty seat. For the host."""

    seat: Seat
    bot: Word


class Rise(_Act, frozen=True):
    """Leave your seat before the match begins; the host may also send somebody or a bot away."""

    seat: Seat


class Ready(_Act, frozen=True):
    """Say that you want to begin, and add a salt to the chance of the match."""

    seat: Seat
    salt: Salt | None = None


class Move(_Act, frozen=True):
    """Decide: one of the offers, in its words."""

    seat: Seat
    move: Annotated[str, Meta(max_length=4096)]


class TakeBack(_Act, frozen=True):
    """Undo your last decision, while nobody has learned anything from it."""

    seat: Seat


class Resign(_Act, frozen=True):
    """Give up. A bot plays on for you."""

    seat: Seat


class Leave(_Act, frozen=True):
    """Say that you are away. Your seat is kept for a while, then a bot decides until you return."""

    seat: Seat


class Return(_Act, frozen=True):
    """Be back, and get your seat back from the bot."""

    seat: Seat


class Pause(_Act, frozen=True):
    """Let the match rest."""

    seat: Seat


class Resume(_Act, frozen=True):
    """Go on after a pause."""

    seat: Seat


class Say(_Act, frozen=True):
    """A line of chat, for all at the table; without a seat as a spectator."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_SAYING)]
    seat: Seat | None = None


class Rematch(_Act, frozen=True):
    """Play again: the same game and seats at a new table."""

    seat: Seat


class Close(_Act, frozen=True):
    """Give the table up before the match begins. For the host."""


Act = Sit | Hire | Rise | Ready | Move | TakeBack | Resign | Leave | Return | Pause | Resume | Say | Rematch | Close


class Command(Struct, frozen=True):
    """Something to be done at a table, once, however often it is sent. `seq` is the last number you know of."""

    id: Word
    seq: Annotated[int, Meta(ge=0, le=2**53)]
    act: Act


# What they are answered


class Done(Struct, frozen=True, tag_field="say", tag="done"):
    """It is done, and on disk. The entries that came of it are numbered `first` to `last`."""

    id: str
    first: int
    last: int
    table: str | None = None  # of a rematch


class Refused(Struct, frozen=True, tag_field="say", tag="refused"):
    """It is not done, and nothing has changed. `missed` is what happened since the number you knew of, when that is the reason."""

    id: str | None
    error: Code
    reason: str
    possible: list[str] = []
    seq: int | None = None
    missed: list[Heard | HeardMove] = []


class Problem(Struct, frozen=True):
    """Why a request is not answered."""

    error: Code
    reason: str
    possible: list[str] = []


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat, for all to see."""

    name: str | None
    bot: str | None
    ready: bool
    away: bool
    resigned: bool
    acting: bool
    deadline: int | None  # when its time runs out, in milliseconds since 1970
    left: int | None  # what is left of its budget while it has nothing to decide, in milliseconds


class TableSeen(msgspec.Struct, frozen=True):
    """A table, for all who may see it."""

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    pace: Pace
    undo: bool
    listed: bool
    brought: bool
    stage: Stage
    closed: bool
    seats: list[SeatSeen]
    winners: list[int]
    commitment: str | None
    secret: str | None
    after: str | None
    rematch: str | None


class View(msgspec.Struct, frozen=True):
    """What a viewer sees now. `scene` is what the screen of its game draws."""

    seq: int
    now: int  # the clock of the server
    table: msgspec.Raw  # TableSeen
    seat: int | None  # whose eyes; None: a spectator's
    yours: list[int]  # the seats that you sit on
    host: bool
    scene: Any
    offers: list[str]
    take_back: bool  # whether the last decision can be taken back now


class Welcome(msgspec.Struct, frozen=True, tag_field="say", tag="welcome"):
    """The first thing a socket says: what happened since the number it asked from, and what there is now."""

    heard: list[Heard | HeardMove]
    view: View


class News(msgspec.Struct, frozen=True, tag_field="say", tag="news"):
    """Something has happened."""

    heard: list[Heard | HeardMove]
    view: View


class Gone(msgspec.Struct, frozen=True, tag_field="say", tag="gone"):
    """The last thing a socket says: why it is closed."""

    reason: str


# People and tables


class Guest(Struct, frozen=True):
    """Who you are: a name is enough."""

    name: Name


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who you are here. A program is told its token, once; that of a browser goes into its cookie."""

    name: str
    program: bool
    token: str | None = None


class OneTimeCode(msgspec.Struct, frozen=True):
    """Takes your seats along to another device: good once, until then."""

    code: str
    until: int


class UseCode(Struct, frozen=True):
    """A one-time code from your other device."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    anyway: bool = False  # also when this device sits at tables of its own, which it then has no more


class NewTable(Struct, frozen=True):
    """A table to be opened. `seats` says who takes each: `me`, a name for somebody at this device, a bot like `@fair`, `null` for empty."""

    game: Word
    seats: Annotated[list[Name | None], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    pace: Pace = Pace()
    undo: bool = False
    listed: bool = False
    ready: bool = False  # you want to begin as soon as everybody else does
    salt: Salt | None = None


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened. Whoever is told the invitation may come; it is told once."""

    table: str
    invitation: str


class Invitation(Struct, frozen=True):
    """What a join link ends with."""

    invitation: Secret


class Brought(Struct, frozen=True):
    """A match file to be brought in."""

    file: Annotated[str, Meta(max_length=LONGEST_FILE)]


class TableListed(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    stage: Stage
    seats: list[str | None]  # who sits there; @ before a bot
    options: dict[str, Any]
    pace: Pace
    opened: int
    yours: bool  # one of the seats is yours
    turn: bool  # and it is your turn


class TableList(msgspec.Struct, frozen=True):
    """A page of tables; `next` asks for the one after it."""

    tables: list[TableListed]
    next: int | None


class History(msgspec.Struct, frozen=True):
    """What a viewer has been told."""

    heard: list[Heard | HeardMove]
    seq: int


class Moment(msgspec.Struct, frozen=True):
    """What a viewer saw after an entry."""

    seq: int
    scene: Any


class Notes(Struct, frozen=True):
    """A seat's own notes, as its game has them."""

    notes: Any


# The games


class BotSeen(msgspec.Struct, frozen=True):
    """A bot and how it plays, by language."""

    name: str
    manner: dict[str, str]


class OptionSeen(msgspec.Struct, frozen=True):
    """An option of a game: its values, and what it is without being chosen."""

    name: str
    kind: Literal["choice", "yes or no", "number", "text"]
    choices: list[str]
    default: Any
    words: dict[str, str]  # by language


class GameSeen(msgspec.Struct, frozen=True):
    """A game of the list."""

    game: str
    title: dict[str, str]
    goal: dict[str, str]
    seats: tuple[int, int]
    box: tuple[int, int]
    minutes: int
    rules: int
    options: list[OptionSeen]
    bots: list[BotSeen]


class Text(msgspec.Struct, frozen=True):
    """The rules of a game."""

    text: str


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    ok: bool
    version: str
    writing: bool  # moves are taken; not while the disk is full
