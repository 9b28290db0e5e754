"""Reasons in Zock'n'Roll: to stay, to drop, or to mark another row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules.boards import DROPPED_FIRST
from ...rules.zocknroll import END, Drop, Mark, State, Stay, row_values, rows
from ...telling.phrase import Phrase, phrase
from ...telling.terms import percent, row_name
from ..values import MoveValue

if TYPE_CHECKING:
    from .duel import Duel

_POINTS: Final = 0.15
"""A smaller difference in points is no reason."""


def because(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    match best.move, made.move:
        case Drop(row=row), Stay():
            return _sure(view, row, made.points)
        case Stay(), Drop(row=row):
            return _chance(view, row, best.points)
        case (Drop(row=str(better)), Drop(row=str(worse))) | (Mark(row=better), Mark(row=worse)):
            return _row(view, better, worse)
    return None


def _points(view: State, row: str | None) -> int:
    """The certain points of dropping with a row (N7)."""
    worth = row_values(view.options, view.players)
    return (worth[row] if row else 0) + (worth[DROPPED_FIRST] if len(view.white) == 3 else 0)


def _round_3(view: State) -> Duel:
    from .duel import duel  # imported here, since it loads the solver

    return duel(view)


def _sure(view: State, row: str | None, staying: float | None) -> Phrase:
    """Staying gives up certain points."""
    sure, round_3 = _points(view, row), _round_3(view)
    if staying is not None and staying > sure + _POINTS:
        return phrase("coach-zocknroll-safe", sure=sure, staying=staying)
    won, tied = percent(round_3.won), percent(round_3.tied)
    return phrase("coach-zocknroll-drop", sure=sure, won=won, tied=tied, others=round_3.others)


def _chance(view: State, row: str | None, staying: float | None) -> Phrase:
    """Dropping gives up the third round."""
    sure, round_3 = _points(view, row), _round_3(view)
    won = percent(round_3.won)
    if staying is None:
        return phrase("coach-zocknroll-wins", sure=sure, won=won, others=round_3.others)
    key = "coach-zocknroll-stay" if staying > sure + _POINTS else "coach-zocknroll-risk"
    return phrase(key, sure=sure, won=won, staying=staying)


def _row(view: State, better: str, worse: str) -> Phrase:
    """A row that is worth more, or one that brings or puts off the end (N12)."""
    worth, names = row_values(view.options, view.players), {"better": row_name(better), "worse": row_name(worse)}
    if worth[better] > worth[worse]:
        return phrase("coach-zocknroll-worth", **names, more=worth[better], less=worth[worse])
    sheet = dict(zip(rows(view.options), view.marks[view.queue[0]], strict=True))
    if sheet[worse] + 1 == END:
        return phrase("coach-zocknroll-too-soon", **names)
    if sheet[better] + 1 == END:
        return phrase("coach-zocknroll-ends", **names)
    return phrase("coach-zocknroll-fuller", **names, marks=sheet[worse] + 1, other=sheet[better] + 1)
