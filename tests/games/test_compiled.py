"""The same rules, plain and compiled, do the same: over random matches, to the last byte."""

import random
from typing import Any

import numpy as np
import pytest

from gemtable.games.contract import CHANCE
from gemtable.kit.compiled import compiled, rows, to_row
from gemtable.kit.draws import WORDS, start
from gemtable.lab.loops import random_matches
from gemtable.players import cast
from tests.matches import CASES, Case, moments, viewers

MATCHES = 100_000

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_a_hundred_thousand_random_matches_end_alike(case: Case) -> None:
    """The end of each, and the random numbers used up on the way: a difference anywhere would lead elsewhere."""
    game, about, dice = case.game, case.game.about, random.Random(str(case))
    rules = (game.setup, game.actors, game.chances, game.legal, game.play)
    fast_rules = [compiled(function) for function in rules]
    lengths = (WORDS, about.outcomes, about.actions)
    work: Any = tuple([0] * n for n in lengths)
    fast_work: Any = tuple(np.zeros(n, np.int64) for n in lengths)
    plain, fast, options = game.State(), rows(game.State, 1), case.options.numbers()
    run = compiled(random_matches)
    for number in range(MATCHES):
        seats = case.seats(dice)
        for stream in (work[0], fast_work[0]):
            start(stream, 17, number)
        random_matches(plain, 1, seats, options, work, *rules)
        run(fast[0], 1, seats, options, fast_work, *fast_rules)
        assert plain.to_bytes() == fast.tobytes(), f"match {number} of {seats} seats ends differently"
        assert work[0] == fast_work[0].tolist(), f"match {number} of {seats} seats took another course"


@every_case
def test_every_rule_says_the_same_after_every_event(case: Case) -> None:
    game, dice = case.game, random.Random(str(case))
    mask, fast_mask = [0] * game.about.actions, np.zeros(game.about.actions, np.int64)
    weights, fast_weights = [0] * game.about.outcomes, np.zeros(game.about.outcomes, np.int64)
    for _ in range(100):
        for moment in moments(case, dice):
            s, fast = moment.before, to_row(moment.before)
            assert compiled(game.actors)(fast[0]) == game.actors(s)
            for seat in range(s.seats):
                assert compiled(game.score)(fast[0], seat) == game.score(s, seat)
                if seat in game.acting(s):
                    assert compiled(game.legal)(fast[0], seat, fast_mask) == game.legal(s, seat, mask)
                    assert fast_mask.tolist() == mask
            if moment.actor == CHANCE:
                assert compiled(game.chances)(fast[0], fast_weights) == game.chances(s, weights)
                assert fast_weights.tolist() == weights
            for seat in viewers(s):
                assert compiled(game.shown)(fast[0], moment.actor, moment.action, seat) == game.shown(s, moment.actor, moment.action, seat)
            assert fast.tobytes() == s.to_bytes(), "a question changed the state"
            compiled(game.play)(fast[0], moment.actor, moment.action)
            assert fast.tobytes() == moment.after.to_bytes()
            assert compiled(game.winners)(fast[0]) == game.winners(moment.after)


@every_case
def test_views_and_imagined_worlds_are_the_same(case: Case) -> None:
    game, dice = case.game, random.Random(str(case))
    stream, fast_stream = _streams()
    for number in range(60):
        for moment in moments(case, dice):
            for seat in viewers(moment.after):
                view, fast = game.view(moment.after, seat), to_row(moment.after)
                compiled(game.conceal)(fast[0], seat)
                assert fast.tobytes() == view.to_bytes()
                for each in (stream, fast_stream):
                    start(each, number, seat & 15)
                compiled(game.imagine)(fast[0], seat, fast_stream)
                assert fast.tobytes() == game.imagined(view, seat, stream).to_bytes()
                assert fast_stream.tolist() == stream


@every_case
def test_players_decide_and_remember_the_same(case: Case) -> None:
    game, people, dice = case.game, cast(case.game.about.id), random.Random(str(case))
    characters = range(1, len(people.characters))
    for number in range(20):
        memory, fast_memory = _memories(people.memory, len(people.characters), game.about.seats[1])
        for moment in moments(case, dice):
            for seat in game.acting(moment.before):
                view, fast = game.view(moment.before, seat), to_row(game.view(moment.before, seat))
                for character in characters:
                    stream, fast_stream = _streams()
                    start(stream, number, seat)
                    start(fast_stream, number, seat)
                    slow = people.decide(character, view, seat, memory[character][seat], stream)
                    assert compiled(people.decide)(character, fast[0], seat, fast_memory[character, seat], fast_stream) == slow
            for seat in range(moment.after.seats):
                view = game.view(moment.after, seat)
                seen = game.shown(moment.before, moment.actor, moment.action, seat)
                for character in characters:
                    people.watch(character, view, moment.actor, seen, seat, memory[character][seat])
                    compiled(people.watch)(character, to_row(view)[0], moment.actor, seen, seat, fast_memory[character, seat])
            assert fast_memory.tolist() == memory


def _streams() -> tuple[Any, Any]:
    return [0] * WORDS, np.zeros(WORDS, np.int64)


def _memories(length: int, characters: int, seats: int) -> tuple[list[list[list[int]]], Any]:
    fast = np.zeros((characters, seats, length), np.int64)
    return fast.tolist(), fast
