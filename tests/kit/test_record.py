import pytest

from gemtable.kit.record import TAKEN, Record, i8, i16, i32, i64


class Mixed(Record):
    small: i8
    many: i16[3]
    wide: i64
    middle: i32
    tail: i8[5]


def filled() -> Mixed:
    mixed = Mixed()
    mixed.small, mixed.wide, mixed.middle = -5, 1 << 40, -70_000
    mixed.many[1], mixed.tail[4] = -300, 7
    return mixed


def test_a_new_record_is_all_zero_and_shares_nothing() -> None:
    one, other = Mixed(), Mixed()
    assert (one.small, one.many, one.wide, one.tail) == (0, [0, 0, 0], 0, [0] * 5)
    one.many[0] = 1
    assert other.many == [0, 0, 0]


def test_a_record_has_slots_and_no_other_attribute() -> None:
    with pytest.raises(AttributeError):
        Mixed().other = 1  # type: ignore[attr-defined]
    assert not hasattr(Mixed(), "__dict__")


def test_a_clone_is_equal_and_apart() -> None:
    one = filled()
    two = one.clone()
    assert two == one
    two.many[2] = 9
    assert two != one
    assert one.many[2] == 0


def test_records_are_equal_by_their_fields_and_cannot_be_hashed() -> None:
    assert filled() == filled()
    for change in ("small", "wide", "middle"):
        other = filled()
        setattr(other, change, 1)
        assert other != filled()
    for row in ("many", "tail"):
        other = filled()
        getattr(other, row)[-1] += 1
        assert other != filled()
    nothing: object = 0
    assert Mixed() != nothing
    with pytest.raises(TypeError):
        hash(Mixed())


def test_bytes_there_and_back() -> None:
    assert Mixed.from_bytes(filled().to_bytes()) == filled()
    with pytest.raises(ValueError, match=r"Mixed takes \d+ bytes, not 3"):
        Mixed.from_bytes(b"abc")


def test_bytes_are_a_row_of_the_dtype() -> None:
    row = __import__("numpy").frombuffer(filled().to_bytes(), Mixed.dtype())[0]
    assert Mixed.dtype().itemsize == len(filled().to_bytes())
    assert (row["small"], row["wide"], row["middle"]) == (-5, 1 << 40, -70_000)
    assert row["many"].tolist() == [0, -300, 0]
    assert row["tail"].tolist() == [0, 0, 0, 0, 7]
    assert Mixed.dtype().isalignedstruct


def test_a_number_too_wide_for_its_field_has_no_bytes() -> None:
    mixed = Mixed()
    mixed.small = 128
    with pytest.raises(Exception, match="-128 <= number <= 127"):
        mixed.to_bytes()


@pytest.mark.parametrize("name", ["round", "take", "sort", "size", "clone", "_private"])
def test_names_that_numpy_or_record_uses_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"cannot have a field '{name}'"):
        type("Bad", (Record,), {"__annotations__": {name: i8}})


def test_every_name_of_a_numpy_array_or_record_is_refused() -> None:
    np = __import__("numpy")
    names = {name for kind in (np.ndarray, np.recarray, np.record, np.void) for name in dir(kind) if not name.startswith("_")}
    assert names <= TAKEN
    assert {name for name in dir(Record) if not name.startswith("_")} <= TAKEN


def test_a_field_that_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad.cards needs a number such as i16"):
        type("Bad", (Record,), {"__annotations__": {"cards": int}})
    with pytest.raises(TypeError, match="has no fields"):
        type("Bad", (Record,), {})
    with pytest.raises(ValueError, match="at least one"):
        i8[0]


def test_a_record_shows_what_is_not_zero() -> None:
    mixed = Mixed()
    mixed.middle = 4
    assert repr(mixed) == "Mixed(middle=4)"
