"""Judge of Zock'n'Roll: the expected share of the victory of each move, by rollouts with sampled futures.

The others' cups are drawn from the belief given their decisions, and all play on by the stored policy. All figures come
from the seat's view, so hidden dice have no influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...rules import game, zocknroll
from ...rules.errors import BadPosition
from ...rules.game import FACE_DOWN, Decision
from ...rules.zocknroll import Event, Options, State, pending, play, result, scores
from ...simulate.zocknroll.lookahead import CHUNK, FACES, THROWS, Lookahead, Marks, cycles, lookahead_of
from ...simulate.zocknroll.start import settled
from ...solve.arrays import Floats
from ..rollouts import Estimate, Patience, roll_out
from ..values import Chances, Doubt, MoveValue, Parts, Values
from . import Precision

NEXT_DIE: Final = np.full(FACES, 1 / FACES)
"""The next white die is stratified: every face comes up equally often."""

PARTS: Final = CHUNK // THROWS
"""Samples are split into so many parts, by their cycle of `THROWS` modulo this."""

_KEPT: Final = 1024
"""Size of the cache of positions."""


class Effort(Struct, frozen=True):
    """The effort of a precision with four players: chunks of futures, and the stopping rule of rollouts."""

    chunks: int
    patience: Patience

    def for_table(self, players: int) -> Effort:
        """More players take more time and memory per future, and have smaller shares with less variance."""
        most = max(4 * self.patience.most // players, self.patience.first)
        return Effort(max(4 * self.chunks // players, 1), replace(self.patience, most=most))


EFFORTS: Final[dict[Precision, Effort]] = {
    "quick": Effort(1, Patience(first=CHUNK, most=6 * CHUNK, error=0.005, behind=0.003)),
    "default": Effort(4, Patience(first=CHUNK, most=16 * CHUNK, error=0.002, behind=0.001)),
    "thorough": Effort(16, Patience(first=CHUNK, most=64 * CHUNK, error=0.001, behind=0.0005)),
}


class ZocknrollJudge:
    """Judges positions of Zock'n'Roll; another `seed` gives other samples.

    Values are estimates, except for the last decisions of a game, which are enumerated. The same view always gets the
    same values.
    """

    def __init__(self, options: Options, players: int, precision: Precision = "default", seed: int = 0) -> None:
        effort = EFFORTS[precision].for_table(players)
        self._patience = effort.patience
        self._lookout = lookahead_of(options, players, effort.chunks, seed)
        self._expect = lru_cache(_KEPT)(self._expected)
        self._weigh = lru_cache(_KEPT)(self._weighed)
        self._public = lru_cache(_KEPT)(self._between_turns)

    @property
    def exact(self) -> bool:
        return False

    def chances(self, state: game.State) -> Chances:
        """The means of the parts."""
        assert isinstance(state, State)
        over = result(state)
        if over is not None:
            return over.won(state.players)
        if state.phase == "mark":
            return self.weigh(state).best.chances
        chances = tuple(self._parts(state).mean(axis=0).tolist())
        decider = _decider(state)
        if decider is None:
            return chances
        return (*chances[:decider], self.weigh(state).best.value, *chances[decider + 1 :])

    def doubt(self, state: game.State) -> Doubt:
        assert isinstance(state, State)
        over = result(state)
        if over is not None:
            return Doubt(parts=(over.won(state.players),) * PARTS)
        if state.phase == "mark":
            return Doubt(parts=self.weigh(state).best.parts)
        return Doubt(parts=_rows(self._parts(state)))

    def _parts(self, state: State) -> Floats:
        """The chances of all seats by each part of the samples."""
        match state.phase:
            case "drop" | "lift":
                raise BadPosition("cups are lifted here: the coach judges the filled-in game", "R7")
            case "starter":
                starters = range(state.players)
                return np.asarray(np.mean([self._public(state.marks, starter) for starter in starters], axis=0))
            case "cups":
                return self._public(state.marks, state.starter)
        decider = _decider(state)
        return np.stack(
            [
                np.array(self.weigh(state).best.parts)[:, seat]
                if seat == decider
                else self._expect(zocknroll.view(state, seat), seat)
                for seat in range(state.players)
            ],
            axis=1,
        )

    def weigh(self, view: game.State) -> Values:
        assert isinstance(view, State)
        if view.phase not in ("decide", "mark"):
            raise BadPosition("there is no decision in this position", "N6")
        return self._weigh(zocknroll.view(view, view.queue[0]))

    def _between_turns(self, marks: Marks, starter: int) -> Floats:
        return _parts_of(self._lookout.between_turns(marks, starter))

    def _expected(self, view: State, seat: int) -> Floats:
        """The expectation of a seat when others decide next, or dice fall, by each part of the samples."""
        start = self._lookout.start(view, [view])
        known = self._lookout.work_out(start, [view])
        if known is not None:
            return np.full(PARTS, known[0][0, seat])
        shares, _ = self._lookout.ahead(view, start, 0, self._lookout.times)
        return _parts_of(cycles(shares[:, 0, seat]))

    def _weighed(self, view: State) -> Values:
        """The moves of the next seat in its view."""
        decision, seat = pending(view), view.queue[0]
        assert isinstance(decision, Decision)
        if FACE_DOWN in view.cups[seat]:
            raise BadPosition(f"seat {seat} decides, and its cup is not visible", "N5")
        tries = _Tries(self._lookout, view, decision.moves)
        found = tries.known() or tries.played(self._patience)
        return Values(seat, tuple(sorted(found, key=lambda worth: -worth.value)), not tries.times, tries.times)


def _decider(state: State) -> int | None:
    """The seat that decides next, if its cup is known."""
    knows = bool(state.queue) and FACE_DOWN not in state.cups[state.queue[0]]
    return state.queue[0] if knows else None


def _parts_of(cycles: Floats) -> Floats:
    """The means of the parts; every part has equally many cycles."""
    return np.asarray(cycles.reshape(-1, PARTS, *cycles.shape[1:]).mean(axis=0))


def _rows(parts: Floats) -> Parts:
    return tuple(tuple(row) for row in parts.tolist())


class _Tries:
    """The values of the moves of a decision, enumerated or by `times` rollouts."""

    def __init__(self, lookahead_of: Lookahead, view: State, moves: Sequence[Event]) -> None:
        self._lookout, self._view, self._moves = lookahead_of, view, moves
        self._seat = view.queue[0]
        self._states = [settled(play(view, move)) for move in moves]
        self._start = lookahead_of.start(view, self._states)
        had = scores(view)[self._seat]
        self._points = [scores(state)[self._seat] - had for state in self._states]
        """The immediate points of each move."""
        self._shares = np.zeros((len(moves), view.players))
        self._gained = np.zeros(len(moves))
        self._squares = np.zeros(len(moves))
        self._played = np.zeros(len(moves))
        self._cycles = [np.empty((0, view.players)) for _ in moves]
        """The shares of the victory by each cycle of samples."""

    @property
    def times(self) -> int:
        return int(self._played.sum())

    def known(self) -> list[MoveValue] | None:
        """All moves, if the rest can be enumerated."""
        found = self._lookout.work_out(self._start, self._states)
        if found is None:
            return None
        self._shares, gained = found
        self._gained = gained[:, self._seat]
        return [self._worth(nth, Estimate(self._shares[nth, self._seat], 0.0, 0.0, 0)) for nth in self._all]

    def played(self, patience: Patience) -> list[MoveValue]:
        """All moves by rollouts until the stopping rule holds; between turns by all futures, as for a spectator."""
        if self._view.phase == "mark":
            patience = replace(patience, first=self._lookout.times, most=0)
        found = roll_out(self._play_on, len(self._moves), patience, NEXT_DIE)
        return [self._worth(nth, estimate) for nth, estimate in enumerate(found)]

    @property
    def _all(self) -> range:
        return range(len(self._moves))

    def _play_on(self, first: int, count: int, moves: Sequence[int]) -> Floats:
        shares, gained = self._lookout.ahead(self._view, self._start.only(moves), first, count)
        self._shares[list(moves)] += shares.sum(axis=0)
        points = gained[:, :, self._seat]
        self._gained[list(moves)] += points.sum(axis=0)
        self._squares[list(moves)] += (points**2).sum(axis=0)
        self._played[list(moves)] += count
        for nth, move in enumerate(moves):
            self._cycles[move] = np.concatenate([self._cycles[move], cycles(shares[:, nth])])
        return np.ascontiguousarray(shares[:, :, self._seat])

    def _worth(self, nth: int, estimate: Estimate) -> MoveValue:
        times = max(self._played[nth], 1)
        mean = self._gained[nth] / times
        spread = self._squares[nth] / times - mean**2 if self._played[nth] else 0.0
        return MoveValue(
            self._moves[nth],
            min(max(float(estimate.value), 0.0), 1.0),
            estimate.error,
            estimate.behind_error,
            float(self._points[nth] + mean),
            tuple((self._shares[nth] / times).tolist()) if self._view.phase == "mark" else (),
            sqrt(max(spread, 0.0) / times),
            self._parts(nth),
        )

    def _parts(self, nth: int) -> Parts:
        """The shares of all seats by each part: the best move by its own samples, others by their difference to it."""
        if not self._played[nth]:
            return (tuple(self._shares[nth].tolist()),) * PARTS
        own, known = self._cycles[nth], self._cycles[int(self._played.argmax())]
        return _rows(_parts_of(known) - _parts_of(known[: len(own)]) + _parts_of(own))
