"""Zock'n'Roll by the solver: `strong` plays for the points of the turn, `master` for the game.

The value of a mark depends on the tableaus: a leader wants the sixth mark soon, a player who is behind wants it late,
and a worse row may be the better one to mark. `master` learns a near equilibrium of each turn in which marks count by
how they change the winning chance of every seat. At tables that are too large for that, it estimates the winning chance
of every move by rollouts with common random numbers and successive elimination; among the moves left it mixes as
`strong` does.
"""

# Solvers are imported where they are used, because they load numba.

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from msgspec.structs import replace

from ...forms import position
from ...rules.boards import COMBINATIONS, CUP_SIZE
from ...rules.game import Decision, Dice
from ...rules.zocknroll import (
    Counts,
    Cups,
    Drop,
    Event,
    Options,
    Starter,
    State,
    Stay,
    White,
    hand,
    pending,
    play,
    plays_jorg,
    rows,
    start,
)
from ...solve.progress import Progress
from ..strategy import Strategy, Weights

if TYPE_CHECKING:
    from ...simulate.zocknroll.stakes import Worths
    from ...solve.zocknroll import kernel
    from ...solve.zocknroll.policy import Policy

LEARNED: Final = {"basic": 6, "pro": 5}
"""Up to this many players `master` learns each turn."""

_STEPS: Final = {6: 12}
_MOST_STEPS: Final = 24
"""Steps of learning, by players: no player gains more than about 0.0001 of a victory in a turn by a best response.

With six players a step takes four times as long as with five. They get fewer, and gain 0.0003 on average.
"""

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
    if view.phase == "decide" and view.players <= LEARNED[view.options.board]:
        return _in_equilibrium(view, view.queue[0])
    fair = strong(view, moves)
    good = _most_wins(view, moves)
    shares = {move: share for move, share in fair.items() if move in good}
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()} if total else {good[0]: 1.0}


def _in_equilibrium(view: State, seat: int) -> Weights:
    """Stay as often as in the equilibrium of this turn, else drop with the row that is worth most."""
    from ...simulate.zocknroll.stakes import ALONE, FIRST
    from ...solve.zocknroll.policy import decision_of
    from ...solve.zocknroll.turn import setting

    learned = learned_turn(view.options, sheets_before(view), view.starter, tuple(sorted(view.white[:3])))
    playing_round, turn = len(view.white) - 2, setting(view.options, view.players)
    decision, cup = decision_of(turn, view, seat, playing_round), turn.cups.index(view.cups[seat])
    strategy = learned.strategy
    if playing_round == 1:
        chance = float(strategy.first[decision, cup])
    else:
        chance = float(strategy.second[view.white[3] - 1, decision, cup])
    names, can_form = COMBINATIONS[view.options.board], hand(view, seat)
    row = None
    if can_form:
        bits = sum(1 << names.index(name) for name in can_form)
        row = names[learned.worths.row(seat, FIRST if playing_round == 1 else ALONE, bits)]
    return {move: share for move, share in ((Stay(seat), chance), (Drop(seat, row), 1 - chance)) if share}


_RARE: Final = 0.005
"""Smaller chances are left-overs of learning, and taken for zero."""


class LearnedTurn(NamedTuple):
    """What `master` knows of a turn: what marks are worth, and how to play."""

    worths: Worths
    strategy: kernel.Strategy


@lru_cache(maxsize=64)
def learned_turn(options: Options, marks: tuple[Counts, ...], starter: int, white: Dice) -> LearnedTurn:
    """The turn from these sheets after three white dice, for all seats and cups."""
    import numpy as np

    from ...simulate.zocknroll.stakes import stakes_of, worths
    from ...solve.zocknroll.kernel import Strategy
    from ...solve.zocknroll.learner import Learner
    from ...solve.zocknroll.turn import TRIPLES, setting

    triple = TRIPLES.index(white)
    found = worths(options, marks, starter, triple)
    learner = Learner(setting(options, len(marks)), stakes_of(options, found, starter, triple))
    learner.learn(_STEPS.get(len(marks), _MOST_STEPS))
    stay = [np.where(part > 1 - _RARE, 1.0, np.where(part < _RARE, 0.0, part)) for part in learner.strategy()]
    return LearnedTurn(found, Strategy(*stay))


def sheets_before(view: State) -> tuple[Counts, ...]:
    """The marks before this turn. A state does not say which row was marked; it is taken to be the best possible."""
    names, sheets = rows(view.options), [list(sheet) for sheet in view.marks]
    for seat, dropped in enumerate(view.dropped):
        if not dropped:
            continue
        if dropped == 1:
            sheets[seat][-1] -= 1
        could = hand(replace(view, white=view.white[: 2 + dropped]), seat)
        marked = next((names.index(name) for name in could if sheets[seat][names.index(name)]), None)
        if marked is not None:
            sheets[seat][marked] -= 1
    return tuple(map(tuple, sheets))


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
    _most_wins(view, decision.moves)  # winners of a turn choose their row by rollouts


STRONG: Final = Strategy(strong, _prepare_turn)
MASTER: Final = Strategy(master, _prepare_game)
