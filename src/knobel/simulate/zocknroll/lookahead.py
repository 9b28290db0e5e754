"""Look-ahead from a position of Zock'n'Roll, on all processors: play the turn to its end, then apply sampled futures.

One *sample* fixes hidden cups and decisions by one random draw, the next white die by its number (stratified), and one
block of futures for all states that are compared. Decisions draw by their number in the turn, so the same sample has
common random numbers not only for all moves of a decision, but also for the positions before and after it.

Results depend on options, number of players, seed and position only. All positions share the futures, and all positions
of a turn its draws.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from typing import Final, TypeAlias
from zlib import crc32

import numpy as np

from ...rules.boards import CUP_SIZE
from ...rules.zocknroll import Counts, Options, State, plays_jorg, values
from ...solve.arrays import Array, Floats
from ...solve.compiled import compiled
from ...solve.progress import silent
from ...solve.zocknroll.policy import Policy
from ...solve.zocknroll.solver import turn_policy
from ...solve.zocknroll.turn import setting
from ..batch import Trace, no_trace
from ..dice import LEFT, POOL, TICK, Words, draw, streams
from .futures import (
    LANES,
    Futures,
    GameModel,
    Tableaus,
    Workspace,
    apply_all,
    apply_futures,
    find_ends,
    futures,
    is_over,
    new_workspace,
    victory,
)
from .games import best
from .kernel import KernelRules, Point, Sheets, play_on
from .last_round import can_finish, finish
from .start import UNTHROWN, Start, draw_cup, point_at, start_of
from .tables import dice_of, plans

FACES = 6
THROWS = FACES**3


@compiled
def look_ahead(
    model: GameModel,
    start: Start,
    some: Futures,
    tableaus: Tableaus,
    workspace: Workspace,
    begin: int,
    first: int,
    lots: Words,
    rngs: Words,
    trace: Trace,
    shares: Floats,
    gained: Floats,
) -> None:
    """Look ahead from sample number `first` on, with the blocks from `begin` on.

    `shares[time, state, seat]` gets shares of the victory, `gained[time, state, seat]` points of the turn.
    """
    rules, dice_of, plans, worth = model
    states, players = len(start.starters), len(plans.table)
    drawn, cups, dice, rng = start.cups.copy(), start.cups.copy(), lots[0].copy(), rngs[0].copy()
    marks, points = start.marks[0].copy(), np.zeros(players, np.int32)
    sheets = Sheets(marks, points, worth)
    for time in range(len(lots)):
        lot, number = lots[time], first + time
        fifth = draw(lot, FACES)
        _draw_cups(lot, start, drawn)
        for state in range(states):
            point, starter = point_at(start.points, state), int(start.starters[state])
            marks[:], points[:] = start.marks[state], 0
            if point.playing_round > 0:
                cups[:] = drawn
                point = _thrown(point, dice_of.white[number % THROWS])
                next_face = number // THROWS if start.points[state][1] == UNTHROWN else number
                dice[POOL], dice[LEFT] = next_face % FACES + FACES * fifth, 2
                rng[:] = rngs[time]
                rng[TICK] = start.made[state]
                play_on(rules, dice_of, plans, starter, point, cups, dice, rng, dice, rng, trace, sheets)
                for place in range(players):
                    gained[time, state, (starter + place) % players] = points[place]
            if is_over(marks):
                victory(marks, worth, shares[time, state])
            else:
                apply_futures(some, begin + time, tableaus, marks, worth, workspace, shares[time, state])


@compiled
def _draw_cups(lot: Words, start: Start, drawn: Array) -> None:
    """Draw all hidden cups; each cup has its own position in the stream, independent of the other hidden ones."""
    for nth in range(len(start.hidden)):
        cup = start.hidden[nth]
        lot[TICK] = 1 + cup
        drawn[cup] = draw_cup(lot, start.likely[nth])


@compiled
def _thrown(point: Point, triple: int) -> Point:
    """The point in the turn after its first three white dice; the turn counts as the last one to play."""
    white = triple if point.white == UNTHROWN else point.white
    first = triple if point.white == UNTHROWN else point.triple
    return Point(
        first,
        white,
        point.fourth,
        point.inside,
        point.playing_round,
        point.place,
        point.node,
        point.those,
        point.stayers,
        True,
    )


Marks: TypeAlias = tuple[Counts, ...]

CHUNK: Final = 8 * THROWS
"""Blocks per chunk of futures; all throws of three white dice come up equally often in a chunk."""

_KEPT: Final = 256
"""Size of the cache of the ends of futures, by chunk and tableaus."""

_PART: Final = CHUNK // 2
"""Samples per task of a thread."""


@lru_cache(maxsize=8)
def game_model(options: Options, players: int) -> GameModel:
    """The game in which all seats play by the stored policy."""
    rules = KernelRules(CUP_SIZE[options.board], plays_jorg(players), options.first_to_decide == "left_of_starter")
    plan = plans(options, [best(setting(options, players), silent)] * players)
    return GameModel(rules, dice_of(options), plan, np.array(values(options, players), np.int32))


@lru_cache(maxsize=4)
def lookahead_of(options: Options, players: int, chunks: int, seed: int) -> Lookahead:
    """The look-ahead for these options and players; the last few are cached with their futures."""
    return Lookahead(options, players, chunks, seed)


class Lookahead:
    """Looks ahead in games with these options and players.

    An estimate uses `chunks` chunks of futures; more samples fill more chunks.
    """

    def __init__(self, options: Options, players: int, chunks: int, seed: int) -> None:
        self._options, self._players = options, players
        self._needed, self._seed = chunks, seed
        self._chunks = dict[int, Futures]()
        self._tableaus = lru_cache(_KEPT)(self._find_tableaus)

    @property
    def times(self) -> int:
        """The number of samples of an estimate."""
        return self._needed * CHUNK

    def between_turns(self, marks: Marks, starter: int) -> Floats:
        """The share of the victory of each seat between turns, by cycle of `THROWS` samples."""
        chunks = range(self._needed)
        self._fill(chunks)
        found = self._pool.map(lambda chunk: self._apply(chunk, marks, starter), chunks)
        return np.concatenate(list(found))

    def start(self, view: State, states: Sequence[State]) -> Start:
        """Where to look ahead from: states to which moves in this view have led, or the view itself."""
        return start_of(self._policy, view, states)

    def work_out(self, start: Start, states: Sequence[State]) -> tuple[Floats, Floats] | None:
        """By state and seat: exact shares and points of the turn, if the rest of the game is small enough."""
        return finish(self._model, start) if all(can_finish(state, start) for state in states) else None

    def ahead(self, view: State, start: Start, first: int, count: int) -> tuple[Floats, Floats]:
        """Look ahead `count` times from sample number `first` on.

        By sample, state and seat: shares of the victory, and points of the rest of the turn.
        """
        shape = count, len(start.starters), self._players
        shares, gained = np.zeros(shape), np.zeros(shape)
        seed = crc32(f"{self._seed} {view.turns} {view.starter}".encode())
        after, parts = (view.starter + 1) % self._players, _parts(first, count)
        chunks = sorted({begin // CHUNK for begin in parts})
        self._fill(chunks)
        tableaus = dict(
            zip(chunks, self._pool.map(lambda chunk: self._tableaus(view.marks, after, chunk), chunks), strict=True)
        )

        def part(begin: int) -> None:
            chunk, block = divmod(begin, CHUNK)
            some = slice(begin - first, min(begin + _until(begin), first + count) - first)
            lots = streams(seed, begin, some.stop - some.start)
            workspace, trace = new_workspace(self._players), no_trace()
            look_ahead(
                self._model,
                start,
                self._chunks[chunk],
                tableaus[chunk],
                workspace,
                block,
                begin,
                *lots,
                trace,
                shares[some],
                gained[some],
            )

        list(self._pool.map(part, parts))
        return shares, gained

    @cached_property
    def _policy(self) -> Policy:
        return turn_policy(self._options, self._players)

    @cached_property
    def _model(self) -> GameModel:
        return game_model(self._options, self._players)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(os.cpu_count())

    def _fill(self, chunks: Iterable[int]) -> None:
        """Play the futures of these chunks, unless they are filled."""
        empty = [chunk for chunk in chunks if chunk not in self._chunks]
        filled = self._pool.map(lambda chunk: futures(self._model, self._seed, chunk * CHUNK, CHUNK), empty)
        self._chunks.update(zip(empty, filled, strict=True))

    def _find_tableaus(self, marks: Marks, starter: int, chunk: int) -> Tableaus:
        sheets, ends = np.array(marks, np.uint8), np.zeros((CHUNK, LANES), np.uint8)
        find_ends(self._chunks[chunk], sheets, starter, ends)
        return Tableaus(sheets, starter, ends)

    def _apply(self, chunk: int, marks: Marks, starter: int) -> Floats:
        shares = np.zeros((CHUNK, self._players))
        some, tableaus = self._chunks[chunk], self._tableaus(marks, starter, chunk)
        apply_all(some, tableaus, self._model.worth, new_workspace(self._players), shares)
        return cycles(shares)


def cycles(samples: Floats) -> Floats:
    """The means of whole cycles of `THROWS` samples."""
    return np.asarray(samples.reshape(-1, THROWS, *samples.shape[1:]).mean(axis=1))


def _until(begin: int) -> int:
    """The samples of a part from this one on."""
    return _PART - begin % _PART


def _parts(first: int, count: int) -> list[int]:
    """The first samples of parts.

    >>> _parts(100, 1000)
    [100, 864]
    """
    begin, parts = first, list[int]()
    while begin < first + count:
        parts.append(begin)
        begin += _until(begin)
    return parts
