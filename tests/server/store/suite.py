"""What every store keeps: a test class for each kind of store derives from this and says how one is opened."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from gemtable.server.store.base import Appended, Busy, Closed, Conflict, Counts, Listed, Mark, Snapshot, Store, Taken, Unknown
from tests.server.store.people import WAIT, People


class Suite(People):
    """Deriving classes give `open_store`, and `held`: while it lasts, the store cannot commit."""

    def open_store(self, folder: Path, waiting: int = 10_000) -> Store:
        raise NotImplementedError

    @contextmanager
    def held(self, store: Store) -> Iterator[None]:  # noqa: ARG002
        raise NotImplementedError
        yield

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = self.open_store(tmp_path)
        store.create("m", b"header").result(WAIT)
        yield store
        store.close()

    def test_events_are_numbered_from_1_and_read_in_order(self, store: Store) -> None:
        assert store.append("m", 1, "0", "a", [b"one"]).result(WAIT) == Appended(1, 1)
        assert store.append("m", 2, "1", "b", [b"two", b"three", b""]).result(WAIT) == Appended(2, 4)
        assert store.read("m") == [(1, b"one"), (2, b"two"), (3, b"three"), (4, b"")]
        assert store.read("m", 2) == [(3, b"three"), (4, b"")]
        assert store.read("m", 4) == []
        assert store.header("m") == b"header"

    def test_what_was_answered_is_there_when_it_is_opened_again(self, store: Store, tmp_path: Path) -> None:
        store.append("m", 1, "0", "a", [b"one"], b"state").result(WAIT)
        store.close()
        again = self.open_store(tmp_path)
        assert again.read("m") == [(1, b"one")]
        assert again.snapshot("m") == Snapshot(1, b"state")
        assert again.append("m", 1, "0", "a", [b"one"]).result(WAIT) == Appended(1, 1)
        again.close()

    def test_a_command_sent_twice_has_one_effect_and_one_answer(self, store: Store) -> None:
        first = store.append("m", 1, "0", "a", [b"one", b"two"]).result(WAIT)
        store.append("m", 3, "0", "b", [b"three"]).result(WAIT)
        again = store.append("m", 1, "0", "a", [b"one", b"two"]).result(WAIT)
        assert (first, first.again, again, again.again) == (Appended(1, 2), False, Appended(1, 2), True)
        assert len(store.read("m")) == 3

    def test_the_same_command_id_of_another_seat_or_match_is_another_command(self, store: Store) -> None:
        store.create("n", b"").result(WAIT)
        assert store.append("m", 1, "0", "a", [b"0"]).result(WAIT) == Appended(1, 1)
        assert store.append("m", 2, "1", "a", [b"1"]).result(WAIT) == Appended(2, 2)
        assert store.append("n", 1, "0", "a", [b"0"]).result(WAIT) == Appended(1, 1)

    @pytest.mark.parametrize("expected", [-1, 0, 1, 3, 2**62])
    def test_a_stale_command_gets_a_conflict_and_changes_nothing(self, store: Store, expected: int) -> None:
        store.append("m", 1, "0", "a", [b"one"]).result(WAIT)
        with pytest.raises(Conflict, match="number 2") as wrong:
            store.append("m", expected, "1", "b", [b"other"], b"state", mark=Mark(over=True)).result(WAIT)
        assert wrong.value.next_seq == 2
        assert (store.read("m"), store.snapshot("m"), len(store.matches())) == ([(1, b"one")], None, 1)
        assert store.append("m", 2, "1", "b", [b"other"]).result(WAIT) == Appended(2, 2)

    def test_there_is_no_match_of_another_name(self, store: Store) -> None:
        with pytest.raises(Unknown, match="no match 'x'"):
            store.append("x", 1, "0", "a", [b"one"]).result(WAIT)
        for ask in (store.read, store.header, store.snapshot):
            with pytest.raises(Unknown):
                ask("x")

    def test_a_command_has_events(self, store: Store) -> None:
        with pytest.raises(ValueError, match="without an event"):
            store.append("m", 1, "0", "a", [])

    def test_a_match_created_twice_is_there_once(self, store: Store) -> None:
        assert store.create("n", b"h", [b"one", b"two"]).result(WAIT) == Appended(1, 2)
        store.append("n", 3, "0", "a", [b"three"]).result(WAIT)
        again = store.create("n", b"h", [b"one", b"two"]).result(WAIT)
        assert (again, again.again) == (Appended(1, 2), True)
        assert len(store.matches()) == 2

    @pytest.mark.parametrize("events", [[], [b"one"], [b"two", b"one"], [b"one", b"two", b"three"]])
    def test_the_name_of_another_match_is_taken(self, store: Store, events: list[bytes]) -> None:
        store.create("n", b"h", [b"one", b"two"]).result(WAIT)
        store.append("n", 3, "0", "a", [b"three"]).result(WAIT)
        with pytest.raises(Taken, match="another match 'n'"):
            store.create("n", b"h", events).result(WAIT)
        with pytest.raises(Taken):
            store.create("n", b"other", [b"one", b"two"]).result(WAIT)

    def test_the_latest_snapshot_counts(self, store: Store) -> None:
        assert store.snapshot("m") is None
        store.append("m", 1, "0", "a", [b"1", b"2"], b"after 2").result(WAIT)
        store.append("m", 3, "0", "b", [b"3"]).result(WAIT)
        assert store.snapshot("m") == Snapshot(2, b"after 2")
        store.append("m", 4, "0", "c", [b"4"], b"").result(WAIT)
        assert store.snapshot("m") == Snapshot(4, b"")

    def test_open_matches_are_listed_newest_first_and_by_pages(self, store: Store) -> None:
        for number in range(5):
            store.create(f"n{number}", b"%d" % number).result(WAIT)
        store.append("n2", 1, "0", "a", [b"the end"], mark=Mark(over=True)).result(WAIT)
        store.append("n3", 1, "0", "a", [b"on"]).result(WAIT)
        page = store.matches(limit=2)
        assert page == [Listed(6, "n4", b"4", 0), Listed(5, "n3", b"3", 1)]
        assert [listed.match for listed in store.matches(page[-1].number, 10)] == ["n1", "n0", "m"]
        assert [listed.match for listed in store.matches(over=True)] == ["n2"]

    def test_refused_commands_leave_their_neighbours_alone(self, store: Store) -> None:
        store.append("m", 1, "0", "a", [b"one"]).result(WAIT)
        with self.held(store):  # so that all of these are committed in one go
            good = store.append("m", 2, "0", "b", [b"two"])
            refused = [store.append("m", 2, "1", "c", [b"x"]), store.append("x", 1, "0", "a", [b"x"]), store.create("m", b"other")]
            wrong = store.append("m", 3, "0", "d", [b"three", "no bytes"])  # type: ignore[list-item]
            twice = store.append("m", 1, "0", "a", [b"one"]), store.append("m", 2, "0", "b", [b"two"])
            last = store.append("m", 3, "1", "e", [b"three"])
        assert [type(future.exception(WAIT)) for future in refused] == [Conflict, Unknown, Taken]
        assert wrong.exception(WAIT) is not None
        assert [future.result(WAIT) for future in (good, *twice, last)] == [Appended(n, n) for n in (2, 1, 2, 3)]
        assert store.read("m") == [(1, b"one"), (2, b"two"), (3, b"three")]

    def test_nobody_hears_of_what_is_not_committed(self, store: Store) -> None:
        with self.held(store):
            future = store.append("m", 1, "0", "a", [b"one"])
            assert (future.done(), store.read("m")) == (False, [])
        assert future.result(WAIT) == Appended(1, 1)

    def test_a_full_queue_takes_no_more(self, store: Store, tmp_path: Path) -> None:
        store.close()
        small = self.open_store(tmp_path, waiting=3)
        taken: list[Future[Appended]] = []
        with self.held(small):
            taken = [small.append("m", 1, "0", "0", [b"x"])]
            while not taken[0].running():  # the writer has it; now the queue fills up
                pass
            taken += [small.append("m", 1, "0", str(number), [b"x"]) for number in (1, 2, 3)]
            with pytest.raises(Busy, match="3 commands are waiting"):
                small.append("m", 1, "0", "4", [b"x"])
        answered = [type(future.exception(WAIT)) for future in taken]
        assert answered == [type(None)] + [Conflict] * 3
        assert small.append("m", 2, "0", "later", [b"x"]).result(WAIT) == Appended(2, 2)
        small.close()

    def test_a_command_taken_back_in_time_is_not_written(self, store: Store) -> None:
        with self.held(store):
            before = store.append("m", 1, "0", "a", [b"one"])
            while not before.running():
                pass
            back, after = store.append("m", 2, "0", "b", [b"back"]), store.append("m", 2, "0", "c", [b"two"])
            assert back.cancel()
            assert not before.cancel()
        assert after.result(WAIT) == Appended(2, 2)
        assert store.read("m") == [(1, b"one"), (2, b"two")]

    def test_closing_writes_what_waits_and_takes_no_more(self, store: Store, tmp_path: Path) -> None:
        with self.held(store):
            futures = [store.append("m", 1, "0", "1", [b"x"])]
            while not futures[0].running():  # the writer has it; the others wait
                pass
            futures += [store.append("m", number, "0", str(number), [b"x"]) for number in range(2, 51)]
            closing = threading.Thread(target=store.close)
            closing.start()
            while still_taking(store):
                pass
        closing.join(WAIT)
        assert all(future.done() for future in futures)
        for ask in (lambda: store.append("m", 51, "0", "late", [b"x"]), lambda: store.read("m"), store.check):
            with pytest.raises(Closed):
                ask()
        again = self.open_store(tmp_path)
        assert len(again.read("m")) == 50
        again.close()

    def test_many_at_once_lose_and_double_nothing(self, store: Store) -> None:
        """Eight threads push at three matches, send everything twice, and read meanwhile."""
        for match in "xyz":
            store.create(match, b"").result(WAIT)
        with ThreadPoolExecutor(8) as pool:
            said = [answer for answers in pool.map(lambda thread: pushed(store, thread), range(8)) for answer in answers]
        stored = {(match, seq): body for match in "xyz" for seq, body in store.read(match)}
        assert {(match, seq): body for match, seq, body in said} == stored
        assert len(said) == len(stored) == 8 * 40 * 2
        assert store.check() == Counts(4, 640, 320, 0)

    def test_a_backup_is_made_while_others_write(self, store: Store, tmp_path: Path) -> None:
        stop = threading.Event()
        pushing = threading.Thread(target=push, args=(store, stop.is_set))
        pushing.start()
        try:
            counts = [store.backup(tmp_path / f"backup {number}") for number in range(5)]
        finally:
            stop.set()
            pushing.join(WAIT)
        assert counts == sorted(counts, key=lambda count: count.events)
        assert store.check().events >= counts[-1].events
        with pytest.raises(FileExistsError):
            store.backup(tmp_path / "backup 0")


def pushed(store: Store, thread: int) -> list[tuple[str, int, bytes]]:
    """Forty commands of two events each, sent twice, each as often as it takes; what was said of them."""
    dice, said = Random(thread), []
    for number in range(40):
        match, events = dice.choice("xyz"), [b"%d.%d.%d" % (thread, number, part) for part in range(2)]
        answer = insist(lambda seq, m=match, n=number, e=events: store.append(m, seq, str(thread), str(n), e))  # type: ignore[misc]
        assert store.append(match, 1, str(thread), str(number), events).result(WAIT) == answer
        said += [(match, answer.first_seq + part, body) for part, body in enumerate(events)]
        read = store.read(match)
        assert [seq for seq, _ in read] == list(range(1, len(read) + 1))
        assert read[answer.first_seq - 1 : answer.last_seq] == list(enumerate(events, answer.first_seq))
    return said


def insist(append: Callable[[int], Future[Appended]], seq: int = 1) -> Appended:
    """Ask again with the number the conflict tells, until it fits."""
    while True:
        try:
            return append(seq).result(WAIT)
        except Conflict as conflict:
            seq = conflict.next_seq


def still_taking(store: Store) -> bool:
    try:
        store.append("m", 0, "0", "a probe, stale by its number", [b""])
    except Closed:
        return False
    return True


def push(store: Store, stopped: Callable[[], bool]) -> None:
    seq = 1
    while not stopped():
        seq = store.append("m", seq, "0", str(seq), [b"x"]).result(WAIT).last_seq + 1
