"""Moves per second of random legal play, next to OpenSpiel and PettingZoo in the same run.

All play whole games and choose among the enumerated legal moves. A *move* is a decision of a player; a
*step* is a decision or a chance event that the program applies by itself (PettingZoo hides chance inside a move).
The contestants alternate in short slices of CPU time, so that noise affects all of them alike; the table shows the
median slice.
"""

# The peers are installed by `make bench` only.
# pyright: reportMissingImports=false

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping

import msgspec
from rich.console import Console
from rich.table import Table

from knobel.rules import find_game
from knobel.rules.dice import SeededDice, awaits, draw, fill
from knobel.rules.game import Chance, Decision, Over, read_options


class Count(msgspec.Struct):
    """Counts of a slice of play."""

    moves: int = 0
    steps: int = 0
    games: int = 0


Contestant = Callable[[Count], None]
"""Plays one whole game and counts."""


def knobel(name: str, players: int, options: Mapping[str, object]) -> Contestant:
    game = find_game(name)
    chosen = read_options(game, options)
    rng, source = random.Random(1), SeededDice(1)
    pending, play, rand = game.pending, game.play, rng.random

    def one_game(count: Count) -> None:
        state = game.start(chosen, players)
        moves = steps = 0
        while True:
            waits = pending(state)
            if isinstance(waits, Decision):
                legal = waits.moves
                event = legal[int(rand() * len(legal))]
                if awaits(event):
                    event = fill(event, source)
                    steps += 1
                moves += 1
            elif isinstance(waits, Chance):
                event = fill(waits.event, source)
            elif isinstance(waits, Over):
                break
            else:
                event = draw(waits, source)
            state = play(state, event)
            steps += 1
        count.moves += moves
        count.steps += steps
        count.games += 1

    return one_game


def open_spiel(name: str) -> Contestant:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers the games written in Python

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def one_game(count: Count) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                count.moves += 1
            count.steps += 1
        count.games += 1

    return one_game


def texas_holdem() -> Contestant:
    from pettingzoo.classic import texas_holdem_v4

    env = texas_holdem_v4.raw_env()
    rng = random.Random(1)
    env.reset(seed=1)

    def one_game(count: Count) -> None:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            assert observation is not None
            legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
            env.step(legal[int(rng.random() * len(legal))])
            count.moves += 1
            count.steps += 1
        count.games += 1

    return one_game


def contestants() -> Iterator[tuple[str, Contestant]]:
    yield "OpenSpiel python_kuhn_poker", open_spiel("python_kuhn_poker")
    yield "OpenSpiel liars_dice (C++)", open_spiel("liars_dice")
    yield "PettingZoo texas_holdem_v4 raw_env", texas_holdem()
    yield "knobel zocknroll, 4 players", knobel("zocknroll", 4, {})
    yield "knobel zocknroll pro, 6 players", knobel("zocknroll", 6, {"board": "pro"})
    yield "knobel zock", knobel("zock", 2, {})
    yield "knobel zock C", knobel("zock", 2, {"variant": "C"})
    yield "knobel schocken, 4 players", knobel("schocken", 4, {})
    yield "knobel schocken pub, 8 players", knobel("schocken", 8, {"preset": "pub"})


def measure(rounds: int, seconds: float) -> dict[str, tuple[float, float, float]]:
    """For each contestant the median moves, steps and games per second of CPU."""
    entries = dict(contestants())
    slices: dict[str, list[tuple[float, float, float]]] = {name: [] for name in entries}
    for one_game in entries.values():
        one_game(Count())
    for _ in range(rounds):
        for name, one_game in entries.items():
            count, begin = Count(), time.process_time()
            while (spent := time.process_time() - begin) < seconds:
                one_game(count)
            slices[name].append((count.moves / spent, count.steps / spent, count.games / spent))
    return {
        name: (
            statistics.median(moves for moves, _, _ in taken),
            statistics.median(steps for _, steps, _ in taken),
            statistics.median(games for _, _, games in taken),
        )
        for name, taken in slices.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="slices per contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per slice")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    measured = measure(arguments.rounds, arguments.seconds)
    if arguments.json:
        print(msgspec.json.encode(measured).decode())
        return
    kuhn, dice, holdem = list(measured.values())[:3]
    table = Table(title="Random legal play, one process, median of CPU slices")
    table.add_column("who")
    for heading in ("moves/s", "× kuhn", "× liars_dice", "× texas", "steps/s", "× kuhn", "× liars_dice", "games/s"):
        table.add_column(heading, justify="right")
    for name, (moves, steps, games) in measured.items():
        ratios = [f"{moves / peer[0]:.2f}" for peer in (kuhn, dice, holdem)]
        steps_ratios = [f"{steps / peer[1]:.2f}" for peer in (kuhn, dice)]
        table.add_row(name, f"{moves:,.0f}", *ratios, f"{steps:,.0f}", *steps_ratios, f"{games:,.0f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
