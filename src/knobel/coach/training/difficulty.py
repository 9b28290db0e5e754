"""How hard a decision is, from what its moves are worth and from what a friendly beginner would do.

A decision makes a puzzle if one answer is clearly right, and not for everybody to see: everything else costs at least
`CLEAR`, and where values are estimates, far more than their error. It is the harder, the more often `casual` errs, the
less the next best move costs, and the more moves there are. Figures are rounded before anything is decided by them, so
that a puzzle is the same on every machine.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from typing import Final

from ...rules.game import Event
from ..values import Values

LEVELS: Final = range(1, 6)

CLEAR: Final = 0.01
"""So much the second best answer has to cost at least."""

PLAIN: Final = 0.25
"""Where it costs more than this, there is nothing to think about."""

OBVIOUS: Final = 0.05
"""What `casual` misses more seldom needs no training: the best row of a winner, for example."""

STEPS: Final[Mapping[str, tuple[float, ...]]] = {
    "zock": (1.05, 1.7, 3.0, 3.65),
    "schocken": (2.25, 2.45, 2.7, 3.55),
    "zocknroll": (1.5, 1.95, 2.35, 2.8),
}
"""The hardness at which the next level begins: about a fifth of the puzzles of a game are on each level."""

_CLOSE: Final = 0.08
"""From such a distance on, a second best move does not look as good as the best any more."""

_CROWD: Final = 8
"""With so many moves there is as much to look at as there ever is."""

_SURE: Final = 4
"""So many standard errors an estimate must be behind."""

_DIGITS: Final = 4


def hardness(values: Values, casual: Mapping[Event, float]) -> float | None:
    """From 0 to 5, or None if the decision is no puzzle; `casual` says how often that level chooses which move."""
    if len(values.moves) < 2:
        return None
    best, second, *_ = values.moves
    gap = round(best.value - second.value, _DIGITS)
    if not CLEAR <= gap <= PLAIN or gap < _SURE * second.behind_error:
        return None
    errs = 1 - casual.get(best.move, 0.0)
    if errs < OBVIOUS:
        return None
    close = max(0.0, 1 - (gap - CLEAR) / (_CLOSE - CLEAR))
    crowd = min(1.0, (len(values.moves) - 2) / (_CROWD - 2))
    return round(2.5 * errs + 1.5 * close + crowd, _DIGITS)


def grade(game: str, values: Values, casual: Mapping[Event, float]) -> int | None:
    """The level of a decision, 1 to 5, or None."""
    hard = hardness(values, casual)
    return None if hard is None else 1 + bisect(STEPS[game], hard)
