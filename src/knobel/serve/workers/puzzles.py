"""Training puzzles: found by the coach process, cached and prefetched; statistics of a device's answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from math import inf
from typing import Any, Final

import msgspec
from msgspec import Struct

from ...coach.puzzles import LEVELS, MOST_SEEDS, Puzzle
from ...rules import find_game
from ...rules.errors import BadOptions, KnobelError
from ...store import PuzzleRow
from ..documents import TrainingTally
from ..limits.lru_cache import LruCache
from ..limits.quotas import Quota, QuotaExceeded, Requester
from ..limits.rate_limit import Limits
from .coach.client import Coach
from .coach.jobs import FindPuzzle

_MAX_CACHED: Final = 400
"""Cached puzzles (LRU)."""

_MAX_PREFETCH: Final = 3
"""With so many open computations no puzzle is prefetched."""

_DAY: Final = timedelta(days=1)


class PuzzleName(Struct, frozen=True):
    """The name of a puzzle: `zock-3-17` by level and number, `zock-2026-11-15` by day."""

    game: str
    day: date | None = None
    level: int = 1
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.game}-{self.day.isoformat()}" if self.day else f"{self.game}-{self.level}-{self.seed}"


def parse_puzzle_name(text: str) -> PuzzleName:
    """Parse the name of a puzzle."""
    game, _, rest = text.partition("-")
    parts = rest.split("-")
    with suppress(ValueError):
        find_game(game)
        if len(parts) == 3:
            return PuzzleName(game, date.fromisoformat(rest))
        level, seed = map(int, parts)
        if level in LEVELS and seed in range(MOST_SEEDS):
            return PuzzleName(game, None, level, seed)
    raise BadOptions("there is no puzzle of that name")


class Puzzles:
    """Gets puzzles from the coach; concurrent requests for the same one share the computation."""

    def __init__(self, coach: Coach, limits: Limits) -> None:
        self._most = limits.puzzles
        self._coach = coach
        self._cache = LruCache[PuzzleName, Puzzle](_MAX_CACHED)
        self._asked = dict[PuzzleName, asyncio.Task[Puzzle]]()
        self._waiting = Quota(inf, limits.puzzles_of_device)
        self._started = Quota(inf, limits.puzzles_of_address)

    async def find(self, name: PuzzleName, requester: Requester) -> Puzzle:
        """The puzzle of a name; the next one is prefetched."""
        found = self._cache.get(name) or await self._wait(name, requester)
        self.prefetch(_next(name))
        return found

    def prefetch(self, name: PuzzleName) -> None:
        """Start the computation of a puzzle, unless the coach is busy."""
        if self._cache.get(name) is None and len(self._asked) < _MAX_PREFETCH:
            self._ask(name).add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _wait(self, name: PuzzleName, requester: Requester) -> Puzzle:
        if not self._waiting.acquire(requester.device):
            raise QuotaExceeded("the coach is busy; ask again in a moment")
        try:
            if name not in self._asked and not self._start(name, requester):
                raise QuotaExceeded("the coach is busy; ask again in a moment")
            return await asyncio.shield(self._ask(name))  # other requests may wait for it, too
        finally:
            self._waiting.release(requester.device)

    def _start(self, name: PuzzleName, requester: Requester) -> bool:
        """Start a computation, if the quotas allow it. It counts until it ends, even if no request waits for it."""
        address = requester.address
        if len(self._asked) >= self._most or not self._started.acquire(address):
            return False
        self._ask(name).add_done_callback(lambda _: self._started.release(address))
        return True

    def _ask(self, name: PuzzleName) -> asyncio.Task[Puzzle]:
        if name not in self._asked:
            self._asked[name] = task = asyncio.create_task(self._compute(name))
            task.add_done_callback(lambda _: self._asked.pop(name))
        return self._asked[name]

    async def _compute(self, name: PuzzleName) -> Puzzle:
        answer = await self._coach.ask(FindPuzzle(name.game, name.day, name.level, name.seed))
        return self._cache.put(name, msgspec.json.decode(answer, type=Puzzle))

    async def stop(self) -> None:
        """Cancel all computations."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, KnobelError):
                await task


def _next(name: PuzzleName) -> PuzzleName:
    if name.day is not None:
        return PuzzleName(name.game, None, 1, 0)
    return msgspec.structs.replace(name, seed=(name.seed + 1) % MOST_SEEDS)


def tally(game: Any, rows: Sequence[PuzzleRow], today: date) -> TrainingTally:
    """Statistics of a device's answers in a game."""
    own = [row for row in rows if row.game == game]
    days = sorted({date.fromisoformat(row.day) for row in own if row.day is not None and _in_time(row)})
    runs = _runs(days)
    return TrainingTally(
        game,
        answered=len(own),
        right=sum(row.kind == "good" for row in own),
        loss=sum(row.loss for row in own) / len(own) if own else 0.0,
        streak=runs[-1] if days and days[-1] >= today - _DAY else 0,
        longest=max(runs, default=0),
        today=today in days,
    )


def _in_time(row: PuzzleRow) -> bool:
    """Whether a daily puzzle was answered on its day, in any time zone; later answers do not extend a streak."""
    assert row.day is not None
    answered = datetime.fromtimestamp(row.at / 1000, UTC).date()
    return abs(answered - date.fromisoformat(row.day)) <= _DAY


def _runs(days: Sequence[date]) -> list[int]:
    """The lengths of runs of consecutive days.

    >>> _runs([date(2026, 11, day) for day in (1, 2, 3, 7, 9, 10)])
    [3, 1, 2]
    """
    runs = [1] if days else []
    for before, after in pairwise(days):
        if after - before == _DAY:
            runs[-1] += 1
        else:
            runs.append(1)
    return runs
