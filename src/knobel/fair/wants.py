"""Which dice of a game come from which throw."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..rules.game import Dice, Event, Lot, Pending

SPARE: Final = 64
"""Throws that one want may need at most: with fewer keys left another root begins, and never before that."""


class Cup(Struct, frozen=True):
    """These dice fell in one throw."""

    fell: Dice


class Draw(Struct, frozen=True):
    """A lot among so many, and the number that was drawn."""

    among: int
    drawn: int


Throw: TypeAlias = Cup | Draw


def throws_of(pending: Pending[Any], event: Event) -> tuple[Throw, ...]:
    """The throws in an event of a game, where `pending` was what the game waited for; none if nothing fell."""
    if isinstance(pending, Lot):
        return (Draw(len(pending.events), pending.events.index(event)),)
    dice: Any = event.dice
    if not dice:
        return ()
    return tuple(Cup(cup) for cup in (dice if isinstance(dice[0], tuple) else (dice,)))
