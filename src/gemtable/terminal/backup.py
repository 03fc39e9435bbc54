"""Copy all matches of a server into one file, while it runs."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from gemtable.games.contract import Unplayable
from gemtable.server.store import open as stores
from gemtable.server.store.base import Counts, StoreError
from gemtable.terminal.flags import add_json, folder_named, print_json
from gemtable.terminal.keep import folder


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", type=Path, help="the copy to make; no file is ever written over")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Copy, check, and say what was copied."""
    with refused():
        counts = stores.backup(store_of(arguments), arguments.file)
    tell(arguments, "copied", counts)
    return 0


def add_store(parser: argparse.ArgumentParser) -> None:
    """Where the matches of a server are."""
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--data", type=folder_named, metavar="DIR", help="where the server keeps its matches (default: your data folder)")
    places.add_argument("--database", metavar="URL", help="the server's PostgreSQL database instead: postgresql://…")


def store_of(arguments: argparse.Namespace) -> Path | str:
    """What the flags say."""
    if arguments.database is not None:
        with refused():
            return stores.url(arguments.database)
    return (arguments.data or folder().parent) / stores.NAME


@contextmanager
def refused() -> Iterator[None]:
    """Say what a store did not do as every command does."""
    try:
        yield
    except StoreError as wrong:
        raise Unplayable(str(wrong)) from None


def tell(arguments: argparse.Namespace, done: str, counts: Counts) -> None:
    """One line of how much it was."""
    if arguments.json:
        print_json({"file": str(arguments.file)} | asdict(counts))
        return
    much = [f"{number} {one if number == 1 else many}" for number, one, many in amounts(counts)]
    where = "" if arguments.database else f" ({store_of(arguments)})"
    print(f"{done} and checked: {', '.join(much)}{where}")


def amounts(counts: Counts) -> list[tuple[int, str, str]]:
    """The numbers that people care for."""
    return [(counts.matches, "match", "matches"), (counts.events, "event", "events"), (counts.people, "person", "people")]
