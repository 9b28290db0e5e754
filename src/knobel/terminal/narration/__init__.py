"""What happened, in words, and never more of it than everybody at the table knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules import schocken as schocken_rules
from ...rules import zock as zock_rules
from ...rules import zocknroll as zocknroll_rules
from ...rules.game import State
from ...words import Words
from . import schocken, zock, zocknroll


def narrate(say: Words, names: Sequence[str], before: State, event: Any, after: State) -> list[str]:
    """The lines that the log gets for one event, from the states around it.

    The states may be the referee's: they are narrowed down to what is public first, so that no line can depend on
    a covered die. They may be views as well.
    """
    match before, after:
        case zocknroll_rules.State(), zocknroll_rules.State():
            return zocknroll.narrate(say, names, before, event, zocknroll_rules.view(after, None))
        case zock_rules.State(), zock_rules.State():
            return zock.narrate(say, names, before, event, after)
        case schocken_rules.State(), schocken_rules.State():
            before = schocken_rules.view(before, None)
            return schocken.narrate(say, names, before, event, schocken_rules.view(after, None))
    raise TypeError(f"{type(after)} is no state of a game")
