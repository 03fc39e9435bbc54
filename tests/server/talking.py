"""Several people at several tables over sockets, as a Hypothesis machine: valid, stale, repeated, mangled and hostile messages,
cuts and reconnecting. A model knows what must have come of each."""

import json
import logging
import random
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any

import apsw
import msgspec
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from gemtable.server import wire
from gemtable.server.store.sqlite import Sqlite
from gemtable.server.tokens import hashed
from tests.server.served import WAIT, Client, Line, Served

DICE = st.integers(0, 2**62).map(random.Random)  # what is drawn hangs on the server, too: Hypothesis gives no more than a seed
PEOPLE = ("Ema", "Kuba", "Ola")
COMMANDS = "SELECT seat, command_id, first_seq, last_seq FROM command WHERE match = ?"
Key = tuple[str, str, str]  # a table, a person, a command's id


@dataclass
class Figures:
    """What was said, and what came of it."""

    sent: int = 0
    told: int = 0
    came: Counter[str] = field(default_factory=Counter)
    reconnected: int = 0
    cut: int = 0
    repeated: int = 0
    examples: int = 0


@dataclass
class Talk:
    """A socket, and how far it has heard."""

    line: Line
    who: str
    table: str
    seat: int | None
    last: int = 0  # the number of what it heard last
    heard: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Sent:
    """A command, and what is known of it."""

    key: Key
    data: str


class Talking(RuleBasedStateMachine):
    """The machine. `served` and `figures` are handed in by `machine`."""

    served: Served
    figures: Figures
    people: dict[str, Client]
    persons: dict[str, str]

    def __init__(self) -> None:
        super().__init__()
        self.talks: list[Talk] = []
        self.tables: list[str] = []
        self.hosts: dict[str, str] = {}
        self.done: dict[Key, tuple[int, int]] = {}
        self.refused: set[Key] = set()
        self.unknown: dict[Key, Sent] = {}  # whose answer was cut off
        self.latest: list[Sent] = []
        self.again: set[Key] = set()
        self.rematches: dict[str, str] = {}
        self.number = 0
        self.figures.examples += 1

    # Tables and sockets

    @initialize()
    def lay(self) -> None:
        """Three tables: of people alone, with a bot, and one that anybody may come to."""
        for host, seats, more in (
            ("Ema", ["me", None, "me"], {"undo": True}),
            ("Kuba", ["me", "@easy", None], {}),
            ("Ola", ["me", None], {"listed": True, "undo": True}),
        ):
            self._open(host, seats, more)
        for table in self.tables:
            self._connect(self.hosts[table], table, 0, None)
        self._begin(self.tables[0], [("Kuba", 1), ("Ema", 0), ("Ema", 2)])
        self._begin(self.tables[1], [("Ola", 2), ("Kuba", 0)])

    def _begin(self, table: str, seats: list[tuple[str, int]]) -> None:
        """Two of the tables play from the first moment on. Nobody but the model's people may have done anything there."""
        for who, seat in seats:
            if who != self.hosts[table]:
                self._connect(who, table, None, 0)
                self._answered(self.talks[-1], [self._say(self.talks[-1], {"act": "sit", "seat": seat})])
                self._connect(who, table, seat, 1)
        for who, seat in seats:
            talk = next(talk for talk in self.talks if (talk.table, talk.who) == (table, who))
            self._answered(talk, [self._say(talk, {"act": "ready", "seat": seat})])

    def _open(self, host: str, seats: list[Any], more: dict[str, Any]) -> None:
        client = self.people[host]
        table = client.open(seats=seats, **more)
        self.tables.append(table)
        self.hosts[table] = host
        for other in set(PEOPLE) - {host}:
            assert self.people[other].post(f"/api/tables/{table}/come", {"invitation": client.invitation})[0] == 204

    def _connect(self, who: str, table: str, seat: int | None, after: int | None) -> None:
        line = self.people[who].socket(table, seat, after)
        talk = Talk(line, who, table, seat)
        welcome = line.next()
        self.figures.told += 1
        assert welcome["say"] == "welcome"
        numbers = [heard["seq"] for heard in welcome["heard"]]
        assert numbers == ([] if after is None else list(range(after + 1, welcome["view"]["seq"] + 1)))
        talk.last, talk.heard = welcome["view"]["seq"], welcome["heard"]
        self.talks.append(talk)

    @rule(dice=DICE)
    def connect(self, dice: random.Random) -> None:
        """Somebody looks, or looks once more."""
        table, who = dice.choice(self.tables), dice.choice(PEOPLE)
        seat = dice.choice([None, *self._seats(table, who)])
        self._connect(who, table, seat, dice.choice([None, 0, 1, 3]) if len(self.talks) < 12 else None)

    @rule(dice=DICE, gently=st.booleans())
    def cut_and_reconnect(self, dice: random.Random, gently: bool) -> None:
        """A socket ends, perhaps while a command is under way; its person comes again and is told what was missed."""
        talk = self._some(dice)
        pending = [self._say(talk, self._act(dice, talk)) for _ in range(dice.randint(0, 2))]
        self.talks.remove(talk)
        self._cut(talk.line, gently=gently)
        self.unknown |= {sent.key: sent for sent in pending}
        self.figures.reconnected += 1
        if talk.seat is None or talk.seat in self._seats(talk.table, talk.who):
            self._connect(talk.who, talk.table, talk.seat, talk.last)
            again = self.talks[-1]
            again.heard = talk.heard + again.heard

    def _cut(self, line: Line, *, gently: bool) -> None:
        self.figures.cut += 1
        if not gently:
            with suppress(OSError):
                line.connection.socket.shutdown(socket.SHUT_RDWR)
        line.__exit__()

    def _seats(self, table: str, who: str) -> list[int]:
        """Where somebody sits."""
        found: list[int] = self.people[who].see(table)["yours"]
        return found

    def _some(self, dice: random.Random) -> Talk:
        return dice.choice(self.talks)

    # Messages

    @rule(dice=DICE)
    def talk(self, dice: random.Random) -> None:
        """A few commands, each answered before the next."""
        talk = self._some(dice)
        for _ in range(dice.randint(1, 6)):
            self._answered(talk, [self._say(talk, self._act(dice, talk), dice)])

    @rule(dice=DICE)
    def talk_without_waiting(self, dice: random.Random) -> None:
        """Many at once, by several people."""
        talks = [self._some(dice) for _ in range(dice.randint(1, 3))]
        sent = [(talk, [self._say(talk, self._act(dice, talk), dice) for _ in range(8)]) for talk in talks]
        for talk, commands in sent:
            self._answered(talk, commands)

    @rule(dice=DICE)
    def play(self, dice: random.Random) -> None:
        """Whoever can decide, decides."""
        for talk in list(self.talks):
            self._hear(talk)
            offers = talk.line.view["offers"]
            if offers and talk.seat is not None:
                self._answered(talk, [self._say(talk, {"act": "move", "seat": talk.seat, "move": dice.choice(offers)})])

    @rule(dice=DICE)
    def begin(self, dice: random.Random) -> None:
        """Everybody sits down and wants to begin."""
        table = dice.choice(self.tables)
        for talk in [talk for talk in self.talks if talk.table == table]:
            for seat in range(3):
                self._answered(talk, [self._say(talk, {"act": "sit", "seat": seat}), self._say(talk, {"act": "ready", "seat": seat})])

    @rule(dice=DICE)
    def repeat(self, dice: random.Random) -> None:
        """A command once more, from wherever its person is now: it has one effect."""
        sent = dice.choice(self.latest[-20:] + list(self.unknown.values()))
        for talk in self.talks:
            if (talk.table, self.persons[talk.who]) == sent.key[:2]:
                self._send(talk, sent.data)
                self._answered(talk, [sent])
                self.figures.repeated += 1
                return

    @rule(dice=DICE)
    def mangle(self, dice: random.Random) -> None:
        """What is no command is refused, and the socket stays."""
        talk = self._some(dice)
        whole = json.dumps({"id": "x", "seq": 0, "act": {"act": "say", "text": "never said"}})
        at = dice.randrange(len(whole))
        torn = whole[:at] + dice.choice(["\\", "\x00", "]", '"'])
        messages: list[str | bytes] = [odd_text(dice, 60), whole[:at], torn, torn + whole[at:], dice.choice(HOSTILE), dice.randbytes(at)]
        message = dice.choice(messages)
        if _is_command(message):
            return
        self._send(talk, message)
        answer = self._answer(talk)
        assert (answer["say"], answer["id"], answer["error"]) == ("refused", None, "malformed")

    def _say(self, talk: Talk, act: dict[str, Any], dice: random.Random | None = None) -> Sent:
        """Send a command; sometimes one that knows too little or too much."""
        self.number += 1
        seq = dice.choice([talk.last, talk.last, talk.last, 0, max(0, talk.last - 3), talk.last + 5]) if dice else talk.last
        command = {"id": f"c{self.number}", "seq": seq, "act": act}
        sent = Sent((talk.table, self.persons[talk.who], f"c{self.number}"), json.dumps(command))
        self._send(talk, sent.data)
        self.latest.append(sent)
        return sent

    def _send(self, talk: Talk, message: str | bytes) -> None:
        talk.line.connection.send(message)
        self.figures.sent += 1

    def _act(self, dice: random.Random, talk: Talk) -> dict[str, Any]:
        """Something to be done, wise or not."""
        seat = dice.choice([talk.seat or 0, talk.seat or 0, 0, 1, 2, 3, 63])
        kind = dice.choice(["move"] * 8 + ["say"] * 3 + sorted(ACTS.keys() - {"resign", "rematch"}) * 2 + ["resign", "rematch"])
        whose = {} if kind == "say" and dice.random() < 0.5 else {"seat": seat}
        return {"act": kind, **whose, **ACTS[kind](dice)}

    # Answers

    def _answered(self, talk: Talk, commands: list[Sent]) -> None:
        """Each command is answered, in turn."""
        for sent in commands:
            answer = self._answer(talk)
            assert answer["id"] == sent.key[2], (answer, sent)
            self.unknown.pop(sent.key, None)
            getattr(self, f"_{answer['say']}")(sent, answer)

    def _answer(self, talk: Talk) -> Any:
        """The next answer; what is told before it is heard."""
        while (said := talk.line.next())["say"] == "news":
            self._heard(talk, said)
        self.figures.told += 1
        return said

    def _done(self, sent: Sent, answer: Any) -> None:
        numbers = answer["first"], answer["last"]
        self.refused.discard(sent.key)
        self.figures.came["done"] += 1
        if "table" in answer:  # whoever wants to play again is told where, also when somebody else did it
            self.again.add(sent.key)
            assert self.rematches.setdefault(sent.key[0], answer["table"]) == answer["table"]
            return
        assert numbers[0] <= numbers[1]
        assert self.done.setdefault(sent.key, numbers) == numbers, "done twice"

    def _refused(self, sent: Sent, answer: Any) -> None:
        assert sent.key not in self.done, "done, and then refused"
        assert answer["error"] in ("refused", "stale"), answer
        if answer["error"] == "stale":
            known = json.loads(sent.data)["seq"]
            assert [heard["seq"] for heard in answer["missed"]] == list(range(known + 1, answer["seq"] + 1))
        self.refused.add(sent.key)
        self.figures.came[answer["error"]] += 1

    def _heard(self, talk: Talk, said: Any) -> None:
        """Every number once, without gaps."""
        self.figures.told += 1
        numbers = [heard["seq"] for heard in said["heard"]]
        assert numbers == list(range(talk.last + 1, said["view"]["seq"] + 1)), (talk.last, numbers, said["view"]["seq"])
        talk.last = said["view"]["seq"]
        talk.heard = talk.heard + said["heard"]

    def _hear(self, talk: Talk) -> None:
        """All that has been told by now."""
        now = self.people[talk.who].see(talk.table)["seq"]
        while talk.last < now:
            said = talk.line.next(WAIT)
            assert said["say"] == "news", said
            self._heard(talk, said)

    # What must be so

    @invariant()
    def few_sockets(self) -> None:
        """Older ones are let go, so that the machine stays quick."""
        while len(self.talks) > 14:
            self._cut(self.talks.pop(0).line, gently=True)

    def teardown(self) -> None:
        try:
            for talk in self.talks:
                self._hear(talk)
                self._in_step(talk)
            self._on_disk()
        finally:
            for talk in self.talks:
                self._cut(talk.line, gently=True)

    def _in_step(self, talk: Talk) -> None:
        """What was heard is what the store says, word for word."""
        if not talk.heard:
            return
        first = talk.heard[0]["seq"]
        asked = f"?after={first - 1}" + ("" if talk.seat is None else f"&seat={talk.seat}")
        status, history = self.people[talk.who].get(f"/api/tables/{talk.table}/history{asked}")
        if status == 200:
            heard = {told["seq"]: told for told in talk.heard}
            assert len(heard) == len(talk.heard)
            assert heard == {told["seq"]: told for told in history["heard"] if told["seq"] in heard}

    def _on_disk(self) -> None:
        """Commands that were done are there once, with their numbers; those refused are not, and nothing else is."""
        assert isinstance(self.served.store, Sqlite)
        with closing(apsw.Connection(str(self.served.store.path), flags=apsw.SQLITE_OPEN_READONLY)) as reader:
            for table in self.tables:
                rows: list[Any] = reader.execute(COMMANDS, (table,)).fetchall()
                there = {
                    (table, sender, command): (first, last) for sender, command, first, last in rows if sender in self.persons.values()
                }
                done = {key: numbers for key, numbers in self.done.items() if key[0] == table}
                there = {key: numbers for key, numbers in there.items() if key not in self.again}
                found = {key: numbers for key, numbers in there.items() if key not in self.unknown}
                assert found == done, [
                    (key, found.get(key), done.get(key)) for key in found.keys() | done.keys() if found.get(key) != done.get(key)
                ]
                assert not self.refused & there.keys()
                numbers = sorted(number for *_, first, last in rows for number in range(first, last + 1))
                assert len(numbers) == len(set(numbers)), "an entry of two commands"


HOSTILE = [
    "",
    "null",
    "[]",
    '{"id":"x","seq":0}',
    '{"id":"x","seq":0,"act":{"act":"peek"}}',
    '{"id":"x","seq":0,"act":{"act":"say","text":""}}',
    '{"id":"","seq":0,"act":{"act":"close"}}',
    '{"id":"x","seq":-1,"act":{"act":"close"}}',
    '{"id":"x","seq":1e99,"act":{"act":"close"}}',
    '{"id":"x","seq":0,"act":{"act":"move","seat":64,"move":"on"}}',
    '{"id":"x","seq":0,"act":{"act":"move","seat":-1,"move":"on"}}',
    '{"id":"x","seq":0,"act":{"act":"move","seat":0,"move":7}}',
    '{"id":"x","seq":0,"act":{"act":"close","seat":0}}',
    '{"id":"x","seq":0,"act":{"act":"close"},"person":"me"}',
    '{"id":"' + "x" * 65 + '","seq":0,"act":{"act":"close"}}',
    '{"id":"x","seq":0,"act":' + "[" * 5000,
    '{"id":"\\ud800","seq":0,"act":{"act":"close"}}',
]


def _is_command(message: str | bytes) -> bool:
    """Whether it is one after all."""
    try:
        msgspec.json.decode(message, type=wire.Command)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


LETTERS = "abcdefgh ijklmnop äčřžłó ＆ \u202e\u200b\u0007\u0000\n\t'\"\\<>&@{}[]%\U0001f48e"


def odd_text(dice: random.Random, most: int) -> str:
    """What somebody might type, or a program send."""
    return "".join(dice.choices(LETTERS, k=dice.randint(1, most)))


def _moves(dice: random.Random) -> dict[str, Any]:
    return {"move": dice.choice(["on", "home", "on", "home", "xyzzy", "", "deal ruby", odd_text(dice, 20)])}


def _says(dice: random.Random) -> dict[str, Any]:
    return {"text": dice.choice(["hello", "jdu domů", odd_text(dice, 40)])}


def _sits(dice: random.Random) -> dict[str, Any]:
    return dice.choice([{}, {"name": odd_text(dice, 20)}])


ACTS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "move": _moves,
    "say": _says,
    "sit": _sits,
    "hire": lambda dice: {"bot": dice.choice(["easy", "nobody"])},
    "ready": lambda dice: dice.choice([{}, {"salt": odd_text(dice, 20)}]),
    **dict.fromkeys(["takeback", "leave", "return", "pause", "resume", "resign", "rematch"], lambda _: {}),
}


def talk(served: Served, examples: int, steps: int, at: int | None, figures: Figures) -> None:
    """Let the machine run so many times; with a number for a seed other ways each time, without one always the same."""

    class Machine(Talking):
        pass

    Machine.served, Machine.figures = served, figures
    Machine.people = {name: served.guest(name) for name in PEOPLE}
    Machine.persons = {name: person_of(served, client) for name, client in Machine.people.items()}
    told = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=at is None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    logging.getLogger("websockets.client").setLevel(logging.CRITICAL)  # it takes a cut line for a fault of its own
    run_state_machine_as_test(Machine if at is None else seed(at)(Machine), settings=told)


def person_of(served: Served, client: Client) -> str:
    """How the store calls somebody."""
    found = served.store.person_of(hashed(str(client.cookie).partition("=")[2]))
    assert found is not None
    return found.person
