"""Random play in the research environments: a game of Schocken in PettingZoo and a game of ZOCK in OpenSpiel."""

# pyright: basic

from __future__ import annotations

import random
import sys

try:
    import pyspiel

    import knobel.research.open_spiel  # noqa: F401 - registers the games
    from knobel.research import schocken_v0
except ImportError as missing:
    sys.exit(f"This example needs {missing.name}, from the extra research: pip install '.[research]'")


def in_pettingzoo(seed: int) -> dict[str, float]:
    """The rewards of a game in which all agents choose among the legal actions at random."""
    env = schocken_v0.env(players=4, preset="pub", stones=5)
    env.reset(seed=seed)
    rng, rewards = random.Random(seed), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        if terminated or truncated:
            env.step(None)
            continue
        assert observation is not None
        legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
        env.step(rng.choice(legal))
    return rewards


def in_open_spiel(seed: int) -> list[float]:
    """The returns of a game of random actions; chance nodes are sampled by their weights."""
    rng = random.Random(seed)
    state = pyspiel.load_game("python_knobel_zock(variant=B,games=1)").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    print("PettingZoo, Schocken:", in_pettingzoo(seed=1))
    print("OpenSpiel, ZOCK:", in_open_spiel(seed=1))


if __name__ == "__main__":
    main()
