"""Play at one terminal: people and bots, with every move on disk before it is shown."""

import argparse
import secrets
from pathlib import Path

from gemtable.games.contract import GAMES, LANGUAGES, Game, Unplayable, find
from gemtable.players import cast
from gemtable.table.journal import Journal, resume
from gemtable.table.local import BOT, Local
from gemtable.table.match import Header, Match, begin
from gemtable.terminal.answers import one_of
from gemtable.terminal.flags import add_options, number, options_of
from gemtable.terminal.keep import new_file
from gemtable.terminal.menu import ask_line_up, choose
from gemtable.terminal.screen import Left, Screen
from gemtable.terminal.seats import line_up, named, usual_seats
from gemtable.terminal.sitting import Sitting
from gemtable.terminal.wording import in_all, say

SEED_BITS = 62


def describe(parser: argparse.ArgumentParser) -> None:
    """Its flags: before or after the name of a game."""
    _add_flags(parser, "en")
    parser.set_defaults(run=run)
    games = parser.add_subparsers(metavar="GAME", dest="game", parser_class=type(parser))
    for game in map(find, GAMES):
        goal, bots = game.about.goal["en"], ", ".join([f"{BOT}{character.name}" for character in cast(game.about.id).characters])
        told = games.add_parser(game.about.id, help=goal, description=goal, epilog=f"Bots: {bots}", argument_default=argparse.SUPPRESS)
        _add_flags(told, argparse.SUPPRESS)
        add_options(told, game)


def _add_flags(parser: argparse.ArgumentParser, language: str) -> None:
    """Those of every game. After its name they have no default, so that they do not undo what stands before it."""
    parser.add_argument(
        "--seats", type=number(0, 99), help="how many sit at the table (default: those listed, or one more than the box needs)"
    )
    parser.add_argument(
        "--players", help="who sits where, by commas: people by name, bots like @fair (default: you); bots take what is left"
    )
    parser.add_argument("--name", help="the name of the person that --players calls `you`")
    parser.add_argument("--seed", type=number(0, 2**SEED_BITS - 1), help="the same seed gives the same chance (default: a new one)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this new file (default: one in your data folder)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the match of this file")
    parser.add_argument("--lang", choices=LANGUAGES, default=language, help="language: en, cs or pl (default: en)")


def run(arguments: argparse.Namespace) -> int:
    """Play, and again while the people want to."""
    screen = Screen(arguments.lang)
    try:
        sitting = _first(arguments, screen)
        while sitting.play() and screen.typed and _again(screen):
            sitting = _rematch(sitting)
    except (Left, KeyboardInterrupt):
        screen.close()
    return 0


def _first(arguments: argparse.Namespace, screen: Screen) -> Sitting:
    """The match that the flags ask for, or else one chosen from what is offered."""
    chosen: Game | Path = arguments.resume or (find(arguments.game) if arguments.game else choose(screen))
    return _resumed(chosen, arguments, screen) if isinstance(chosen, Path) else _begun(chosen, arguments, screen)


def _begun(game: Game, arguments: argparse.Namespace, screen: Screen) -> Sitting:
    if arguments.game or _said_who(arguments):
        players = _line_up(game, arguments, screen, _seats(game, arguments))
    else:
        players = ask_line_up(screen, game, arguments.seats)
    options = options_of(arguments) if arguments.game else None
    seed = _new_seed() if arguments.seed is None else arguments.seed
    match = begin(game.about.id, len(players), options, players, seed)
    return _sit(match, players, seed, new_file(match, arguments.save), screen)


def _seats(game: Game, arguments: argparse.Namespace) -> int:
    """As said; else as many as are listed, if the box takes so few; else the usual number."""
    if arguments.seats is not None:
        return int(arguments.seats)
    listed = arguments.players
    return usual_seats(game) if listed is None else max(1 + listed.count(","), game.about.box[0])


def _resumed(path: Path, arguments: argparse.Namespace, screen: Screen) -> Sitting:
    match, journal = resume(path)
    if journal.torn:
        screen.say("torn")
    header = match.header
    _refuse_change(header, arguments)
    if header.players:
        players = header.players
    elif _said_who(arguments):
        players = _line_up(match.game, arguments, screen, header.seats)
    else:
        players = ask_line_up(screen, match.game, header.seats)
    return _sit(match, players, header.seed if header.seed is not None else arguments.seed, journal, screen)


def _refuse_change(header: Header, arguments: argparse.Namespace) -> None:
    """A match goes on with what its file says."""
    fixed = ["game", "seats", "save", *(["players", "name"] if header.players else []), *(["seed"] if header.seed is not None else [])]
    if given := [flag for flag in fixed if getattr(arguments, flag) is not None]:
        raise Unplayable(f"a match goes on as it began: leave out {', '.join(given)}")


def _said_who(arguments: argparse.Namespace) -> bool:
    return arguments.players is not None or arguments.name is not None


def _line_up(game: Game, arguments: argparse.Namespace, screen: Screen, seats: int) -> list[str]:
    own = say("guest", screen.language) if arguments.name is None else named(arguments.name)
    return line_up(game, say("you", "en") if arguments.players is None else arguments.players, seats, own)


def _sit(match: Match, players: list[str], seed: int | None, journal: Journal, screen: Screen) -> Sitting:
    return Sitting(Local(match, players, _new_seed() if seed is None else seed, journal.append), journal.path, screen)


def _new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def _again(screen: Screen) -> bool:
    """Whether they want a rematch."""
    return not one_of(screen.ask(say("again", screen.language)), {"n", *in_all("no")})


def _rematch(sitting: Sitting) -> Sitting:
    """The same seats and options, other luck, a file of its own."""
    before = sitting.match
    players, seed = sitting.local.players, _new_seed()
    match = begin(before.header.game, len(players), before.options, players, seed)
    return _sit(match, players, seed, new_file(match, None), sitting.screen)
