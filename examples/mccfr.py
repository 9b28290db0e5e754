"""Learn one round of Schocken by sampling: Monte Carlo CFR converges to the value that the solver computes.

External sampling (Lanctot et al., 2009): chance and the opponent are sampled, all own moves are tried. Information
states are Markov keys, so the tree of the round folds into a graph that is walked again and again. The table shows the
exact value of the average strategies, and what perfect opponents would gain against them.
"""

from __future__ import annotations

import argparse
import random
from itertools import accumulate

from knobel.research.parts import Part
from knobel.research.parts.schocken_round import half_risks, schocken_round
from knobel.research.tree import Node


class Vertex:
    """All nodes with one key: what follows, and at a decision the regrets and the sum of the strategies so far."""

    def __init__(self, seat: int | None, after: list[Vertex], chances: list[float], payoff: float = 0.0) -> None:
        self.seat = seat
        self.after = after
        self.chances = chances
        self.up_to = list(accumulate(chances))
        self.payoff = payoff
        self.regrets = [0.0] * len(after)
        self.played = [0.0] * len(after)

    def strategy(self) -> list[float]:
        """Regret matching: each move in proportion to how much it was missed."""
        missed = [max(regret, 0.0) for regret in self.regrets]
        return shares(missed)

    def average(self) -> list[float]:
        return shares(self.played)


def shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


def fold(part: Part, node: Node, known: dict[str, Vertex]) -> Vertex:
    """The graph from a node on; `known` lists its vertices, and what follows one before it."""
    if part.is_over(node):
        return Vertex(None, [], [], part.payoffs(node)[0])
    key = part.key(node, 0)
    if key not in known:
        seat = part.mover(node)
        falls = [(action, 0.0) for action in part.moves(node)] if seat is not None else part.chances(node)
        after = [fold(part, part.child(node, action), known) for action, _ in falls]
        chances = [] if seat is not None else [chance for _, chance in falls]
        known[key] = Vertex(seat, after, chances)
        if chances and not any(each.after for each in after):  # no decision follows: its mean is all that matters
            mean = sum(chance * each.payoff for chance, each in zip(chances, after, strict=True))
            known[key] = Vertex(None, [], [], mean)
    return known[key]


def learn(vertex: Vertex, learner: int, iteration: int, rng: random.Random) -> float:
    """One sampled walk; the value to the learner, whose regrets it updates."""
    if not vertex.after:
        return -vertex.payoff if learner else vertex.payoff
    if vertex.seat is None:
        return learn(rng.choices(vertex.after, cum_weights=vertex.up_to)[0], learner, iteration, rng)
    strategy = vertex.strategy()
    if vertex.seat != learner:
        vertex.played = [before + iteration * share for before, share in zip(vertex.played, strategy, strict=True)]
        return learn(rng.choices(vertex.after, strategy)[0], learner, iteration, rng)
    values = [learn(after, learner, iteration, rng) for after in vertex.after]
    mean = sum(share * value for share, value in zip(strategy, values, strict=True))
    vertex.regrets = [regret + value - mean for regret, value in zip(vertex.regrets, values, strict=True)]
    return mean


def value(graph: list[Vertex], best: int | None = None) -> float:
    """The exact value to the beginner if both play their average strategies, or one of them a best response."""
    found = dict[Vertex, float]()
    for vertex in graph:  # what follows a vertex stands before it
        values = [found[after] if after.after else after.payoff for after in vertex.after]
        if vertex.seat is not None and vertex.seat == best:
            found[vertex] = min(values) if best else max(values)
        else:
            weights = vertex.chances if vertex.seat is None else vertex.average()
            found[vertex] = sum(weight * each for weight, each in zip(weights, values, strict=True))
    return found[graph[-1]]


def train(iterations: int, seed: int) -> list[tuple[int, float, float]]:
    """After 1, 2, 4, … iterations: the value of the average strategies, and what best responses gain (NashConv)."""
    part, rng, known = schocken_round(), random.Random(seed), dict[str, Vertex]()
    root, course = fold(part, part.root(), known), list[tuple[int, float, float]]()
    graph = [vertex for vertex in known.values() if vertex.after]
    for iteration in range(1, iterations + 1):
        for learner in (0, 1):
            learn(root, learner, iteration, rng)
        if iteration & iteration - 1 == 0 or iteration == iterations:
            course.append((iteration, value(graph), value(graph, best=0) - value(graph, best=1)))
    return course


def main() -> None:
    parser = argparse.ArgumentParser(description="MCCFR on the first round of a half of Schocken for two players.")
    parser.add_argument("--iterations", type=int, default=500, help="walks for each player (default: 500)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    part = schocken_round()
    risk, _ = half_risks(part.options, part.held)
    exact = 1 - 2 * risk
    print(f"The solver's value to the beginner: {exact:+.6f}")
    print("iterations      value   distance   NashConv")
    for iteration, found, gain in train(chosen.iterations, chosen.seed):
        print(f"{iteration:10}  {found:+.6f}  {abs(found - exact):.6f}  {gain:.6f}")


if __name__ == "__main__":
    main()
