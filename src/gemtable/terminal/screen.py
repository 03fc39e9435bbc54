"""Lines out and answers in: plain in a pipe, a little bold on a terminal."""

import os
import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

from gemtable.terminal.answers import one_of
from gemtable.terminal.wording import in_all, say

WIDTH = 80
GLANCE = 8  # lines that are read in passing
CLEAR = "\033[H\033[2J\033[3J"  # what has scrolled away too


class Left(Exception):
    """Somebody leaves, at any prompt."""


class Screen:
    """Where a person reads and types."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.seen, self.typed = _is_terminal(sys.stdout), _is_terminal(sys.stdin)
        self.able = self.seen and os.environ.get("TERM", "dumb") != "dumb"
        self.kind, self.column = "", 0  # of the line that is still open
        self.unread = 0  # lines of the log since somebody last typed
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    def print(self, text: str = "") -> None:
        """Lines as they stand."""
        self.close()
        print(text, flush=True)

    def item(self, text: str, sign: str = "") -> None:
        """An entry of a list, or more of it, set in."""
        self.print("\n".join(wrap(text, WIDTH, initial_indent=f"  {sign:2}", subsequent_indent=" " * 4)))

    def say(self, key: str, **values: object) -> None:
        """A sentence of the terminal. A file or a command is not broken, so that it can be copied."""
        sentence = say(key, self.language, **values)
        (self.print if {"file", "command"} & values.keys() else self.page)(sentence)

    def page(self, text: str) -> None:
        """Lines that may be long."""
        for line in text.split("\n"):
            self.print(_wrapped(line))

    def tell(self, kind: str, sentence: str) -> None:
        """A sentence of the log. Those of one kind in a row share a line: `Ema has chosen. Kuba has chosen.`"""
        if kind == self.kind and self.column + 1 + len(sentence) <= WIDTH:
            sentence = f" {sentence}"
        else:
            self.close()
            sentence = _wrapped(sentence)
            self.unread += 1 + sentence.count("\n")
        print(sentence, end="", flush=True)
        self.kind, self.column = kind, self.column + len(sentence.rpartition("\n")[2])

    def draw(self, text: str) -> None:
        """A drawing. Where it would push away much that nobody has read, it waits for Enter."""
        fits = self.unread + text.count("\n") < get_terminal_size().lines
        if self.seen and self.typed and self.unread > GLANCE and not fits:
            self.ask(say("read_on", self.language))
        self.print(f"\n{text}")

    def close(self) -> None:
        """End the line that is still open."""
        if self.column:
            print(flush=True)
        self.kind, self.column = "", 0

    def ask(self, prompt: str) -> str:
        """What somebody answers; Left when it is `q` or nothing can be read any more."""
        self.close()
        self.unread = 0
        print(self.bold(prompt), end="", flush=True)
        line = self._line()
        if not (self.typed and line.endswith("\n")):
            print(flush=True)
        if not line or one_of(line, {"q", *in_all("word_quit")}):
            raise Left
        return line.strip()

    def _line(self) -> str:
        try:
            return sys.stdin.readline() if sys.stdin else ""
        except KeyboardInterrupt:
            return ""

    def bold(self, text: str) -> str:
        """Emphasis, where it can be shown and is wanted."""
        return f"\033[1m{text}\033[0m" if self.able and not os.environ.get("NO_COLOR") else text

    def clear(self) -> None:
        """Let nothing be seen of what was on the screen."""
        self.close()
        if self.seen:
            print(CLEAR if self.able else "\n" * 100, end="", flush=True)


def readable(text: str, room: int = 24) -> str:
    """Words from outside as one short line that cannot drive a terminal."""
    kept = "".join([char for char in text if char.isprintable()]).strip()
    return kept if len(kept) <= room else f"{kept[: room - 1]}…"


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
