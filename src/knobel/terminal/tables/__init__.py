"""Drawings of the table, one module per game."""

from __future__ import annotations

from rich.text import Text

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ..look import DrawContext, stacked
from . import schocken, zock, zocknroll

__all__ = ["DrawContext", "draw"]


def draw(view: State, context: DrawContext) -> Text:
    """Draw the table as it is visible in this view."""
    match view:
        case zocknroll_rules.State():
            return stacked(zocknroll.draw(view, context))
        case zock_rules.State():
            return stacked(zock.draw(view, context))
        case schocken_rules.State():
            return stacked(schocken.draw(view, context))
    raise TypeError(f"{type(view)} is no state of a game")
