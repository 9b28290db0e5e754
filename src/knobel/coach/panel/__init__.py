"""The odds that somebody at the table may want to know, from the view of the own seat alone."""

from __future__ import annotations

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from . import schocken, zock, zocknroll
from .row import Kind, OddsRow, Panel

__all__ = ["Kind", "OddsRow", "Panel", "panel"]


def panel(view: State, seat: int) -> Panel:
    """The odds of a seat in its view; an empty panel where nothing of it is open, as between two turns."""
    match view:
        case zocknroll_rules.State():
            return zocknroll.panel(view, seat)
        case zock_rules.State():
            return zock.panel(view, seat)
        case schocken_rules.State():
            return schocken.panel(view, seat)
    raise TypeError(f"{type(view)} is no state of a game")
