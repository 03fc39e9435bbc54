"""Who sits where: `Ema,@fair,@fox`."""

from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice

from gemtable.games.contract import Game, Unplayable
from gemtable.players import cast, number_of
from gemtable.table.local import BOT
from gemtable.table.match import Match
from gemtable.terminal.screen import readable
from gemtable.terminal.wording import in_all, say

LONGEST = 24  # letters of a name


def usual_seats(game: Game) -> int:
    """How many sit down when nobody says: one more than the box asks for at least."""
    return min(game.about.box[0] + 1, game.about.box[1], game.about.seats[1])


def line_up(game: Game, listed: str, seats: int, own: str) -> list[str]:
    """The players of all seats: those listed, then bots. `own` is the name of `you`."""
    players = [_player(game, word.strip(), own) for word in listed.split(",")]
    if len(players) > seats:
        raise Unplayable(f"{len(players)} players are too many for {seats} seats")
    return [*players, *_bots(game, players, seats - len(players))]


def _player(game: Game, word: str, own: str) -> str:
    """A name, or a bot: with @, or by the name of a character as `simulate` takes it."""
    game_id = game.about.id
    if word in in_all("you"):
        return named(own)
    if word.startswith(BOT) or word in [character.name for character in cast(game_id).characters]:
        name = word.removeprefix(BOT)
        number_of(game_id, name)
        return f"{BOT}{name}"
    return named(word)


def named(word: str) -> str:
    """The name of a person, if it can be one."""
    if not word or word.startswith(BOT) or readable(word, LONGEST) != word:
        raise Unplayable(f"{readable(word)!r} cannot be a person's name: 1 to {LONGEST} letters, without {BOT} in front")
    return word


def _bots(game: Game, players: Sequence[str], missing: int) -> list[str]:
    """Bots for the seats that are left: easy, fair and the other characters in turn, but none that plays at random."""
    bots = [f"{BOT}{character.name}" for character in cast(game.about.id).characters]
    fresh = [bot for bot in bots[1:] if bot not in players]
    return list(islice(cycle(fresh or bots), missing))


def people(players: Sequence[str]) -> list[int]:
    """The seats that people sit in."""
    return [seat for seat, name in enumerate(players) if not name.startswith(BOT)]


def names_in(match: Match, language: str) -> list[str]:
    """What everybody in this match is called; seats go by number where nobody is named."""
    return names(match.header.players or [say("seat", language, number=seat) for seat in range(match.header.seats)])


def names(players: Sequence[str]) -> list[str]:
    """What everybody is called in sentences: bots without their @, and nobody like somebody else."""
    plain = [readable(player.removeprefix(BOT), LONGEST) or str(seat + 1) for seat, player in enumerate(players)]
    before = Counter[str]()
    told = []
    for name in plain:
        before[name] += 1
        told.append(name if before[name] == 1 else f"{name} {before[name]}")
    return told


def manners(game: Game, players: Sequence[str], language: str) -> list[str]:
    """A line on everybody at the table."""
    characters = {f"{BOT}{character.name}": character.manner[language] for character in cast(game.about.id).characters}
    called = zip(players, names(players), strict=True)
    return [say("is_bot", language, name=name, manner=characters[who]) if who in characters else name for who, name in called]
