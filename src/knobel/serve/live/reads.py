"""Reads of the store: in a thread if the database is on another machine, so that the event loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from ...store import Store
from .ownership import Unreachable

P = ParamSpec("P")
T = TypeVar("T")

_TIMEOUT: Final = 6.0
"""Seconds in which a database has to answer a read; its own timeout is five."""


class StoreReads:
    """Reads of a local file are quicker than a thread, so they are done at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def wait(self) -> bool:
        """Whether a read may have to wait for another machine."""
        return self._store.remote

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of something that reads the store; raises `Unreachable` if the database does not answer."""
        if not self.wait:
            return work(*args, **kwargs)
        try:
            async with asyncio.timeout(_TIMEOUT):
                return await asyncio.to_thread(work, *args, **kwargs)
        except TimeoutError:
            raise Unreachable("the database does not answer; try it again in a moment") from None

    def start(self, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Exception], None]) -> None:
        """Read in the background; then one of the callbacks is called."""
        task = asyncio.create_task(self.run(work))
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, done, failed))

    def _ended(self, done: Callable[[T], None], failed: Callable[[Exception], None], task: asyncio.Task[T]) -> None:
        self._tasks.discard(task)
        try:
            result = task.result()
        except asyncio.CancelledError:
            failed(Unreachable("this read was cancelled; try it again in a moment"))
        except Exception as error:
            failed(error)
        else:
            done(result)
