"""What holds in every position of Diamant: no card and no ruby is ever lost or made."""

from gemtable.games.diamant.state import (
    CAVES,
    COPIES,
    CZECH,
    NONE,
    RELIC,
    RELICS,
    TRAP,
    TRAP_COPIES,
    TRAPS,
    TREASURES,
    State,
)


def check(s: State) -> None:
    row = s.row[: s.cards]
    for card, copies in enumerate(COPIES):
        assert s.deck[card] + row.count(card) == copies, f"treasures of {TREASURES[card]}"
    for kind in range(TRAPS):
        assert s.deck[TRAP + kind] + row.count(TRAP + kind) + s.gone[kind] == TRAP_COPIES, f"traps of kind {kind}"
        assert row.count(TRAP + kind) <= 1, "a second trap ends the cave"
        assert s.gone[kind] <= TRAP_COPIES - 1
    assert sum(s.gone) <= s.cave
    assert all(rubies == 0 for rubies in s.lies[s.cards :])
    _check_relics(s)
    _check_rubies(s)
    assert bool(s.inside) == (s.cave < CAVES)
    assert not s.waiting & ~s.inside
    assert not s.homing & (s.waiting | ~s.inside), "who is choosing, or home, has chosen nothing"
    assert not s.homing or s.waiting, "choices are carried out once all are made"


def _check_relics(s: State) -> None:
    """Relics are in the deck, in the row, with one owner, or out of the game (lost, or not yet in it)."""
    lying = [s.row[place] - RELIC for place in range(s.cards) if s.row[place] >= RELIC and s.lies[place]]
    owned = [relic for seat in range(s.seats) for relic in range(RELICS) if s.relics[seat] >> relic & 1]
    if s.edition == NONE:
        assert not lying
        assert not owned
        assert not any(s.deck[RELIC:])
    elif s.edition == CZECH:
        assert sorted(owned) == list(range(len(owned))), "the n-th rescued has one owner"
        assert len(lying) + len(owned) + s.deck[RELIC] <= RELICS
        assert not any(s.deck[RELIC + 1 :])
    else:
        somewhere = sorted(lying + owned + [relic for relic in range(RELICS) if s.deck[RELIC + relic]])
        assert len(set(somewhere)) == len(somewhere), "a relic is in one place"
        assert all(relic <= s.cave for relic in somewhere), "one more enters with each cave"


def _check_rubies(s: State) -> None:
    """All rubies turned over in this cave lie on cards, beside chests, or came home from it."""
    turned = sum(TREASURES[card] for card in s.row[: s.cards] if card < TRAP)
    lying = sum(rubies for card, rubies in zip(s.row, s.lies, strict=True) if card < TRAP)
    assert s.floor == lying, "the floor is what lies on the treasures"
    inside = s.inside.bit_count()
    relics = sum(5 if place < 3 else 10 for seat in range(s.seats) for place in range(RELICS) if s.relics[seat] >> place & 1)
    home = sum(s.brought[: s.seats])
    known = lying + s.hand * inside + home
    assert s.cave == CAVES or turned <= known <= turned + (relics if s.edition == CZECH else 0)
    assert sum(s.chest[: s.seats]) <= 124 * CAVES + relics


def conserved(s: State) -> dict[str, int]:
    """What never changes in a match."""
    return {"seats": s.seats, "edition": s.edition, "closed": s.closed}
