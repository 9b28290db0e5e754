"""Reasons in Zock'n'Roll: to stay, to drop, or to mark another row.

Chances and points of one sentence belong to one plan: to stay to the end, or to stay and decide again in round 2.
"""

from __future__ import annotations

from typing import Final

from ...fair.statistics.p_values import Z95
from ...rules.boards import DROPPED_FIRST
from ...rules.zocknroll import END, Drop, Mark, State, Stay, row_values, rows
from ...telling.phrase import Phrase, Value, phrase
from ...telling.terms import percent, row_name
from ..values import SURE, MoveValue
from .moves import doing

_POINTS: Final = 0.15
"""A smaller difference in points is no reason."""

_FULL: Final = 4
"""With fewer marks a row is far from its sixth one."""


def because(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    match best.move, made.move:
        case Drop(row=row), Stay():
            return _drop(view, row, best, made)
        case Stay(), Drop(row=row):
            return _stay(view, row, best)
        case (Drop(row=str(better)), Drop(row=str(worse))) | (Mark(row=better), Mark(row=worse)):
            return _row(view, better, worse, best)
    return None


def _points(view: State, row: str | None) -> int:
    """The certain points of dropping with a row (N7)."""
    worth = row_values(view.options, view.players)
    return (worth[row] if row else 0) + (worth[DROPPED_FIRST] if len(view.white) == 3 else 0)


def _to_the_end(view: State) -> tuple[float, dict[str, Value]] | None:
    """The points of staying to the end, with the chances in round 3; None for a large table in round 1."""
    from .duel import duel, is_enumerated  # imported here, since it loads the solver

    if not is_enumerated(view):
        return None
    found = duel(view)
    return found.points, {"won": percent(found.won), "tied": percent(found.tied), "points": found.points}


def _drop(view: State, row: str | None, best: MoveValue, made: MoveValue) -> Phrase | None:
    """Staying gives up certain points."""
    sure = _points(view, row)
    if made.points is None:
        return None
    if abs(made.points - sure) < _margin(made):
        return phrase("coach-zocknroll-level", sure=sure, best=doing(best.move))
    if made.points > sure:
        return phrase("coach-zocknroll-safe", sure=sure, staying=_told(made))
    to_end = _to_the_end(view)
    if to_end is not None and to_end[0] < sure - _POINTS:
        return phrase("coach-zocknroll-sure", sure=sure, **to_end[1])
    return phrase("coach-zocknroll-fewer", sure=sure, staying=_told(made))


def _stay(view: State, row: str | None, best: MoveValue) -> Phrase | None:
    """Dropping gives up the third round."""
    sure = _points(view, row)
    if best.points is None:
        return None
    if abs(best.points - sure) < _margin(best):
        return phrase("coach-zocknroll-level", sure=sure, best=doing(best.move))
    if best.points < sure:
        return phrase("coach-zocknroll-risk", sure=sure, staying=_told(best))
    to_end = _to_the_end(view)
    if to_end is not None and to_end[0] > sure + _POINTS:
        return phrase("coach-zocknroll-to-end", sure=sure, **to_end[1])
    key = "coach-zocknroll-later" if to_end is not None and len(view.white) == 3 else "coach-zocknroll-more"
    return phrase(key, sure=sure, staying=_told(best))


def _margin(staying: MoveValue) -> float:
    return max(_POINTS, SURE * staying.points_error)


def _told(move: MoveValue) -> Phrase:
    """Points on average, with a 95 % margin if they are an estimate."""
    assert move.points is not None
    if move.points_error == 0:
        return phrase("coach-points", points=move.points)
    return phrase("coach-points-about", points=move.points, error=max(Z95 * move.points_error, 0.1))


def _row(view: State, better: str, worse: str, best: MoveValue) -> Phrase | None:
    """A row that is worth more, or one that brings or puts off the end (N12)."""
    worth, names = row_values(view.options, view.players), {"better": row_name(better), "worse": row_name(worse)}
    if worth[better] > worth[worse]:
        return phrase("coach-zocknroll-worth", **names, more=worth[better], less=worth[worse])
    own = view.marks[view.queue[0]]
    marks = {row: count + 1 for row, count in zip(rows(view.options), own, strict=True)}
    drops_first = isinstance(best.move, Drop) and len(view.white) == 3  # N7
    if any(END in each for each in view.marks) or (drops_first and marks[DROPPED_FIRST] == END):
        return None  # the game ends anyway
    if marks[worse] == END and marks[better] < END:
        return phrase("coach-zocknroll-too-soon", **names)
    if marks[better] == END and marks[worse] < END:
        return phrase("coach-zocknroll-ends", **names)
    if END > marks[worse] >= _FULL and marks[worse] > marks[better]:
        return phrase("coach-zocknroll-fuller", **names, marks=marks[worse], other=marks[better])
    return None
