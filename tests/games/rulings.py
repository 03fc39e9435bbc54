"""How ruling tests are written: a position in the game's own words, moves in words, and what came of them."""

from typing import Any

import pytest

from gemtable.games.contract import CHANCE, Game, Unplayable, find


class Board:
    """A position one can play on in words: `chance: treasure 9`, `0: home`."""

    def __init__(self, game_id: str, diagram: str) -> None:
        self.game: Game = find(game_id)
        self.state = self.game.place(diagram)

    def play(self, *moves: str) -> "Board":
        """Play them in turn; each must be offered."""
        for move in moves:
            actor, words = _read(move)
            self.game.play(self.state, actor, self.game.parse(self.state, actor, words))
        return self

    def refuses(self, move: str) -> None:
        actor, words = _read(move)
        with pytest.raises(Unplayable):
            self.game.parse(self.state, actor, words)

    def weights(self) -> dict[str, int]:
        """What chance may bring."""
        return {offer.words: weight for offer, weight in self.game.outcomes(self.state)}

    def scores(self) -> list[int]:
        return self.game.scores(self.state, self.state.seats)

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.state.seats) if self.game.winners(self.state) >> seat & 1)

    def scene(self, seat: int) -> Any:
        return self.game.scene(self.game.view(self.state, seat), seat, None)

    def lines(self) -> list[str]:
        return self.game.write(self.state).splitlines()


def _read(move: str) -> tuple[int, str]:
    actor, _, words = move.partition(": ")
    return (CHANCE if actor == "chance" else int(actor)), words
