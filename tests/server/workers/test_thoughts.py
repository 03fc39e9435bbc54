"""What a worker is told and answers: what a player that sat at the table all the time would do, and no secret."""

import random
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from gemtable.games.contract import CHANCE, OVER
from gemtable.kit.compiled import compiled
from gemtable.players import BUDGET, cast, player
from gemtable.players.mind import Compiled, Mind, Plain, catch_up
from gemtable.server.workers.process import loaded, think
from gemtable.server.workers.thoughts import decidable, fits, thought_of, weaker
from gemtable.server.workers.wire import HEAD, Answer, Ask, Memory, Thought, decode_ask, frame
from gemtable.table.match import Event, Match, begin
from tests.matches import CASES, Case, own, pick, positions, viewers
from tests.server.workers.thinking import decision, expected, under_way

every_case = pytest.mark.parametrize("case", CASES, ids=str)

SEED = 2**61 + 5


@cache
def minds(game_id: str) -> tuple[Mind, ...]:
    return Plain(cast(game_id)), loaded(game_id)


def over_the_pipe(thought: Thought) -> Thought:
    message = decode_ask(frame(Ask(0, thought))[HEAD:])
    assert isinstance(message, Ask)
    return message.thought


@every_case
def test_an_answer_is_what_a_player_does_who_saw_it_all(case: Case) -> None:
    """Each character through a match: with the memory handed along, and from the beginning each time; plain and compiled."""
    game, dice = case.game, random.Random(str(case))
    for number, character in enumerate(cast(game.about.id).characters):
        seat, decided = number % game.about.seats[1], 0
        thumb = player(game.about.id, character.name, seat, SEED)
        match, memory = begin(game.about.id, game.about.seats[1], case.options), None
        while game.actors(match.state) != OVER:
            actor, action = pick(case, match.state, dice)
            if actor == seat:
                memory = _same(match, character.name, seat, thumb, memory if dice.random() < 0.9 else None)
                action, decided = _action(thumb, match, seat), decided + 1
            event = match.play(actor, action)
            thumb.watch(game.view(event.after, seat), actor, game.shown(event.before, actor, event.action, seat))
        assert decided


def _action(thumb: Any, match: Match, seat: int) -> int:
    view = match.game.view(match.state, seat)
    action: int = thumb.decide(view, match.game.offers(view, seat), BUDGET).action
    return action


def _same(match: Match, bot: str, seat: int, thumb: Any, memory: Memory | None) -> Memory | None:
    """All ways give the player's own move and memory; the memory is for the next time."""
    action, after = _action(thumb, match, seat), Memory(bot, len(match.events), tuple(thumb.memory))
    for known, mind in product((memory, None), minds(match.game.about.id)):
        answer = think(over_the_pipe(thought_of(match, bot, seat, SEED, known)), mind)
        assert answer == Answer(action, after, compiled=isinstance(mind, Compiled))
        assert all(type(kept) is int for kept in (answer.action, *after.numbers))
    return after


@every_case
def test_one_piece_of_compiled_code_serves_all_thoughts(case: Case) -> None:
    """However many events there are: otherwise a worker would stop to compile in the middle of a thought."""
    match = begin(case.game.about.id, case.game.about.seats[0], case.options)
    minds(case.game.about.id)
    before = len(compiled(catch_up).signatures)
    dice, bots = random.Random(1), cast(case.game.about.id).characters
    for number in range(60):
        if case.game.actors(match.state) == OVER:
            break
        if acting := case.game.acting(match.state):
            think(thought_of(match, bots[number % len(bots)].name, acting[0], number), minds(case.game.about.id)[1])
        match.play(*pick(case, match.state, dice))
    assert len(compiled(catch_up).signatures) == before


def test_who_does_not_watch_is_shown_nothing() -> None:
    for character in cast(decision().game).characters:
        assert bool(decision(0, character.name).seen) == character.watches


def test_a_memory_of_another_bot_or_of_a_longer_match_is_not_used() -> None:
    match = under_way(3)
    (fox,) = [character.name for character in cast(match.game.about.id).characters if character.watches]
    seat = match.game.acting(match.state)[0]
    fresh, mine = thought_of(match, fox, seat, 1), Memory(fox, len(match.events) - 2, (1,) * cast(match.game.about.id).memory)
    assert len(fresh.seen) == len(match.events)
    assert len(thought_of(match, fox, seat, 1, mine).seen) == 2
    assert thought_of(match, fox, seat, 1, Memory("fair", mine.events, mine.numbers)) == fresh
    assert thought_of(match, fox, seat, 1, Memory(fox, len(match.events) + 1, mine.numbers)) == fresh


def test_a_match_that_keeps_its_latest_events_alone_is_enough_for_a_bot_that_remembers() -> None:
    whole, recent = under_way(3), under_way(3)
    del recent.events[:-2]
    (fox,) = [character.name for character in cast(whole.game.about.id).characters if character.watches]
    seat, numbers = whole.game.acting(whole.state)[0], (1,) * cast(whole.game.about.id).memory
    for since in range(3):
        memory = Memory(fox, whole.played - since, numbers)
        assert thought_of(recent, fox, seat, 1, memory) == thought_of(whole, fox, seat, 1, memory)
    assert thought_of(recent, "fair", seat, 1) == thought_of(whole, "fair", seat, 1)
    for known in (None, Memory(fox, whole.played - 3, numbers)):
        with pytest.raises(ValueError, match="are not at hand"):
            thought_of(recent, fox, seat, 1, known)


@every_case
def test_a_worker_is_sent_the_same_bytes_from_all_matches_that_its_seat_cannot_tell_apart(case: Case) -> None:
    dice, game, compared = random.Random(str(case)), case.game, 0
    bots = [character.name for character in cast(game.about.id).characters]
    for s in positions(case, dice, 20):
        for seat, bot in product(viewers(s)[:-1], bots):
            heard: dict[tuple[int, int, bytes], bytes] = {}
            twins = list(own(game, "secrets").twins(s, seat))
            for state in [s, *dice.sample(twins, min(3, len(twins)))]:
                for key, thought in _thoughts_after(case, state, seat, bot):
                    compared += key in heard
                    assert heard.setdefault(key, thought) == thought
    assert compared > 100


def _thoughts_after(case: Case, state: Any, seat: int, bot: str) -> list[tuple[tuple[int, int, bytes], bytes]]:
    """For each event that may come: how it looks to the seat, and what a worker is then sent."""
    game, found = case.game, []
    for actor in (*game.acting(state), CHANCE):
        for offer in game.possible(state, actor):
            after = state.clone()
            game.play(after, actor, offer.action)
            match = begin(game.about.id, state.seats, case.options)
            match.add(Event(state, actor, offer.action, after))
            looks = actor, game.shown(state, actor, offer.action, seat), game.view(after, seat).to_bytes()
            found.append((looks, msgspec.msgpack.encode(thought_of(match, bot, seat, 1))))
    return found


@every_case
def test_a_weaker_move_is_legal_and_always_the_same(case: Case) -> None:
    dice, game, different = random.Random(str(case)), case.game, 0
    for s in positions(case, dice, 60):
        for seat in game.acting(s):
            memory = Memory("fair", 3, (7,))
            thought = Thought(game.about.id, "fair", seat, dice.getrandbits(60), 9, game.view(s, seat).to_bytes(), memory)
            one, other = weaker(thought), weaker(msgspec.structs.replace(thought, events=10))
            assert one == weaker(thought)
            assert one.weaker
            assert one.memory == memory
            assert game.allows(s, seat, one.action)
            different += one.action != other.action
    assert different


def test_an_answer_that_cannot_be_is_noticed() -> None:
    thought = decision()
    answer = expected(thought)
    assert fits(thought, answer)
    assert answer.memory
    for action in (-1, 10**6, 2**63, -4):
        assert not fits(thought, Answer(action, answer.memory))
    assert not fits(thought, Answer(answer.action))
    assert not fits(thought, Answer(answer.action, Memory(thought.bot, thought.events, (*answer.memory.numbers, 0))))


@every_case
def test_only_a_seat_that_acts_can_be_asked(case: Case) -> None:
    for s in positions(case, random.Random(2), 20):
        for seat in range(s.seats):
            view = case.game.view(s, seat).to_bytes()
            assert decidable(Thought(case.game.about.id, "fair", seat, 0, 0, view)) == (seat in case.game.acting(s))


def test_another_seed_is_another_chance() -> None:
    match = under_way(1)
    seat = match.game.acting(match.state)[0]
    actions = {expected(thought_of(match, "random", seat, seed)).action for seed in range(40)}
    assert len(actions) > 1
