"""A server on the simulated event loop and disk, from its start to a clean stop or a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, Final

from tests.serve.fakes import InProcessBots, InProcessCoach
from tests.serve.memory_server import FREE
from tests.store.disk import DISKS, NAME, Disk

from knobel.rules.dice import SeededDice
from knobel.serve.app import make_app
from knobel.serve.fairness.keys import KeyPool
from knobel.serve.live.hub import Hub
from knobel.serve.live.services import Services
from knobel.serve.metrics import Metrics
from knobel.serve.timers import Time
from knobel.serve.tokens import TokenSource
from knobel.store import Store

from .clock import VirtualTime

_PATIENCE: Final = 60.0
"""Timeout in real seconds for the thread of the store."""


KEY: Final = b"device tokens"


class _LazyDecks(KeyPool):
    """Derives keys on demand: preparing them ahead would take most of the time."""

    def prepare(self, time: Time) -> None:
        pass


class Server:
    """Process number `life` under a seed. The thread of the store runs only while the loop waits for it."""

    def __init__(self, folder: Path, seed: int, life: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._chance = Random(f"disk {seed} {life}")
        self._hand_over: Callable[[], None] | None = None
        self._told = SimpleQueue[Callable[[], None]]()
        self._tasks = list[asyncio.Future[Any]]()
        self.disk = Disk(folder)
        self.time = VirtualTime(self._loop)
        self.store = Store(folder / "store.db", vfs=NAME, deliver=self._told.put, gather=self._gather)
        names = Random(f"names {seed} {life}")
        services = Services(
            self.store,
            InProcessBots(),
            self.time,
            SeededDice(seed + life),
            TokenSource(names.randrange, KEY),
            FREE,
            Metrics(),
            InProcessCoach(),
            _LazyDecks(Random(f"house {seed}").randbytes(32), names.randbytes),
        )
        self.hub = Hub(services)
        self.hub.start()
        self.app = make_app(self.hub)

    @property
    def alive(self) -> bool:
        return not self.time.over

    def _gather(self, hand_over: Callable[[], None]) -> None:
        """Delay the commit; what is submitted meanwhile joins the group commit."""
        self._hand_over = hand_over
        self._loop.call_later(self._chance.uniform(0.001, 0.05), self._commit)

    def _commit(self) -> None:
        if self.alive:
            self._write()()

    def _write(self) -> Callable[[], None]:
        """Commit what waits; returns the callback that announces it."""
        assert self._hand_over is not None
        hand_over, self._hand_over = self._hand_over, None
        hand_over()
        return self._told.get(timeout=_PATIENCE)

    def run(self, work: Awaitable[object]) -> asyncio.Future[Any]:
        """Serve a connection until it or the server ends."""
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Future[Any]) -> None:
        self._tasks.remove(task)
        if self.alive and not task.cancelled() and (error := task.exception()) is not None:
            raise AssertionError(f"a connection died of {error!r}") from error

    async def crash(self, damage: str, image: Path, chance: Random) -> None:
        """Stop at once, in the middle of a commit if there is one; `image` receives what is left on the disk."""
        begun = len(self.disk.ops)
        if self._hand_over is not None:
            self._write()
        self.disk.write_image(chance.randint(begun, len(self.disk.ops)), image, damage, chance)
        await self._bury()

    async def stop(self, image: Path) -> None:
        """Stop cleanly; everything written is synced."""
        await self.hub.stop()
        await self._bury()
        self.disk.write_image(len(self.disk.ops), image, "dropped", Random(0))

    async def _bury(self) -> None:
        self.time.over = True
        self.disk.trouble = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.store.close()
        del DISKS[str(self.disk.folder)]
