"""Kernels of ZOCK's solver: backward induction over pairs of sets of open fields.

A player who throws covers something or, with the chance `idle`, hands the dice over, and so does the rival. So what the
player expects when throwing and when waiting are two unknowns of two linear equations:

    throwing = own + idle * waiting              waiting = -(rival's own + rival's idle * -throwing)

where `own` is what the covers of this throw bring, all of which lead to smaller sets. No iteration is needed.

Two tables hold the same game in two layouts, so that both players read along rows: `after[s, r]` is the value to the
player just after covering down to the set `s`, while the rival has `r`; `rivals[r, s]` the value to the rival just
after covering down to `r`. The other player throws next, or with `again` the one who covered.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from ..compiled import compiled
from .box import Choices

PADDING = 8
"""Extra columns: rows of 512 numbers would map to the same lines of the CPU cache."""


@compiled
def solve(box: Choices, rival: Choices, again: bool, win: Floats, lose: Floats, after: Floats, rivals: Floats) -> None:
    """Fill both tables. `win` is what winning brings by the sum that the rival has open, `lose` by the own sum."""
    sets, rival_sets = len(box.total), len(rival.total)
    for s in range(sets):
        after[s, 0] = lose[box.total[s]]
        rivals[0, s] = -after[s, 0]
    for r in range(rival_sets):
        after[0, r] = win[rival.total[r]]
        rivals[r, 0] = -after[0, r]
    own, others, spare = np.empty(after.shape), np.empty(sets), np.empty((2, max(sets, rival_sets)))
    for size in range(1, len(box.size) - 1):
        begin, end = box.size[size], box.size[size + 1]
        for s in range(begin, end):
            _expect(box, s, after, 0, rival_sets, own[s], spare)
        for r in range(1, rival_sets):
            _expect(rival, r, rivals, begin, end, others, spare)
            rival_idle = rival.idle[r]
            for s in range(begin, end):
                mine, theirs, idle = own[s, r], others[s - begin], box.idle[s]
                scale = 1 / (1 - idle * rival_idle)
                throwing = (mine - idle * theirs) * scale
                waiting = (rival_idle * mine - theirs) * scale
                after[s, r] = throwing if again else waiting
                rivals[r, s] = -waiting if again else -throwing


@compiled
def _expect(box: Choices, s: int, after: Floats, begin: int, end: int, out: Floats, spare: Floats) -> None:
    """The value of a throw with the set `s` open by the best covers, for the opponent's sets from begin to end."""
    width = end - begin
    for i in range(width):
        out[i] = 0
    for choice in range(box.first[s], box.first[s + 1]):
        chance, cover, last = box.chance[choice], box.cover[choice], box.cover[choice + 1]
        best = after[box.left[cover], begin:end]
        for other in range(cover + 1, last):
            value = after[box.left[other], begin:end]
            better = spare[other % 2, :width]  # two alternating rows: reading and writing the same one is slower
            for i in range(width):
                better[i] = best[i] if best[i] > value[i] else value[i]
            best = better
        for i in range(width):
            out[i] += chance * best[i]


@compiled
def from_the_start(box: Choices, again: bool, wins: Floats, losses: Floats) -> Floats:
    """For each row of payoffs the value of a fresh game in which each player begins with the same chance."""
    sets = len(box.total)
    after, rivals = np.empty((sets, sets + PADDING)), np.empty((sets, sets + PADDING))
    values = np.empty(len(wins))
    for row in range(len(wins)):
        solve(box, box, again, wins[row], losses[row], after, rivals)
        values[row] = (after[sets - 1, sets - 1] - rivals[sets - 1, sets - 1]) / 2
    return values


@compiled
def run(box: Choices, start: int, ends: Floats) -> float:
    """Expected value of a run of throws from the set `start`, with legal and optimal covers, in variant A (K9).

    With players as referees, a player who has covered what does not fit throws on, and the rival may object only when
    the dice are handed over. `ends` is the value of handing them over, by the open set.
    """
    values = np.empty(start + 1)
    values[0] = ends[0]
    for s in range(1, start + 1):
        values[s] = box.idle[s] * ends[s]
        for choice in range(box.first[s], box.first[s + 1]):
            best = values[box.left[box.cover[choice]]]
            for cover in range(box.cover[choice] + 1, box.cover[choice + 1]):
                best = max(best, values[box.left[cover]])
            values[s] += box.chance[choice] * best
    return float(values[start])
