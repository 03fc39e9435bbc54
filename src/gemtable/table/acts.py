"""What people and the house may do at a table. Each act is checked and gives the entry to log, or is refused as Unplayable.

Nothing here changes the table: an entry is first on disk, then `Table.apply` makes it so, then others hear of it.
"""

from typing import Literal

from gemtable.games.contract import CHANCE, Unplayable
from gemtable.players import number_of
from gemtable.table.log import (
    Began,
    Closed,
    Hired,
    Left,
    Moved,
    Paused,
    Ready,
    Rematched,
    Resigned,
    Resumed,
    Returned,
    Rose,
    Said,
    Sat,
    StoodIn,
    TookBack,
)
from gemtable.table.match import LONGEST_NAME
from gemtable.table.seal import check_salt
from gemtable.table.table import Chair, Table
from gemtable.table.undo import may_take_back

LONGEST_SAYING = 300  # letters
MOST_CHAT = 1000  # lines kept with a table
FOR_SEATS = 300  # of them, which those who only watch cannot use up


def sit(table: Table, seat: int, name: str, at: int, person: str | None = None) -> Sat:
    """Take an empty seat."""
    _gathering(table)
    _empty(_chair(table, seat), seat)
    return Sat(at, seat, a_name(name), person)


def hire(table: Table, seat: int, bot: str, at: int) -> Hired:
    """Put a bot on an empty seat."""
    _gathering(table)
    _empty(_chair(table, seat), seat)
    number_of(table.opened.game, bot)
    return Hired(at, seat, bot)


def rise(table: Table, seat: int, at: int) -> Rose:
    """Leave a seat before the match, or dismiss the bot there."""
    _gathering(table)
    if _chair(table, seat).empty:
        raise Unplayable(f"seat {seat} is empty already")
    return Rose(at, seat)


def ready(table: Table, seat: int, salt: str | None, at: int) -> Ready:
    """Say that one wants to begin. The match begins when every seat is taken and every person is ready."""
    _gathering(table)
    if _person(table, seat).ready:
        raise Unplayable("you are ready already")
    try:
        check_salt(salt)
    except ValueError as wrong:
        raise Unplayable(str(wrong)) from None
    return Ready(at, seat, salt)


def close(table: Table, at: int) -> Closed:
    """Give a table up before its match begins."""
    _gathering(table)
    return Closed(at)


def rematch(table: Table, seat: int, name: str, at: int) -> Rematched:
    """Play again at the table of that name."""
    _person(table, seat)
    if table.stage != "over" or table.closed:
        raise Unplayable("the match is not over" if not table.closed else "there was no match at this table")
    if table.rematch is not None:
        raise Unplayable("there is a rematch already")
    return Rematched(at, seat, name)


def start(table: Table, at: int) -> Began:
    """Begin, when every seat is taken and a person is among them."""
    _gathering(table)
    if free := [str(seat) for seat, chair in enumerate(table.chairs) if chair.empty]:
        raise Unplayable(f"these seats are still empty: {', '.join(free)}")
    if all(chair.name is None for chair in table.chairs):
        raise Unplayable("at least one person must sit at a table")
    return Began(at)


def move(table: Table, seat: int, words: str, at: int) -> Moved:
    """A person's decision, in the words of the game."""
    _deciding(table, seat)
    return _moved(table, seat, words, at)


def move_for(table: Table, seat: int | Literal["chance"], words: str, at: int) -> Moved:
    """What chance brings, or a bot decides."""
    _playing(table)
    if seat != "chance" and _chair(table, seat).bot is None:
        raise Unplayable(f"a person decides for seat {seat}")
    return _moved(table, seat, words, at)


def _moved(table: Table, seat: int | Literal["chance"], words: str, at: int) -> Moved:
    table.match.game.parse(table.match.state, CHANCE if seat == "chance" else seat, words)
    return Moved(at, seat, words)


def take_back(table: Table, seat: int, at: int) -> TookBack:
    """Undo the last decision, if it is one's own and nobody knows of it yet."""
    _deciding(table, seat)
    if not table.opened.undo:
        raise Unplayable("at this table a choice made stands")
    if not may_take_back(table.match, seat):
        raise Unplayable("only your own last choice can be taken back, and only while nobody has learned anything from it")
    return TookBack(at, seat)


def resign(table: Table, seat: int, bot: str, at: int) -> Resigned:
    """Give up; a bot plays the seat to the end."""
    _begun(table)
    if _person(table, seat).resigned:
        raise Unplayable("you have resigned already")
    number_of(table.opened.game, bot)
    return Resigned(at, seat, bot)


def leave(table: Table, seat: int, at: int) -> Left:
    """A person is away: the grace begins."""
    if _person(table, seat).away is not None:
        raise Unplayable(f"seat {seat} is left already")
    return Left(at, seat)


def come_back(table: Table, seat: int, at: int) -> Returned:
    """A person is back, and gets the seat back from the bot that stood in."""
    chair = _person(table, seat)
    if chair.away is None and (chair.bot is None or chair.resigned):
        raise Unplayable("who has resigned has no seat to come back to" if chair.resigned else f"seat {seat} was never left")
    if chair.bot is not None and (deadline := table.deadline(seat)) is not None and at >= deadline:
        raise Unplayable("your time has run out: the bot decides this once, then you may return")
    return Returned(at, seat)


def stand_in(table: Table, seat: int, bot: str, at: int) -> StoodIn:
    """Let a bot decide for a person whose time has run out, or who has been away for longer than the grace."""
    _begun(table)
    chair = _person(table, seat)
    if chair.bot is not None:
        raise Unplayable(f"a bot decides for seat {seat} already")
    if at < min(filter(None, (table.deadline(seat), patience(table, seat))), default=at + 1):
        raise Unplayable(f"seat {seat} still has time")
    number_of(table.opened.game, bot)
    return StoodIn(at, seat, bot)


def patience(table: Table, seat: int) -> int | None:
    """Until when others wait for a person who has left; None while nobody there is waiting."""
    chair, grace = table.chairs[seat], table.opened.pace.grace
    others = any(other.there for number, other in enumerate(table.chairs) if number != seat)
    return chair.away + grace if chair.away is not None and grace and others else None


def pause(table: Table, seat: int, at: int) -> Paused:
    """Let the clocks stand."""
    _deciding(table, seat)
    return Paused(at, seat)


def resume(table: Table, seat: int, at: int) -> Resumed:
    """Go on after a pause."""
    if table.stage != "paused":
        raise Unplayable("the match is not paused")
    _person(table, seat)
    return Resumed(at, seat)


def say(table: Table, seat: int | None, name: str, text: str, at: int) -> Said:
    """A line of chat, of a seat or of a spectator."""
    if seat is not None:
        name = _person(table, seat).name or name
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_SAYING or not text.isprintable():
        raise Unplayable(f"a line of chat has 1 to {LONGEST_SAYING} letters")
    if table.said >= (MOST_CHAT if seat is not None else MOST_CHAT - FOR_SEATS):
        raise Unplayable(f"{MOST_CHAT} lines of chat are enough for one table")
    return Said(at, seat, a_name(name), text)


def _gathering(table: Table) -> None:
    if table.stage != "gathering":
        raise Unplayable("the match has begun: seats stay as they are")


def _begun(table: Table) -> None:
    if table.stage in ("gathering", "over"):
        raise Unplayable("the match has not begun" if table.stage == "gathering" else "the match is over")


def _playing(table: Table) -> None:
    _begun(table)
    if table.stage == "paused":
        raise Unplayable("the match is paused")


def _deciding(table: Table, seat: int) -> None:
    """The match goes on, and this seat's person decides."""
    _playing(table)
    if _person(table, seat).bot is not None:
        raise Unplayable("a bot decides for this seat; return to it first")


def _chair(table: Table, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise Unplayable(f"there is no seat {str(seat)[:20]} at this table", [str(number) for number in range(len(table.chairs))])
    return table.chairs[seat]


def _person(table: Table, seat: int) -> Chair:
    chair = _chair(table, seat)
    if chair.name is None:
        raise Unplayable(f"nobody sits on seat {seat}")
    return chair


def _empty(chair: Chair, seat: int) -> None:
    if not chair.empty:
        raise Unplayable(f"seat {seat} is taken by {chair.name or chair.bot}")


def a_name(name: str) -> str:
    """What somebody may be called."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.startswith("@"):
        raise Unplayable(f"a name has 1 to {LONGEST_NAME} letters, and no @ before them: that is for bots")
    return name
