"""Match table of ZOCK: the chance to win a match before each roll-off, by games left and lead.

Backward induction over games: each game has its own payoffs, the chances to win the match at the lead and the games
left after it. So the table grows from the end of the match, with one solved game for every lead.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import Final

import numpy as np

from ...rules.errors import BadOptions
from ...rules.zock import Options
from .. import table_files
from ..arrays import Floats
from ..progress import Progress, silent
from .box import Box, covering, zock_box
from .kernel import from_the_start

MOST_GAMES: Final = 10
"""The longest match that is solved (K8)."""

_VERSION: Final = "zock-match/1"
_TASK: Final = 4
"""Leads per task of a thread."""

_WAVE: Final = 32
"""Leads per batch; afterwards it is checked whether the rest is decided."""

_CERTAIN: Final = 1 - 1e-15
"""A chance that differs from 1 by rounding only."""

_growing: Final = Lock()


class MatchTable:
    """The chance to win a match, with a draw as half a win, by games left and lead in loss points.

    >>> from knobel.solve.zock.box import zock_box
    >>> table = MatchTable(zock_box(Options(), fields=(1, 2)), again=False)
    >>> table.solve(games=2)
    >>> table.value(2, 0), table.value(0, 3), table.value(0, 0), table.value(2, -7)
    (0.5, 1.0, 0.5, 0.0)
    """

    def __init__(self, box: Box, again: bool, rows: Sequence[Floats] = ()) -> None:
        self._box = box
        self._again = again
        self._most = sum(box.fields)  # K7: the most that one game can cost
        self.rows = list(rows)
        """For each number of games left, from one on, the chance at the leads 1, 2, … that are not decided yet."""

    @property
    def games(self) -> int:
        """Up to how many games left the table is solved."""
        return len(self.rows)

    def value(self, games: int, lead: int) -> float:
        """The chance of the player who is `lead` points better, before the roll-off of the next of `games` games."""
        if lead < 0:
            return 1 - self.value(games, -lead)
        if lead == 0:
            return 0.5
        if lead > games * self._most:
            return 1.0
        return float(self.rows[games - 1][lead - 1])

    def payoffs(self, games: int, lead: int) -> tuple[Floats, Floats]:
        """The payoffs of the next of `games` games: of winning by the rival's open sum, of losing by the own one."""
        sums = range(self._most + 1)
        win = [self.value(games - 1, lead + loss) for loss in sums]
        lose = [self.value(games - 1, lead - loss) for loss in sums]
        return np.array(win), np.array(lose)

    def solve(self, games: int, progress: Progress = silent) -> None:
        """Extend the table to this many games."""
        total = self._leads(games)
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            while self.games < games:
                row = np.ones(self._most * (self.games + 1))
                for begin in range(0, len(row), _WAVE):
                    end = min(begin + _WAVE, len(row))
                    tasks = [range(lead + 1, min(lead + _TASK, end) + 1) for lead in range(begin, end, _TASK)]
                    row[begin:end] = np.concatenate(list(threads.map(self._some, tasks)))
                    progress(self._leads(self.games) + end, total)
                    if row[end - 1] > _CERTAIN:
                        break  # more lead is never worse, so the rest is as certain
                self.rows.append(row)
                progress(self._leads(self.games), total)

    def _leads(self, games: int) -> int:
        """The number of undecided leads with up to this many games left."""
        return self._most * games * (games + 1) // 2

    def _some(self, leads: range) -> Floats:
        """The values at a few leads of the next row."""
        payoffs = [self.payoffs(self.games + 1, lead) for lead in leads]
        wins, losses = (np.array(rows) for rows in zip(*payoffs, strict=True))
        values = from_the_start(self._box.choices, self._again, wins, losses)
        return np.minimum(values, 1)  # rounding may exceed 1


def match_table(options: Options, games: int = MOST_GAMES, progress: Progress = silent) -> MatchTable:
    """The table of this variant with at least so many games left; cached on disk."""
    if not 0 <= games <= MOST_GAMES:
        raise BadOptions(f"a match is solved with up to {MOST_GAMES} games left, not with {games}", "K8")
    table = _kept(covering(options))
    with _growing:
        if table.games < games:
            table.solve(games, progress)
            table_files.save(*table_name(options), np.concatenate(table.rows).astype("<f8").tobytes())
    return table


@cache
def _kept(options: Options) -> MatchTable:
    name = table_name(options)
    table = table_files.shipped(*name) or table_files.cached(*name) or b""
    kept = np.frombuffer(table, dtype="<f8").astype(np.float64)
    rows, box = list[Floats](), zock_box(options)
    while len(kept):
        leads = sum(box.fields) * (len(rows) + 1)
        rows.append(kept[:leads])
        kept = kept[leads:]
    return MatchTable(box, options.variant == "A", rows)


def table_name(options: Options) -> tuple[str, str]:
    """The name of the table on disk, and its version, which changes with the rules and the method."""
    return f"zock-match-{options.variant}-{options.two_digit}", f"{_VERSION} {zock_box(options).fingerprint()}"
