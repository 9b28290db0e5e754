"""What both reports take out of an analysis: the way of the chances, the mistakes, the luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ...coach.analysis import Analysis, Moment, Verdict
from ...coach.values import Chances

MOST_MISTAKES: Final = 12
"""So many mistakes a report tells, the dearest; more are no lesson."""

_TOLD: Final = ("inaccuracy", "mistake", "blunder")


class Mistake(Struct, frozen=True):
    event: int
    verdict: Verdict


def chances_along(analysis: Analysis) -> list[Chances]:
    """The chances before every event, and in the end."""
    return [*(moment.chances for moment in analysis.moments), analysis.end]


def mistakes(analysis: Analysis, seats: Sequence[int]) -> list[Mistake]:
    """The dearest mistakes of these seats, as they came."""
    made = [
        Mistake(moment.event, moment.verdict)
        for moment in analysis.moments
        if moment.verdict and moment.verdict.seat in seats and moment.verdict.kind in _TOLD
    ]
    made.sort(key=lambda mistake: -mistake.verdict.loss)
    return sorted(made[:MOST_MISTAKES], key=lambda mistake: mistake.event)


def luckiest(analysis: Analysis, seat: int) -> Moment | None:
    return max(analysis.moments, key=lambda moment: moment.luck[seat], default=None)


def unluckiest(analysis: Analysis, seat: int) -> Moment | None:
    return min(analysis.moments, key=lambda moment: moment.luck[seat], default=None)


def sampled(values: Sequence[float], count: int) -> list[float]:
    """A row of values in so many places, first and last included; each of the values where there are fewer.

    >>> sampled([0.0, 0.1, 0.2, 0.3, 0.4], 3)
    [0.0, 0.2, 0.4]
    """
    if len(values) <= count:
        return list(values)
    last = len(values) - 1
    return [values[round(place * last / (count - 1))] for place in range(count)]
