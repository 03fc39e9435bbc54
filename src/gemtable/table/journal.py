"""The file of a match under way: an event is on disk before anyone hears of it."""

import errno
import os
from pathlib import Path

import msgspec

from gemtable.games.contract import Unplayable
from gemtable.table.files import read_file
from gemtable.table.match import Match, read_match


class Journal:
    """A match file that grows by a line for each event."""

    def __init__(self, path: Path, size: int, *, torn: bool = False) -> None:
        self.path, self.size = path, size
        self.torn = torn  # a part of a line was found at its end, and cut off

    def append(self, line: bytes) -> None:
        """Put a line on disk. When this fails, at most a torn last line remains, which `resume` leaves out."""
        with self.path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != self.size:
                raise Unplayable(f"{self.path} has been changed by somebody else; this match stops here")
            _write(self.path, file.write(line), line)
            os.fsync(file.fileno())
        self.size += len(line)


def create(path: Path, match: Match) -> Journal:
    """A new file for this match; FileExistsError when there is one of that name."""
    data = match.dump()
    with path.open("xb", buffering=0) as file:
        _write(path, file.write(data), data)
        os.fsync(file.fileno())
    _sync_folder(path.parent)
    return Journal(path, len(data))


def resume(path: Path) -> tuple[Match, Journal]:
    """The match of a file, to go on with. A last line that was torn while it was written is cut off: nobody had heard of it."""
    data = read_file(path)
    kept = _mended(data)
    match = read_match(kept)
    with path.open("r+b", buffering=0) as file:
        if kept != data:
            file.truncate(min(len(kept), len(data)))
            file.seek(0, os.SEEK_END)
            file.write(kept[len(data) :])
            os.fsync(file.fileno())
    return match, Journal(path, len(kept), torn=len(kept) < len(data))


def _mended(data: bytes) -> bytes:
    """Whole lines only. A last line that only lacks its newline, as in a file made by hand, is whole."""
    whole, newline, last = data.rpartition(b"\n")
    if not last:
        return data
    return data + b"\n" if _is_json(last) else whole + newline


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return False
    return True


def _write(path: Path, written: int | None, data: bytes) -> None:
    if written != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
