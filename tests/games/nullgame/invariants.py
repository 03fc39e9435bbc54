"""What holds in every position of Nullgame."""

from gemtable.games.nullgame.state import DIE, UNKNOWN, State


def check(s: State) -> None:
    assert 0 <= s.dealt <= s.seats
    assert all(s.gem[seat] < UNKNOWN for seat in range(s.dealt)), "a whole state knows every gem"
    assert all(0 <= points <= DIE * s.finished for points in s.points[: s.seats])
    assert not s.waiting & s.swapping, "who is still choosing has chosen nothing"


def conserved(s: State) -> dict[str, int]:
    """What never changes in a match."""
    return {"seats": s.seats, "rounds": s.rounds}
