"""What somebody is offered who has not said what to play."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from gemtable.games.contract import GAMES, Game, Unplayable, find
from gemtable.table.match import Match
from gemtable.terminal.answers import meant
from gemtable.terminal.keep import unfinished
from gemtable.terminal.screen import Screen, readable
from gemtable.terminal.seats import line_up, names, usual_seats
from gemtable.terminal.wording import say


def choose(screen: Screen) -> Game | Path:
    """A game to begin, or a match to go on with."""
    games = [game for game in map(find, GAMES) if game.about.offered]
    kept = unfinished()
    screen.say("offer")
    for number, game in enumerate(games, 1):
        _offer_game(screen, number, game)
    for number, (path, match) in enumerate(kept, 1 + len(games)):
        _offer_match(screen, number, path, match)
    things: list[Game | Path] = [*games, *(path for path, _ in kept)]
    titles = [(game.about.id, game.about.title[screen.language]) for game in games]
    return things[_number(screen, [*titles, *([()] * len(kept))])]


def _offer_game(screen: Screen, number: int, game: Game) -> None:
    about, language = game.about, screen.language
    least, most = about.box
    screen.item(about.title[language], str(number))
    screen.item(about.goal[language])
    screen.item(say("box", language, least=least, most=most, minutes=about.minutes))


def _offer_match(screen: Screen, number: int, path: Path, match: Match) -> None:
    day = f"{datetime.fromtimestamp(path.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"
    title, who = match.game.about.title[screen.language], ", ".join(names(match.header.players or []))
    screen.item(say("go_on", screen.language, title=title, names=who, date=day, events=len(match.events)), str(number))


def _number(screen: Screen, choices: Sequence[Sequence[str]]) -> int:
    """Which of them; Enter is the first."""
    while True:
        answer = screen.ask(say("ask_number", screen.language))
        at = meant(answer or "1", choices)
        if len(at) == 1:
            return at[0]
        screen.say("unknown", given=readable(answer), possible=f"1–{len(choices)}")


def ask_line_up(screen: Screen, game: Game, seats: int | None) -> list[str]:
    """Who plays; Enter is one person, and bots."""
    guest = say("guest", screen.language)
    while True:
        listed = screen.ask(say("ask_names", screen.language, guest=guest)) or say("you", screen.language)
        try:
            return line_up(game, listed, _enough(game, listed) if seats is None else seats, guest)
        except Unplayable as wrong:
            screen.print(wrong.reason)


def _enough(game: Game, listed: str) -> int:
    return min(max(usual_seats(game), 1 + listed.count(",")), game.about.seats[1])
