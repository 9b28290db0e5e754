"""Coverage of rollout confidence intervals, with the stopping rule at work.

    python -m tests.coach.intervals [CASES] [SEED]

takes CASES decisions (1,000) of ZOCK's variants in turn, half of them played on to the end and half cut after six
throws and valued there. In each, moves are rolled out until the stopping rule holds, and a random move is picked.
"""

from __future__ import annotations

import random
import secrets
import sys
from typing import Final

import numpy as np
from msgspec import Struct

from knobel.coach.rollouts import Patience, interval, roll_out
from knobel.fair.statistics.p_values import Z95, share_error
from knobel.rules.zock import Options

from .zock_played_on import EQUAL_FALLS, random_decision

PATIENCE: Final = Patience(first=100, most=30_000, error=0.01, behind=0.005)
VARIANTS: Final = [Options(variant=variant) for variant in ("basic", "A", "B", "C")]
HORIZON: Final = 6


class Case(Struct, frozen=True):
    """Whether the intervals of a picked move, of the best move and of a difference cover; and the rollouts played."""

    value: bool
    best: bool
    behind: bool
    off: float
    error: float
    played: int


def cases(count: int, seed: int) -> list[Case]:
    rng = random.Random(seed)
    return [_case(number, rng) for number in range(count)]


def _case(number: int, rng: random.Random) -> Case:
    decision = random_decision(VARIANTS[number % len(VARIANTS)], rng)
    if number // len(VARIANTS) % 2:
        decision.horizon = HORIZON
    exact = decision.exact
    found = roll_out(decision.play_on, len(exact), PATIENCE, EQUAL_FALLS)
    best = max(range(len(found)), key=lambda move: found[move].value)
    picked = rng.randrange(len(found))
    other = rng.choice([move for move in range(len(found)) if move != best])
    loss = found[best].value - found[other].value
    intervals = [interval(each.value, each.error) for each in found]
    holds = [low <= value <= high for value, (low, high) in zip(exact, intervals, strict=True)]
    behind = abs(loss - (exact[best] - exact[other])) <= Z95 * found[other].behind_error
    off = found[picked].value - exact[picked]
    return Case(holds[picked], holds[best], behind, off, found[picked].error, found[best].played)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    found = cases(count, seed)
    print(f"{count} decisions, seed {seed}")
    for name, held in (
        ("value of a move", [case.value for case in found]),
        ("value of the best move", [case.best for case in found]),
        ("difference to the best", [case.behind for case in found]),
    ):
        share = float(np.mean(held))
        print(f"{name:24} {100 * share:5.1f} % ± {100 * share_error(share, count):.1f}")
    print(f"mean of value less exact value {np.mean([case.off for case in found]):+.5f}")
    print(f"mean standard error            {np.mean([case.error for case in found]):.5f}")
    print(f"times played on                {np.mean([case.played for case in found]):.0f}")


if __name__ == "__main__":
    main()
