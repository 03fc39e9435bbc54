"""The command `gemtable`: each part of it is a file here with `describe`, its flags, and `run`."""

import argparse
import sys
from importlib import import_module
from typing import NoReturn

from gemtable import __version__
from gemtable.games.contract import Unplayable
from gemtable.table.match import Refused
from gemtable.terminal.screen import readable

COMMANDS = {
    "serve": "start the table in the browser",
    "play": "play in the terminal, people and bots",
    "rules": "print the rules of a game, numbered",
    "replay": "replay a match file: where it stands, or what one seat saw",
    "verify": "verify that the chance of a match is as it was sealed",
    "draw": "draw the position a match file leads to",
    "simulate": "play many games between bots and compare them",
    "solve": "solve exactly what can be solved",
    "perft": "count the courses a game can take in its first events",
    "backup": "copy all matches of a server into one file, while it runs",
    "restore": "make the matches of a server anew from a backup",
    "bench": "measure how many decisions a second each game runs at",
}
STOPPED = 130  # by the person, as a shell says it
UNREAD = 141  # whoever read our output went away
LONGEST = 1000  # letters of a line that says what is wrong


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_fail(f"{message} (see `{self.prog} --help`)"))


def main(words: list[str] | None = None) -> int:
    """Run one command; its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our letters is no reason to stop
    words = (sys.argv[1:] if words is None else words) or ["serve"]
    try:
        arguments = _parser(words[0]).parse_args(words)
        code: int = arguments.run(arguments)
    except (Unplayable, Refused) as wrong:
        return _fail(_one_line(wrong))
    except BrokenPipeError:  # whoever read our output has heard enough
        sys.stdout = None
        return UNREAD
    except OSError as wrong:
        return _fail(f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong))
    except KeyboardInterrupt:
        return STOPPED
    return code


def _parser(chosen: str) -> Parser:
    """All commands by name, the chosen one with its flags: only its part of the package is loaded."""
    parser = Parser(prog="gemtable", description="Gem games on one table. Without a word after it, it starts the table in the browser.")
    parser.add_argument("--version", action="version", version=f"gemtable {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, told in COMMANDS.items():
        command = commands.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
        if name == chosen:
            import_module(f"gemtable.terminal.{name}").describe(command)
    return parser


def _one_line(wrong: Unplayable | Refused) -> str:
    if isinstance(wrong, Refused) or not wrong.possible:
        return str(wrong)
    return f"{wrong}; possible: {', '.join(wrong.possible)}"


def _fail(line: str) -> int:
    print(f"gemtable: {readable(' '.join(line.split()), LONGEST)}", file=sys.stderr)
    return 2
