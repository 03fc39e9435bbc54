"""A thought made from a match, and what may come of it."""

from gemtable.games.contract import find
from gemtable.kit.draws import WORDS, start
from gemtable.players import cast, number_of
from gemtable.players.thumb import STEPS, random_legal
from gemtable.server.workers.wire import Answer, Memory, Seen, Thought
from gemtable.table.match import Event, Match


def thought_of(match: Match, bot: str, seat: int, seed: int, memory: Memory | None = None) -> Thought:
    """What to ask for this seat's next decision.

    `memory` is that of the last answer for this seat, or None: then the bot is shown the match from its beginning.
    A memory of events that were taken back must not be used: forget it with them. ValueError when the match no longer keeps
    all events that the bot has to be shown.
    """
    about = match.game.about.id
    if memory is not None and (memory.bot != bot or memory.events > match.played):
        memory = None
    seen: tuple[Seen, ...] = ()
    if cast(about).characters[number_of(about, bot)].watches:
        seen = tuple(_shown(match, event, seat) for event in _since(match, memory.events if memory else 0))
    view = match.game.view(match.state, seat).to_bytes()
    return Thought(about, bot, seat, seed, match.played, view, memory, seen)


def _since(match: Match, number: int) -> list[Event]:
    """The events from this number on. A match may keep only its latest; these must be among them."""
    first = match.played - len(match.events)
    if number < first:
        raise ValueError(f"the events before number {first} are not at hand")
    return match.events[number - first :]


def _shown(match: Match, event: Event, seat: int) -> Seen:
    action = match.game.shown(event.before, event.actor, event.action, seat)
    return Seen(match.game.view(event.after, seat).to_bytes(), event.actor, action)


def fits(thought: Thought, answer: Answer) -> bool:
    """Whether the answer is one of the moves that the view offers, with a memory that can be one."""
    game, memory = find(thought.game), answer.memory
    if memory is None or len(memory.numbers) != cast(thought.game).memory:
        return False
    return game.allows(game.State.from_bytes(thought.view), thought.seat, answer.action)


def decidable(thought: Thought) -> bool:
    """Whether the seat has anything to decide."""
    game = find(thought.game)
    return thought.seat in game.acting(game.State.from_bytes(thought.view))


def weaker(thought: Thought) -> Answer:
    """Any legal move, the same whenever it is asked; the memory stays as it was, so that the bot catches up later."""
    game = find(thought.game)
    stream, mask = [0] * WORDS, [0] * game.about.actions
    start(stream, thought.seed, thought.events * STEPS + thought.seat)
    action = random_legal(game.State.from_bytes(thought.view), thought.seat, mask, stream, game.legal)
    return Answer(action, thought.memory, weaker=True)
