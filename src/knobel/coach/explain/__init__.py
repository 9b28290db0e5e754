"""Reasons for the cost of a move, in one or two sentences.

The first sentence gives the cost and the best move, the second one the odds that decide. Both address the player, and
fit before the move and after it.
"""

from __future__ import annotations

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ...telling.phrase import Phrase, phrase
from ..values import MoveValue, Values
from . import schocken, zock, zocknroll
from .moves import doing

__all__ = ["reasons"]


def reasons(view: State, values: Values, made: MoveValue) -> tuple[Phrase, ...]:
    """Why a move is worse than the best one."""
    best = values.best
    kind = "coach-costs-schocken" if isinstance(view, schocken_rules.State) else "coach-costs"
    costs = phrase(
        kind,
        made=doing(made.move, first=True),
        best=doing(best.move),
        loss=100 * (best.value - made.value),
    )
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
