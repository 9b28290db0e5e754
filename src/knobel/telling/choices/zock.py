"""Covers, and the players as referees, in ZOCK."""

from __future__ import annotations

from collections.abc import Sequence

from ...odds.zock import next_throw
from ...rules.zock import Accept, Cover, Event, Object, Pass, State, Throw
from ..phrase import Phrase, phrase
from ..terms import dice, fields, percent
from .choice import Choice


def choice(names: Sequence[str], view: State, move: Event) -> Choice:
    match move:
        case Cover(fields=covered):
            return Choice(move, phrase("ui-cover", fields=fields(covered)), _covering(names, view, covered))
        case Pass():
            return Choice(move, phrase("ui-pass"), phrase("ui-means-pass"))
        case Throw():
            return Choice(move, phrase("ui-throw"), phrase("ui-means-throw-on"))
        case Accept():
            return Choice(move, phrase("ui-accept"), phrase("ui-means-accept", loss=sum(view.open[view.seat])))
        case Object():
            return Choice(move, phrase("ui-object"), phrase("ui-means-object"))
    raise TypeError(f"{move} is no decision")


def _covering(names: Sequence[str], view: State, covered: tuple[int, ...]) -> Phrase:
    seat = view.seat
    left = tuple(field for field in view.open[seat] if field not in covered)
    if not left:
        return phrase("ui-means-cover-all", other=names[1 - seat], loss=sum(view.open[1 - seat]))
    usable = next_throw(view.options, left).usable
    return phrase("ui-means-cover", fields=dice(left), sum=sum(left), usable=percent(float(usable)))
