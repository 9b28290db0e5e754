"""Puzzles of a server: each is found once, those that come next ahead of time; and what devices make of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec import Struct

from ...coach.puzzles import LEVELS, MOST_SEEDS, Puzzle
from ...rules import find_game
from ...rules.errors import BadOptions, KnobelError
from ...store import PuzzleRow
from ..documents import TrainingTally
from ..limits.quotas import QuotaExceeded, Requester
from ..lru_cache import LruCache
from .coach.client import Coach
from .coach.jobs import FindPuzzle

_MAX_CACHED: Final = 400
"""Puzzles that are kept."""

_MAX_OPEN: Final = 30
"""Puzzles that may be looked for at the same time."""

_MAX_PER_DEVICE: Final = 4

MAX_PER_ADDRESS: Final = 8
"""Puzzles that are looked for because somebody of one address asked for them."""

_MAX_PREFETCH: Final = 3
"""With so many puzzles to be found nobody looks for more of them ahead of time."""

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
    """The puzzle of a name."""
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
    """Asks the coach for puzzles."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._kept = LruCache[PuzzleName, Puzzle](_MAX_CACHED)
        self._asked = dict[PuzzleName, asyncio.Task[Puzzle]]()
        self._waiting = Counter[str]()
        self._begun = Counter[str]()

    async def find(self, name: PuzzleName, asker: Requester) -> Puzzle:
        """The puzzle of a name; the next one is looked for meanwhile."""
        found = self._kept.get(name) or await self._wait(name, asker)
        self.expect(_next(name))
        return found

    def expect(self, name: PuzzleName) -> None:
        """Somebody may want this one soon; where there is enough to do it can wait."""
        if self._kept.get(name) is None and len(self._asked) < _MAX_PREFETCH:
            self._ask(name).add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _wait(self, name: PuzzleName, asker: Requester) -> Puzzle:
        device = asker.device
        if self._waiting[device] >= _MAX_PER_DEVICE or (name not in self._asked and not self._begin(name, asker)):
            raise QuotaExceeded("the coach is busy; ask again in a moment")
        self._waiting[device] += 1
        try:
            return await asyncio.shield(self._ask(name))  # others may wait for it too
        finally:
            self._waiting[device] -= 1
            if not self._waiting[device]:
                del self._waiting[device]

    def _begin(self, name: PuzzleName, asker: Requester) -> bool:
        """Whether one more puzzle is looked for. It counts until it is found, also if nobody waits for it any more."""
        address = asker.address
        if len(self._asked) >= _MAX_OPEN or self._begun[address] >= MAX_PER_ADDRESS:
            return False

        def found(_: asyncio.Task[Puzzle]) -> None:
            self._begun[address] -= 1
            if not self._begun[address]:
                del self._begun[address]

        self._begun[address] += 1
        self._ask(name).add_done_callback(found)
        return True

    def _ask(self, name: PuzzleName) -> asyncio.Task[Puzzle]:
        if name not in self._asked:
            self._asked[name] = task = asyncio.create_task(self._pose(name))
            task.add_done_callback(lambda _: self._asked.pop(name))
        return self._asked[name]

    async def _pose(self, name: PuzzleName) -> Puzzle:
        answer = await self._coach.ask(FindPuzzle(name.game, name.day, name.level, name.seed))
        return self._kept.put(name, msgspec.json.decode(answer, type=Puzzle))

    async def stop(self) -> None:
        """Give up what is being looked for."""
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
    """How a device does in a game, by its answers."""
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
    """Whether a puzzle was answered on its day, wherever on earth; one of the past does not mend a streak."""
    assert row.day is not None
    answered = datetime.fromtimestamp(row.at / 1000, UTC).date()
    return abs(answered - date.fromisoformat(row.day)) <= _DAY


def _runs(days: Sequence[date]) -> list[int]:
    """The lengths of the runs of days in a row.

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
