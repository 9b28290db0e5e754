"""How bad a decision was, in one word."""

from __future__ import annotations

from typing import Final

from .analysis import Class
from .values import Values, Worth

THRESHOLDS: Final[tuple[tuple[float, Class], ...]] = ((0.05, "blunder"), (0.02, "mistake"), (0.005, "inaccuracy"))
"""From which loss on, in chance, a decision is called so; the worst first."""

SURE: Final = 2.0
"""An estimated loss counts if it is more than so many of its standard errors."""

ALIKE: Final = 1e-11
"""Exact values that differ by less are the same: so little is rounding."""


def classify(loss: float) -> Class:
    """What a loss is called, where there was something to decide.

    >>> classify(0.0), classify(0.005), classify(0.02), classify(0.5)
    ('good', 'inaccuracy', 'mistake', 'blunder')
    """
    for least, kind in THRESHOLDS:
        if loss >= least:
            return kind
    return "good"


def loss_of(values: Values, made: Worth) -> float:
    """What a move costs against the best one; 0 where that may be chance, or rounding."""
    loss = values.best.value - made.value
    return loss if loss > max(SURE * made.behind_error, ALIKE) else 0.0


def is_forced(values: Values) -> bool:
    """Whether there was nothing to decide: one move, or all are known to lead to the same."""
    if len(values.moves) == 1:
        return True
    certain = all(worth.error == 0.0 for worth in values.moves)
    return certain and values.best.value - min(worth.value for worth in values.moves) <= ALIKE
