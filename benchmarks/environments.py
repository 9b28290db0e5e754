"""PettingZoo's own performance benchmark of every environment, and random games of every game in OpenSpiel."""

from __future__ import annotations

import random
import time

import pyspiel
from pettingzoo.test import performance_benchmark

import knobel.research.open_spiel  # noqa: F401 - registers the games
from knobel.research import schocken_v0, zock_v0, zocknroll_v0

SECONDS = 5.0


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


def main() -> None:
    for module in (zocknroll_v0, zock_v0, schocken_v0):
        print(module.__name__)
        performance_benchmark(module.env())
    for game in ("zocknroll", "zock", "schocken"):
        name = f"python_knobel_{game}"
        print(f"{name}: {nodes_per_second(name):,.0f} nodes per second")


if __name__ == "__main__":
    main()
