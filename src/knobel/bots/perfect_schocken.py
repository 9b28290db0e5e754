"""Schocken as the solvers play it: `strong` not to lose the half, `master` not to lose the game.

With two players that is the same. Tables that are not solved, or not solved yet, are played by the approximation.
"""

# The solver is imported where it is used: it brings numba, and who does not need it should not wait for that.

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..rules.dice import SeededDice
from ..rules.game import Event as AnyEvent
from ..rules.schocken import GAME, MOST_THROWS, Event, Options, State
from ..rules.session import Session
from .strategy import Progress, Strategy, Weights

if TYPE_CHECKING:
    from ..solve.schocken_outlook import Objective
    from ..solve.schocken_sources import Effort


def strong(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the half; who begins among four looks at it from afar, because a close look takes half a second."""
    others = (hand.throws for seat, hand in enumerate(view.hands) if seat != view.seat)
    return {_best(view, "half", "approximate" if view.players > 3 and not any(others) else "known"): 1.0}


def master(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the game."""
    return {_best(view, "game", "known"): 1.0}


def _best(view: State, objective: Objective, effort: Effort) -> Event:
    """The best move as far as it is known: nobody waits for what takes minutes to solve."""
    from ..solve.schocken_outlook import outlook

    return outlook(view, objective, effort).moves[0].move


def _prepare(objective: Objective, options: Options, players: int, patient: bool, progress: Progress) -> None:
    """Tables first; then about a round is played, which compiles everything that a round needs."""
    from ..solve.schocken_outlook import outlook

    session, dice = Session(GAME, ("",) * players, options), SeededDice(0)

    def choose(view: Any) -> AnyEvent:
        return next(iter((strong if objective == "half" else master)(view, ())))

    while len(session.events) <= MOST_THROWS * players and session.step(dice, choose):
        if len(session.events) == 1:
            begun: Any = session.state
            outlook(begun, objective, "solve" if patient else "known", progress)


STRONG: Final = Strategy(strong, partial(_prepare, "half"))
MASTER: Final = Strategy(master, partial(_prepare, "game"))
