"""Analyses of finished games: asked for once, done one after the other, kept for good."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from ....store import Store
from ...documents import Stage
from ...limits.quotas import QuotaExceeded, Requester
from ...logs import log_event
from ...timers import Time
from .client import Coach
from .jobs import Analyse

MAX_PER_DEVICE: Final = 3
"""Analyses for which one device may wait at the same time."""

MAX_PER_ADDRESS: Final = 4
"""Analyses for which devices of one address may wait: whoever sends no cookie is another device every time."""

MAX_OPEN: Final = 40
"""Analyses that may wait at the same time."""

_ABANDONED_AFTER: Final = 60.0
"""Seconds after which an analysis is given up that nobody has asked about; pages ask all the time."""

VERSION: Final = 1
"""Raised when the coach judges so differently that games have to be looked at again."""

MAX_ENDED: Final = 200
"""Analyses that failed or were cancelled, of which that is remembered."""


class AnalysisJob:
    """One analysis: how far it is, who wants it, and when somebody asked about it last."""

    def __init__(self, now: float) -> None:
        self.asked = now
        self.state: Stage = "waiting"
        self.done = 0
        self.total = 0
        self.wanted_by = dict[str, str]()
        """Devices, with their addresses."""
        self.task: asyncio.Task[None] | None = None
        self._waiting = set[asyncio.Event]()

    @property
    def open(self) -> bool:
        return self.state in ("waiting", "running")

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for news at this moment."""
        return bool(self._waiting)

    def told(self, done: int, total: int) -> None:
        self.change("running", done, total)

    def change(self, state: Stage, done: int = 0, total: int = 0) -> None:
        """Go on, and let everybody know who waits for news."""
        self.state, self.done, self.total = state, done, total
        for news in self._waiting:
            news.set()

    async def news(self, time: Time, seconds: float) -> None:
        """Come back when something has changed, or the seconds are over."""
        news = asyncio.Event()
        self._waiting.add(news)
        alarm = time.later(seconds, news.set)
        try:
            await news.wait()
        finally:
            alarm.cancel()
            self._waiting.discard(news)


class Analyses:
    """What is being analysed, by the secret names of the games."""

    def __init__(self, store: Store, time: Time, coach: Coach) -> None:
        self._store = store
        self._time = time
        self._coach = coach
        self._works = dict[str, AnalysisJob]()
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """How many are not done yet."""
        return sum(work.open for work in self._works.values())

    def find(self, replay: str) -> AnalysisJob | None:
        """The analysis of a game that is being made, or was not finished; those that are done are in the store."""
        work = self._works.get(replay)
        if work is not None:
            work.asked = self._time.now()
        return work

    def kept(self, replay: str) -> bytes | None:
        """The analysis of a game as JSON, if there is one."""
        return self._store.analysis(replay, VERSION)

    def ask(self, replay: str, record: str, asker: Requester) -> AnalysisJob:
        """Begin an analysis, or join those who wait for it."""
        work = self.find(replay)
        if work is not None and not work.open:
            work = None
        self._check(work, asker)
        if work is None:
            self._forget_some()
            self._works.pop(replay, None)
            work = self._works[replay] = AnalysisJob(self._time.now())
            work.task = asyncio.create_task(self._do(work, replay, record))
        work.wanted_by[asker.device] = asker.address
        return work

    def _check(self, work: AnalysisJob | None, asker: Requester) -> None:
        """Whether somebody may wait for one more, or for one for which others wait already."""
        wanted = [other.wanted_by for other in self._works.values() if other.open and other is not work]
        if work is None and len(wanted) >= MAX_OPEN:
            raise QuotaExceeded("many games are being analysed already; try it again in a few minutes")
        if sum(asker.device in devices for devices in wanted) >= MAX_PER_DEVICE:
            raise QuotaExceeded(f"{MAX_PER_DEVICE} of your games are being analysed already; wait for one of them")
        if sum(asker.address in devices.values() for devices in wanted) >= MAX_PER_ADDRESS and (
            work is None or asker.address not in work.wanted_by.values()
        ):
            raise QuotaExceeded(f"{MAX_PER_ADDRESS} games are being analysed for this address; wait for one of them")

    def _forget_some(self) -> None:
        """Of what failed or was cancelled longest ago nothing needs to be known."""
        ended = [replay for replay, work in self._works.items() if not work.open]
        for replay in ended[: max(0, len(ended) - MAX_ENDED)]:
            del self._works[replay]

    def cancel(self, replay: str, device: str) -> None:
        """A device does not want it any more; it ends when nobody does."""
        work = self._works.get(replay)
        if work is None or not work.open:
            return
        work.wanted_by.pop(device, None)
        if not work.wanted_by:
            self._give_up(work)

    def forget(self) -> None:
        """Give up what nobody asks about any more: they have gone without a word."""
        long_ago = self._time.now() - _ABANDONED_AFTER
        for work in self._works.values():
            if work.open and not work.awaited and work.asked <= long_ago:
                self._give_up(work)

    def _give_up(self, work: AnalysisJob) -> None:
        work.wanted_by.clear()
        if work.task is not None:
            work.task.cancel()
            work.change("cancelled")

    async def _do(self, work: AnalysisJob, replay: str, record: str) -> None:
        """Wait for the turn, and keep what the coach says."""
        try:
            async with self._turn:
                work.change("running")
                answer = await self._coach.ask(Analyse(record), work.told)
            await asyncio.wrap_future(self._store.keep_analysis(replay, VERSION, answer, self._time.wall()))
        except Exception as error:  # by its kind alone: sentences may name dice
            log_event("an analysis failed", error=type(error).__name__)
            work.change("failed")
        else:
            del self._works[replay]
            work.change("done")

    async def stop(self) -> None:
        """Give up what is not done: it is asked for again."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
