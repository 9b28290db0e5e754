"""Real dice by cup: which person may read and type them, and which the computer throws because they are hidden."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..rules import schocken, zocknroll
from ..rules.game import FACE_DOWN, AnyGame, Dice, Event


class Cup(Struct, frozen=True):
    """Dice that fall together: whose they are, and who may read them out.

    `reader` is the only person who may see them; `hidden` if no person may, so that the computer throws them.
    """

    count: int
    owner: int | None = None
    reader: int | None = None
    hidden: bool = False


def cups(game: AnyGame, state: Any, wanted: Event, people: tuple[int, ...]) -> tuple[Cup, ...]:
    """The dice that an event waits for, cup by cup."""
    match wanted:
        case zocknroll.Cups(dice=dice):
            return tuple(_secret(owner, len(cup), people) for owner, cup in enumerate(dice))
        case schocken.Throw(seat=seat, dice=dice):
            thrown = game.play(state, replace(wanted, dice=(1,) * len(dice)))  # which dice fall does not matter here
            return (Cup(len(dice), seat, hidden=FACE_DOWN in game.view(thrown, seat).hands[seat].thrown),)
    return tuple(Cup(len(cup), owner) for owner, cup in zip(_owners(wanted), dice_by_cup(wanted), strict=True))


def _secret(owner: int, count: int, people: tuple[int, ...]) -> Cup:
    """A cup that only its owner looks into; those of bots and of Jörg are hidden."""
    return Cup(count, owner, owner) if owner in people else Cup(count, owner, hidden=True)


def _owners(wanted: Event) -> tuple[int | None, ...]:
    together = dice_by_cup(wanted)
    return tuple(range(len(together))) if len(together) > 1 else (wanted.seat,)


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
