"""What a viewer sees of a table now."""

from typing import Any

import msgspec

from gemtable.games.contract import SPECTATOR
from gemtable.server.wire import SeatSeen, TableSeen, View
from gemtable.table.table import Table
from gemtable.table.undo import may_take_back

__all__ = ["View", "table_seen", "view_of"]


def table_seen(name: str, table: Table) -> msgspec.Raw:
    """A table for all who may see it; encoded once for all of them."""
    opened = table.opened
    seen = TableSeen(
        table=name,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        pace=opened.pace,
        undo=opened.undo,
        listed=opened.listed,
        brought=opened.brought,
        stage=table.stage,
        closed=table.closed,
        seats=seats_seen(table),
        winners=table.winners(),
        commitment=opened.commitment,
        secret=table.secret,
        after=opened.after,
        rematch=table.rematch,
    )
    return msgspec.Raw(msgspec.json.encode(seen))


def seats_seen(table: Table) -> list[SeatSeen]:
    """Every seat, for all to see."""
    acting = table.acting()
    budget = table.opened.pace.budget
    return [
        SeatSeen(
            name=chair.name,
            bot=chair.bot,
            ready=chair.ready,
            away=chair.away is not None,
            resigned=chair.resigned,
            acting=seat in acting,
            deadline=table.deadline(seat),
            left=chair.budget if budget and seat not in acting else None,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def view_of(table: Table, seen: msgspec.Raw, seat: int, person: str, now: int, notes: Any = None) -> View:
    """Everything one viewer sees."""
    game = table.match.game
    view = game.view(table.match.state, seat)
    return View(
        seq=table.seq,
        now=now,
        table=seen,
        seat=None if seat == SPECTATOR else seat,
        yours=[number for number, chair in enumerate(table.chairs) if chair.person == person],
        host=table.opened.host == person,
        scene=game.scene(view, seat, notes),
        offers=[offer.words for offer in game.offers(view, seat)] if seat in table.acting() else [],
        take_back=table.opened.undo and seat in deciding(table) and may_take_back(table.match, seat),
    )


def deciding(table: Table) -> list[int]:
    """The seats whose person may do something in the match now."""
    return [seat for seat, chair in enumerate(table.chairs) if table.stage == "playing" and chair.name and chair.bot is None]
