"""Games in numbers: every move an action, every view a vector of integers, every result a payoff for each seat.

PettingZoo and OpenSpiel share these encodings. They are versioned: what `zock_v0` means never changes.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from . import schocken, zock, zocknroll
from .encoding import Encoding, Slot

__all__ = ["ENCODINGS", "AnyEncoding", "Encoding", "Slot", "legal_moves"]

AnyEncoding: TypeAlias = Encoding[Any, Any, Any]

ENCODINGS: Final[dict[str, AnyEncoding]] = {
    module.ENCODING.game.name: module.ENCODING for module in (zocknroll, zock, schocken)
}


def legal_moves(encoding: AnyEncoding, options: Any, moves: tuple[Any, ...]) -> dict[int, Any]:
    """The moves of a decision by their actions, in ascending order."""
    return dict(sorted((encoding.action(options, move), move) for move in moves))
