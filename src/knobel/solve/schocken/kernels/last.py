"""The last player of a round of Schocken, who knows what all others have: many of his problems solved side by side.

This is where the solver spends its time. Each problem is the same backward induction with other numbers, so it is done
for a whole row of problems at once: every inner loop runs along the row, which the processor does several at a time.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...compiled import compiled
from ..finals import EQUAL, Finals, key_of
from ..hands import Floats, Integers, Tables

_ROW: Final = 42
"""Problems side by side: enough for the processor, few enough to stay in its cache."""


@compiled
def answers(tables: Tables, finals: Finals, player: int, block: Floats, values: Floats) -> None:
    """Set what is expected by all, for each problem, when a player has `block[problem, key]` and chooses the best."""
    keys, hands, keeps, seats = len(finals.deals), len(tables.rank), len(tables.fall) - 1, block.shape[2]
    ends, lying = np.zeros((keys, seats * _ROW)), np.empty((hands, seats * _ROW))
    throwing = np.empty((keeps, seats * _ROW))
    for first in range(0, len(block), _ROW):
        count = min(_ROW, len(block) - first)
        for key in range(keys):
            for seat in range(seats):
                for at in range(count):
                    ends[key, seat * _ROW + at] = block[first + at, key, seat]
        for keep in range(keeps):
            start, end = finals.start[keys + keep], finals.start[keys + keep + 1]
            _mean(start, end, finals.key, finals.chance, ends, throwing[keep])
        for n in range(finals.limit - 1, 0, -1):
            for hand in range(hands):
                may_keep = tables.keep[tables.first[hand] : tables.first[hand + 1]]
                _best(player, may_keep, ends[key_of(finals, n, tables.rank[hand])], throwing, lying[hand])
            for keep in range(keeps if n > 1 else 1):
                _mean(tables.fall[keep], tables.fall[keep + 1], tables.hand, tables.chance, lying, throwing[keep])
        for at in range(count):
            for seat in range(seats):
                values[first + at, seat] = throwing[0, seat * _ROW + at]


@compiled
def _mean(first: int, end: int, index: Integers, chance: Floats, rows: Floats, mean: Floats) -> None:
    """Mix rows with their chances."""
    mean[:] = 0
    for i in range(first, end):
        row, share = rows[index[i]], chance[i]
        for j in range(len(mean)):
            mean[j] += share * row[j]


@compiled
def _best(player: int, may_keep: Integers, standing: Floats, throwing: Floats, lying: Floats) -> None:
    """Take from each problem's moves the best for the player, with what it is worth to all."""
    own = player * _ROW
    best, choice = standing[own : own + _ROW].copy(), np.full(_ROW, -1.0)
    for keep in may_keep:
        worth, number = throwing[keep], float(keep)
        for at in range(_ROW):
            better = worth[own + at] < best[at] - EQUAL
            best[at] = worth[own + at] if better else best[at]
            choice[at] = number if better else choice[at]
    for at in range(_ROW):
        keep = int(choice[at])
        for j in range(at, len(lying), _ROW):
            lying[j] = standing[j] if keep < 0 else throwing[keep, j]
