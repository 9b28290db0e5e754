"""Covers, and the players as referees, in ZOCK."""

from __future__ import annotations

from collections.abc import Sequence

from ...odds.zock import next_throw
from ...rules.zock import Accept, Cover, Event, Object, Pass, State, Throw
from ..phrase import Choice, Phrase, phrase
from ..terms import dice, fields, percent


def choice(names: Sequence[str], view: State, move: Event) -> Choice:
    return Choice(move, label(move), _meaning(names, view, move))


def label(move: Event) -> Phrase:
    match move:
        case Cover(fields=covered):
            return phrase("ui-cover", fields=fields(covered))
        case Pass():
            return phrase("ui-pass")
        case Throw():
            return phrase("ui-throw")
        case Accept():
            return phrase("ui-accept")
        case Object():
            return phrase("ui-object")
    raise TypeError(f"{move} is no decision")


def _meaning(names: Sequence[str], view: State, move: Event) -> Phrase:
    match move:
        case Cover(fields=covered):
            return _covering(names, view, covered)
        case Pass():
            return phrase("ui-means-pass")
        case Throw():
            return phrase("ui-means-throw-on")
        case Accept():
            return phrase("ui-means-accept", loss=sum(view.open[view.seat]))
        case _:
            return phrase("ui-means-object")


def _covering(names: Sequence[str], view: State, covered: tuple[int, ...]) -> Phrase:
    seat = view.seat
    left = tuple(field for field in view.open[seat] if field not in covered)
    if not left:
        return phrase("ui-means-cover-all", other=names[1 - seat], loss=sum(view.open[1 - seat]))
    usable = next_throw(view.options, left).usable
    return phrase("ui-means-cover", fields=dice(left), sum=sum(left), usable=percent(float(usable)))
