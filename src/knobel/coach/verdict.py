"""Verdict on one decision: its cost, its class (good to blunder), the reason and the alternatives."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..rules.game import Event, State
from ..telling.choices import label
from .analysis import Alternative, Class, Verdict
from .explain import reasons
from .judges import Judge
from .values import SURE, MoveValue, Values

THRESHOLDS: Final[tuple[tuple[float, Class], ...]] = ((0.05, "blunder"), (0.02, "mistake"), (0.005, "inaccuracy"))
"""Thresholds of loss, in chance, for each class; the worst first."""

ALIKE: Final = 1e-11
"""Exact values that differ by less are equal; smaller differences are rounding errors."""


def classify(loss: float) -> Class:
    """The class of a loss.

    >>> classify(0.0), classify(0.005), classify(0.02), classify(0.5)
    ('good', 'inaccuracy', 'mistake', 'blunder')
    """
    for least, kind in THRESHOLDS:
        if loss >= least:
            return kind
    return "good"


def loss_of(values: Values, made: MoveValue) -> float:
    """The loss of a move against the best one; 0 if it is not significant."""
    loss = values.best.value - made.value
    return loss if loss > max(SURE * made.behind_error, ALIKE) else 0.0


def is_forced(values: Values) -> bool:
    """Whether a decision was forced: one move, or all have the same exact value."""
    if len(values.moves) == 1:
        return True
    certain = all(worth.error == 0.0 for worth in values.moves)
    return certain and values.best.value - min(worth.value for worth in values.moves) <= ALIKE


MOST_MOVES: Final = 24
"""The most moves that a verdict lists: with players as referees (K9) there are hundreds."""


def verdict(view: State, move: Event, judge: Judge) -> Verdict:
    """The verdict on a move in the view of the seat that decides; it need not have been made yet."""
    return verdict_of(view, judge.weigh(view), move)


def verdict_of(view: State, values: Values, move: Event) -> Verdict:
    """The verdict where the values are known already."""
    made = values.of(move)
    shown = values.moves[:MOST_MOVES]
    if made not in shown:
        shown = (*shown[:-1], made)
    forced = is_forced(values)
    loss = 0.0 if forced else loss_of(values, made)
    kind: Class = "forced" if forced else classify(loss)
    return Verdict(
        seat=values.seat,
        made=shown.index(made),
        loss=loss,
        error=made.behind_error,
        kind=kind,
        moves=alternatives(shown),
        exact=values.exact,
        reasons=() if kind in ("forced", "good") else reasons(view, values, made),
    )


def alternatives(worths: tuple[MoveValue, ...]) -> tuple[Alternative, ...]:
    """Moves with their names, in the order given."""
    return tuple(
        Alternative(_plain(worth.move), label(worth.move), worth.value, worth.error, worth.points) for worth in worths
    )


def only_move(move: Event, seat: int, value: float, exact: bool) -> Verdict:
    """The verdict on a forced move."""
    return Verdict(seat, 0, 0.0, 0.0, "forced", alternatives((MoveValue(move, value),)), exact)


def _plain(move: Event) -> dict[str, Any]:
    """A move as in a record."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    return plain
