"""What a table remembers of its own past, for those who come late or come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeAlias

from ...store import Entry
from ...table import Table
from ...table.events import Started, TableEvent
from ...telling.phrase import Phrase
from ..fairness.keys import Deck
from .frames import Past, past, past_untold
from .views import Scene, next_scene, told

_RECENT: Final = 64
"""Entries that are kept at hand between their scenes; older ones are read and played again."""

_LINES: Final = 500
"""Entries of the running game of which a newcomer gets the lines."""


_TOLD: Final = 2000
"""Entries among which that many have lines as a rule, so that not all of a long log is told."""

_MARK: Final = 256
"""Entries between scenes that are kept for good, so that nobody has to play a whole log again to see its end."""


Log: TypeAlias = Callable[[int, int, str | None], Sequence[Entry]]
"""Reads the entries after one version up to another; the third argument is the game of the table at the first."""


class Chronicle:
    """The scene as it is stored, the entries just before it, and the lines of the game that runs or ran last.

    `log` is where it begins; what is left of a long one can be `read` after that.
    """

    def __init__(self, log: Sequence[Entry], deck: Deck | None = None) -> None:
        self.deck = deck
        self._recent = deque[Past](maxlen=_RECENT)
        self._lines = deque[tuple[Phrase, ...]](maxlen=_LINES)
        self._marks = list[Scene]()
        self._untold: tuple[Scene | None, list[Entry]] = None, []
        self.scene = self._read(None, log)

    def read(self, log: Sequence[Entry]) -> None:
        """The next part of a log that is too long to be read in one go."""
        self.scene = self._read(self.scene, log)

    def _read(self, scene: Scene | None, log: Sequence[Entry]) -> Scene:
        recent = log[-1].v - _RECENT
        for entry in log:
            if isinstance(entry.event, Started):
                self._recent.clear()
                self._untold = scene, []
            after = next_scene(scene, entry.event)
            if entry.v > recent:
                self._recent.append(past_untold(entry.at, scene, entry.event, after, self.deck))
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
            first, mark = entries[0].v, self.mark(max(0, entries[-1].v - _TOLD))
            earlier = list[tuple[Phrase, ...]]()
            if mark is not None and mark.table.version >= first:
                earlier = _tell(mark, entries[mark.table.version - first + 1 :])
            if len(earlier) < _LINES:
                earlier = _tell(scene, entries)
            self._untold = None, []
            self._lines = deque([*earlier, *self._lines], maxlen=_LINES)
        return tuple(self._lines)

    def add(self, at: int, event: TableEvent, table: Table) -> Past:
        """One more entry is stored, and `table` is how things stand after it."""
        after = next_scene(self.scene, event, table)
        added = past(at, self.scene, event, after, self.deck)
        self._remember(added)
        self.scene = after
        self._pass(after)
        return added

    def _pass(self, scene: Scene) -> None:
        if scene.table.version % _MARK == 0:
            self._marks.append(scene)

    def mark(self, version: int) -> Scene | None:
        """The last scene that is kept at or before a version that is stored; None is the one before all entries."""
        passed = version // _MARK
        return self._marks[passed - 1] if passed else None

    def _remember(self, new: Past) -> None:
        if isinstance(new.event, Started):
            self._untold = None, []
            self._lines.clear()
        self._recent.append(new)
        if new.lines:
            self._lines.append(new.lines)

    def remembers(self, version: int) -> bool:
        """Whether everything after a version is at hand."""
        return self.version - version <= len(self._recent)

    def since(self, version: int, log: Log, most: int | None = None) -> list[Past]:
        """Everything after a version, or the first `most` of it.

        If that is long ago, `log` is asked for the entries after one version up to another, of a table that plays a
        game at first.
        """
        if self.remembers(version):
            missed = self.version - version
            return list(islice(self._recent, len(self._recent) - missed, None))[:most]
        last = self.version if most is None else min(self.version, version + most)
        scene = self.mark(version)
        begin, game = (scene.table.version, scene.table.game) if scene else (0, None)
        pasts = list[Past]()
        for entry in log(begin, last, game):
            after = next_scene(scene, entry.event)
            if entry.v > version:
                pasts.append(past(entry.at, scene, entry.event, after, self.deck))
            scene = after
        return pasts


def _tell(scene: Scene | None, entries: Sequence[Entry]) -> list[tuple[Phrase, ...]]:
    """The lines of entries that follow on a scene, without those that have none."""
    lines = list[tuple[Phrase, ...]]()
    for entry in entries:
        after = next_scene(scene, entry.event)
        lines.append(told(scene, entry.event, after))
        scene = after
    return list(filter(None, lines))
