"""Whoever knows what positions of one kind of table are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from ..rules.game import State
from .values import Chances, Values

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much of how much is done; it may raise, and then the work ends."""


class Judge(Protocol):
    """Judges positions of tables with the same game, options and number of players."""

    @property
    def exact(self) -> bool:
        """Whether all values come from a solution of the game; else some are estimates with a stated error."""
        ...

    def chances(self, state: State) -> Chances:
        """What each seat may expect in a state, each by its own view, when everybody plays on as well as is known."""
        ...

    def weigh(self, view: State) -> Values:
        """The moves of a decision in the view of the seat that decides, or in the state itself.

        What the seat cannot see has no influence: hidden dice are taken from what the others' decisions justify.
        """
        ...
