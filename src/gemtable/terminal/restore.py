"""Make the matches of a server anew from a backup."""

import argparse
from pathlib import Path

from gemtable.server.store import open as stores
from gemtable.terminal.backup import add_store, refused, store_of, tell
from gemtable.terminal.flags import add_json


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", type=Path, help="a file that `gemtable backup` made")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Restore where there is nothing yet, check, and say what was restored."""
    where = store_of(arguments)
    if isinstance(where, Path) and arguments.file.is_file():
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with refused():
        counts = stores.restore(arguments.file, where)
    tell(arguments, "restored", counts)
    return 0
