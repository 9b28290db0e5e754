"""Learn to beat a bot by proximal policy optimisation (PPO), on batches of games and in plain NumPy.

    python examples/learner.py --game schocken --opponent casual

The learner has seat 0, its opponent all other seats. A round plays `STEPS` decisions in each of `GAMES` games,
estimates how much better than expected every action was, and improves policy and values on these decisions. `train`
takes any `SingleAgentVectorEnv`, so policies, other bots, functions and learners can be opponents, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import knobel

try:
    from knobel.research.vector import SingleAgentVectorEnv
except ImportError as missing:
    sys.exit(f"This example needs {missing.name}, from the extra research: pip install '.[research]'")

Floats: TypeAlias = NDArray[np.float32]
Array: TypeAlias = NDArray[Any]
Observations: TypeAlias = dict[str, Array]

SETTINGS: dict[str, dict[str, Any]] = {
    "zock": {"games": 1, "variant": "C"},
    "schocken": {"players": 2, "length": "half"},
    "zocknroll": {"players": 4},
}
"""Played are single games of ZOCK in variant C, halves of Schocken for two, games of Zock'n'Roll for four."""

GAMES, STEPS = 256, 32  # games at once, and decisions in each of them between two updates
EPOCHS, BATCH = 4, 512  # an update goes so often through all decisions, in batches of this size
HIDDEN, RATE = 64, 1e-3  # neurons of each hidden layer; the learning rate falls from here to 0
CLIP, ENTROPY, LAMBDA = 0.2, 0.003, 0.95  # as the papers on PPO and on generalised advantage estimation name them


class Network:
    """A perceptron with two hidden layers, trained by Adam. The last row of each layer holds its biases."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator) -> None:
        sizes = (inputs, HIDDEN, HIDDEN, outputs)
        self.weights = [np.zeros((size + 1, after), np.float32) for size, after in pairwise(sizes)]
        for layer in self.weights:
            layer[:-1] = rng.normal(0, np.sqrt(2 / len(layer)), layer[:-1].shape)
        self.weights[-1] *= 0.01  # begins with nearly equal chances and values
        self.means = [np.zeros_like(layer) for layer in self.weights]
        self.squares = [np.zeros_like(layer) for layer in self.weights]
        self.updates = 0

    def layers(self, inputs: Floats) -> list[Floats]:
        """The inputs, and the outputs of each layer."""
        found = [inputs]
        for layer in self.weights:
            sums = found[-1] @ layer[:-1] + layer[-1]
            found.append(sums if layer is self.weights[-1] else np.maximum(sums, 0))
        return found

    def descend(self, layers: list[Floats], slope: Floats, rate: float) -> None:
        """One step of Adam, given the slope of the loss in the outputs."""
        self.updates += 1
        for number in (2, 1, 0):
            inputs, layer, mean, square = layers[number], self.weights[number], self.means[number], self.squares[number]
            gradient = np.vstack((inputs.T @ slope, slope.sum(0)))
            slope = (slope @ layer[:-1].T) * (inputs > 0)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            layer -= rate / (1 - 0.9**self.updates) * mean / size


def thresholds(high: int) -> list[int]:
    """All values from 1 on if they are few, else twelve of them."""
    return sorted({int(value) for value in np.linspace(1, high, 12)})


class Learner:
    """A policy (actor) and an estimate of the payoff (critic), both from what the seat observes."""

    def __init__(self, env: SingleAgentVectorEnv, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        slots = env.games.batched.encoding.slots(env.games.options, env.games.players)
        steps = [(number, step) for number, slot in enumerate(slots) for step in thresholds(slot.high)]
        self.slots, self.thresholds = np.array(steps).T
        self.actor = Network(len(steps), env.games.masks.shape[1], self.rng)
        self.critic = Network(len(steps), 1, self.rng)

    def features(self, observations: Array) -> Floats:
        """Whether each number of the observation reaches each of its thresholds."""
        reached: Floats = (observations[:, self.slots] >= self.thresholds).astype(np.float32)
        return reached

    def chances(self, features: Floats, legal: Array) -> tuple[list[Floats], Floats]:
        """The layers of the actor, and the probability of each action: softmax over the legal ones."""
        layers = self.actor.layers(features)
        logits = np.where(legal, layers[-1], -np.inf)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return layers, weights / weights.sum(1, keepdims=True)

    def best(self, seen: Observations) -> Array:
        """The likeliest actions. With this function a learner can be an opponent."""
        _, chances = self.chances(self.features(seen["observation"]), seen["action_mask"])
        likeliest: Array = chances.argmax(1)
        return likeliest

    def draw(self, chances: Floats) -> Array:
        """An action of each row with these probabilities."""
        bounds = chances.cumsum(1)
        drawn: Array = (bounds > self.rng.random((len(chances), 1)) * bounds[:, -1:]).argmax(1)
        return drawn

    def learn(self, batch: Decisions, rate: float) -> None:
        """One step of actor and critic on these decisions."""
        count, rows = len(batch.actions), np.arange(len(batch.actions))
        layers, chances = self.chances(batch.features, batch.legal)
        ratio = chances[rows, batch.actions] / batch.chances
        free = np.where(batch.gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        chosen = np.zeros_like(chances)
        chosen[rows, batch.actions] = 1
        logs = np.log(chances + 1e-8)
        entropy = -(chances * logs).sum(1, keepdims=True)
        slope = (free * ratio * batch.gains)[:, None] * (chances - chosen) + ENTROPY * chances * (logs + entropy)
        self.actor.descend(layers, slope / np.float32(count), rate)
        layers = self.critic.layers(batch.features)
        self.critic.descend(layers, (layers[-1] - batch.returns[:, None]) / np.float32(count), rate)


class Decisions(NamedTuple):
    """What is learned from, with one row (in `play`: one for each step and game) for every decision."""

    features: Floats
    legal: Array
    actions: Array
    chances: Floats  # of these actions, when they were chosen
    gains: Floats  # how much better than expected they were
    returns: Floats  # what the critic should have said

    def batches(self, rng: np.random.Generator) -> Iterator[Decisions]:
        """All of them in random order."""
        flat = [part.reshape(-1, *part.shape[2:]) for part in self]
        for rows in np.split(rng.permutation(len(flat[0])), range(BATCH, len(flat[0]), BATCH)):
            yield Decisions(*(part[rows] for part in flat))


def play(env: SingleAgentVectorEnv, learner: Learner, seen: Observations) -> tuple[Decisions, Observations]:
    """Play from these observations on; the decisions with their gains, and the next observations."""
    played = list[tuple[Array, ...]]()
    for _ in range(STEPS):
        features, legal = learner.features(seen["observation"]), seen["action_mask"].astype(np.bool_)
        chances = learner.chances(features, legal)[1]
        actions = learner.draw(chances)
        seen, rewards, over, _, _ = env.step(actions)
        values = learner.critic.layers(features)[-1][:, 0]
        played.append((features, legal, actions, chances[env.games.rows, actions], values, rewards, over))
    features, legal, actions, chances, values, rewards, over = map(np.stack, zip(*played, strict=True))
    gains, gain = np.zeros_like(values), np.zeros_like(values[0])
    after = learner.critic.layers(learner.features(seen["observation"]))[-1][:, 0]
    for step in reversed(range(STEPS)):
        gain = rewards[step] - values[step] + ~over[step] * (after + LAMBDA * gain)
        gains[step], after = gain, values[step]
    scaled = (gains - gains.mean()) / (gains.std() + 1e-8)
    return Decisions(features, legal, actions, chances, scaled, gains + values), seen


def train(env: SingleAgentVectorEnv, learner: Learner, decisions: int, seed: int) -> Iterator[int]:
    """Improve the learner by so many decisions; yields their number after every round."""
    seen, _ = env.reset(seed=seed)
    size = env.num_envs * STEPS
    for done in range(0, decisions, size):
        found, seen = play(env, learner, seen)
        for _ in range(EPOCHS):
            for batch in found.batches(learner.rng):
                learner.learn(batch, RATE * (1 - done / decisions))
        yield done + size


def won(
    env: SingleAgentVectorEnv, choose: Callable[[Observations], Array], games: int, seed: int
) -> tuple[float, float]:
    """The share of games that these choices win (shared victories in parts), and its standard error."""
    seen, _ = env.reset(seed=seed)
    left, shares = np.full(env.num_envs, -(-games // env.num_envs)), list[float]()
    while left.any():  # equally many games in every row; the first to end would be the short ones
        seen, rewards, over, _, _ = env.step(choose(seen))
        counts = over & (left > 0)
        shares += np.maximum(rewards[counts], 0).tolist()
        left -= counts
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


def environment(game: str, opponent: str, seed: int) -> SingleAgentVectorEnv:
    """Games against a level of knobel or a compiled policy; random play has both."""
    if opponent in knobel.BOTS and opponent != "random":
        bot = knobel.make_bot(opponent, game, knobel.SeededDice(seed))
        return SingleAgentVectorEnv(game, GAMES, opponents=bot, **SETTINGS[game])
    return SingleAgentVectorEnv(game, GAMES, opponents=opponent, **SETTINGS[game])


def curve(game: str, opponent: str, decisions: int, games: int, seed: int) -> Iterator[tuple[int, float, float]]:
    """Train a new learner; before, after every tenth round and at the end: decisions, games won, standard error."""
    env, test = environment(game, opponent, seed), environment(game, opponent, seed + 1)
    learner = Learner(env, seed)
    for done in chain([0], train(env, learner, decisions, seed)):
        if done // (GAMES * STEPS) % 10 == 0 or done >= decisions:
            yield done, *won(test, learner.best, games, seed + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to beat a bot.")
    parser.add_argument("--game", choices=SETTINGS, default="schocken")
    parser.add_argument("--opponent", default="casual", help="a level (casual, strong, master) or a compiled policy")
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--test", type=int, default=2048, help="games of every test")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("decisions  CPU seconds  won %     ±")
    for done, share, error in curve(args.game, args.opponent, args.decisions, args.test, args.seed):
        print(f"{done:9,}  {time.process_time():11.0f}  {100 * share:5.1f}  {100 * error:4.1f}", flush=True)


if __name__ == "__main__":
    main()
