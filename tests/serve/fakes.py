"""What a server in memory has in place of a clock and of thinking processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from knobel.bots import make_bot
from knobel.rules import find_game
from knobel.rules.dice import SeededDice
from knobel.rules.game import State
from knobel.serve.workers.bot_process import ChosenMove
from knobel.serve.workers.coach.client import OnProgress, ignore_progress
from knobel.serve.workers.coach.jobs import Job
from knobel.serve.workers.coach.process import CoachHandler


class ManualTime:
    """Time that passes only when somebody says so; a pause of nothing is over at once."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._timers = list["_Timer"]()
        self.settle: Callable[[], Awaitable[None]] = _no_op

    def wall(self) -> int:
        return 1_700_000_000_000 + round(self._now * 1000)

    def now(self) -> float:
        return self._now

    def later(self, seconds: float, call: Callable[[], object]) -> _Timer:
        timer = _Timer(self._now + seconds, call)
        if seconds == 0:
            asyncio.get_running_loop().call_soon(timer.ring)
        else:
            self._timers.append(timer)
        return timer

    def go_on(self, seconds: float) -> None:
        """Let time pass before anybody notices."""
        self._now += seconds

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, timer by timer; whoever waits for one has done its part before the next one rings."""
        end = self._now + seconds
        while due := [timer for timer in self._timers if timer.at <= end and timer.call]:
            timer = min(due, key=lambda each: each.at)
            self._now = max(self._now, timer.at)
            self._timers.remove(timer)
            timer.ring()
            await self.settle()
        self._now = end
        self._timers = [timer for timer in self._timers if timer.call]


class _Timer:
    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at = at
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None

    def ring(self) -> None:
        if self.call is not None:
            self.call()


async def _no_op() -> None:
    """Nobody has to do anything."""


class InProcessBots:
    """Bots that think in this process; `asked` are their jobs, with the level that each was asked of."""

    def __init__(self) -> None:
        self.asked = list[tuple[str, str]]()
        self.expected = list[tuple[str, dict[str, Any], int, Sequence[str]]]()
        self.really: str | None = None
        self._mind = SeededDice(7, stream=1)

    def choose_move(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        self.asked.append((game, level))
        move = make_bot("casual", find_game(game), self._mind).choose(view)
        thought = ChosenMove(len(self.asked), msgspec.to_builtins(move), self.really or level)
        asyncio.get_running_loop().call_soon(done, thought)

    def prepare(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        self.expected.append((game, options, players, levels))


class InProcessCoach:
    """A coach that thinks in this process, with the mind of the real one.

    `asked` are its jobs. While `pausing`, they wait; each can be told about its progress by `told`, and `cancelled`
    counts those for which nobody waits any more.
    """

    def __init__(self) -> None:
        self.asked = list[Job]()
        self.told = list[OnProgress]()
        self.cancelled = 0
        self.going = asyncio.Event()
        self.going.set()
        self._mind = CoachHandler()

    async def ask(self, job: Job, told: OnProgress = ignore_progress) -> bytes:
        self.asked.append(job)
        self.told.append(told)
        try:
            await self.going.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return msgspec.json.encode(self._mind.run(job, told))
