"""A worker: reads thoughts from its standard input and writes answers to its standard output, until the input ends."""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import BinaryIO, Final

from gemtable.games.contract import CHANCE, HIDDEN
from gemtable.players import cast, number_of
from gemtable.players.mind import Compiled, Mind, Plain
from gemtable.server.workers.wire import HEAD, Answer, Answered, Ask, Failed, Memory, Ready, Thought, Warmed, decode_ask, frame, length

NICE: Final = 5  # people who play come first
LONGEST: Final = 60  # seconds; by then nobody waits for a thought, not even to end this process

Think = Callable[[Thought, Mind], Answer]


def serve(think: Think) -> None:
    """Answer until the other end closes; then end at once, whatever else goes on here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole terminal: the server ends its workers itself
    lower_priority(NICE)
    answers, minds, since = own_output(), Minds(), [0.0]
    threading.Thread(target=end_when_stuck, args=(since,), daemon=True).start()
    send(answers, Ready())
    for message in messages(sys.stdin.buffer):
        if isinstance(message, Warmed):
            minds.load(message.games)
        else:
            since[0] = time.monotonic()
            send(answers, answered(message, think, minds))
            since[0] = 0.0
    os._exit(0)


def messages(pipe: BinaryIO) -> Iterator[Ask | Warmed]:
    """What comes in, until it ends."""
    while len(head := pipe.read(HEAD)) == HEAD:
        yield decode_ask(pipe.read(length(head)))


def send(pipe: BinaryIO, message: Ready | Answered | Failed) -> None:
    """One frame, at once. Where nobody is left to read it, there is nothing left to do."""
    try:
        pipe.write(frame(message))
        pipe.flush()
    except BrokenPipeError:
        os._exit(0)


def answered(ask: Ask, think: Think, minds: "Minds") -> Answered | Failed:
    """A bot that raises an exception does no harm to others that think here."""
    try:
        return Answered(ask.number, think(ask.thought, minds.of(ask.thought.game)))
    except Exception:
        traceback.print_exc()
        return Failed(ask.number)


def think(thought: Thought, mind: Mind) -> Answer:
    """What a `Thumb` would do that had seen all events, and what it would remember."""
    people, number = cast(thought.game), number_of(thought.game, thought.bot)
    watches = people.characters[number].watches
    seen = [(shown.view, shown.actor, shown.action) for shown in thought.seen] if watches else []
    before = thought.memory.numbers if thought.memory and watches else (0,) * people.memory
    action, after = mind.decide(number, thought.seat, thought.seed, thought.events, before, seen, thought.view)
    return Answer(action, Memory(thought.bot, thought.events, tuple(after)), compiled=isinstance(mind, Compiled))


class Minds:
    """The characters of each game: plain, until a thread has loaded what was compiled."""

    def __init__(self) -> None:
        self._compiled: dict[str, Mind] = {}
        self._plain = cache(lambda game_id: Plain(cast(game_id)))
        self._loading = threading.Lock()  # Numba's settings belong to the whole process

    def of(self, game_id: str) -> Mind:
        return self._compiled.get(game_id) or self._plain(game_id)

    def load(self, games: Sequence[str]) -> None:
        """Meanwhile thinking goes on. If it fails, it goes on plain."""
        threading.Thread(target=self._load, args=(games,), daemon=True).start()

    def _load(self, games: Sequence[str]) -> None:
        try:
            with self._loading:
                for game_id in games:
                    self._compiled[game_id] = loaded(game_id)
        except Exception:
            traceback.print_exc()


def loaded(game_id: str) -> Compiled:
    """The compiled characters of a game, after one decision: any will do, for all of them run the same code."""
    people = cast(game_id)
    mind, game = Compiled(people), people.game
    state = game.begin(game.about.seats[1], game.about.options())
    while not game.acting(state):
        game.play(state, CHANCE, game.outcomes(state)[0][0].action)
    seat = game.acting(state)[0]
    view = game.view(state, seat).to_bytes()
    mind.decide(0, seat, 0, 0, (0,) * people.memory, [(view, CHANCE, HIDDEN)], view)
    return mind


def own_output() -> BinaryIO:
    """The standard output, for answers alone: whatever else is printed goes where errors go."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def lower_priority(nice: int) -> None:
    """Let others go first, where the system knows such a thing."""
    if hasattr(os, "nice"):
        os.nice(nice)


def end_when_stuck(since: Sequence[float]) -> None:
    """The pool ends a worker that takes too long; this is for one that has lost its pool."""
    while True:
        time.sleep(LONGEST / 4)
        if since[0] and time.monotonic() - since[0] > LONGEST:
            os._exit(1)


if __name__ == "__main__":
    serve(think)
