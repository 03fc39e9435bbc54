"""The people at this terminal and their match: what they are shown, and how they choose."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from gemtable.games.contract import OVER, SPECTATOR, kind
from gemtable.games.words import sentence
from gemtable.table.local import Local
from gemtable.terminal.answers import meant, one_of
from gemtable.terminal.screen import WIDTH, Left, Screen, readable
from gemtable.terminal.seats import manners, names, people
from gemtable.terminal.wording import in_all, say, spoken

GLUE = "\N{NO-BREAK SPACE}"


class Sitting:
    """One match at one terminal.

    A single person is told what the own seat is told; several are told what a spectator is, and each sees the own screen in turn.
    """

    def __init__(self, local: Local, path: Path, screen: Screen) -> None:
        self.local, self.game, self.match = local, local.game, local.match
        self.path, self.screen = path, screen
        self.names, self.people = names(local.players), people(local.players)
        self.viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.asked: int | None = None  # who was asked last

    def play(self) -> bool:
        """On to the end; False when somebody leaves before."""
        self._welcome()
        try:
            while (seat := self.local.turn()) != OVER:
                self._step(seat)
        except (Left, KeyboardInterrupt):
            self.screen.say("leave", command=self._command())
            return False
        self._draw(self.viewer)
        self.screen.say("kept", file=self.path)
        return True

    def _welcome(self) -> None:
        about, language = self.game.about, self.screen.language
        if self.match.events:
            self.screen.say("goes_on", title=about.title[language], events=len(self.match.events))
        else:
            self.screen.say("begins", title=about.title[language], goal=about.goal[language])
        seats, (fewest, most) = self.match.header.seats, about.box
        if not fewest <= seats <= most:
            self.screen.say("off_box", fewest=fewest, most=most, seats=seats)
        for line in manners(self.game, self.local.players, language):
            self.screen.item(line, "·")
        self.screen.say("saved_in", file=self.path)
        if not self.match.events:
            self.screen.print()

    def _step(self, seat: int) -> None:
        """One event, told as soon as it is on disk."""
        event = self.local.play(seat, self._chosen(seat)) if seat in self.people else self.local.advance()
        for fact in self.game.facts(event.before, event.actor, event.action, event.after, self.viewer):
            self.screen.tell(kind(fact), self._sentence(fact))

    def _chosen(self, seat: int) -> int:
        """What a person chooses. Where others at this terminal may not see it, they look away, and the screen is cleared."""
        private = self._private(seat)
        if private:
            self.screen.ask(say("hand_over", self.screen.language, name=self.names[seat]))
        self.asked = seat
        self._draw(seat)
        try:
            return self._ask(seat)
        finally:
            if private:
                self.screen.clear()

    def _private(self, seat: int) -> bool:
        """Whether another person sits here who was at the keyboard just now, is choosing too, or may not see this seat's screen."""
        if len(self.people) == 1:
            return False
        choosing = [other for other in self.game.acting(self.match.state) if other in self.people]
        secrets = self.game.view(self.match.state, seat) != self.game.view(self.match.state, SPECTATOR)
        return self.asked != seat or len(choosing) > 1 or secrets

    def _draw(self, seat: int) -> None:
        self.screen.draw(self.game.text(self.match.scene(seat), self.screen.language, self.names))

    def _ask(self, seat: int) -> int:
        """Ask until the answer is clear. It may also be a question: for help, the rules, or what has happened."""
        offers = self.game.offers(self.game.view(self.match.state, seat), seat)
        told = [spoken(self.game.about.id, self.screen.language, offer.words) for offer in offers]
        choices = [(told[at], offer.words) for at, offer in enumerate(offers)]
        self._list(told)
        while True:
            answer = self.screen.ask(say("ask_move", self.screen.language, name=self.names[seat]))
            if not answer or self._answered(answer):
                self._list(told)
            elif len(at := meant(answer, choices)) == 1:
                return offers[at[0]].action
            else:
                possible = ", ".join([told[place] for place in at or range(len(told))])
                self.screen.say("unclear" if at else "unknown", given=readable(answer), possible=possible)

    def _list(self, told: Sequence[str]) -> None:
        """What may be chosen, numbered."""
        entries = [f"{number} {words}".replace(" ", GLUE) for number, words in enumerate(told, 1)]
        for line in wrap("   ".join(entries), WIDTH - 2):
            self.screen.print(f"  {line.replace(GLUE, ' ')}")

    def _answered(self, answer: str) -> bool:
        """Whether this was a question, and now has its answer."""
        if answer == "?":
            self.screen.say("help")
        elif one_of(answer, in_all("word_rules")):
            self.screen.page(self.game.rules_text(self.screen.language).replace("**", "").rstrip())
        elif one_of(answer, in_all("word_log")):
            self._log()
        else:
            return False
        return True

    def _log(self) -> None:
        for fact in self.match.facts(self.viewer):
            self.screen.tell(kind(fact), self._sentence(fact))
        if not self.match.events:
            self.screen.say("nothing_yet")

    def _sentence(self, fact: Any) -> str:
        return sentence(self.game.about.id, fact, self.screen.language, self.names)

    def _command(self) -> str:
        """How to go on with this match."""
        language = [] if self.screen.language == "en" else ["--lang", self.screen.language]
        told = [] if self.match.header.players else ["--players", ",".join(self.local.players)]
        runner = ["uv", "run"] if "UV_RUN_RECURSION_DEPTH" in os.environ else []  # which uv sets for what it runs
        return shlex.join([*runner, "gemtable", "play", "--resume", str(self.path), *told, *language])
