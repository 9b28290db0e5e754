"""A run of throws of one player of ZOCK whose hand-over is worth something else than the game says.

That is so in variant A with players as referees, once somebody has covered what does not fit: he throws on, and only
when the dice are handed over may the rival object.
"""

from __future__ import annotations

import numpy as np

from ..compiled import compiled
from .box import Choices, Floats


@compiled
def run(box: Choices, start: int, ends: Floats) -> float:
    """What a player expects who throws with the set `start` open, covers by the rules and as well as possible.

    `ends` is what handing the dice over is worth, by the set that is open then.
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
