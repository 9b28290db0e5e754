"""Luck over many games, from stored analyses of the coach, with its range under fair dice.

Luck is a martingale: throws are uncorrelated and have mean zero, so the sum of the squared luck of all throws is an
unbiased estimate of its variance (`knobel.coach.luck`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Final

import msgspec
from msgspec import Struct

from ..fair.statistics.p_values import normal_cdf

_RANGE: Final = 1.96
"""Standard deviations: fair dice stay within this range 19 times out of 20."""


class _Moment(Struct):
    luck: tuple[float, ...]


class _Analysed(Struct):
    """The part of an analysis that is about luck."""

    moments: tuple[_Moment, ...]


class SeatLuck(Struct, frozen=True):
    """The luck of one seat in one game, in the unit of winning chances, and its variance."""

    luck: float
    variance: float


def seat_luck(analysis: bytes) -> tuple[SeatLuck, ...]:
    """The luck of all seats from a stored analysis."""
    moments = msgspec.json.decode(analysis, type=_Analysed).moments
    seats = range(len(moments[0].luck)) if moments else range(0)
    return tuple(
        SeatLuck(fsum(each.luck[seat] for each in moments), fsum(each.luck[seat] ** 2 for each in moments))
        for seat in seats
    )


class Luck(Struct, frozen=True):
    """Luck over `games` analysed games: the sum, and the range from `-spread` to `spread` of fair dice (95 %).

    One unit is one game that was won by dice alone. `score` is the luck in standard deviations, and `chance` how
    often fair dice bring that little. `way` is the sum after each game, with the spread up to there.
    """

    games: int
    luck: float
    spread: float
    score: float
    chance: float
    way: tuple[tuple[float, float], ...] = ()


def season_luck(games: Sequence[SeatLuck], points: int = 60) -> Luck:
    """The luck of a member; `way` has at most that many points, evenly spread, and the last."""
    way = list[tuple[float, float]]()
    luck = variance = 0.0
    for each in games:
        luck, variance = luck + each.luck, variance + each.variance
        way.append((luck, _RANGE * sqrt(variance)))
    score = luck / sqrt(variance) if variance > 0 else 0.0
    step = max(1, -(-len(way) // points))
    shown = way[::-1][::step][::-1]
    return Luck(len(games), luck, _RANGE * sqrt(variance), score, normal_cdf(score), tuple(shown))
