"""A bot's turn: it thinks at once, and moves when it has seemed to think long enough."""

from __future__ import annotations

from collections.abc import Callable

from ...rules.game import Decision
from ...rules.records import read_event
from ...table import BotMove, Table
from ..metrics import Metrics
from ..timers import Time, Timer
from ..workers.bot_process import Thought
from ..workers.bots import Bots
from .pace import pause


class BotTurn:
    """The bots of one table, of which one at most has to move at a time. `move` is called with its decision."""

    def __init__(self, time: Time, bots: Bots, metrics: Metrics, move: Callable[[BotMove], None]) -> None:
        self._time = time
        self._bots = bots
        self._metrics = metrics
        self._move = move
        self._moved: int | None = None
        self._timer: Timer | None = None
        self._paused = False
        self._decided: BotMove | None = None

    def begin(self, table: Table, seat: int, level: str) -> None:
        """The position of `table` is a bot's to decide; a turn that has begun already goes on."""
        if self._moved == table.moved:
            return
        self.rest()
        moved = self._moved = table.moved
        pending = table.rules.pending(table.state)
        assert isinstance(pending, Decision)

        def thought(what: Thought) -> None:
            if what.level != level:
                self._metrics.makeshift.inc()
            if self._moved == moved:
                self._decided = BotMove(read_event(table.rules, what.move), moved, what.level)
                self._move_if_ready()

        wait = pause(table.settings.pace, moved, len(pending.moves))
        self._timer = self._time.later(wait, self._pause_over)
        self._bots.think(table.game, level, table.rules.view(table.state, seat), thought)

    def rest(self) -> None:
        """There is nothing to decide, or nobody there to see it."""
        if self._moved is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._decided = self._moved = None
        self._paused = False

    def _pause_over(self) -> None:
        self._paused = True
        self._move_if_ready()

    def _move_if_ready(self) -> None:
        decided = self._decided
        if self._paused and decided is not None:
            self.rest()
            self._move(decided)
