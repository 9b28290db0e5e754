"""What goes out in one turn of the loop goes out together: an answer and its effect, to everybody whom they concern."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from ..logs import note


class Outbox(Protocol):
    def flush(self) -> None:
        """Send what has come together."""
        ...


class Post:
    """Goes round all outboxes with something in them: once in a turn of the loop, or as soon as news have been told."""

    def __init__(self) -> None:
        self._full = list[Outbox]()

    def fetch(self, outbox: Outbox, loop: asyncio.AbstractEventLoop) -> None:
        """There is something to send; once is enough until it has left."""
        if not self._full:
            loop.call_soon(self._go_round)
        self._full.append(outbox)

    def after(self, news: Callable[[], None]) -> None:
        """Send at once what comes of some news; whoever waits for it need not wait for what the next turn brings."""
        news()
        self._go_round()

    def _go_round(self) -> None:
        full, self._full = self._full, []
        for outbox in full:
            try:
                outbox.flush()
            except Exception as error:  # a mistake of ours with one line must not cost the others their frames
                note("a line could not be written to", error=type(error).__name__)
