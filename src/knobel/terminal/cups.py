"""The dice of an event, cup by cup."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..rules.game import FACE_DOWN, Dice, Event


class Cup(Struct, frozen=True):
    """Dice that fall together; the owner of shared ones is None."""

    count: int
    owner: int | None


def cups(wanted: Event) -> tuple[Cup, ...]:
    """The dice that an event waits for."""
    together = dice_by_cup(wanted)
    owners = range(len(together)) if len(together) > 1 else (wanted.seat,)
    return tuple(Cup(len(cup), owner) for owner, cup in zip(owners, together, strict=True))


def dice_by_cup(event: Any) -> tuple[Dice, ...]:
    """The dice of an event, cup by cup, however many cups it has."""
    return (event.dice,) if isinstance(event.dice[0], int) else event.dice


def with_dice(event: Any, dice: tuple[Dice, ...]) -> Any:
    """The event with these dice, cup by cup."""
    return replace(event, dice=dice[0] if isinstance(event.dice[0], int) else dice)


def has_dice(event: Event) -> bool:
    return bool(event.dice)


def before_falling(event: Event) -> Event:
    """The event as it was asked for, with all dice face down."""
    blank: Event = with_dice(event, tuple((FACE_DOWN,) * len(cup) for cup in dice_by_cup(event)))
    return blank
