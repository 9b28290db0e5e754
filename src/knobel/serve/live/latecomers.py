"""Those who have come back to a table after a long time, and do not look on before they know what they have missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..messages import Step
from ..transport import close_codes
from .catch_up import CatchingUp
from .history import Chronicle
from .presence import Onlooker
from .services import Services


class Latecomers:
    """The latecomers of one table."""

    __slots__ = ("_all", "_chronicle", "_services")

    def __init__(self, services: Services, chronicle: Chronicle) -> None:
        self._services = services
        self._chronicle = chronicle
        self._all = dict[Onlooker, CatchingUp]()

    def __iter__(self) -> Iterator[Onlooker]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(
        self,
        onlooker: Onlooker,
        since: int,
        push: Callable[[Onlooker, tuple[Step, ...]], None],
        caught_up: Callable[[Onlooker, int], None],
    ) -> None:
        """Somebody has seen the table last at a version that is not at hand any more.

        `push` gets the steps that were missed, and `caught_up` the version that is reached with them.
        """
        begin, last = self._chronicle.mark(since), self._chronicle.version
        code = self._chronicle.scene.table.code
        log, send, deck = partial(self._services.store.load, code), partial(push, onlooker), self._chronicle.deck

        def done(version: int) -> None:
            del self._all[onlooker]
            caught_up(onlooker, version)

        def failed() -> None:
            del self._all[onlooker]
            onlooker.close(close_codes.RELOAD)

        late = self._all[onlooker] = CatchingUp(begin, log, since, last, onlooker.device, send, done, failed, deck)
        late.begin(self._services.time)

    def remove(self, onlooker: Onlooker) -> bool:
        """Whether it was there."""
        late = self._all.pop(onlooker, None)
        if late is not None:
            late.stop()
        return late is not None

    def stop(self) -> None:
        """Nobody is told anything more."""
        for late in self._all.values():
            late.stop()
