"""What goes between the pool and its processes: frames of four bytes of length and a message."""

from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")

HEAD: Final = 4
LONGEST: Final = 1 << 24  # bytes of a message


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """An event as a seat was shown it."""

    view: bytes  # the seat's, after the event
    actor: int
    action: int  # or HIDDEN


class Memory(msgspec.Struct, frozen=True, array_like=True):
    """What a character remembers."""

    bot: str  # whose it is
    events: int  # how many it had seen by then
    numbers: tuple[int, ...]


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """All that a bot needs for a decision, and nothing that its seat may not know: bytes of concealed views."""

    game: str
    bot: str  # the name of a character
    seat: int
    seed: int
    events: int  # how many the seat has been shown
    view: bytes
    memory: Memory | None = None
    seen: tuple[Seen, ...] = ()  # since `memory`, for a character that watches


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What the bot does, and what it remembers for the next time."""

    action: int
    memory: Memory | None = None
    weaker: bool = False  # no worker could tell in time: any legal move
    compiled: bool = False  # by the compiled rules


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """To a worker: think."""

    number: int  # comes back with the answer
    thought: Thought


class Warmed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """To a worker: these games lie compiled in the cache."""

    games: tuple[str, ...]


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """From a worker, once: it can be asked."""


class Answered(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """From a worker."""

    number: int
    answer: Answer


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """From a worker that is sound: the bot has raised an exception, which the worker has printed."""

    number: int


ToWorker = Ask | Warmed
FromWorker = Ready | Answered | Failed

_encoder = msgspec.msgpack.Encoder()
decode_ask = msgspec.msgpack.Decoder(ToWorker).decode
decode_answer = msgspec.msgpack.Decoder(FromWorker).decode


def frame(message: Any) -> bytes:
    """A message as it goes through the pipe."""
    body = _encoder.encode(message)
    return len(body).to_bytes(HEAD, "big") + body


def length(head: bytes) -> int:
    """How long the message is; ValueError when that cannot be."""
    size = int.from_bytes(head, "big")
    if size > LONGEST:
        raise ValueError("a message too long to be one")
    return size
