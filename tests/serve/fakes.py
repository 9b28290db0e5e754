"""Fakes for tests: manual time, and bots and coach in the test process."""

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
    """Time that only passes when told to; a timer of 0 seconds fires at once."""

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
            asyncio.get_running_loop().call_soon(timer.fire)
        else:
            self._timers.append(timer)
        return timer

    def skip(self, seconds: float) -> None:
        """Advance the clock without firing timers."""
        self._now += seconds

    async def advance(self, seconds: float) -> None:
        """Advance the clock timer by timer; tasks run between two timers."""
        await _run_tasks()  # those that have just begun may start timers
        end = self._now + seconds
        while due := [timer for timer in self._timers if timer.at <= end and timer.call]:
            timer = min(due, key=lambda each: each.at)
            self._now = max(self._now, timer.at)
            self._timers.remove(timer)
            timer.fire()
            await _run_tasks()
            await self.settle()
        self._now = end
        self._timers = [timer for timer in self._timers if timer.call]


class _Timer:
    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at = at
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None

    def fire(self) -> None:
        if self.call is not None:
            self.call()


async def _run_tasks() -> None:
    """Let tasks that can go on reach their next wait."""
    for _ in range(4):
        await asyncio.sleep(0)


async def _no_op() -> None:
    """Callback that does nothing."""


class InProcessBots:
    """Bots in the test process; `asked` are their jobs with their levels."""

    def __init__(self) -> None:
        self.asked = list[tuple[str, str]]()
        self.expected = list[tuple[str, dict[str, Any], int, Sequence[str]]]()
        self.really: str | None = None
        self._rng = SeededDice(7, stream=1)

    def choose_move(self, game: str, level: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        self.asked.append((game, level))
        move = make_bot("casual", find_game(game), self._rng).choose(view)
        thought = ChosenMove(len(self.asked), msgspec.to_builtins(move), self.really or level)
        asyncio.get_running_loop().call_soon(done, thought)

    def prepare(self, game: str, options: dict[str, Any], players: int, levels: Sequence[str]) -> None:
        self.expected.append((game, options, players, levels))


class InProcessCoach:
    """A coach in the test process, with the handler of the real one.

    `asked` are its jobs. They wait until `going` is set; `told` are their progress callbacks, and `cancelled` counts
    cancelled jobs.
    """

    def __init__(self) -> None:
        self.asked = list[Job]()
        self.told = list[OnProgress]()
        self.cancelled = 0
        self.going = asyncio.Event()
        self.going.set()
        self._handler = CoachHandler()

    async def ask(self, job: Job, on_progress: OnProgress = ignore_progress) -> bytes:
        self.asked.append(job)
        self.told.append(on_progress)
        try:
            await self.going.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return msgspec.json.encode(self._handler.run(job, on_progress))
