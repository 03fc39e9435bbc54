"""Files from outside, read whole: only real ones, and none that could fill the memory."""

from pathlib import Path

from gemtable.games.contract import Unplayable

LARGEST = 64 << 20


def read_file(path: Path) -> bytes:
    """The bytes of a file."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise Unplayable(f"{path} is not a regular file")
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Unplayable(f"{path} is larger than {LARGEST >> 20} MiB: no match is")
    return data
