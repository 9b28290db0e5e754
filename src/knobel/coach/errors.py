"""Standard errors of luck, gifts and losses in an analysis whose values are estimates.

Where values are samples, each part of the samples gives its own luck, gifts and results, and the error of a sum is that
of the mean of its parts: the terms of a sum share their futures, so their errors are neither independent nor equal. To
this the errors of the losses are added in squares, since it depends on the sample which move counts as the best.
Where values are approximations, the errors of their terms may all have the same sign, and are added. Luck is then
result - start - gifts + losses, so that the errors of the chances in between cancel. The errors of losses are always
added: they are chosen to be the differences that stand out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ..solve.arrays import Floats
from .analysis import Moment, Summary, SummaryErrors
from .values import Chances, Doubt, MoveValue

FEW: Final = 2.365 / 1.96
"""Errors from eight parts are in doubt themselves: 95 % of Student's t with 7 degrees, against the normal one."""


ROUNDING: Final = 1e-12
"""Parts that differ by less are equal."""


class Change(Struct, frozen=True):
    """An event: what was doubted before and after it, and the move, if it was a decision.

    `best` is the move that counts as the best one; `loss` says whether the difference to it was significant.
    """

    before: Doubt
    after: Doubt
    seat: int | None = None
    best: MoveValue | None = None
    made: MoveValue | None = None
    loss: bool = False


def of_seat(doubt: Doubt, seat: int, value: MoveValue) -> Doubt:
    """The doubt where the chance of one seat is that of a move."""
    if not value.parts or not doubt.parts:
        return doubt
    parts = zip(doubt.parts, value.parts, strict=True)
    return replace(doubt, parts=tuple((*row[:seat], own[seat], *row[seat + 1 :]) for row, own in parts))


def with_errors(
    moments: Sequence[Moment], changes: Sequence[Change], end: Doubt, summaries: Sequence[Summary]
) -> tuple[tuple[Moment, ...], tuple[Summary, ...]]:
    """The moments with the errors of their luck, and the summaries with theirs."""
    split = [_split(change) for change in changes]
    told = tuple(
        replace(moment, errors=_luck_errors(moment, change, parts))
        for moment, change, parts in zip(moments, changes, split, strict=True)
    )
    start = changes[0].before if changes else end
    return told, tuple(replace(each, errors=_summed(each, moments, split, start, end)) for each in summaries)


class _Split(Struct, frozen=True):
    """Luck and gifts of an event by part of the samples and seat; `None` where values are no samples."""

    luck: Floats
    given: Floats


def _split(change: Change) -> _Split | None:
    if not change.before.parts or not change.after.parts:
        return None
    before, after = np.array(change.before.parts), np.array(change.after.parts)
    if change.seat is None:
        return _Split(after - before, np.zeros_like(before))
    planned, seat = before.copy(), change.seat
    if change.made is not None:
        made = np.array(change.made.parts)
        planned = made.copy() if change.made.chances else after.copy()
        planned[:, seat] = before[:, seat]
        if change.loss and change.best is not None:
            planned[:, seat] += made[:, seat] - np.array(change.best.parts)[:, seat]
    given = planned - before
    given[:, seat] = 0
    return _Split(after - planned, given)


def _luck_errors(moment: Moment, change: Change, split: _Split | None) -> Chances:
    if split is not None:
        return tuple(_error(split.luck).tolist())
    off = hypot(change.before.error, change.after.error)
    return tuple(off if luck else 0.0 for luck in moment.luck) if off else ()


def _error(parts: Floats) -> Floats:
    """The standard error of the mean of parts, for each column."""
    error = FEW * parts.std(axis=0, ddof=1) / sqrt(len(parts))
    return np.where(error < ROUNDING, 0.0, error)


def _summed(
    summary: Summary, moments: Sequence[Moment], split: Sequence[_Split | None], start: Doubt, end: Doubt
) -> SummaryErrors | None:
    seat = summary.seat
    own = [each.verdict.error for each in moments if each.verdict and each.verdict.seat == seat]
    others = [each.verdict.error for each in moments if each.verdict and each.verdict.seat != seat]
    loss = fsum(own)
    known = [each for each in split if each is not None]
    if known and len(known) == len(split) and start.parts and end.parts:
        luck = np.sum([each.luck[:, seat] for each in known], axis=0)
        given = np.sum([each.given[:, seat] for each in known], axis=0)
        begun, ended = (np.array(doubt.parts)[:, seat] for doubt in (start, end))
        parts = (begun, luck, given, ended, ended - luck)
        chosen = (0.0, hypot(*own), hypot(*others), 0.0, hypot(*own))
        errors = [hypot(float(_error(each)), more) for each, more in zip(parts, chosen, strict=True)]
    else:
        gifts = fsum(others)
        errors = [start.error, start.error + gifts + loss + end.error, gifts, end.error, start.error + gifts + loss]
    begins, of_luck, of_gifts, ends, adjusted = errors
    if not any((*errors, loss)):
        return None
    rate = 1000 * loss / summary.decisions if summary.decisions else 0.0
    return SummaryErrors(begins, of_luck, of_gifts, loss, ends, adjusted, rate)
