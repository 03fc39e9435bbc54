"""Where matches are kept on this machine."""

import os
from datetime import datetime
from itertools import count
from pathlib import Path

from gemtable.games.contract import OVER, Unplayable
from gemtable.table.files import read_file
from gemtable.table.journal import Journal, create
from gemtable.table.match import Match, Refused, read_match
from gemtable.terminal.seats import people

LOOKED_AT = 20  # files, when something to go on with is wanted
OFFERED = 5


def folder() -> Path:
    """The matches of this person, as the XDG base directories have it."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "gemtable" / "matches"


def new_file(match: Match, path: Path | None) -> Journal:
    """A file for a new match, under this name or one of our own. No file is ever written over."""
    if path is None:
        return _own_file(match)
    try:
        return create(path, match)
    except FileExistsError:
        raise Unplayable(f"{path} is there already: go on with it by --resume, or choose another name") from None


def _own_file(match: Match) -> Journal:
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{match.header.game}"
    for number in count(1):
        try:
            return create(folder() / f"{stem}{f'-{number}' * (number > 1)}.jsonl", match)
        except FileExistsError:
            continue
    raise AssertionError


def unfinished() -> list[tuple[Path, Match]]:
    """Matches kept here that people can go on with, the last one played first."""
    files = sorted(filter(Path.is_file, folder().glob("*.jsonl")), key=lambda file: file.stat().st_mtime_ns, reverse=True)[:LOOKED_AT]
    read = [(file, _match(file)) for file in files]
    return [(file, match) for file, match in read if match and _open(match)][:OFFERED]


def _open(match: Match) -> bool:
    return match.game.actors(match.state) != OVER and bool(people(match.header.players or []))


def _match(file: Path) -> Match | None:
    """The match of a file as far as it is whole."""
    try:
        return read_match(read_file(file).rpartition(b"\n")[0])
    except (OSError, Refused, Unplayable):
        return None
