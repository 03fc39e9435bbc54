"""Declare a state once, one annotated line per field; get a plain class and a record dtype from it.

    class State(Record):
        gems: i16  # rubies on the floor
        hand: i16[8]  # what each seat holds

`State()` is a small slotted object of ints and lists, all zero. `State.dtype()` has the same
fields at the same places, so `to_bytes` of the one is a row of the other.
"""

import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np

# What NumPy arrays and records call their own: as a field, compiled code would reach the method instead.
TAKEN = frozenset(
    "T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy"
    " ctypes cumprod cumsum data device diagonal dot dtype dump dumps field fill flags flat flatten getfield imag"
    " item itemset itemsize mT max mean min nbytes ndim newbyteorder nonzero partition pprint prod ptp put ravel real"
    " repeat reshape resize round searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes"
    " take to_device tobytes tofile tolist tostring trace transpose var view"
    " clone fields from_bytes to_bytes".split()
)


@dataclass(frozen=True, slots=True)
class Number:
    """A fixed-width number, or with `[n]` a row of n of them."""

    code: str
    width: int
    length: int = 0

    def __getitem__(self, length: int) -> "Number":
        if length < 1:
            raise ValueError(f"a field cannot have {length} entries: it needs at least one")
        return Number(self.code, self.width, length)


i8, i16, i32, i64 = Number("b", 1), Number("h", 2), Number("i", 4), Number("q", 8)


class _RecordType(type):
    """Turns the annotations of a record into slots, methods and a layout."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> "_RecordType":
        if not bases:
            return super().__new__(cls, name, bases, space)
        fields = _declared(name, space)
        space = {key: value for key, value in space.items() if key not in fields}
        space |= {"__slots__": tuple(fields), "fields": fields, "__hash__": None} | _methods(fields)
        return super().__new__(cls, name, bases, space)


class Record(metaclass=_RecordType):
    """A state of fixed size. Subclass it and annotate the fields."""

    __slots__ = ()
    fields: ClassVar[dict[str, Number]] = {}

    if TYPE_CHECKING:

        def clone(self) -> Self:
            """A copy that shares nothing."""

        def to_bytes(self) -> bytes:
            """The fields as one row of `dtype`, the same on every machine."""

        @classmethod
        def from_bytes(cls, data: bytes) -> Self:
            """The record that `to_bytes` wrote."""

    @classmethod
    def dtype(cls) -> "np.dtype[np.void]":
        """The same fields as a NumPy record type (this imports NumPy)."""
        import numpy as np

        places, size = _layout(cls.fields)
        formats = [(f"<{field.code}", field.length) if field.length else f"<{field.code}" for field in cls.fields.values()]
        layout = {"names": list(cls.fields), "formats": formats, "offsets": places, "itemsize": size}
        return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]

    def __repr__(self) -> str:
        told = (f"{name}={value}" for name in self.fields if _tells(value := getattr(self, name)))
        return f"{type(self).__name__}({', '.join(told)})"


def _tells(value: int | list[int]) -> bool:
    return any(value) if isinstance(value, list) else bool(value)


def _declared(name: str, space: dict[str, Any]) -> dict[str, Number]:
    """The annotated fields, in order, checked."""
    annotations = space.get("__annotations__")
    if annotations is None and sys.version_info >= (3, 14):
        import annotationlib

        annotate = annotationlib.get_annotate_from_class_namespace(space)
        annotations = annotationlib.call_annotate_function(annotate, annotationlib.Format.VALUE) if annotate else None
    fields = dict(annotations or {})
    for field, number in fields.items():
        if not isinstance(number, Number):
            raise TypeError(f"{name}.{field} needs a number such as i16 or i16[8], not {number!r}")
        if field in TAKEN or field.startswith("_"):
            raise TypeError(f"{name} cannot have a field {field!r}: NumPy or Record uses that name; choose another")
    if not fields:
        raise TypeError(f"{name} has no fields: annotate at least one, such as `seats: i16`")
    return fields


def _layout(fields: dict[str, Number]) -> tuple[list[int], int]:
    """Where each field begins when each is aligned to its own width, and the size of it all."""
    places, end = [], 0
    for field in fields.values():
        place = -(-end // field.width) * field.width
        places.append(place)
        end = place + field.width * (field.length or 1)
    widest = max(field.width for field in fields.values())
    return places, -(-end // widest) * widest


def _packing(fields: dict[str, Number]) -> struct.Struct:
    places, size = _layout(fields)
    form, end = "<", 0
    for place, field in zip(places, fields.values(), strict=True):
        form += f"{place - end}x" * (place > end) + f"{field.length or 1}{field.code}"
        end = place + field.width * (field.length or 1)
    return struct.Struct(form + f"{size - end}x" * (size > end))


def _methods(fields: dict[str, Number]) -> dict[str, Any]:
    """Methods with every field written out: four times as quick as a loop over names."""
    zero = {name: f"[0] * {field.length}" if field.length else "0" for name, field in fields.items()}
    copied = {name: f"self.{name}[:]" if field.length else f"self.{name}" for name, field in fields.items()}
    flat = ", ".join(f"*self.{name}" if field.length else f"self.{name}" for name, field in fields.items())
    taken, at = {}, 0
    for name, field in fields.items():
        taken[name] = f"list(v[{at}:{at + field.length}])" if field.length else f"v[{at}]"
        at += field.length or 1
    packing = _packing(fields)
    lines = [
        *("def __init__(self):", *(f"  self.{name} = {value}" for name, value in zero.items())),
        *("def clone(self):", "  c = new(type(self))"),
        *(f"  c.{name} = {value}" for name, value in copied.items()),
        *("  return c", "def to_bytes(self):", f"  return pack({flat})"),
        *("def from_bytes(cls, data):", "  if len(data) != size:"),
        "    raise ValueError(f'{cls.__name__} takes {size} bytes, not {len(data)}')",
        *("  c, v = new(cls), unpack(data)", *(f"  c.{name} = {value}" for name, value in taken.items()), "  return c"),
        *("def __eq__(self, other):", "  if type(self) is not type(other): return NotImplemented"),
        "  return " + " and ".join(f"self.{name} == other.{name}" for name in fields),
    ]
    made: dict[str, Any] = {}
    exec("\n".join(lines), {"new": object.__new__, "pack": packing.pack, "unpack": packing.unpack, "size": packing.size}, made)
    return made | {"from_bytes": classmethod(made["from_bytes"])}
