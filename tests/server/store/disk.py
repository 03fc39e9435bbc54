"""A disk that loses power: what SQLite writes and syncs is recorded, and any moment of it can be what is found afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import apsw

SECTOR = 512  # what a disk writes whole or not at all
LOGS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL


class Disk(apsw.VFS):
    """Passes everything on to the system's files, and notes it. `room` is how many more bytes it takes, if there is an end.

    While it is `failing`, nothing can be synced.
    """

    NAME = "gemtable_recorder"

    def __init__(self) -> None:
        self.log: list[tuple[Any, ...]] = []
        self.room: int | None = None
        self.failing = False
        super().__init__(self.NAME, "unix", makedefault=True)

    def note(self, *entry: Any) -> None:
        self.log.append(entry)  # one step, also between threads

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.note("delete", Path(filename).name)
        if syncdir:
            self.note("names")


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self.disk, self.named = disk, Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "").name
        self.names_too = bool(flags[0] & LOGS)  # SQLite syncs the folder of a fresh log along with the log
        disk.note("open", self.named)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        if self.disk.room is not None:
            if self.disk.room < len(data):
                raise apsw.FullError("no room")
            self.disk.room -= len(data)
        super().xWrite(data, offset)
        self.disk.note("write", self.named, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.disk.note("truncate", self.named, newsize)

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        """Noted only: the real disk is not what is tried here."""
        if self.disk.failing:
            raise apsw.IOError("the disk does not answer")
        self.disk.note("sync", self.named)
        if self.names_too:
            self.disk.note("names")
            self.names_too = False


@contextmanager
def recorded() -> Iterator[Disk]:
    """Databases opened meanwhile are recorded."""
    disk = Disk()
    try:
        yield disk
    finally:
        disk.unregister()


@dataclass(slots=True)
class _Content:
    """What a disk surely has of a file, and what it was handed since."""

    sure: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut off at this size

    def sync(self) -> None:
        for offset, data in self.pending:
            _apply(self.sure, offset, data)
        self.pending.clear()

    def left(self, dice: Random, kept: float) -> bytes:
        """Each sector of what was not synced is kept or not. So are truncations."""
        found = bytearray(self.sure)
        for offset, data in self.pending:
            for start, part in _sectors(offset, data):
                if dice.random() < kept:
                    _apply(found, start, part)
        return bytes(found)


def after_power_loss(log: list[tuple[Any, ...]], dice: Random) -> dict[str, bytes]:
    """The files as they may be found when power failed at the end of this log."""
    now: dict[str, _Content] = {}  # names as the system shows them, and as the disk surely has them
    sure: dict[str, _Content] = {}
    for what, *rest in log:
        if what == "names":
            sure = dict(now)
        elif what != "acknowledged":
            _happen(now, what, *rest)
    kept = dice.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    names = {name: content for name in now.keys() | sure.keys() if (content := _found(name, now, sure, dice, kept))}
    return {name: content.left(dice, kept) for name, content in sorted(names.items())}


def _found(name: str, now: dict[str, _Content], sure: dict[str, _Content], dice: Random, kept: float) -> _Content | None:
    """A name made or taken away since names were last synced may be there or not."""
    return now.get(name) if dice.random() < kept else sure.get(name)


def _happen(now: dict[str, _Content], what: str, name: str, *rest: Any) -> None:
    if what == "delete":
        now.pop(name, None)
        return
    content = now.setdefault(name, _Content())
    if what == "sync":
        content.sync()
    elif what == "write":
        content.pending.append((rest[0], rest[1]))
    elif what == "truncate":
        content.pending.append((rest[0], None))


def _sectors(offset: int, data: bytes | None) -> Iterator[tuple[int, bytes | None]]:
    if data is None:
        yield offset, None
        return
    first = offset - offset % SECTOR
    for start in range(first, offset + len(data), SECTOR):
        begin, end = max(start, offset), min(start + SECTOR, offset + len(data))
        yield begin, data[begin - offset : end - offset]


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data
