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
    if isinstance(before, zock_rules.State) and isinstance(after, zock_rules.State):
        return tuple(zock.narrate(names, before, event, after))
    if isinstance(before, zocknroll_rules.State) and isinstance(after, zocknroll_rules.State):
        return tuple(zocknroll.narrate(names, before, event, zocknroll_rules.view(after, None)))
    if isinstance(before, schocken_rules.State) and isinstance(after, schocken_rules.State):
        before = schocken_rules.view(before, None)
        return tuple(schocken.narrate(names, before, event, schocken_rules.view(after, None)))
    raise TypeError(f"{type(after)} is no state of a game")
