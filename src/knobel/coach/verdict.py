"""One decision, judged by what its seat could know."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..rules.game import Event, State
from ..telling.choices import label
from .analysis import Alternative, Class, Verdict
from .classes import classify, is_forced, loss_of
from .explain import reasons
from .judge import Judge
from .values import Values, Worth

MOST_MOVES: Final = 24
"""So many moves a verdict names: with players as referees (K9) there are hundreds, and nobody reads them."""


def verdict(view: State, move: Event, judge: Judge) -> Verdict:
    """What a move is worth in the view of the seat that decides; it need not have been made yet."""
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


def alternatives(worths: tuple[Worth, ...]) -> tuple[Alternative, ...]:
    """Moves with their names, in the order given."""
    return tuple(
        Alternative(_plain(worth.move), label(worth.move), worth.value, worth.error, worth.points) for worth in worths
    )


def only_move(move: Event, seat: int, value: float, exact: bool) -> Verdict:
    """The verdict on what the rules left no choice about."""
    return Verdict(seat, 0, 0.0, 0.0, "forced", alternatives((Worth(move, value),)), exact)


def _plain(move: Event) -> dict[str, Any]:
    """A move as it stands in a record."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    return plain
