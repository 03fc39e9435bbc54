"""A worker with a planted fault: python faulty.py FAULT TIMES FOLDER. Only the first TIMES occasions go wrong; the folder counts them."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

from gemtable.players.mind import Mind
from gemtable.server.workers import process
from gemtable.server.workers.wire import Answer, Answered, Memory, Thought, frame

FAULT, TIMES, FOLDER = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])

AT_START = ("unstartable", "talkative")
IN_THOUGHT = ("crash", "hang", "stuck", "deaf", "illegal", "forgetful", "raise")
IN_ANSWER = ("garbled", "huge", "stale", "half")


def occasion() -> bool:
    """Whether it goes wrong now."""
    made = len(list(FOLDER.iterdir()))
    if made < TIMES:
        (FOLDER / f"{made}").write_text(str(os.getpid()), "utf-8")
    return made < TIMES


def think(thought: Thought, mind: Mind) -> Answer:
    answer = process.think(thought, mind)
    print("somebody left this here")  # must not end up among the answers
    if FAULT not in IN_THOUGHT or not occasion():
        return answer
    if FAULT == "crash":
        os._exit(3)
    if FAULT == "raise":
        raise RuntimeError("planted")
    if FAULT == "illegal":
        return Answer(10**6, answer.memory)
    if FAULT == "forgetful":
        return Answer(answer.action, Memory(thought.bot, thought.events, (1,) * 99))
    time.sleep(1000)
    return answer


def send(pipe: BinaryIO, message: Any) -> None:
    data = frame(message)
    if FAULT in IN_ANSWER and isinstance(message, Answered) and occasion():
        stale = frame(Answered(message.number + 1, message.answer))
        data = {"garbled": data[:4] + data[:3:-1], "huge": b"\xff" * 9, "stale": stale, "half": data[:-1]}[FAULT]
    pipe.write(data)
    pipe.flush()


def main() -> None:
    if FAULT == "slow":
        time.sleep(1)
    if FAULT in AT_START and occasion():
        if FAULT == "talkative":
            print("hello", flush=True)
            time.sleep(1000)
        sys.exit("planted")
    if FAULT == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if FAULT == "stuck":
        process.LONGEST = 2  # type: ignore[misc]
    if FAULT == "allergic":
        process.Minds.load = lambda *_: os._exit(4)  # type: ignore[method-assign]
    process.send = send
    process.serve(think)


if __name__ == "__main__":
    main()
