"""Legal moves as choices: the label of each, and what it leads to.

Meanings hold exact odds. The first ones of a game take a moment, so a server asks for them in a thread; nothing here
is changed by being asked, and the tables behind the odds may be filled by several threads at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ..phrase import Choice, Phrase
from . import schocken, zock, zocknroll

__all__ = ["Choice", "choices", "free_cover", "free_fields", "label"]


def choices(names: Sequence[str], view: State, moves: tuple[Any, ...]) -> list[Choice]:
    """The moves of a decision in the view of the seat that decides."""
    match view:
        case zocknroll_rules.State():
            return [zocknroll.choice(view, move) for move in moves]
        case zock_rules.State():
            return [zock.choice(names, view, move) for move in moves]
        case schocken_rules.State():
            return [schocken.choice(view, move) for move in moves]
    raise TypeError(f"{type(view)} is no state of a game")


def label(move: Any) -> Phrase:
    """The name of a move alone, which takes no odds."""
    if isinstance(move, zocknroll_rules.GAME.events):
        return zocknroll.label(move)
    if isinstance(move, zock_rules.GAME.events):
        return zock.label(move)
    if isinstance(move, schocken_rules.GAME.events):
        return schocken.label(move)
    raise TypeError(f"{type(move)} is no event of a game")


def free_fields(view: State) -> tuple[int, ...] | None:
    """The open fields where the mover may cover any of them or none (K9): too many moves to list each."""
    if isinstance(view, zock_rules.State) and view.phase == "cover" and view.options.referee == "players":
        return view.open[view.seat]
    return None


def free_cover(names: Sequence[str], view: State, fields: tuple[int, ...]) -> Choice:
    """Covering just these fields, or nothing, where the players are the referees (K9)."""
    assert isinstance(view, zock_rules.State)
    seat = view.seat
    move = zock_rules.Cover(seat, tuple(sorted(fields))) if fields else zock_rules.Pass(seat)
    return zock.choice(names, view, move)
