"""Judges: the value of a position to each seat, and of each move at a decision, per game."""

# Each judge is imported where it is used, since it loads numba.

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, runtime_checkable

from ...rules.game import AnyGame, Options, State, check_players
from ..values import Chances, Doubt, Values

Precision: TypeAlias = Literal["quick", "default", "thorough"]
"""How long estimates by rollouts may take; exact values do not depend on it."""


class Judge(Protocol):
    """Evaluates positions of one game with fixed options and number of players."""

    @property
    def exact(self) -> bool:
        """Whether all values come from a solution of the game; else some are estimates with a stated error."""
        ...

    def chances(self, state: State) -> Chances:
        """The expectation of each seat in a state, by its own view, under the best known play of all seats."""
        ...

    def weigh(self, view: State) -> Values:
        """The values of all moves at a decision, in the view of the seat that decides or in the state itself.

        Hidden dice have no influence: they are drawn from the belief that the others' decisions imply.
        """
        ...


@runtime_checkable
class Doubting(Protocol):
    """A judge that says how accurate its chances are."""

    def doubt(self, state: State) -> Doubt:
        """The errors of `chances` in the same state."""
        ...


def judge_of(game: AnyGame, options: Options, players: int, precision: Precision = "default") -> Judge:
    """The judge for positions of this game; it computes nothing yet.

    >>> from knobel.rules import find_game
    >>> from knobel.rules.zock import Options, RollOff, start
    >>> judge = judge_of(find_game("zock"), Options(games=1), players=2)
    >>> judge.exact, judge.chances(start(Options(games=1), 2))
    (True, (0.5, 0.5))
    """
    from ...rules import schocken, zock, zocknroll

    check_players(game, players)
    match options:
        case zock.Options():
            from .zock import ZockJudge

            return ZockJudge(options)
        case schocken.Options():
            from .schocken import SchockenJudge

            return SchockenJudge(options, players)
        case zocknroll.Options():
            from .zocknroll import ZocknrollJudge

            return ZocknrollJudge(options, players, precision)
    raise AssertionError(f"no judge knows {game.name}")
