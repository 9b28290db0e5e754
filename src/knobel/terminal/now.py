"""The one line that always says what happens now."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from ..words import Words
from .match import Auto, Choosing, Due, Finished, Starting, Typing
from .phrases import cup_name, part_name


def now(say: Words, names: Sequence[str], view: State, due: Due) -> str:
    """What the table waits for: `Ben: drop or stay?`"""
    match due:
        case Finished():
            return say("ui-now-over")
        case Typing(owner=None, count=count):
            return say("ui-now-type", count=count)
        case Typing(owner=int(owner), count=count):
            return say("ui-now-type-for", name=cup_name(say, names, owner), count=count)
        case Choosing(seat=seat):
            return _decision(say, names, view, seat)
        case Starting():
            return say("ui-now-starter")
        case Auto(seat=int(seat), dice=True):
            return say("ui-now-throws", name=names[seat])
        case Auto(seat=int(seat)):
            return _decision(say, names, view, seat)
        case Auto(dice=True):
            return say("ui-now-dice")
    return say("ui-now-lot")


def _decision(say: Words, names: Sequence[str], view: State, seat: int) -> str:
    name = names[seat]
    match view:
        case zocknroll.State(phase="mark"):
            return say("ui-now-mark", name=name)
        case zocknroll.State():
            return say("ui-now-decide", name=name)
        case zock.State(phase="object"):
            return say("ui-now-object", name=name)
        case zock.State(phase="accept"):
            return say("ui-now-accept", name=name)
        case zock.State():
            return say("ui-now-cover", name=name)
        case schocken.State():
            left = schocken.allowed(view, seat) - view.hands[seat].throws
            return say("ui-now-stand", name=name, left=left)
    raise TypeError(f"{type(view)} is no state of a game")


def stage(say: Words, view: State) -> str:
    """Where the game stands: turn and round, game of the match, half and round."""
    match view:
        case zocknroll.State(phase="starter"):
            return say("ui-stage-start")
        case zocknroll.State():
            turn = view.turns + (view.phase in ("white", "decide", "mark"))
            return say("ui-stage-zocknroll", turn=max(turn, 1), round=max(1, len(view.white) - 2))
        case zock.State():
            number = len(view.games) + (view.phase not in ("roll_off", "over") or not view.games)
            return say("ui-stage-zock", game=number, games=view.options.games)
        case schocken.State():
            halves = len(view.lost) - (view.phase == "over")
            return say("ui-stage-schocken", part=part_name(say, halves), round=max(1, view.rounds + (not view.cups_up)))
    raise TypeError(f"{type(view)} is no state of a game")
