"""Schocken by the solvers: `strong` avoids losing the half, `master` avoids losing the game.

With two players that is the same. Where no solved table is at hand, both use the approximation. The second of five
players takes 1.4 seconds of CPU time after a covered throw, the beginner of a round of four half a second.
"""

# The solver is imported where it is used, because it loads numba.

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from ...rules.dice import SeededDice, awaits, fill
from ...rules.game import Chance, Decision
from ...rules.schocken import Event, Hand, Options, State, Throw, pending, play
from ...solve.progress import Progress
from ..strategy import Strategy, Weights

if TYPE_CHECKING:
    from ...solve.schocken.evaluation import Objective


_EXACT: Final = 5
"""Largest round that is solved exactly where a table is at hand; each size has kernels of its own."""


def strong(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the half."""
    return {_best(view, "half"): 1.0}


def master(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the game."""
    return {_best(view, "game"): 1.0}


def _best(view: State, objective: Objective) -> Event:
    """The best move by the tables at hand; nothing is solved here that takes minutes."""
    from ...solve.schocken.evaluation import position_risks

    return position_risks(view, objective, "known").moves[0].move


def _prepare(objective: Objective, options: Options, players: int, patient: bool, progress: Progress) -> None:
    """Load tables, then play a round of every size that can occur, which compiles the kernels.

    The beginner takes all throws, because a covered one has kernels of its own.
    """
    from ...solve.schocken.evaluation import position_risks

    weigh, dice = strong if objective == "half" else master, SeededDice(0)
    fresh = State(options, (0,) * players, options.stones, (Hand(),) * players, "throw")
    position_risks(fresh, objective, "solve" if patient else "known", progress)
    late = (_late(fresh, left) for left in range(2, min(players, _EXACT + 1)) if left <= options.stones)
    for state in (fresh, *late):
        while state.rounds == 0:
            waits = pending(state)
            event: Any = waits.event if isinstance(waits, Chance) else next(iter(weigh(state, ())))
            if isinstance(waits, Decision) and state.seat == state.beginner:
                event = next(move for move in waits.moves if isinstance(move, Throw))
            state = play(state, fill(event, dice) if awaits(event) else event)


def _late(fresh: State, left: int) -> State:
    """A state with `left` players in the half, who hold all the stones."""
    stones = [fresh.middle // left] * left + [0] * (fresh.players - left)
    stones[0] += fresh.middle % left
    return replace(fresh, middle=0, stones=tuple(stones))


STRONG: Final = Strategy(strong, partial(_prepare, "half"))
MASTER: Final = Strategy(master, partial(_prepare, "game"))
