"""The table, drawn: each game is its own piece of furniture."""

from __future__ import annotations

from rich.text import Text

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ..look import stacked
from . import schocken, zock, zocknroll
from .eyes import Eyes

__all__ = ["Eyes", "draw"]


def draw(view: State, eyes: Eyes) -> Text:
    """The table as somebody may see it."""
    match view:
        case zocknroll_rules.State():
            return stacked(zocknroll.draw(view, eyes))
        case zock_rules.State():
            return stacked(zock.draw(view, eyes))
        case schocken_rules.State():
            return stacked(schocken.draw(view, eyes))
    raise TypeError(f"{type(view)} is no state of a game")
