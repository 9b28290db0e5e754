"""Real dice: face-down dice that people tell when a cup is lifted (R1 to R7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from .dice import awaits
from .errors import IllegalEvent
from .game import FACE_DOWN, AnyGame, Event, Lift, State

E = TypeVar("E", bound=Event)


def may_stay_down(game: AnyGame, state: State, event: Event) -> bool:
    """True if the face-down dice of an event need not be told yet (R2)."""
    try:
        game.play(state, event)
    except IllegalEvent:
        return False
    return True


def has_real_dice(events: Iterable[Event]) -> bool:
    """True if dice of a game were face down when they were thrown: only real dice are (R2)."""
    return any(isinstance(event, Lift) or awaits(event) for event in events)


def filled_in(events: Iterable[E]) -> list[E]:
    """The same game as if the dice had been known from the start, without its lifts (R4).

    Dice that were never told stay face down.
    """
    told: list[Any] = []
    for event in events:
        if isinstance(event, Lift):
            index = next(index for index in reversed(range(len(told))) if _holds(told[index], event.seat))
            told[index] = _with_dice(told[index], event)
        else:
            told.append(event)
    return told


def _holds(event: Any, seat: int) -> bool:
    """True if the event holds face-down dice of a seat."""
    if event.seat is not None:
        return event.seat == seat and FACE_DOWN in event.dice
    return bool(event.dice) and isinstance(event.dice[0], tuple) and FACE_DOWN in event.dice[seat]


def _with_dice(event: Any, lift: Lift) -> Any:
    if event.seat is not None:
        return replace(event, dice=lift.dice)
    return replace(event, dice=tuple(lift.dice if cup == lift.seat else dice for cup, dice in enumerate(event.dice)))
