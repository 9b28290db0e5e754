"""Zock'n'Roll by the solver: `strong` plays for the points of the turn, `master` for the game.

The value of a mark depends on the tableaus: a leader wants the sixth mark soon, a player who is behind wants it late,
and a worse row may be the better one to mark. `master` estimates the winning chance of every move by rollouts with
common random numbers and successive elimination; among the moves left it mixes as `strong` does.
"""

# Solvers are imported where they are used, because they load numba.

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from ...forms import position
from ...rules.boards import CUP_SIZE
from ...rules.game import Decision
from ...rules.zocknroll import Cups, Event, Options, Starter, State, White, pending, play, plays_jorg, start
from ...solve.progress import Progress
from ..strategy import Strategy, Weights

if TYPE_CHECKING:
    from ...solve.zocknroll.policy import Policy

_GAMES: Final = 1_000_000
"""Budget of rollouts for a decision with one player; divided by players², it takes the same time for all."""

_FIRST: Final = 128
"""Rollouts of every move before the first elimination."""


def strong(view: State, moves: tuple[Event, ...]) -> Weights:
    """Near equilibrium for the points of the turn; always marks the best row."""
    if view.phase in ("drop", "mark"):
        return {moves[0]: 1.0}
    from ...solve.zocknroll.policy import stays

    stay, best, *_ = moves
    chance = stays(_policy(view.options, view.players), view, view.queue[0])
    return {move: share for move, share in ((stay, chance), (best, 1 - chance)) if share}


def master(view: State, moves: tuple[Event, ...]) -> Weights:
    """The move that wins the game most often; the same view always gets the same answer."""
    if len(moves) == 1 or view.phase == "drop":
        return {moves[0]: 1.0}
    fair = strong(view, moves)
    good = _most_wins(view, moves)
    shares = {move: share for move, share in fair.items() if move in good}
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()} if total else {good[0]: 1.0}


def _most_wins(view: State, moves: tuple[Event, ...]) -> tuple[Event, ...]:
    """The moves that may be the best by rollouts, best first.

    Successive elimination: all moves get equally many rollouts, then twice as many, and so on; a move that is two
    standard errors behind the best is dropped.
    """
    from ...simulate.zocknroll.rollouts import Rollouts

    policy, seat, seed = _policy(view.options, view.players), view.queue[0], crc32(position(view).encode())
    left, played, games, batch = moves, 0, _GAMES // view.players**2, _FIRST
    while len(left) > 1 and games >= batch * len(left):
        shares = Rollouts(policy, view, seat, left, seed).shares(played, batch)
        wins = shares.mean(axis=0)
        best = int(wins.argmax())
        behind = shares[:, [best]] - shares
        error = behind.std(axis=0) / batch**0.5
        order = sorted(range(len(left)), key=lambda move: -wins[move])
        left = tuple(left[move] for move in order if wins[best] - wins[move] <= 2 * error[move])
        played, games, batch = played + batch, games - batch * len(shares[0]), 2 * batch
    return left


@lru_cache(maxsize=8)
def _policy(options: Options, players: int) -> Policy:
    from ...solve.zocknroll.solver import turn_policy

    return turn_policy(options, players)


def _prepare_turn(options: Options, players: int, patient: bool, progress: Progress) -> None:
    _policy(options, players)


def _prepare_game(options: Options, players: int, patient: bool, progress: Progress) -> None:
    """Decide once at the beginning of a game, which compiles and loads all that is needed."""
    view = start(options, players)
    for event in (
        Starter(0),
        Cups(((1,) * CUP_SIZE[options.board],) * (players + plays_jorg(players))),
        White((1, 2, 4)),
    ):
        view = play(view, event)
    decision = pending(view)
    assert isinstance(decision, Decision)
    master(view, decision.moves)


STRONG: Final = Strategy(strong, _prepare_turn)
MASTER: Final = Strategy(master, _prepare_game)
