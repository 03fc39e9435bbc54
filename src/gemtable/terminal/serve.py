"""Start the table in the browser: for this machine, or with --lan for the phones in the room."""

import argparse
import os
import re
import sys
import threading
import webbrowser
from pathlib import Path

from gemtable.games.contract import Unplayable
from gemtable.server import addresses, logs
from gemtable.server.gate import Doors
from gemtable.server.limits import Limits
from gemtable.server.serve import new_server
from gemtable.server.serve import run as run_server
from gemtable.server.store.base import StoreError
from gemtable.server.store.open import open_store, url
from gemtable.terminal.flags import folder_named, number
from gemtable.terminal.keep import folder

PORT = 4367  # GEMS on the keys of a phone


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("--host", default="localhost", help="the address to listen at (default: localhost, this machine alone)")
    parser.add_argument("--port", type=number(0, 65535), help=f"the port (default: {PORT}, or the next that is free; 0: any)")
    parser.add_argument("--lan", action="store_true", help="also for the phones in the room: prints address and code")
    parser.add_argument("--data", type=folder_named, metavar="DIR", help="where matches are kept (default: your data folder)")
    parser.add_argument("--database", metavar="URL", help="keep matches in PostgreSQL instead: postgresql://…")
    parser.add_argument("--origin", metavar="URL", help="under which address a proxy shows this server: https://gems.example")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--workers", type=number(0, 64), help="processes in which bots think (default: one per core but one)")
    parser.add_argument("--plain", action="store_true", help="do not compile the rules for bots: the same moves, 200 MiB less a process")
    parser.add_argument("--rate", type=number(0, 10**6), help="requests a second from one address; 0: no limit (default: 40)")
    parser.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="warning", help="how much to tell, as lines of JSON"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    logs.begin(arguments.log)
    host = "0.0.0.0" if arguments.lan else arguments.host
    _check(arguments)
    try:
        store = open_store(_database(arguments.data) if arguments.database is None else url(arguments.database))
    except StoreError as wrong:
        raise Unplayable(str(wrong)) from None
    try:
        sockets = addresses.listen(host, PORT if arguments.port is None else arguments.port, exactly=arguments.port is not None)
        names = addresses.origins(arguments.host, sockets[0].getsockname()[1], lan=arguments.lan)
        doors = Doors([arguments.origin] if arguments.origin else names)
        limits = Limits() if arguments.rate is None else Limits(rate=float(arguments.rate), burst=max(200, 5 * arguments.rate))
        started = new_server(store, doors, limits, lambda: _ready(doors, arguments), arguments.workers, warming=not arguments.plain)
    except BaseException:
        store.close()
        raise
    run_server(started, sockets)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse flags that contradict one another."""
    pairs = {"--host": arguments.host != "localhost", "--origin": bool(arguments.origin)}
    for flag in [flag for flag, given in pairs.items() if given and arguments.lan]:
        raise Unplayable(f"--lan and {flag} do not go together: choose one of them")
    if arguments.data is not None and arguments.database is not None:
        raise Unplayable("--data and --database do not go together: choose one of them")
    if arguments.origin is not None:
        arguments.origin = _origin(arguments.origin)


def _database(given: Path | None) -> Path:
    """The file that matches are kept in."""
    home = given or folder().parent
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home / "matches.db"


def _ready(doors: Doors, arguments: argparse.Namespace) -> None:
    """Say where it is, and show it."""
    first = doors.origins[0]
    kept = "in PostgreSQL" if arguments.database else f"in {_database(arguments.data).parent}"
    print(f"Gemtable is at {first}   (stop with Ctrl+C; matches are kept {kept})", flush=True)
    if arguments.lan:
        _show_lan(doors)
    if not arguments.no_open and _graphical():
        threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()  # some browsers come back only when they are closed


def _graphical() -> bool:
    """Whether a browser would have a screen: one inside this terminal is not meant."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _origin(url: str) -> str:
    """The address that a proxy shows, if it can be one."""
    origin = url.rstrip("/").lower()
    if not re.fullmatch(r"https?://[a-z0-9.\-]+(:\d+)?", origin):
        raise Unplayable(f"--origin is an address like https://gems.example, not {url[:60]!r}")
    return origin


def _show_lan(doors: Doors) -> None:
    """The address for the phones in the room, and a code for their cameras."""
    at_home = next((origin for origin in doors.origins[3:]), None)
    if at_home is None:
        print("This machine is in no network: phones cannot reach it.", flush=True)
        return
    import segno

    print(f"Phones in the same network: {at_home}\n", flush=True)
    segno.make(at_home, micro=False).terminal(compact=True, out=sys.stdout)
    print(flush=True)
