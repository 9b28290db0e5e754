"""ZOCK by the solver: `strong` plays for the game at hand, `master` for the match.

A match is decided by loss points (K8), so `strong` minimises loss points; in a match of one game it plays to win. With
players as referees (K9) both cover by the rules and object to every mistake.
"""

# The solver is imported where it is used, because it loads numba.

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...rules import zock
from ...rules.zock import Event, Options, State
from ...solve.progress import Progress
from ..strategy import Strategy, Weights

if TYPE_CHECKING:
    from ...solve.zock.solver import Solution


def strong(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for this game, whatever the score of the match."""
    return _answer(view, moves) or _cover(view, _game(view.options))


def master(view: State, moves: tuple[Event, ...]) -> Weights:
    """Best for the match, given the games left and the loss points so far."""
    return _answer(view, moves) or _cover(view, _match(view))


def _answer(view: State, moves: tuple[Event, ...]) -> Weights | None:
    """The cases without a solver: an only move, and answers to the other player's covers (K9)."""
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
    from ...solve.zock.solver import solution

    return solution(options, "win" if options.games == 1 else "points")


def _match(view: State) -> Solution:
    """The solution of this game as part of the match.

    With more games left than are solved, the lead is scaled down: in a long match the best risk depends on the lead
    per game left.
    """
    from ...solve.zock.solver import MOST_GAMES, games_left, match_solution

    games, losses = games_left(view), zock.losses(view)
    lead = losses[1 - view.seat] - losses[view.seat]
    if games <= MOST_GAMES:
        return match_solution(view.options, games, lead)
    return match_solution(view.options, MOST_GAMES, round(lead * MOST_GAMES / games))


def _prepare_game(options: Options, players: int, patient: bool, progress: Progress) -> None:
    _game(options)


def _prepare_match(options: Options, players: int, patient: bool, progress: Progress) -> None:
    from ...solve.zock.solver import MOST_GAMES, match_solution

    match_solution(options, min(options.games, MOST_GAMES), 0, progress)


STRONG: Final = Strategy(strong, _prepare_game)
MASTER: Final = Strategy(master, _prepare_match)
