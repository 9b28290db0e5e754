"""ZOCK for Python programs: the types of the game, and typed sessions.

>>> from knobel import zock
>>> game = zock.new(["Anna", "Ben"], variant="B")
>>> game.options.variant, game.over
('B', False)
>>> zock.new(["Anna", "Ben"], games=0)
Traceback (most recent call last):
    ...
knobel.rules.errors.BadOptions: games must be a whole number from 1 to 1000000000 (K8)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict, Unpack

from . import session
from .rules.chips import Chips
from .rules.zock import (
    GAME,
    Accept,
    Claim,
    Cover,
    Event,
    Fields,
    GameScore,
    Object,
    Options,
    Pass,
    Result,
    RollOff,
    State,
    Throw,
    result,
)

__all__ = [
    "GAME",
    "Accept",
    "Chips",
    "Choices",
    "Claim",
    "Cover",
    "Event",
    "Fields",
    "GameScore",
    "Object",
    "Options",
    "Pass",
    "Result",
    "RollOff",
    "Session",
    "State",
    "Throw",
    "load",
    "loads",
    "new",
]


class Choices(TypedDict, total=False):
    """The options of ZOCK; what is left out has its default in `Options`."""

    variant: Literal["basic", "A", "B", "C"]
    two_digit: Literal["digits", "ten_only"]
    games: int
    referee: Literal["strict", "players"]
    chips: Chips | Mapping[str, int] | None


class Session(session.Session[State, Event]):
    """A session of ZOCK."""

    rules = GAME

    @property
    def options(self) -> Options:
        return self.state.options

    @property
    def result(self) -> Result | None:
        return result(self.state)


def new(players: Sequence[str], **options: Unpack[Choices]) -> Session:
    """A new game; bad options, or too few or too many players, raise `BadOptions` with the rule."""
    return Session(players, options)


load, loads = Session.load, Session.loads
