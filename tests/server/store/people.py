"""What every store keeps of people, of who belongs to which match, of marks and notes: the second half of the suite."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from queue import SimpleQueue

import pytest

from gemtable.server.store.base import Appended, Conflict, Counts, Listed, Mark, Nobody, Person, Somebody, Store, StoreError, Taken, Unknown
from gemtable.server.store.waiting import answer

WAIT = 10  # seconds; only a store that hangs needs them
EVA, BOB, PROGRAM = Person("eva", "Eva"), Person("bob", "Bob"), Person("bot", "Bot", program=True)


def done(futures: Iterable[Future[None]]) -> None:
    assert [future.result(WAIT) for future in futures] == [None] * len(list(futures))


def names(page: list[Listed]) -> list[str]:
    return [listed.match for listed in page]


def pages(ask: Callable[[int | None], list[Listed]]) -> Iterator[list[str]]:
    page = ask(None)
    while page:
        yield names(page)
        page = ask(page[-1].number)


class People:
    """Expects a fixture `store` with a match m, and `held`."""

    def open_store(self, folder: Path, waiting: int = 10_000) -> Store:
        raise NotImplementedError

    def held(self, store: Store) -> AbstractContextManager[None]:
        raise NotImplementedError

    @pytest.fixture
    def people(self, store: Store) -> Store:
        done([store.add_person(person, person.person.encode(), 10) for person in (EVA, BOB, PROGRAM)])
        return store

    # Marks

    def test_a_mark_is_set_anew_by_each_command_that_gives_one(self, store: Store) -> None:
        store.append("m", 1, "0", "a", [b"x"], mark=Mark(listed=True, due=5)).result(WAIT)
        assert (names(store.listed()), store.due(5), store.due(4)) == (["m"], ["m"], [])
        store.append("m", 2, "0", "b", [b"x"]).result(WAIT)
        assert (names(store.listed()), store.due(5)) == (["m"], ["m"])
        store.append("m", 3, "0", "c", [b"x"], mark=Mark(due=7)).result(WAIT)
        assert (store.listed(), store.due(6), store.due(7)) == ([], [], ["m"])
        store.append("m", 4, "0", "d", [b"x"], mark=Mark(over=True, due=1)).result(WAIT)
        assert (store.due(9), store.matches(), names(store.matches(over=True))) == ([], [], ["m"])
        store.append("m", 5, "0", "e", [b"taken back"], mark=Mark()).result(WAIT)
        assert (store.due(9), names(store.matches()), store.matches(over=True)) == ([], ["m"], [])

    def test_a_stale_or_doubled_command_marks_nothing(self, people: Store) -> None:
        people.append("m", 1, "0", "a", [b"x"]).result(WAIT)
        with pytest.raises(Conflict):
            people.append("m", 1, "0", "b", [b"x"], mark=Mark(listed=True, due=1), members=["eva"]).result(WAIT)
        assert people.append("m", 1, "0", "a", [b"x"], mark=Mark(over=True), members=["eva"]).result(WAIT).again
        assert (people.listed(), people.due(9), names(people.matches()), people.admitted("m", "eva")) == ([], [], ["m"], False)

    def test_a_match_is_created_with_its_mark_and_members(self, people: Store) -> None:
        assert people.create("n", b"", [b"x"], Mark(listed=True, due=3), ["eva", "bob", "eva"]).result(WAIT) == Appended(1, 1)
        assert (names(people.listed()), people.due(3)) == (["n"], ["n"])
        assert [people.admitted("n", person) for person in ("eva", "bob", "bot")] == [True, True, False]
        again = people.create("n", b"", [b"x"], Mark(), ["bot"]).result(WAIT)
        assert (again.again, people.due(3), people.admitted("n", "bot")) == (True, ["n"], False)

    def test_what_is_listed_comes_newest_first_and_by_pages(self, store: Store) -> None:
        for number in range(6):
            store.create(f"n{number}", b"%d" % number, [b"x"] * number, Mark(listed=number != 3)).result(WAIT)
        assert store.listed(limit=1) == [Listed(7, "n5", b"5", 5)]
        assert list(pages(lambda before: store.listed(before, 2))) == [["n5", "n4"], ["n2", "n1"], ["n0"]]

    def test_the_longest_overdue_comes_first(self, store: Store) -> None:
        for number, due in enumerate((30, 10, None, 20, 2**53)):
            store.create(f"n{number}", b"", mark=Mark(due=due)).result(WAIT)
        assert store.due(30) == ["n1", "n3", "n0"]
        assert store.due(29) == ["n1", "n3"]
        assert store.due(30, limit=1) == ["n1"]

    def test_what_was_answered_to_a_command_can_be_asked(self, store: Store) -> None:
        assert store.done("m", "0", "a") is None
        store.append("m", 1, "0", "a", [b"1", b"2"]).result(WAIT)
        found = store.done("m", "0", "a")
        assert found is not None
        assert (found, found.again) == (Appended(1, 2), True)
        assert [store.done(*other) for other in (("m", "1", "a"), ("x", "0", "a"), ("m", "0", "b"))] == [None, None, None]

    # People

    def test_a_person_is_known_by_the_token_and_by_nothing_else(self, people: Store) -> None:
        assert [people.person_of(token) for token in (b"eva", b"bob", b"bot", b"Eva", b"")] == [EVA, BOB, PROGRAM, None, None]

    def test_a_person_added_twice_is_there_once(self, people: Store) -> None:
        people.add_person(EVA, b"eva", 99).result(WAIT)
        assert people.check() == Counts(1, 0, 0, 0, people=3, tokens=3)

    @pytest.mark.parametrize(
        ("person", "token"),
        [(Person("eva", "Other"), b"eva"), (EVA, b"new"), (Person("new", "Eva"), b"eva"), (Person("eva", "Eva", True), b"eva")],
    )
    def test_the_id_or_token_of_another_is_taken(self, people: Store, person: Person, token: bytes) -> None:
        with pytest.raises(Somebody, match="somebody else of the id") as wrong:
            people.add_person(person, token, 1).result(WAIT)
        assert isinstance(wrong.value, Taken)
        assert (people.person_of(b"eva"), people.person_of(b"new")) == (EVA, None)

    def test_a_person_is_renamed(self, people: Store) -> None:
        people.rename("eva", "Ewa").result(WAIT)
        assert (people.person_of(b"eva"), people.person_of(b"bob")) == (Person("eva", "Ewa"), BOB)

    def test_a_new_token_takes_the_place_of_all_and_of_codes(self, people: Store) -> None:
        people.put_code("eva", b"code", 100).result(WAIT)
        people.replace_tokens("eva", b"new", 20).result(WAIT)
        assert (people.person_of(b"eva"), people.person_of(b"new")) == (None, EVA)
        assert people.take_code(b"code", b"newer", 50).result(WAIT) is None
        people.replace_tokens("eva", None, 30).result(WAIT)
        assert (people.person_of(b"new"), people.person_of(b"bob"), people.check().tokens) == (None, BOB, 2)

    def test_a_code_is_good_once_and_until_its_time(self, people: Store) -> None:
        people.put_code("eva", b"code", 100).result(WAIT)
        assert people.take_code(b"other", b"new", 50).result(WAIT) is None
        assert people.take_code(b"code", b"new", 101).result(WAIT) is None
        assert people.person_of(b"eva") == EVA
        assert people.take_code(b"code", b"new", 100).result(WAIT) == EVA
        assert (people.person_of(b"eva"), people.person_of(b"new")) == (None, EVA)
        assert people.take_code(b"code", b"newer", 60).result(WAIT) is None

    def test_a_later_code_takes_the_place_of_an_earlier_one(self, people: Store) -> None:
        done([people.put_code("eva", b"1", 100), people.put_code("bob", b"b", 100), people.put_code("eva", b"2", 100)])
        taken = [people.take_code(code, b"new" + code, 50).result(WAIT) for code in (b"1", b"2", b"b")]
        assert taken == [None, EVA, BOB]

    def test_who_came_long_ago_and_belongs_to_no_match_is_forgotten(self, people: Store) -> None:
        people.admit("m", "eva").result(WAIT)
        people.replace_tokens("bot", b"seen again", 50).result(WAIT)
        people.add_person(Person("late", "Late"), b"late", 20).result(WAIT)
        people.put_code("bob", b"code", 100).result(WAIT)
        assert people.forget_idle(10).result(WAIT) == 0
        assert people.forget_idle(20).result(WAIT) == 1
        assert [people.person_of(token) for token in (b"eva", b"bob", b"late")] == [EVA, None, Person("late", "Late")]
        assert people.take_code(b"code", b"new", 20).result(WAIT) is None
        people.dismiss("m", "eva").result(WAIT)
        assert people.forget_idle(50).result(WAIT) == 2
        assert people.check() == Counts(1, 0, 0, 0, people=1, tokens=1)

    # Who belongs to which match

    def test_who_is_admitted_belongs_to_the_match_until_dismissed(self, people: Store) -> None:
        assert not people.admitted("m", "eva")
        done([people.admit("m", "eva"), people.admit("m", "eva"), people.admit("m", "bob")])
        assert (people.admitted("m", "eva"), people.admitted("m", "bot"), people.check().members) == (True, False, 2)
        done([people.dismiss("m", "eva"), people.dismiss("m", "eva"), people.dismiss("x", "eva")])
        assert (people.admitted("m", "eva"), people.admitted("m", "bob"), people.admitted("x", "bob")) == (False, True, False)

    def test_a_command_brings_members_along_or_fails_whole(self, people: Store) -> None:
        people.append("m", 1, "0", "a", [b"x"], members=["eva", "bob"]).result(WAIT)
        assert [people.admitted("m", person) for person in ("eva", "bob")] == [True, True]
        with pytest.raises(Nobody, match="nobody of the id 'x'"):
            people.append("m", 2, "0", "b", [b"y"], mark=Mark(listed=True), members=["bot", "x"]).result(WAIT)
        assert (people.read("m"), people.admitted("m", "bot"), people.listed()) == ([(1, b"x")], False, [])

    def test_a_persons_matches_come_newest_first_and_by_pages(self, people: Store) -> None:
        for number in range(5):
            members = ["eva", "bob"][: 1 + (number > 2)] if number != 1 else []
            people.create(f"n{number}", b"%d" % number, [b"x"], Mark(over=number == 2), members).result(WAIT)
        people.admit("m", "eva").result(WAIT)
        assert people.matches_of("bob") == [Listed(6, "n4", b"4", 1), Listed(5, "n3", b"3", 1)]
        assert list(pages(lambda before: people.matches_of("eva", before, 2))) == [["n4", "n3"], ["n2", "n0"], ["m"]]
        assert people.matches_of("nobody") == []
        assert [people.open_matches(person) for person in ("eva", "bob", "nobody")] == [
            sum(listed.match in names(people.matches()) for listed in people.matches_of(person)) for person in ("eva", "bob", "nobody")
        ]

    def test_an_invitation_takes_the_place_of_the_one_before(self, store: Store) -> None:
        assert store.invitation("m") is None
        for invitation in (b"1", b"2", None):
            store.invite("m", invitation).result(WAIT)
            assert store.invitation("m") == invitation

    def test_notes_of_a_seat_take_the_place_of_those_before(self, store: Store) -> None:
        assert store.notes("m", 0) is None
        done([store.put_notes("m", 0, b"1"), store.put_notes("m", 1, b"other"), store.put_notes("m", 0, b"")])
        assert [store.notes("m", seat) for seat in range(3)] == [b"", b"other", None]
        assert (store.notes("x", 0), store.check().notes) == (None, 2)

    def test_what_belongs_to_no_match_or_nobody_is_refused(self, people: Store) -> None:
        asked: list[Future[None]] = [people.admit("x", "eva"), people.invite("x", b""), people.put_notes("x", 0, b"")]
        assert [type(future.exception(WAIT)) for future in asked] == [Unknown] * 3
        asked = [people.admit("m", "x"), people.rename("x", ""), people.replace_tokens("x", b"x", 1), people.put_code("x", b"x", 1)]
        assert [type(future.exception(WAIT)) for future in asked] == [Nobody] * 4
        with pytest.raises(Unknown):
            people.invitation("x")
        assert people.check() == Counts(1, 0, 0, 0, people=3, tokens=3)

    def test_everything_of_people_is_there_when_it_is_opened_again(self, people: Store, tmp_path: Path) -> None:
        people.append("m", 1, "0", "a", [b"x"], mark=Mark(listed=True, due=1), members=["eva"])
        done([people.invite("m", b"come"), people.put_notes("m", 0, b"note"), people.rename("eva", "Ewa")])
        before = people.check()
        people.close()
        again = self.open_store(tmp_path)
        assert (again.person_of(b"eva"), again.invitation("m"), again.notes("m", 0)) == (Person("eva", "Ewa"), b"come", b"note")
        assert (names(again.matches_of("eva")), names(again.listed()), again.due(1)) == (["m"], ["m"], ["m"])
        assert again.check() == before
        again.close()

    def test_refused_words_about_people_leave_their_neighbours_alone(self, people: Store) -> None:
        with self.held(people):
            futures: list[Future[None]] = [
                people.rename("eva", "Ewa"),
                people.add_person(EVA, b"x", 1),
                people.put_notes("m", 0, "no bytes"),  # type: ignore[arg-type]
                people.put_notes("m", 1, b"note"),
                people.admit("x", "eva"),
                people.admit("m", "eva"),
            ]
        assert [future.exception(WAIT) is None for future in futures] == [True, False, False, True, False, True]
        assert isinstance(futures[1].exception(), StoreError)
        assert (people.person_of(b"eva"), people.notes("m", 1), people.admitted("m", "eva")) == (Person("eva", "Ewa"), b"note", True)

    # Answers, through a post

    def test_a_batch_is_answered_by_one_callable_where_it_is_posted(self, store: Store) -> None:
        posted: SimpleQueue[Callable[[], None]] = SimpleQueue()
        store.wake(posted.put)
        with self.held(store):
            first = store.append("m", 1, "0", "1", [b"x"])
            while not first.running():  # the writer has it; the others wait for the next batch
                pass
            rest = [store.append("m", 2, "0", str(number), [b"x"]) for number in (2, 3)]
        answers, more = posted.get(timeout=WAIT), posted.get(timeout=WAIT)
        assert [future.done() for future in (first, *rest)] == [False, False, False]
        answers()
        assert [future.done() for future in (first, *rest)] == [True, False, False]
        more()
        assert posted.empty()
        assert [type(future.exception(WAIT)) for future in (first, *rest)] == [type(None), type(None), Conflict]
        store.wake(None)
        assert store.append("m", 3, "0", "4", [b"x"]).result(WAIT) == Appended(3, 3)

    def test_a_post_that_takes_nothing_any_more_leaves_nobody_waiting(self, store: Store) -> None:
        loop = asyncio.new_event_loop()
        loop.close()
        store.wake(loop.call_soon_threadsafe)
        assert store.append("m", 1, "0", "1", [b"x"]).result(WAIT) == Appended(1, 1)

    @pytest.mark.parametrize("woken", [True, False])
    def test_an_event_loop_awaits_answers(self, store: Store, woken: bool) -> None:
        async def ask() -> list[object]:
            store.wake(asyncio.get_running_loop().call_soon_threadsafe if woken else None)
            asked = [answer(store.append("m", seq, "0", str(seq), [b"x"])) for seq in (1, 2, 9)]
            return await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), WAIT)

        *good, wrong = asyncio.run(ask())
        assert (good, type(wrong)) == ([Appended(1, 1), Appended(2, 2)], Conflict)

    def test_a_wait_that_is_cancelled_takes_the_command_back(self, store: Store) -> None:
        async def ask() -> None:
            with self.held(store):
                first = store.append("m", 1, "0", "1", [b"x"])
                while not first.running():
                    pass
                second = asyncio.ensure_future(answer(store.append("m", 2, "0", "2", [b"x"])))
                await asyncio.sleep(0)
                second.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await second
            await answer(first)

        asyncio.run(ask())
        assert store.append("m", 2, "0", "3", [b"y"]).result(WAIT) == Appended(2, 2)
