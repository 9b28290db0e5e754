"""A player's game in a few figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Final, get_args

from .analysis import Class, Moment, Summary
from .values import Chances

CLASSES: Final[tuple[Class, ...]] = get_args(Class)


def summary(name: str, seat: int, moments: Sequence[Moment], end: Chances) -> Summary:
    """What a seat began with, what dice, others and its own decisions made of it, and how well it decided."""
    verdicts = [moment.verdict for moment in moments if moment.verdict and moment.verdict.seat == seat]
    kinds = Counter(verdict.kind for verdict in verdicts)
    luck = fsum(moment.luck[seat] for moment in moments)
    loss = fsum(verdict.loss for verdict in verdicts)
    decisions = len(verdicts) - kinds["forced"]
    result = end[seat]
    return Summary(
        seat=seat,
        name=name,
        start=moments[0].chances[seat] if moments else result,
        result=result,
        luck=luck,
        given=fsum(moment.given[seat] for moment in moments),
        loss=loss,
        decisions=decisions,
        rate=1000 * loss / decisions if decisions else 0.0,
        adjusted=result - luck,
        kinds={kind: kinds[kind] for kind in CLASSES},
    )
