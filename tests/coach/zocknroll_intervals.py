"""Coverage of the confidence intervals of Zock'n'Roll's judge, with the stopping rule at work.

    python -m tests.coach.zocknroll_intervals [CASES] [SEED]

takes CASES decisions (1,000) of last rounds of last turns, where the exact values are known, and estimates their
moves by rollouts. Of each decision a random move is picked.
"""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from knobel.coach.judges.zocknroll import EFFORTS, NEXT_DIE
from knobel.coach.rollouts import Estimate, roll_out
from knobel.fair.statistics.p_values import Z95, share_error
from knobel.rules.zocknroll import Options, State, play
from knobel.simulate.zocknroll.lookahead import Lookahead
from knobel.solve.arrays import Floats

from .zocknroll_positions import last_rounds, moves_of

_PLAYERS: Final = 4
_ROUNDING: Final = 1e-9


class Case(Struct, frozen=True):
    """Whether the intervals of a picked move's value and of a difference to the best hold."""

    value: bool
    behind: bool
    off: float
    error: float


def cases(count: int, seed: int) -> list[Case]:
    chance, lookahead_of = random.Random(seed), Lookahead(Options(), _PLAYERS, chunks=1, seed=seed)
    found, positions = list[Case](), _positions(seed)
    while len(found) < count:
        view = replace(next(positions), turns=len(found))  # every turn has its own draws
        exact, estimates = _both_ways(lookahead_of, view)
        best = max(range(len(exact)), key=[estimate.value for estimate in estimates].__getitem__)
        picked = chance.randrange(len(exact))
        other = chance.choice([move for move in range(len(exact)) if move != best])
        one, loss = estimates[picked], estimates[best].value - estimates[other].value
        if not 0 < exact[picked] < 1 or one.error < _ROUNDING:
            continue  # certain results have no interval
        off = one.value - exact[picked]
        behind = abs(loss - (exact[best] - exact[other])) <= Z95 * estimates[other].behind_error + _ROUNDING
        found.append(Case(abs(off) <= Z95 * one.error, behind, off, one.error))
    return found


def _positions(seed: int) -> Iterator[State]:
    while True:
        yield from last_rounds(_PLAYERS, {}, seed, most_hidden=3)
        seed += 1


def _both_ways(lookahead_of: Lookahead, view: State) -> tuple[list[float], tuple[Estimate, ...]]:
    """The moves of a decision, worked out and played on."""
    states, seat = [play(view, move) for move in moves_of(view)], view.queue[0]
    start = lookahead_of.start(view, states)
    known = lookahead_of.work_out(start, states)
    assert known is not None

    def play_on(first: int, count: int, moves: Sequence[int]) -> Floats:
        shares, _ = lookahead_of.ahead(view, start.only(moves), first, count)
        return np.ascontiguousarray(shares[:, :, seat])

    return known[0][:, seat].tolist(), roll_out(play_on, len(states), EFFORTS["quick"].patience, NEXT_DIE)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    found = cases(count, seed)
    print(f"{count} decisions of Zock'n'Roll, seed {seed}")
    for name, held in (
        ("value of a move", [case.value for case in found]),
        ("difference to the best", [case.behind for case in found]),
    ):
        share = float(np.mean(held))
        print(f"{name:24} {100 * share:5.1f} % ± {100 * share_error(share, count):.1f}")
    print(f"mean of value less exact value {np.mean([case.off for case in found]):+.5f}")
    print(f"mean standard error            {np.mean([case.error for case in found]):.5f}")


if __name__ == "__main__":
    main()
