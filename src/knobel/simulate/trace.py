"""What the players decided, for whoever wants to follow a game of a batch.

The first number of a trace counts the moves; as far as there is room they follow, each as its place among those that
`pending` lists.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..solve.compiled import compiled

Trace: TypeAlias = NDArray[np.int32]

ROOM: Final = 1 << 16
"""So many moves of one game are written down; longer games hardly ever happen."""


def no_trace() -> Trace:
    """A trace without room, for games that nobody follows."""
    return np.zeros(1, dtype=np.int32)


def long_trace() -> Trace:
    """A trace with room for a whole game."""
    return np.zeros(1 + ROOM, dtype=np.int32)


@compiled
def note(trace: Trace, move: int) -> None:
    """Count a move, and write it down where there is room."""
    trace[0] += 1
    if trace[0] < len(trace):
        trace[trace[0]] = move
