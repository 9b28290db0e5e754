"""Schocken for Python programs: the types of the game, and typed sessions.

>>> from knobel import schocken
>>> game = schocken.new(["Anna", "Ben", "Cleo"], preset="pub", stones=7)
>>> game.options.covered, game.options.sixes, game.options.stones
('last', True, 7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from . import session
from .rules.game import Lift
from .rules.schocken import GAME, Event, Hand, Options, Rank, Result, Stand, Starter, State, Throw, result

__all__ = [
    "GAME",
    "Choices",
    "Event",
    "Hand",
    "Lift",
    "Options",
    "Rank",
    "Result",
    "Session",
    "Stand",
    "Starter",
    "State",
    "Throw",
    "load",
    "loads",
    "new",
]


class Choices(TypedDict, total=False):
    """The options of Schocken; what is left out has its default in `Options`."""

    preset: Literal["pub"]
    stones: int
    kept_dice: Literal["may_return", "stay"]
    covered: Literal["third", "last", "none"]
    ties: Literal["order", "throws_then_order"]
    length: Literal["game", "half"]
    sixes: bool
    hand_only: bool
    general_beats_schock2: bool
    jule: bool


class Session(session.Session[State, Event]):
    """A session of Schocken."""

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
