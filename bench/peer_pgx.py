"""pgx on the processor: batches of random matches, compiled by XLA for one core."""

import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from worker import Rates, rate, serve

GAMES = {"tic_tac_toe": 9, "kuhn_poker": 3, "leduc_holdem": 8, "backgammon": 0}  # most moves of a match; 0: far too many
BATCHES = (1024, 8192, 32768)
BATCHES_LONG = (64, 128, 256)
STEPS = 32

Play = Callable[[], float]


def prepare(seconds: float) -> Callable[[], Rates]:
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import pgx

    plays = {name: fastest(pgx.make(name), longest, seconds) for name, longest in GAMES.items()}
    return lambda: {name: rate(play, seconds) for name, play in plays.items()}


def fastest(env: Any, longest: int, seconds: float) -> Play:
    """Try both ways with every batch size; each is compiled before it is timed."""
    ways = [endless(env, batch) for batch in (BATCHES if longest else BATCHES_LONG)]
    ways += [whole(env, batch, longest) for batch in BATCHES if longest]
    for play in ways:
        play()
    return max(ways, key=lambda play: rate(play, seconds))


def endless(env: Any, batch: int) -> Play:
    """pgx's own way: a match that ends begins anew within the same step, so every step is a decision."""
    import jax
    from pgx.experimental.wrappers import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(lambda state, key: (move(step, state, key, batch), None), state, jax.random.split(key, STEPS))[0]

    now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), batch)), jax.random.key(1)]

    def play() -> float:
        now[1], key = jax.random.split(now[1])
        now[0] = jax.block_until_ready(run(now[0], key))
        return batch * STEPS

    return play


def whole(env: Any, batch: int, longest: int) -> Play:
    """Begin all together and step until the longest match is over; steps of matches already over do not count."""
    import jax

    step, init = jax.vmap(env.step), jax.vmap(env.init)

    def one(carry: Any, key: Any) -> Any:
        state, decisions = carry
        decisions += (~(state.terminated | state.truncated)).sum()
        return (move(step, state, key, batch), decisions), None

    @jax.jit
    def run(key: Any) -> Any:
        first, rest = jax.random.split(key)
        return jax.lax.scan(one, (init(jax.random.split(first, batch)), 0), jax.random.split(rest, longest))[0]

    now = [jax.random.key(1)]

    def play() -> float:
        now[0], key = jax.random.split(now[0])
        return float(jax.block_until_ready(run(key))[1])

    return play


def move(step: Any, state: Any, key: Any, batch: int) -> Any:
    """A random legal move everywhere: one random number for each match, and a key for the game's own chance."""
    import jax
    import jax.numpy as jnp

    first, rest = jax.random.split(key)
    upto = jnp.cumsum(state.legal_action_mask, axis=1)
    action = jnp.argmax(upto > jax.random.uniform(first, (batch, 1)) * upto[:, -1:], axis=1)
    return step(state, action.astype(jnp.int32), jax.random.split(rest, batch))


if __name__ == "__main__":
    serve("pgx", partial(prepare, float(sys.argv[1])))
