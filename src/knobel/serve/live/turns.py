"""Whose turn it is at a table: its clock runs, or its bot thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from ...rules.dice import mix
from ...rules.game import Decision
from ...rules.records import read_event
from ...store import ClockRow
from ...table import BotMove, Due, HouseCommand, Table, TimeUp, due
from ..messages import Clock
from ..metrics import Metrics
from ..timers import Time, Timer, weak_callback
from ..workers.bot_process import ChosenMove
from ..workers.bots import Bots
from .clock import TurnClock
from .services import Services


class Turns:
    """The clock and the bots of one table; `contribute` gets what they bring about."""

    def __init__(self, services: Services, contribute: Callable[[HouseCommand], None]) -> None:
        self._services = services
        self._contribute = contribute
        self._clock = TurnClock(services.time, weak_callback(self._time_up))
        self._bot = BotTurn(services.time, services.bots, services.metrics, contribute)

    @property
    def clock(self) -> Clock | None:
        return self._clock.shown()

    def resume(self, table: Table, saved: ClockRow | None) -> None:
        """After a restart the clock goes on with what was left of the same turn."""
        self._set_clock(table, due(table), saved)
        self.announce(table)

    def stir(self, table: Table, waiting: Due, awake: bool) -> None:
        """Let a bot or a clock go on, if the table waits for them and somebody is there."""
        if table.settings.clock or self._clock.turn is not None:
            self._set_clock(table, waiting)
        if not awake:
            self.rest()
            return
        self._clock.run()
        if waiting.kind == "decision" and waiting.level is not None:
            assert waiting.seat is not None
            self._bot.begin(table, waiting.seat, waiting.level)
        else:
            self._bot.rest()

    def rest(self) -> None:
        """Let everything stand still."""
        self._clock.stop()
        self._bot.rest()

    def announce(self, table: Table) -> None:
        """Let the bots get ready for this table before it is their turn."""
        levels = {seat.level for seat in table.seats if seat.level} | {table.settings.stand_in}
        if table.phase != "closed" and len(table.seats) in table.rules.players:
            self._services.bots.expect(table.game, table.options, len(table.seats), sorted(levels))

    def save(self, code: str) -> None:
        """Note how much thinking time is left, in case the server stops."""
        if self._clock.turn is not None:
            self._services.store.save_clock(code, ClockRow(self._clock.turn[1], self._clock.left))

    def _set_clock(self, table: Table, waiting: Due, saved: ClockRow | None = None) -> None:
        acts = waiting.seat if waiting.kind in ("decision", "throw") and waiting.level is None else None
        left = saved.left if saved is not None and saved.moved == table.moved else None
        self._clock.set(acts, table.moved, table.settings.clock, left)

    def _time_up(self, seat: int, moved: int) -> None:
        self._contribute(TimeUp(seat, moved))


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

        def thought(what: ChosenMove) -> None:
            if what.level != level:
                self._metrics.makeshift.inc()
            if self._moved == moved:
                self._decided = BotMove(read_event(table.rules, what.move), moved, what.level)
                self._move_if_ready()

        wait = bot_delay(table.settings.pace, moved, len(pending.moves))
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


_MIN_DELAY: Final = {"human": 600, "quick": 150, "instant": 0}
_MAX_DELAY: Final = {"human": 1800, "quick": 400, "instant": 0}
_FORCED_MOVE_SHARE: Final = 0.35
"""Where there is nothing to choose, a bot needs at most this share of the time between least and most."""


def bot_delay(pace: Literal["human", "quick", "instant"], version: int, moves: int) -> float:
    """Seconds before a bot moves.

    They depend on the version of the table and on whether there is anything to choose, which everybody knows, and not
    on the dice or the thoughts of the bot, so that they tell nothing.

    >>> bot_delay("instant", 7, 3), 0.6 <= pause("human", 7, 3) <= 1.8
    (0.0, True)
    """
    share = mix(version) / 2**64 * (1.0 if moves != 1 else _FORCED_MOVE_SHARE)
    return (_MIN_DELAY[pace] + share * (_MAX_DELAY[pace] - _MIN_DELAY[pace])) / 1000
