"""A table in one place: what the bots at it are handed."""

from collections.abc import Sequence
from typing import Any

import pytest

from gemtable.games.contract import OVER, Offer
from gemtable.table.local import Local
from gemtable.table.match import begin
from tests.matches import CASES, Case


class Noting:
    """A bot that notes what it is handed."""

    def __init__(self) -> None:
        self.watched: list[tuple[Any, int, int]] = []
        self.asked: list[tuple[Any, Sequence[Offer]]] = []

    def watch(self, view: Any, actor: int, action: int) -> None:
        self.watched.append((view, actor, action))

    def decide(self, view: Any, offers: Sequence[Offer], budget: int) -> Offer:  # noqa: ARG002
        self.asked.append((view, offers))
        return offers[len(self.watched) % len(offers)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bots_are_handed_their_view_and_never_the_state(case: Case) -> None:
    game, seats = case.game, case.game.about.box[1]
    local = Local(begin(game.about.id, seats, case.options), ["@random"] * seats, 5, lambda _: None)
    bots = [Noting() for _ in range(seats)]
    local.bots = dict(enumerate(bots))
    while local.turn() != OVER:
        local.advance()
    events, hidden = local.match.events, 0
    for seat, bot in enumerate(bots):
        shown = [game.shown(event.before, event.actor, event.action, seat) for event in events]
        assert bot.watched == [(game.view(event.after, seat), event.actor, seen) for event, seen in zip(events, shown, strict=True)]
        own = [event.before for event in events if event.actor == seat]
        assert bot.asked == [(game.view(state, seat), game.offers(state, seat)) for state in own]
        hidden += own != [view for view, _ in bot.asked]
    assert hidden or game.about.seats[1] == 1, "nothing was hidden: the test has seen nothing"
