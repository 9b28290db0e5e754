"""Errors of the coach's estimates for Schocken, measured against exact values.

Decisions of casual bots in solved games are estimated as if they were not solved, and compared move by move. With
`--rest` rounds of five players are played to their end instead, to measure the additional error of sampling dice.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from knobel.bots import play_out
from knobel.fair.statistics.p_values import Z95
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance
from knobel.rules.schocken import Event, Stand, State, in_round, pending, play
from knobel.solve.schocken.evaluation import position_risks

TABLES: Final[list[tuple[int, dict[str, object]]]] = [(3, {}), (3, {"preset": "pub"}), (4, {})]


class Off(NamedTuple):
    """Errors of a decision's values, of the differences to the best move, and their cost."""

    values: list[float]
    behind: list[float]
    within: list[bool]
    behind_within: list[bool]
    cost: float


def decisions(players: int, options: Mapping[str, object], games: int) -> Iterator[State]:
    """Decisions of full rounds; the beginner of four players in every second game only, because that takes long."""
    for seed in range(games):
        session = play_out("schocken", "x" * players, options, "casual", seed)
        for count in range(len(session.events)):
            state = session.state_at(count)
            assert isinstance(state, State)
            slow = players == 4 and state.seat == state.beginner and seed % 2
            if state.phase == "decide" and len(in_round(state)) == players and not slow:
                yield state


def off(state: State) -> Off:
    exact = {each.move: each.risks[state.seat] for each in position_risks(state, "half", "known").moves}
    found = position_risks(state, "half", "approximate")
    guess = {each.move: each.risks[state.seat] for each in found.moves}
    best, *others = guess
    values = [guess[move] - exact[move] for move in guess]
    behind = [guess[move] - guess[best] - (exact[move] - exact[best]) for move in others]
    return Off(
        values,
        behind,
        [abs(each) <= Z95 * found.errors.risk for each in values],
        [abs(each) <= Z95 * found.errors.difference for each in behind],
        exact[best] - min(exact.values()),
    )


def rest(times: int, games: int) -> str:
    """Spread of the values at the end of a round when the beginner stands, and the time to get there."""
    spreads, spent, dice = list[float](), 0.0, SeededDice(1)
    begins = [state for state in decisions(5, {}, games) if state.seat == state.beginner]
    for state in begins:
        begun = time.process_time()
        ends = [_end(state, dice) for _ in range(times)]
        spent += time.process_time() - begun
        spreads.append(float(np.std(ends, ddof=1)))
    return (
        f"{len(begins)} decisions, rounds played on {times} times each: standard deviation {np.mean(spreads):.3f}, "
        f"{1000 * spent / times / len(begins):.1f} ms CPU a time"
    )


def _end(state: State, dice: SeededDice) -> float:
    """The beginner's chance to lose after the round, when he stands and the others follow the approximation."""
    begun = state
    event: Event = Stand(state.seat)
    while True:
        after = play(state, event)
        if after.cups_up:
            return position_risks(after, "game", "approximate").risks[begun.seat]
        state, waits = after, pending(after)
        chosen = (
            waits.event if isinstance(waits, Chance) else position_risks(after, "game", "approximate").moves[0].move
        )
        event = fill(chosen, dice) if awaits(chosen) else chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rest", type=int, metavar="TIMES", help="play rounds of five on, so often each")
    arguments = parser.parse_args()
    if arguments.rest:
        print(rest(arguments.rest, arguments.games))
        return
    table = Table("players", "options", "decisions", "moves")
    for heading in ("off by", "within", "differences off by", "within", "its best move costs"):
        table.add_column(heading, justify="right")
    for players, options in TABLES:
        found = [off(state) for state in decisions(players, options, arguments.games)]
        values = np.array([each for one in found for each in one.values])
        behind = np.array([each for one in found for each in one.behind])
        table.add_row(
            str(players),
            " ".join(f"{name}={value}" for name, value in options.items()),
            str(len(found)),
            str(len(values)),
            f"{np.sqrt(np.mean(values**2)):.4f}",
            f"{np.mean([each for one in found for each in one.within]):.1%}",
            f"{np.sqrt(np.mean(behind**2)):.4f}",
            f"{np.mean([each for one in found for each in one.behind_within]):.1%}",
            f"{np.mean([one.cost for one in found]):.6f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
