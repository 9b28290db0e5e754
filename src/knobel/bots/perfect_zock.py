"""ZOCK as the solver plays it: `strong` for the game at hand, `master` for the match.

In a match loss points are what counts (K8), so a game for its own sake is played for points; a match of one game is
won by who wins it. With players as referees (K9) both cover by the rules and object to whatever is against them.
"""

# The solver is imported where it is used: it brings numba, and who does not need it should not wait for that.

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..rules import zock
from ..rules.zock import Event, Options, State
from ..solve.progress import Progress
from .strategy import Strategy, Weights

if TYPE_CHECKING:
    from ..solve.zock.solver import Solution


def strong(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for this game, however the match stands."""
    return _answer(view, moves) or _cover(view, _game(view.options))


def master(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the match, from the games that are left and the loss points so far."""
    return _answer(view, moves) or _cover(view, _match(view))


def _answer(view: State, moves: tuple[Event, ...]) -> Weights | None:
    """What needs no solver: an only move, and answers to what the other one has covered (K9)."""
    if view.phase in ("object", "accept"):
        quiet, objection = moves
        return {objection if zock.misfits(view) else quiet: 1.0}
    options = view.options
    possible = zock.covers(options.variant, options.two_digit, view.dice, view.open[view.seat])
    if len(possible) > 1:
        return None
    return {zock.Cover(view.seat, possible[0]) if possible else zock.Pass(view.seat): 1.0}


def _cover(view: State, game: Solution) -> Weights:
    options, own, rival = view.options, view.open[view.seat], view.open[1 - view.seat]
    best, *_ = game.covers(own, rival, zock.covers(options.variant, options.two_digit, view.dice, own))
    return {zock.Cover(view.seat, best.fields): 1.0}


def _game(options: Options) -> Solution:
    from ..solve.zock.solver import solution

    return solution(options, "win" if options.games == 1 else "points")


def _match(view: State) -> Solution:
    """The game at hand as part of the match.

    With more games left than are solved, the lead shrinks in proportion: in a long match the wish for risk is that of
    a sum of many games, which depends on the lead for each game left.
    """
    from ..solve.zock.solver import MOST_GAMES, games_left, match_solution

    games, losses = games_left(view), zock.losses(view)
    lead = losses[1 - view.seat] - losses[view.seat]
    if games <= MOST_GAMES:
        return match_solution(view.options, games, lead)
    return match_solution(view.options, MOST_GAMES, round(lead * MOST_GAMES / games))


def _prepare_game(options: Options, players: int, patient: bool, progress: Progress) -> None:
    _game(options)


def _prepare_match(options: Options, players: int, patient: bool, progress: Progress) -> None:
    from ..solve.zock.solver import MOST_GAMES, match_solution

    match_solution(options, min(options.games, MOST_GAMES), 0, progress)


STRONG: Final = Strategy(strong, _prepare_game)
MASTER: Final = Strategy(master, _prepare_match)
