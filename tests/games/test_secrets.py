"""Non-interference: states that a seat cannot tell apart give it the same bytes, whatever it asks.

Which states those are is said twice: by the game's `conceal` and `shown`, and by `secrets.py` beside its tests.
"""

import random
from typing import Any

import pytest

from gemtable.games.contract import CHANCE, HIDDEN, LANGUAGES, Game, Unplayable
from gemtable.games.words import sentence
from gemtable.kit.draws import WORDS, start
from gemtable.players import BUDGET, cast, player
from tests.matches import CASES, Case, moments, own, positions, viewers

every_case = pytest.mark.parametrize("case", CASES, ids=str)

NAMES = ["Ema", "Děda", "Flint", "Kuba", "Zosia", "Ola", "Tom", "Mourek"]


def received(game: Game, s: Any, seat: int) -> list[str]:
    """Everything this viewer can get out of a position, as text."""
    view = game.view(s, seat)
    scene = game.scene(view, seat, None)
    heard = [view.to_bytes().hex(), repr(scene), game.write(view), game.text(scene, "cs", NAMES), game.svg(scene, "en", NAMES)]
    heard += [repr(game.offers(s, seat)), repr(game.acting(s))]
    return heard + [refused(game, s, actor, words) for actor in (*range(s.seats), CHANCE) for words in ("xyzzy", "", "home", "die 1")]


def refused(game: Game, s: Any, actor: int, words: str) -> str:
    try:
        game.parse(s, actor, words)
    except Unplayable as wrong:
        return f"{wrong.reason} {wrong.possible}"
    return "taken"


@every_case
def test_a_viewer_gets_the_same_bytes_from_all_states_it_cannot_tell_apart(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    told_apart = 0
    for s in positions(case, dice, 40):
        for seat in viewers(s):
            expected = received(game, s, seat)
            for twin in _some(own(game, "secrets").twins(s, seat), dice):
                told_apart += twin != s
                assert received(game, twin, seat) == expected
    assert told_apart or game.about.seats[1] == 1, "no position held a secret: the test has seen nothing"


@every_case
def test_an_event_is_shown_to_whom_it_concerns_and_hidden_from_the_others(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for _ in range(15):
        for moment in moments(case, dice):
            s = moment.before
            for seat in viewers(s):
                hidden = own(game, "secrets").hidden(s, moment.actor, seat)
                assert game.shown(s, moment.actor, moment.action, seat) == (HIDDEN if hidden else moment.action)


@every_case
def test_facts_of_hidden_events_are_the_same_whatever_was_done(case: Case) -> None:
    """Two twins, an event in each that is shown alike and leads to states that look alike: the same facts in all languages."""
    dice, game = random.Random(str(case)), case.game
    compared = 0
    for s in positions(case, dice, 80):
        for seat in viewers(s):
            twin = dice.choice(_some(own(game, "secrets").twins(s, seat), dice))
            for actor in (*game.acting(s), *([CHANCE] if game.outcomes(s) else [])):
                compared += _compare_events(game, s, twin, actor, seat)
    assert compared > 100


def _compare_events(game: Game, s: Any, twin: Any, actor: int, seat: int) -> int:
    compared = 0
    heard: dict[tuple[int, bytes], Any] = {}
    for state in (s, twin):
        for offer in game.possible(state, actor):
            after = state.clone()
            game.play(after, actor, offer.action)
            key = game.shown(state, actor, offer.action, seat), game.view(after, seat).to_bytes()
            facts = game.facts(state, actor, offer.action, after, seat)
            told = [sentence(game.about.id, fact, language, NAMES) for fact in facts for language in LANGUAGES]
            compared += key in heard
            assert heard.setdefault(key, (facts, told)) == (facts, told)
    return compared


@every_case
def test_a_hidden_event_changes_nothing_else_for_a_viewer(case: Case) -> None:
    """While a secret stays one, whatever the hidden action is, the viewer's whole view after it is the same."""
    dice, game, secrets = random.Random(str(case)), case.game, own(case.game, "secrets")
    for s in positions(case, dice, 80):
        for seat in viewers(s):
            for actor in game.acting(s):
                if secrets.hidden(s, actor, seat) and len(game.acting(s)) > 1:
                    seen = set()
                    for offer in game.offers(s, actor):
                        after = s.clone()
                        game.play(after, actor, offer.action)
                        seen.add("\n".join(received(game, after, seat)))
                    assert len(seen) == 1


@every_case
def test_imagined_worlds_look_the_same_and_can_be_played(case: Case) -> None:
    dice, game, rules = random.Random(str(case)), case.game, own(case.game, "invariants")
    stream = [0] * WORDS
    for number, s in enumerate(positions(case, dice, 120)):
        start(stream, 5, number)
        for seat in viewers(s):
            view = game.view(s, seat)
            world = game.imagined(view, seat, stream)
            assert game.view(world, seat) == view
            assert game.actors(world) == game.actors(s)
            rules.check(world)
            assert rules.conserved(world) == rules.conserved(s)


@every_case
def test_every_world_that_may_be_is_imagined_sometimes(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    stream, tried = [0] * WORDS, 0
    for number, s in enumerate(positions(case, dice, 300)):
        seat = dice.choice(viewers(s))
        start(stream, 6, number)
        expected = {twin.to_bytes() for twin in own(game, "secrets").twins(s, seat)}
        if 1 < len(expected) <= 8:
            tried += 1
            view = game.view(s, seat)
            assert {game.imagined(view, seat, stream).to_bytes() for _ in range(40 * len(expected))} == expected
    assert tried or game.about.seats[1] == 1


@every_case
def test_a_view_of_a_view_is_that_view(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 40):
        for seat in viewers(s):
            view = game.view(s, seat)
            assert game.view(view, seat) == view


@every_case
def test_bots_decide_alike_in_states_they_cannot_tell_apart(case: Case) -> None:
    dice, game = random.Random(str(case)), case.game
    for s in positions(case, dice, 40):
        for seat in game.acting(s):
            names = [character.name for character in cast(game.about.id).characters]
            bots = [player(game.about.id, name, seat, 11) for name in names]
            expected = [bot.decide(game.view(s, seat), game.offers(s, seat), BUDGET) for bot in bots]
            for twin in _some(own(game, "secrets").twins(s, seat), dice):
                assert [bot.decide(game.view(twin, seat), game.offers(twin, seat), BUDGET) for bot in bots] == expected


def _some(twins: Any, dice: random.Random) -> list[Any]:
    """At most six of them."""
    found = list(twins)
    return found if len(found) <= 6 else dice.sample(found, 6)
