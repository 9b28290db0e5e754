"""Two status lines: what the table waits for, and how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from .facts.schocken import part, round_number
from .facts.zock import number
from .facts.zocknroll import playing_round, turn
from .phrase import Phrase, phrase
from .terms import cup_name, part_name

Awaited: TypeAlias = Literal["dice", "throw", "tell", "lot", "decision", "over"]
"""Dice thrown by the computer or by a player, real dice, a lot, a decision, or nothing more."""


_ZOCK_DECISIONS: Final = {"object": "ui-now-object", "accept": "ui-now-accept"}


def now(names: Sequence[str], view: State, awaited: Awaited, seat: int | None = None) -> Phrase:
    """What the table waits for, with the name of the seat if there is one: `Ben: drop or stay?`"""
    if awaited == "over":
        return phrase("ui-now-over")
    if seat is None:
        return phrase("ui-now-lot" if awaited == "lot" else "ui-now-dice")
    if _lifting(view):
        return phrase("ui-now-lift", name=cup_name(names, seat))
    if awaited in ("decision", "tell"):
        return _decision(names[seat], view, seat)
    if awaited == "lot":
        return phrase("ui-now-lot")
    return phrase("ui-now-by-hand" if awaited == "throw" else "ui-now-throws", name=names[seat])


def _lifting(view: State) -> bool:
    """True if cups are lifted whose dice are not known yet (R3); one of them may be Jörg's."""
    return isinstance(view, (zocknroll.State, schocken.State)) and view.phase == "lift"


def _decision(name: str, view: State, seat: int) -> Phrase:
    match view:
        case zock.State(phase=phase):
            return phrase(_ZOCK_DECISIONS.get(phase, "ui-now-cover"), name=name)
        case zocknroll.State(phase="mark" | "drop"):
            return phrase("ui-now-mark", name=name)
        case zocknroll.State():
            return phrase("ui-now-decide", name=name)
        case schocken.State():
            left = schocken.allowed(view, seat) - view.hands[seat].throws
            return phrase("ui-now-stand", name=name, left=left)
    raise TypeError(f"{type(view)} is no state of a game")


def stage(view: State) -> Phrase:
    """How far the game has come: turn and round, game of the match, half and round."""
    match view:
        case zock.State():
            return _zock_stage(number(view), view.options.games)
        case zocknroll.State(phase="starter"):
            return phrase("ui-stage-start")
        case zocknroll.State():
            return phrase("ui-stage-zocknroll", turn=turn(view), round=playing_round(view))
        case schocken.State(options=schocken.Options(length="half")):
            return phrase("ui-stage-schocken-half", round=round_number(view))
        case schocken.State():
            return phrase("ui-stage-schocken", part=part_name(part(view)), round=round_number(view))
    raise TypeError(f"{type(view)} is no state of a game")


@lru_cache(maxsize=256)
def _zock_stage(game: int, games: int) -> Phrase:
    """Only the numbers of a game and its match are remembered, which all players know."""
    return phrase("ui-stage-zock", game=game, games=games)


def now_told(names: Sequence[str], view: State, awaited: Awaited, seat: int | None = None) -> Phrase:
    """What people are to tell at a table with real dice: `White dice: three`"""
    if awaited == "lot":
        return phrase("ui-now-starter")
    if awaited == "tell" and seat is None:
        return _open_dice(view)
    if awaited == "tell" and seat is not None and not _lifting(view):
        return phrase("ui-now-tell", name=names[seat])
    return now(names, view, awaited, seat)


def _open_dice(view: State) -> Phrase:
    if isinstance(view, zocknroll.State):
        return phrase("ui-now-white", count=1 if view.white else 3)
    return phrase("ui-now-roll-off")
