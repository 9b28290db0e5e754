"""What a table remembers of its own past, for those who come late or come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from ...store import Entry, StoreError
from ...table import Table
from ...table.events import Started, TableEvent
from ...telling.phrase import Phrase
from ..fairness.keys import TableKeys
from ..messages import Step
from ..timers import Time
from ..transport import close_codes
from .frames import Transition, steps_for, transition, transition_without_lines
from .presence import Subscriber
from .services import Services
from .views import TableSnapshot, narrate_entry, next_snapshot

_MAX_RECENT: Final = 64
"""Entries that are kept at hand between their scenes; older ones are read and played again."""

_MAX_LINES: Final = 500
"""Entries of the running game of which a newcomer gets the lines."""


_NARRATED: Final = 2000
"""Entries among which that many have lines as a rule, so that not all of a long log is told."""

_CHECKPOINT_INTERVAL: Final = 256
"""Entries between scenes that are kept for good, so that nobody has to play a whole log again to see its end."""


Log: TypeAlias = Callable[[int, int, str | None], Sequence[Entry]]
"""Reads the entries after one version up to another; the third argument is the game of the table at the first."""


class History:
    """The scene as it is stored, the entries just before it, and the lines of the game that runs or ran last.

    `log` is where it begins; what is left of a long one can be `read` after that.
    """

    def __init__(self, log: Sequence[Entry], deck: TableKeys | None = None) -> None:
        self.deck = deck
        self._recent = deque[Transition](maxlen=_MAX_RECENT)
        self._lines = deque[tuple[Phrase, ...]](maxlen=_MAX_LINES)
        self._marks = list[TableSnapshot]()
        self._untold: tuple[TableSnapshot | None, list[Entry]] = None, []
        self.scene = self._read(None, log)

    def read(self, log: Sequence[Entry]) -> None:
        """The next part of a log that is too long to be read in one go."""
        self.scene = self._read(self.scene, log)

    def _read(self, scene: TableSnapshot | None, log: Sequence[Entry]) -> TableSnapshot:
        recent = log[-1].v - _MAX_RECENT
        for entry in log:
            if isinstance(entry.event, Started):
                self._recent.clear()
                self._untold = scene, []
            after = next_snapshot(scene, entry.event)
            if entry.v > recent:
                self._recent.append(transition_without_lines(entry.at, scene, entry.event, after, self.deck))
            self._untold[1].append(entry)
            self._pass(after)
            scene = after
        assert scene is not None, "a log begins with the creation of its table"
        return scene

    @property
    def version(self) -> int:
        return self.scene.table.version

    @property
    def lines(self) -> tuple[tuple[Phrase, ...], ...]:
        """The lines of the game. After a restart all come back at once, so nothing is told before somebody asks."""
        scene, entries = self._untold
        if entries:
            first, mark = entries[0].v, self.mark(max(0, entries[-1].v - _NARRATED))
            earlier = list[tuple[Phrase, ...]]()
            if mark is not None and mark.table.version >= first:
                earlier = _narrate(mark, entries[mark.table.version - first + 1 :])
            if len(earlier) < _MAX_LINES:
                earlier = _narrate(scene, entries)
            self._untold = None, []
            self._lines = deque([*earlier, *self._lines], maxlen=_MAX_LINES)
        return tuple(self._lines)

    def add(self, at: int, event: TableEvent, table: Table) -> Transition:
        """One more entry is stored, and `table` is how things stand after it."""
        after = next_snapshot(self.scene, event, table)
        added = transition(at, self.scene, event, after, self.deck)
        self._remember(added)
        self.scene = after
        self._pass(after)
        return added

    def _pass(self, scene: TableSnapshot) -> None:
        if scene.table.version % _CHECKPOINT_INTERVAL == 0:
            self._marks.append(scene)

    def mark(self, version: int) -> TableSnapshot | None:
        """The last scene that is kept at or before a version that is stored; None is the one before all entries."""
        passed = version // _CHECKPOINT_INTERVAL
        return self._marks[passed - 1] if passed else None

    def _remember(self, new: Transition) -> None:
        if isinstance(new.event, Started):
            self._untold = None, []
            self._lines.clear()
        self._recent.append(new)
        if new.lines:
            self._lines.append(new.lines)

    def remembers(self, version: int) -> bool:
        """Whether everything after a version is at hand."""
        return self.version - version <= len(self._recent)

    def since(self, version: int, log: Log, most: int | None = None) -> list[Transition]:
        """Everything after a version, or the first `most` of it.

        If that is long ago, `log` is asked for the entries after one version up to another.
        """
        if self.remembers(version):
            missed = self.version - version
            return list(islice(self._recent, len(self._recent) - missed, None))[:most]
        last = self.version if most is None else min(self.version, version + most)
        scene = self.mark(version)
        begin, game = (scene.table.version, scene.table.game) if scene else (0, None)
        pasts = list[Transition]()
        for entry in log(begin, last, game):
            after = next_snapshot(scene, entry.event)
            if entry.v > version:
                pasts.append(transition(entry.at, scene, entry.event, after, self.deck))
            scene = after
        return pasts


def _narrate(scene: TableSnapshot | None, entries: Sequence[Entry]) -> list[tuple[Phrase, ...]]:
    """The lines of entries that follow on a scene, without those that have none."""
    lines = list[tuple[Phrase, ...]]()
    for entry in entries:
        after = next_snapshot(scene, entry.event)
        lines.append(narrate_entry(scene, entry.event, after))
        scene = after
    return list(filter(None, lines))


BATCH: Final = 50
"""Entries that are read, and steps that are sent, in one go."""


class CatchUp:
    """Plays a log again from a scene that is known, part by part, and calls `send` with the steps after `since`.

    `log` is asked for the entries after one version up to another, up to the `last` one at its end. Then `caught_up`
    is called with that version, and by then more may have happened; `failed` if the log cannot be read.
    """

    def __init__(
        self,
        begin: TableSnapshot | None,
        log: Log,
        since: int,
        last: int,
        device: str,
        send: Callable[[tuple[Step, ...]], None],
        caught_up: Callable[[int], None],
        failed: Callable[[], None],
        deck: TableKeys | None = None,
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

    def _steps(self, scene: TableSnapshot | None, since: int, device: str) -> Iterator[tuple[Step, ...]]:
        for begin in range(scene.table.version if scene else 0, self._last, BATCH):
            pasts = []
            game = scene.table.game if scene else None
            for entry in self._log(begin, min(begin + BATCH, self._last), game):
                after = next_snapshot(scene, entry.event)
                if entry.v > since:
                    pasts.append(transition(entry.at, scene, entry.event, after, self._deck))
                scene = after
            yield steps_for(pasts, device)


class CatchUps:
    """The latecomers of one table."""

    __slots__ = ("_all", "_chronicle", "_services")

    def __init__(self, services: Services, chronicle: History) -> None:
        self._services = services
        self._chronicle = chronicle
        self._all = dict[Subscriber, CatchUp]()

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(
        self,
        onlooker: Subscriber,
        since: int,
        push: Callable[[Subscriber, tuple[Step, ...]], None],
        caught_up: Callable[[Subscriber, int], None],
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

        late = self._all[onlooker] = CatchUp(begin, log, since, last, onlooker.device, send, done, failed, deck)
        late.begin(self._services.time)

    def remove(self, onlooker: Subscriber) -> bool:
        """Whether it was there."""
        late = self._all.pop(onlooker, None)
        if late is not None:
            late.stop()
        return late is not None

    def stop(self) -> None:
        """Nobody is told anything more."""
        for late in self._all.values():
            late.stop()
