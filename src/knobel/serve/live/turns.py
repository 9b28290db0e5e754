"""Whose turn it is at a table: its clock runs, or its bot thinks."""

from __future__ import annotations

from collections.abc import Callable

from ...store import ClockRow
from ...table import Due, HouseCommand, Table, TimeUp, due
from ..messages import Clock
from .bot_turn import BotTurn
from .clock import ThinkingTime
from .services import Services
from .weak_callbacks import weakly


class Turns:
    """The clock and the bots of one table; `contribute` gets what they bring about."""

    def __init__(self, services: Services, contribute: Callable[[HouseCommand], None]) -> None:
        self._services = services
        self._contribute = contribute
        self._clock = ThinkingTime(services.time, weakly(self._time_up))
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
