"""Log lines for the events of a game, from public information only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ..phrase import Phrase
from . import schocken, zock, zocknroll


def narrate(names: Sequence[str], before: State, event: Any, after: State) -> tuple[Phrase, ...]:
    """The lines that the log gets for one event, from the states around it.

    The states may be the referee's: they are narrowed down to what is public first, so that no line can depend on
    a covered die. They may be views as well.
    """
    match before, after:
        case zocknroll_rules.State(), zocknroll_rules.State():
            return tuple(zocknroll.narrate(names, before, event, zocknroll_rules.view(after, None)))
        case zock_rules.State(), zock_rules.State():
            return tuple(zock.narrate(names, before, event, after))
        case schocken_rules.State(), schocken_rules.State():
            before = schocken_rules.view(before, None)
            return tuple(schocken.narrate(names, before, event, schocken_rules.view(after, None)))
    raise TypeError(f"{type(after)} is no state of a game")
