"""The one line that always says what happens now."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.game import State
from ..telling import now as telling
from ..telling.phrase import render
from ..telling.terms import cup_name
from ..words import Words
from .match import Auto, Choosing, Due, Finished, Starting, Typing


def now(say: Words, names: Sequence[str], view: State, due: Due) -> str:
    """What the table waits for: `Ben: drop or stay?`"""
    match due:
        case Typing(owner=owner, count=count):
            if owner is None:
                return say("ui-now-type", count=count)
            return say("ui-now-type-for", name=render(say, cup_name(names, owner)), count=count)
        case Starting():
            return say("ui-now-starter")
        case Finished():
            told = telling.now(names, view, "over")
        case Choosing(seat=seat):
            told = telling.now(names, view, "decision", seat)
        case Auto(seat=seat, dice=True):
            told = telling.now(names, view, "dice", seat)
        case Auto(seat=seat):
            told = telling.now(names, view, "lot" if seat is None else "decision", seat)
    return render(say, told)


def stage(say: Words, view: State) -> str:
    """Where the game stands: turn and round, game of the match, half and round."""
    return render(say, telling.stage(view))
