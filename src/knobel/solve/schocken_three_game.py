"""The halves of a game of Schocken among three, solved from the final back to the first round.

>>> half_of_three(Options(stones=1), "half").value(0, 1, (0, 0, 0)).round(3).tolist()  # who begins is better off
[0.22, 0.388, 0.392]
"""

from __future__ import annotations

from threading import RLock
from typing import Final, Literal, TypeAlias

import numpy as np

from ..rules.errors import BadOptions
from ..rules.schocken import Options
from . import cache as disk
from .schocken import half_table
from .schocken_half import Progress, silent
from .schocken_hands import Floats, hands_of
from .schocken_three import PLAYERS, Three

Stage: TypeAlias = Literal["half", "first", "second"]
"""A half that everybody plays for its own sake, or the first or second half of a game."""

MOST_STONES: Final = 20
"""The most stones that are solved for three."""

_VERSION: Final = "schocken-three/1"
_solving: Final = RLock()
_solved: Final[dict[tuple[Options, Stage], Three]] = {}


def half_of_three(options: Options, stage: Stage, progress: Progress = silent) -> Three:
    """The values of one stage; what is solved once is kept on disk.

    In the second half of a game player 0 is the one who lost the first half.
    """
    if options.stones > MOST_STONES:
        raise BadOptions(f"Schocken for three is solved with up to {MOST_STONES} stones, not {options.stones}", "S1")
    with _solving:
        if (options, stage) not in _solved:
            _solved[options, stage] = _kept_or_solved(options, stage, progress)
        return _solved[options, stage]


def _kept_or_solved(options: Options, stage: Stage, progress: Progress) -> Three:
    three = Three(options, half_table(options), stage_ends(options, stage, progress))
    states = [state for middle in range(options.stones + 1) for state in three.states(middle)]
    rules = f"{options.stones}-{options.ties}-{options.covered}-{hands_of(options).fingerprint()}"
    name = f"schocken-three-{stage}-{rules}", _VERSION
    kept = disk.load(*name)
    if kept is None:
        three.solve(progress)
        disk.save(*name, np.array([three.values[state] for state in states]).astype("<f8").tobytes())
    else:
        values = np.frombuffer(kept, dtype="<f8").astype(np.float64).reshape(-1, PLAYERS)
        three.values = dict(zip(states, values, strict=True))
    return three


def stage_ends(options: Options, stage: Stage, progress: Progress = silent) -> Floats:
    """What each player suffers when one of them loses the half, by loser; one row where that is the same to all.

    S2, S3: the loser of the first half begins the second; the loser of that one begins the final, if there is one.
    """
    if stage == "half":
        return np.array([[1.0, 0.0, 0.0]])
    if stage == "first":
        second = half_of_three(options, "second", progress)
        return second.value(0, options.stones, (0, 0, 0))[np.newaxis]
    begins_final = half_table(options).risk(options.stones, 0)
    ends = np.eye(PLAYERS)
    for loser in (1, 2):
        ends[loser, loser], ends[loser, 0] = begins_final, 1 - begins_final
    return ends
