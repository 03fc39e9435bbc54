"""A match played in one place: people hand in moves, everything else goes on by itself."""

from collections.abc import Callable, Sequence

from gemtable.games.contract import CHANCE, Unplayable
from gemtable.kit.bits import lowest
from gemtable.kit.draws import WORDS, draw, start
from gemtable.players import BUDGET, player
from gemtable.players.thumb import CHANCE_STREAM, STEPS
from gemtable.table.match import Event, Match
from gemtable.table.seal import Chance

BOT = "@"  # before the name of a bot, where players are listed


class Local:
    """A match, the bots at it and where its chance comes from. The same seed and the same people's moves give the same match.

    Commit, then tell: `commit` has put the line of an event on disk before bots or callers hear of it.
    Where `chance` is given, as by `table.seal`, the seed is for the bots alone.
    """

    def __init__(
        self, match: Match, players: Sequence[str], seed: int, commit: Callable[[bytes], None], chance: Chance | None = None
    ) -> None:
        if match.header.seal is not None and chance is None:
            raise Unplayable("the chance of this match is sealed: only the table that holds the secret can go on with it")
        if len(players) != match.header.seats:
            raise Unplayable(f"{match.header.seats} seats need {match.header.seats} players, not {len(players)}")
        self.match, self.game, self.players = match, match.game, list(players)
        self.seed, self.commit, self.chance = seed, commit, chance
        named = [(seat, name.removeprefix(BOT)) for seat, name in enumerate(players) if name.startswith(BOT)]
        self.bots = {seat: player(self.game.about.id, name, seat, seed) for seat, name in named}
        for event in match.events:
            self._show(event)

    def turn(self) -> int:
        """Who acts next: CHANCE, OVER, or the lowest seat that may."""
        now = self.game.actors(self.match.state)
        return lowest(now) if now > 0 else now

    def advance(self) -> Event:
        """The next event, where chance or a bot is next."""
        seat = self.turn()
        return self.play(seat, self._drawn() if seat == CHANCE else self._decided(seat))

    def play(self, actor: int, action: int) -> Event:
        """One event, committed and shown to the bots; Unplayable, and nothing has changed, when it is not possible now."""
        event = self.match.foresee(actor, action)
        self.commit(self.match.line(event))
        self.match.add(event)
        self._show(event)
        return event

    def _drawn(self) -> int:
        """What chance brings, by the weights of the rules."""
        weights = [0] * self.game.about.outcomes
        n = self.game.chances(self.match.state, weights)
        if self.chance is None:
            return self._streamed(weights, n)
        return self.chance(self.match.draws, weights, n)

    def _streamed(self, weights: list[int], n: int) -> int:
        """One outcome. It hangs on the seed and the number of the event alone, as in the lab."""
        stream = [0] * WORDS
        start(stream, self.seed, self.match.played * STEPS + CHANCE_STREAM)
        return draw(stream, weights, n)

    def _decided(self, seat: int) -> int:
        view = self.game.view(self.match.state, seat)
        return self.bots[seat].decide(view, self.game.offers(view, seat), BUDGET).action

    def _show(self, event: Event) -> None:
        for seat, bot in self.bots.items():
            seen = self.game.shown(event.before, event.actor, event.action, seat)
            bot.watch(self.game.view(event.after, seat), event.actor, seen)
