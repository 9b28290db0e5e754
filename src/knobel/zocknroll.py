"""Zock'n'Roll for Python programs: the types of the game, and typed sessions.

>>> from knobel import zocknroll
>>> game = zocknroll.new(["Anna", "Ben", "Cleo"], board="pro")
>>> game.options.board, len(game.moves)
('pro', 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from . import session
from .rules.game import Lift
from .rules.zocknroll import GAME, Cups, Drop, Event, Mark, Options, Result, Starter, State, Stay, White, result

__all__ = [
    "GAME",
    "Choices",
    "Cups",
    "Drop",
    "Event",
    "Lift",
    "Mark",
    "Options",
    "Result",
    "Session",
    "Starter",
    "State",
    "Stay",
    "White",
    "load",
    "loads",
    "new",
]


class Choices(TypedDict, total=False):
    """The options of Zock'n'Roll; what is left out has its default in `Options`."""

    board: Literal["basic", "pro"]
    first_to_decide: Literal["starter", "left_of_starter"]
    jorg_counts: bool
    royal_pairs: Literal["456", "consecutive", "six_alike"]


class Session(session.Session[State, Event]):
    """A session of Zock'n'Roll."""

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
