"""Covers, and the players as referees, in ZOCK."""

from __future__ import annotations

from collections.abc import Sequence

from ...odds.zock import next_throw
from ...rules.zock import Accept, Cover, Event, Object, Pass, State, Throw
from ...words import Words
from ..phrases import dice, fields, percent
from .choice import Choice


def choice(say: Words, names: Sequence[str], view: State, move: Event) -> Choice:
    match move:
        case Cover(fields=covered):
            return Choice(move, say("ui-cover", fields=fields(say, covered)), _covering(say, names, view, covered))
        case Pass():
            return Choice(move, say("ui-pass"), say("ui-means-pass"))
        case Throw():
            return Choice(move, say("ui-throw"), say("ui-means-throw-on"))
        case Accept():
            return Choice(move, say("ui-accept"), say("ui-means-accept", loss=sum(view.open[view.seat])))
        case Object():
            return Choice(move, say("ui-object"), say("ui-means-object"))
    raise TypeError(f"{move} is no decision")


def _covering(say: Words, names: Sequence[str], view: State, covered: tuple[int, ...]) -> str:
    seat = view.seat
    left = tuple(field for field in view.open[seat] if field not in covered)
    if not left:
        return say("ui-means-cover-all", other=names[1 - seat], loss=sum(view.open[1 - seat]))
    usable = next_throw(view.options, left).usable
    return say("ui-means-cover", fields=dice(left), sum=sum(left), usable=percent(float(usable)))
