"""The learner of `examples/learner.py`: gradients and gains by their definitions, and that it learns."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

LEARNER = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[2] / "examples" / "learner.py")))


def test_gradients_are_differences_of_the_loss() -> None:
    """After the first step of Adam the means are a tenth of the gradient."""
    rng = np.random.default_rng(1)
    network = LEARNER.Network(4, 2, rng)
    network.weights = [rng.normal(size=layer.shape) for layer in network.weights]
    before = [layer.copy() for layer in network.weights]
    inputs, wanted, tiny = rng.normal(size=(5, 4)), rng.normal(size=(5, 2)), 1e-6

    def loss() -> float:
        return float(((network.layers(inputs)[-1] - wanted) ** 2).sum() / 2)

    layers = network.layers(inputs)
    network.descend(layers, layers[-1] - wanted, rate=0)
    for number, row, column in ((0, 0, 3), (0, 3, 7), (0, 4, 5), (1, 9, 2), (1, 64, 1), (2, 30, 0), (2, 64, 1)):
        network.weights[number][row, column] = before[number][row, column] + tiny
        above = loss()
        network.weights[number][row, column] = before[number][row, column] - tiny
        below = loss()
        network.weights[number][row, column] = before[number][row, column]
        slope = (above - below) / (2 * tiny)
        assert 10 * float(network.means[number][row, column]) == pytest.approx(slope, rel=1e-3, abs=1e-3)


def test_gains_add_up_errors_of_the_critic_until_the_game_ends() -> None:
    """The gain of a decision is the sum of `LAMBDA` ** n times the error of the expectation n decisions later."""
    env = LEARNER.environment("zock", "random", 1)
    learner = LEARNER.Learner(env)
    step, rewards, over = env.step, list[Any](), list[Any]()

    def noted(actions: Any) -> Any:
        found = step(actions)
        rewards.append(found[1])
        over.append(found[2])
        return found

    env.step = noted
    decisions, seen = LEARNER.play(env, learner, env.reset(seed=1)[0])
    values = [learner.critic.layers(features)[-1][:, 0] for features in decisions.features]
    values.append(learner.critic.layers(learner.features(seen["observation"]))[-1][:, 0])
    assert np.any(over)
    for row in range(8):
        for begin in range(len(rewards)):
            gain, weight = 0.0, 1.0
            for now in range(begin, len(rewards)):
                after = 0.0 if over[now][row] else float(values[now + 1][row])
                gain += weight * (float(rewards[now][row]) + after - float(values[now][row]))
                weight *= LEARNER.LAMBDA
                if over[now][row]:
                    break
            assert decisions.returns[begin, row] == pytest.approx(gain + float(values[begin][row]), abs=1e-4)


def test_it_learns() -> None:
    """Schocken against random play, about 85 % in the end. A wrong sign or a lost reward leaves it near a half."""
    (_, before, _), *_, (_, after, _) = LEARNER.curve("schocken", "random", 65_536, 1024, 1)
    assert before < 0.5
    assert after > 0.75
