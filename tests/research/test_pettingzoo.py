"""PettingZoo's own tests, and that an environment plays exactly what the rules say."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo import make as make_registered
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from knobel.research import schocken_v0, zock_v0, zocknroll_v0
from knobel.research.aec import DiceGame
from knobel.rules.errors import BadOptions
from knobel.rules.records import dumps, loads
from tests.research.hidden import twin

TABLES: list[tuple[ModuleType, dict[str, Any]]] = [
    (zocknroll_v0, {}),
    (zocknroll_v0, {"players": 3, "board": "pro", "royal_pairs": "consecutive"}),
    (zocknroll_v0, {"players": 12, "first_to_decide": "left_of_starter", "max_cycles": 100}),
    (zock_v0, {}),
    (zock_v0, {"variant": "C", "games": 2, "chips": {"red": 1, "blue": 2, "yellow": 5, "green": 10}}),
    (zock_v0, {"variant": "A", "games": 1, "referee": "players"}),
    (zock_v0, {"variant": "B", "games": 1, "referee": "players", "max_cycles": 40}),
    (schocken_v0, {}),
    (schocken_v0, {"players": 2, "stones": 3, "covered": "none", "kept_dice": "stay"}),
    (schocken_v0, {"players": 5, "preset": "pub", "jule": True}),
    (schocken_v0, {"players": 2, "length": "half"}),
]

# PettingZoo says this of every dictionary observation outside its own list of environments.
OF_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0].__name__.rsplit('.')[-1]} {table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[ModuleType, dict[str, Any]]:
    chosen: tuple[ModuleType, dict[str, Any]] = request.param
    return chosen


@pytest.fixture
def make(table: tuple[ModuleType, dict[str, Any]]) -> Callable[..., Any]:
    module, options = table
    return partial(module.env, **options)


def test_api_with_vectors(make: Callable[..., Any]) -> None:
    """Warnings are errors here."""
    api_test(make(observations="vector"), num_cycles=150)


def test_api_with_dictionaries(make: Callable[..., Any]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=150)
    assert {str(warning.message) for warning in said} == OF_DICTIONARIES


def test_seeds(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=60)


def test_rendering(make: Callable[..., Any]) -> None:
    render_test(make)


def test_parallel_api(table: tuple[ModuleType, dict[str, Any]]) -> None:
    module, options = table
    parallel_api_test(module.parallel_env(**options), num_cycles=150)


def play_on(env: DiceGame, chance: random.Random, steps: int = 10**9) -> None:
    while env.agents and steps:
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        env.step(chance.choice(legal.tolist()) if len(legal) else None)
        steps -= 1


def test_a_game_is_a_record_with_its_payoffs(table: tuple[ModuleType, dict[str, Any]]) -> None:
    module, options = table
    env: DiceGame = module.raw_env(**{**options, "max_cycles": None})
    chance = random.Random(5)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        play_on(env, chance, steps=1)
    replayed = loads(dumps(env.session))
    result: Any = replayed.result
    agents = env.possible_agents
    if module is schocken_v0:
        others = 1 / (len(agents) - 1)
        assert env.rewards == {agent: -1 if seat == result.loser else others for seat, agent in enumerate(agents)}
    elif module is zocknroll_v0:
        share = 1 / len(result.winners)
        assert env.rewards == {agent: share * (seat in result.winners) for seat, agent in enumerate(agents)}
    else:
        first, second = result.losses
        assert env.rewards == {"player_0": np.sign(second - first), "player_1": np.sign(first - second)}


def test_the_same_seed_throws_the_same_dice(table: tuple[ModuleType, dict[str, Any]]) -> None:
    module, options = table
    records = []
    for _ in range(2):
        env: DiceGame = module.raw_env(**options)
        env.reset(seed=11)
        play_on(env, random.Random(2), 40)
        records.append(dumps(env.session))
    assert records[0] == records[1]


def test_without_a_seed_the_dice_go_on() -> None:
    env = zock_v0.raw_env()
    env.reset(seed=3)
    first = env.session.events[:]
    env.reset()
    assert env.session.events != first


def test_hidden_dice_cannot_be_observed(table: tuple[ModuleType, dict[str, Any]]) -> None:
    module, options = table
    env: DiceGame = module.raw_env(**options)
    chance = random.Random(8)
    env.reset(seed=8)
    different = 0
    for _ in range(60):
        play_on(env, chance, 1)
        if not env.agents:
            break
        for seat, agent in enumerate(env.possible_agents[:4]):
            state, game = env.session.state, env.session.game
            before = env.observe(agent)
            other = twin(state, game.view(state, seat), chance)
            env.session._states[-1] = other
            different += other != state
            after = env.observe(agent)
            env.session._states[-1] = state
            assert isinstance(before, dict)
            assert isinstance(after, dict)
            assert np.array_equal(before["observation"], after["observation"])
    assert different or module is zock_v0 or options.get("covered") == "none"


def test_both_forms_hold_the_same_information() -> None:
    forms = [zocknroll_v0.raw_env(observations=form) for form in ("dict", "vector")]
    for env in forms:
        env.reset(seed=4)
    told, vector = (env.observe(env.agent_selection) for env in forms)
    assert isinstance(told, dict)
    assert isinstance(vector, np.ndarray)
    mask = forms[0].infos[forms[0].agent_selection]["action_mask"]
    assert np.array_equal(mask, told["action_mask"])
    assert np.array_equal(np.concatenate([told["observation"], mask]), vector)


def test_only_the_agent_that_moves_has_legal_actions() -> None:
    env = zocknroll_v0.raw_env()
    env.reset(seed=4)
    for agent in env.agents:
        observation = env.observe(agent)
        assert isinstance(observation, dict)
        assert np.array_equal(observation["action_mask"], env.infos[agent]["action_mask"])
        assert observation["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_is_refused() -> None:
    env = schocken_v0.raw_env()
    env.reset(seed=1)
    before = env.session.events[:]
    illegal = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(illegal)
    assert env.session.events == before


def test_truncation_ends_without_rewards() -> None:
    env = zock_v0.raw_env(max_cycles=3)
    env.reset(seed=1)
    play_on(env, random.Random(1), 3)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


@pytest.mark.parametrize("name", ["zocknroll", "zock", "schocken"])
def test_the_registry_knows_the_environments(name: str) -> None:
    env = make_registered("aec", f"knobel/{name}-v0", max_cycles=5)
    assert str(env) == f"{name}_v0"
    parallel = make_registered("parallel", f"knobel/{name}-v0")
    assert len(parallel.possible_agents) == len(env.possible_agents)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 3}, "players"),
        ({"variant": "D"}, "variant"),
        ({"render_mode": "rgb_array"}, "render_mode"),
        ({"observations": "list"}, "observations"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_wrong_keywords_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        zock_v0.raw_env(**options)
