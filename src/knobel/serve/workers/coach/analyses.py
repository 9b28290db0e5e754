"""Analyses of finished games: a queue of jobs for the coach, one at a time; results are stored for good."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from ....store import GameRow, Store
from ...documents import Stage
from ...limits.quotas import QuotaExceeded, Requester
from ...limits.rate_limit import Limits
from ...logs import log_repeated
from ...timers import Time
from .client import Coach
from .jobs import Analyse

_ABANDONED_AFTER: Final = 60.0
"""Seconds without a request after which an analysis is cancelled; open pages poll all the time."""

VERSION: Final = 3
"""Version of stored analyses; raised when the coach changes so much that games have to be analysed again."""

MAX_ENDED: Final = 200
"""Failed and cancelled analyses whose state is remembered."""


class AnalysisJob:
    """One analysis: progress, requesters, and the time of the last request."""

    def __init__(self, now: float) -> None:
        self.last_request = now
        self.state: Stage = "waiting"
        self.done = 0
        self.total = 0
        self.requesters = dict[str, str]()
        """Devices with their addresses."""
        self.task: asyncio.Task[None] | None = None
        self._waiting = set[asyncio.Event]()

    @property
    def open(self) -> bool:
        return self.state in ("waiting", "running")

    @property
    def awaited(self) -> bool:
        """Whether a request waits for progress now."""
        return bool(self._waiting)

    def on_progress(self, done: int, total: int) -> None:
        self.change("running", done, total)

    def change(self, state: Stage, done: int = 0, total: int = 0) -> None:
        """Set the state and wake all waiting requests."""
        self.state, self.done, self.total = state, done, total
        for changed in self._waiting:
            changed.set()

    async def wait_for_change(self, time: Time, seconds: float) -> None:
        """Return when the state has changed, or the seconds are over."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        timer = time.later(seconds, changed.set)
        try:
            await changed.wait()
        finally:
            timer.cancel()
            self._waiting.discard(changed)


class Analyses:
    """All analyses that are not finished, by the secret ids of the games."""

    def __init__(self, store: Store, time: Time, coach: Coach, limits: Limits) -> None:
        self._limits = limits
        self._store = store
        self._time = time
        self._coach = coach
        self._works = dict[str, AnalysisJob]()
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """The number of open analyses."""
        return sum(work.open for work in self._works.values())

    def find(self, replay: str) -> AnalysisJob | None:
        """The open, failed or cancelled analysis of a game; finished ones are in the store."""
        work = self._works.get(replay)
        if work is not None:
            work.last_request = self._time.now()
        return work

    def stored(self, replay: str) -> bytes | None:
        """The finished analysis of a game as JSON."""
        return self._store.analysis(replay, VERSION)

    def ask(self, game: GameRow, record: str, requester: Requester) -> AnalysisJob:
        """Start an analysis, or join one that is open; raises `QuotaExceeded`."""
        replay = game.replay
        work = self.find(replay)
        if work is not None and not work.open:
            work = None
        self._check(work, requester)
        if work is None:
            self._drop_oldest_ended()
            self._works.pop(replay, None)
            work = self._works[replay] = AnalysisJob(self._time.now())
            work.task = asyncio.create_task(self._run(work, game, record))
        work.requesters[requester.device] = requester.address
        return work

    def offer(self, game: GameRow, record: str, requester: Requester) -> None:
        """Start an analysis that no player has asked for: only if no other is open and the quotas allow it."""
        work = self.find(game.replay)
        if (work is not None and work.open) or not self.waiting:
            with suppress(QuotaExceeded):
                self.ask(game, record, requester)

    def _check(self, work: AnalysisJob | None, requester: Requester) -> None:
        """Check the quotas for a new analysis, or for joining one that is open."""
        limits = self._limits
        of_device, of_address = limits.analyses_of_device, limits.analyses_of_address
        wanted = [other.requesters for other in self._works.values() if other.open and other is not work]
        if work is None and len(wanted) >= limits.analyses:
            raise QuotaExceeded("many games are being analysed already; try it again in a few minutes")
        if sum(requester.device in devices for devices in wanted) >= of_device:
            raise QuotaExceeded(f"{of_device} of your games are being analysed already; wait for one of them")
        if sum(requester.address in devices.values() for devices in wanted) >= of_address and (
            work is None or requester.address not in work.requesters.values()
        ):
            raise QuotaExceeded(f"{of_address} games are being analysed for this address; wait for one of them")

    def _drop_oldest_ended(self) -> None:
        ended = [replay for replay, work in self._works.items() if not work.open]
        for replay in ended[: max(0, len(ended) - MAX_ENDED)]:
            del self._works[replay]

    def cancel(self, replay: str, device: str) -> None:
        """Remove a device from an analysis; without any devices left it is cancelled."""
        work = self._works.get(replay)
        if work is None or not work.open:
            return
        work.requesters.pop(device, None)
        if not work.requesters:
            self._cancel(work)

    def drop_abandoned(self) -> None:
        """Cancel analyses without recent requests: their pages are closed."""
        oldest = self._time.now() - _ABANDONED_AFTER
        for work in self._works.values():
            if work.open and not work.awaited and work.last_request <= oldest:
                self._cancel(work)

    def _cancel(self, work: AnalysisJob) -> None:
        work.requesters.clear()
        if work.task is not None:
            work.task.cancel()
            work.change("cancelled")

    async def _run(self, work: AnalysisJob, game: GameRow, record: str) -> None:
        """Wait in the queue, run the job and store its answer, unless a player got another name meanwhile."""
        try:
            async with self._turn:
                work.change("running")
                answer = await self._coach.ask(Analyse(record), work.on_progress)
            stored = self._store.keep_analysis(game.replay, VERSION, answer, self._time.wall(), game.names)
            kept = await asyncio.wrap_future(stored)
        except Exception as error:  # only its type is logged: texts may name dice
            log_repeated("an analysis failed", error=type(error).__name__)
            work.change("failed")
        else:
            if kept:
                del self._works[game.replay]
            work.change("done" if kept else "cancelled")

    async def stop(self) -> None:
        """Cancel all open analyses: clients ask again after the restart."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
