"""Reasons for the cost of a move, in one or two sentences.

The first sentence gives the cost and the best move, the second one the odds that decide. Both address the player, and
fit before the move and after it.
"""

from __future__ import annotations

from typing import Final

from ...fair.statistics.p_values import Z95
from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ...telling.phrase import Phrase, phrase
from ..values import SURE, MoveValue, Values
from . import schocken, zock, zocknroll
from .moves import doing

__all__ = ["reasons"]

_LEAST_ERROR: Final = 0.1
"""The smallest error of a loss that is told, in percentage points: losses are told to a tenth."""


def reasons(view: State, values: Values, made: MoveValue) -> tuple[Phrase, ...]:
    """Why a move is worse than the best one."""
    best = values.best
    kind = "coach-costs-schocken" if isinstance(view, schocken_rules.State) else "coach-costs"
    loss, moves = 100 * (best.value - made.value), {"made": doing(made.move, first=True), "best": doing(best.move)}
    if made.behind_error == 0:
        return (phrase(kind, **moves, loss=loss), *_because(view, best, made))
    clear = all(best.value - each.value > SURE * each.behind_error for each in values.moves[1:])
    error = max(100 * Z95 * made.behind_error, _LEAST_ERROR)
    costs = phrase(f"{kind}-about", **moves, loss=loss, error=error, clear="yes" if clear else "no")
    return (costs, *_because(view, best, made))


def _because(view: State, best: MoveValue, made: MoveValue) -> tuple[Phrase, ...]:
    """The odds that decide between two moves, in one sentence at most."""
    match view:
        case zock_rules.State():
            said = zock.because(view, best, made)
        case schocken_rules.State():
            said = schocken.because(view, best, made)
        case zocknroll_rules.State():
            said = zocknroll.because(view, best, made)
        case _:
            raise TypeError(f"{type(view)} is no state of a game")
    return () if said is None else (said,)
