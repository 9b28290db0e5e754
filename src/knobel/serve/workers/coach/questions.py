"""Short questions to the coach: values, hints, odds. So many at a time, so that nobody waits long."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

import msgspec

from ...limits.places import Asker, Places, TooMany
from ...live.services import Services
from .client import StillThinking
from .jobs import Job

MOST_OF_DEVICE: Final = 8
"""Questions of one device that may be open at the same time: odds, hints and verdicts of a quick game."""

MOST_OF_ADDRESS: Final = 12
"""Questions from one address: whoever sends no cookie is another device every time."""

MOST: Final = 40
"""Questions that may be open at the same time."""

PATIENCE: Final = 25.0
"""Seconds that a question waits for its answer; proxies give up after thirty."""

T = TypeVar("T")


class Questions:
    """Passes questions on to the coach."""

    def __init__(self, services: Services) -> None:
        self._coach = services.coach
        self._time = services.time
        self._places = Places(MOST, MOST_OF_ADDRESS, MOST_OF_DEVICE)
        self._tasks = set[asyncio.Task[bytes]]()

    async def ask(self, job: Job, answer: type[T], asker: Asker) -> T:
        """The answer, or `NoAnswer`, `StillThinking` after a while, or `TooMany` if enough is asked already."""
        if not self._places.enter(asker):
            raise TooMany("the coach is busy; ask again in a moment")
        try:
            return msgspec.json.decode(await self._answered(job), type=answer)
        finally:
            self._places.leave(asker)

    async def _answered(self, job: Job) -> bytes:
        """What takes too long is given up here; the coach remembers what it has found by then."""
        task = asyncio.create_task(self._coach.ask(job))
        alarm = self._time.later(PATIENCE, task.cancel)
        self._tasks.add(task)
        try:
            await asyncio.wait([task])
            if task.cancelled():
                raise StillThinking
            return task.result()
        finally:
            alarm.cancel()
            task.cancel()
            self._tasks.discard(task)

    def stop(self) -> None:
        """Answer everybody who waits: they ask again when the server is back."""
        for task in self._tasks:
            task.cancel()
