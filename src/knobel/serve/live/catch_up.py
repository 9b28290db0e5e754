"""Somebody who has missed much gets it in parts, so that everybody else need not wait meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...store import StoreError
from ..fairness.keys import Deck
from ..messages import Step
from ..timers import Time
from .frames import past, steps_for
from .history import Log
from .views import Scene, next_scene

AT_ONCE: Final = 50
"""Entries that are read, and steps that are sent, in one go."""


class CatchingUp:
    """Plays a log again from a scene that is known, part by part, and calls `send` with the steps after `since`.

    `log` is asked for the entries after one version up to another, up to the `last` one at its end. Then `caught_up`
    is called with that version, and by then more may have happened; `failed` if the log cannot be read.
    """

    def __init__(
        self,
        begin: Scene | None,
        log: Log,
        since: int,
        last: int,
        device: str,
        send: Callable[[tuple[Step, ...]], None],
        caught_up: Callable[[int], None],
        failed: Callable[[], None],
        deck: Deck | None = None,
    ) -> None:
        self._deck = deck
        self._log = log
        self._last = last
        self._parts = self._steps(begin, since, device)
        self._failed = failed
        self._send = send
        self._caught_up = caught_up
        self._over = False

    def begin(self, time: Time) -> None:
        """Do one part, and the next one after whatever else waits."""
        if self._over:
            return
        try:
            steps = next(self._parts, None)
        except StoreError:
            self._over = True
            self._failed()
            return
        if steps is None:
            self._over = True
            self._caught_up(self._last)
            return
        if steps:
            self._send(steps)
        time.later(0, lambda: self.begin(time))

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._over = True

    def _steps(self, scene: Scene | None, since: int, device: str) -> Iterator[tuple[Step, ...]]:
        for begin in range(scene.table.version if scene else 0, self._last, AT_ONCE):
            pasts = []
            game = scene.table.game if scene else None
            for entry in self._log(begin, min(begin + AT_ONCE, self._last), game):
                after = next_scene(scene, entry.event)
                if entry.v > since:
                    pasts.append(past(entry.at, scene, entry.event, after, self._deck))
                scene = after
            yield steps_for(pasts, device)
