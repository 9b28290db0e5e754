"""Facts that a client needs to draw a position without knowing the rules, all derived from a view.

Facts are made for every event of every table, so they hold no odds; those are in the choices.
"""

from __future__ import annotations

from typing import TypeAlias

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from .schocken import HandRank, SchockenFacts, schocken_facts
from .zock import ZockFacts, zock_facts
from .zocknroll import ZocknrollFacts, zocknroll_facts

__all__ = ["Facts", "HandRank", "SchockenFacts", "ZockFacts", "ZocknrollFacts", "facts"]

Facts: TypeAlias = ZocknrollFacts | ZockFacts | SchockenFacts


def facts(view: State) -> Facts:
    """The facts of a view, or of a referee's state where all dice may be shown."""
    match view:
        case zocknroll_rules.State():
            return zocknroll_facts(view)
        case zock_rules.State():
            return zock_facts(view)
        case schocken_rules.State():
            return schocken_facts(view)
    raise TypeError(f"{type(view)} is no state of a game")
