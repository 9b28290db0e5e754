"""Random games, by CPU time: PettingZoo, OpenSpiel (and its `liars_dice` in C++), batches, and games of pgx.

`taskset -c 0 python -m benchmarks.environments` runs on one core. pgx is not imported before the others are measured,
and left out where it is not installed (extra `bench`).
"""

from __future__ import annotations

import random
import time
import tracemalloc
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pyspiel
from pettingzoo import AECEnv

import knobel.research.open_spiel  # noqa: F401 - registers the games
from knobel.research import schocken_v0, zock_v0, zocknroll_v0
from knobel.research.vector import MultiAgentVectorEnv, SingleAgentVectorEnv

SECONDS = 3.0
BATCH = 8192
GAMES = ("zocknroll", "zock", "schocken")
PGX = ("backgammon", "leduc_holdem")  # it has no liar's dice: a game with dice, and one with hidden cards


def turns_per_second(env: AECEnv) -> float:
    """Decisions per CPU second of random games in PettingZoo, with its guards."""
    turns, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        env.reset(seed=turns)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated or observation is None:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                turns += 1
    return turns / spent


def nodes_per_second(name: str) -> float:
    """Decisions and chance nodes per CPU second of random games in OpenSpiel."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    nodes, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            nodes += 1
    return nodes / spent


def steps_per_second(env: MultiAgentVectorEnv | SingleAgentVectorEnv) -> float:
    """Decisions per CPU second of a batch with random actions, including their choice, observations and masks."""
    env.reset(seed=1)
    env.step(env.sample_actions())  # compiles
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        env.step(env.sample_actions())
        steps += env.num_envs
    return steps / spent


def pgx_steps_per_second(name: str) -> float:
    """The same of pgx: random legal actions, observations and masks, finished games followed by the next ones."""
    jax, pgx, experimental = import_module("jax"), import_module("pgx"), import_module("pgx.experimental")
    env = pgx.make(name)
    step = jax.vmap(experimental.auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator] # it is not installed where types are checked
    def play(state: Any, key: Any) -> Any:
        choice, dice = jax.random.split(key)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(choice, legal, axis=-1), jax.random.split(dice, BATCH))

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    play(state, key).observation.block_until_ready()  # compiles
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        key, now = jax.random.split(key)
        state = play(state, now)
        state.observation.block_until_ready()
        steps += BATCH
    return steps / spent


def bytes_per_game(name: str) -> float:
    """Memory of a batch per game: states, dice, observations and masks, and the arrays that a step returns."""
    MultiAgentVectorEnv(name, BATCH).reset(seed=1)  # loads tables
    tracemalloc.start()
    env = MultiAgentVectorEnv(name, BATCH)
    env.reset(seed=1)
    kept = env.step(env.sample_actions())
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return used / BATCH


def main() -> None:
    for module in (zocknroll_v0, zock_v0, schocken_v0):
        print(f"{module.__name__}: {turns_per_second(module.env()):,.0f} turns per second")
    for name in (*(f"python_knobel_{game}" for game in GAMES), "liars_dice"):
        print(f"{name}: {nodes_per_second(name):,.0f} nodes per second")
    for game in GAMES:
        both = steps_per_second(MultiAgentVectorEnv(game, BATCH))
        one = steps_per_second(SingleAgentVectorEnv(game, BATCH))
        print(f"{game}, {BATCH} games at once: {both:,.0f} steps per second for all seats, {one:,.0f} for one seat")
        print(f"{bytes_per_game(game):,.0f} bytes per game")
    if find_spec("pgx") is not None:
        for name in PGX:
            print(f"pgx {name}, {BATCH} games at once: {pgx_steps_per_second(name):,.0f} steps per second")


if __name__ == "__main__":
    main()
