"""Turns at a live table: the thinking-time clock of a player, or the move of a bot after a delay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from ...rules import zocknroll
from ...rules.dice import mix
from ...rules.game import Decision, read_event
from ...store import ClockRow
from ...table import BotMove, Due, ServerCommand, Table, TimeUp, due
from ..logs import log_lost
from ..messages import Clock
from ..metrics import Metrics
from ..timers import Time, Timer, weak_callback
from ..workers.bot_process import ChosenMove
from ..workers.bots import Bots
from .services import Services

_MIN_DELAY: Final = {"human": 450, "quick": 150, "instant": 0}
_MAX_DELAY: Final = {"human": 1300, "quick": 400, "instant": 0}
_FORCED_MOVE_SHARE: Final = 0.35
"""With a single legal move, a bot waits at most this share of the range between the two."""

_WATCHED: Final = 4
"""How many times faster bots move while all persons of the turn only watch."""


class Turns:
    """The clock and the bots of one table; `apply` gets their commands."""

    def __init__(self, services: Services, apply: Callable[[ServerCommand], None]) -> None:
        self._services = services
        self._apply = apply
        self._clock = TurnClock(services.time, weak_callback(self._time_up))
        self._bot = BotTurn(services.time, services.bots, services.metrics, apply)

    @property
    def clock(self) -> Clock | None:
        return self._clock.shown()

    def resume(self, table: Table, saved: ClockRow | None) -> None:
        """After a restart the clock continues with what was left of the same turn."""
        self._set_clock(table, due(table), saved)
        self.prepare_bots(table)

    def update(self, table: Table, waiting: Due, awake: bool) -> None:
        """Run the bot or the clock that the table waits for; pause both while no player is connected."""
        clock = self._clock
        if table.settings.clock or clock.turn is not None:
            self._set_clock(table, waiting)
        if not awake:
            self.pause()
            return
        if clock.turn is not None:
            clock.run()
        if waiting.kind == "decision" and waiting.level is not None:
            assert waiting.seat is not None
            self._bot.start(table, waiting.seat, waiting.level)
        else:
            self._bot.cancel()

    def pause(self) -> None:
        self._clock.stop()
        self._bot.cancel()

    def prepare_bots(self, table: Table) -> None:
        """Let the bots load and compile what they need for this table before their first turn."""
        if table.settings.real_dice:
            return
        levels = {seat.level for seat in table.seats if seat.level} | {table.settings.stand_in}
        if table.phase != "closed" and len(table.seats) in table.rules.players:
            self._services.bots.prepare(table.game, table.options, len(table.seats), sorted(levels))

    def save(self, code: str) -> None:
        """Store the thinking time that is left, in case the server stops."""
        if self._clock.turn is not None:
            clock = ClockRow(self._clock.turn[1], self._clock.left)
            self._services.store.save_clock(code, clock).add_done_callback(log_lost)

    def _set_clock(self, table: Table, waiting: Due, saved: ClockRow | None = None) -> None:
        acts = waiting.seat if waiting.kind in ("decision", "throw") and waiting.level is None else None
        left = saved.left if saved is not None and saved.moved == table.moved else None
        self._clock.set(acts, table.moved, table.settings.clock, left)

    def _time_up(self, seat: int, moved: int) -> None:
        self._apply(TimeUp(seat, moved))


class BotTurn:
    """The current bot turn of one table: the move is computed at once and made after a delay. `move` gets it."""

    def __init__(self, time: Time, bots: Bots, metrics: Metrics, move: Callable[[BotMove], None]) -> None:
        self._time = time
        self._bots = bots
        self._metrics = metrics
        self._move = move
        self._moved: int | None = None
        self._timer: Timer | None = None
        self._delay_over = False
        self._decided: BotMove | None = None

    def start(self, table: Table, seat: int, level: str) -> None:
        """Start the bot's turn in the position of `table`; a turn that has started continues."""
        if self._moved == table.moved:
            return
        self.cancel()
        moved = self._moved = table.moved
        pending = table.rules.pending(table.state)
        assert isinstance(pending, Decision)

        def chosen(move: ChosenMove) -> None:
            if move.level != level:
                self._metrics.fallback_moves.inc()
            if self._moved == moved:
                self._decided = BotMove(read_event(table.rules, move.move), moved, move.level)
                self._move_if_ready()

        delay = bot_delay(table.settings.pace, moved, len(pending.moves)) / (_WATCHED if only_bots(table) else 1)
        self._timer = self._time.later(delay, self._end_delay)
        self._bots.choose_move(table.game, level, table.rules.view(table.state, seat), chosen)

    def cancel(self) -> None:
        """Another player has to decide, or no player is connected."""
        if self._moved is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._decided = self._moved = None
        self._delay_over = False

    def _end_delay(self) -> None:
        self._delay_over = True
        self._move_if_ready()

    def _move_if_ready(self) -> None:
        decided = self._decided
        if self._delay_over and decided is not None:
            self.cancel()
            self._move(decided)


def bot_delay(pace: Literal["human", "quick", "instant"], version: int, moves: int) -> float:
    """Seconds before a bot moves.

    They depend on the version of the table and on whether there is a choice, which all players know, and not on hidden
    dice or the time of the computation: no timing side channel.

    >>> bot_delay("instant", 7, 3), 0.45 <= bot_delay("human", 7, 3) <= 1.3
    (0.0, True)
    """
    share = mix(version) / 2**64 * (1.0 if moves != 1 else _FORCED_MOVE_SHARE)
    return (_MIN_DELAY[pace] + share * (_MAX_DELAY[pace] - _MIN_DELAY[pace])) / 1000


def only_bots(table: Table) -> bool:
    """Whether all persons have dropped out of a turn of Zock'n'Roll, which all players know."""
    state = table.state
    persons = [seat for seat, shown in enumerate(table.seats) if shown.present]
    if not isinstance(state, zocknroll.State) or not persons or state.phase not in ("decide", "mark"):
        return False
    return all(state.dropped[seat] for seat in persons)


class TurnClock:
    """The clock of one table. `on_timeout` is called with the seat and the version when no time is left.

    A turn is a seat and the version of the entry that led to its position. The same turn continues with the time that
    is left; a new turn starts with the whole limit.
    """

    def __init__(self, time: Time, on_timeout: Callable[[int, int], None]) -> None:
        self._time = time
        self._on_timeout = on_timeout
        self.turn: tuple[int, int] | None = None
        """The seat on the clock, and the version of the entry that led to its turn."""
        self._limit = 0
        self._left = 0
        self._since: float | None = None
        self._timer: Timer | None = None

    def set(self, seat: int | None, moved: int, limit: int, left: int | None = None) -> None:
        """Set the turn: a seat, or None without a limit; `limit` in seconds, `left` in milliseconds."""
        turn = None if seat is None or not limit else (seat, moved)
        if turn == self.turn:
            return
        self.stop()
        self.turn = turn
        self._limit = limit * 1000
        self._left = self._limit if left is None else min(left, self._limit)

    def run(self) -> None:
        """Start or continue the clock, if there is a turn."""
        if self.turn is None or self._since is not None:
            return
        self._since = self._time.now()
        self._timer = self._time.later(self._left / 1000, self._timed_out)

    def stop(self) -> None:
        """Pause the clock; the time that is left stays."""
        self._left = self.left
        self._since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def left(self) -> int:
        """Milliseconds that are left."""
        if self._since is None:
            return self._left
        return max(0, self._left - round((self._time.now() - self._since) * 1000))

    def shown(self) -> Clock | None:
        if self.turn is None:
            return None
        return Clock(self.turn[0], self.left, self._limit, self._since is not None)

    def _timed_out(self) -> None:
        assert self.turn is not None
        seat, moved = self.turn
        self.stop()
        self._on_timeout(seat, moved)
