"""History of a live table: recent transitions, checkpoints, and catch-up for clients that have missed much."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from ...rules.errors import KnobelError
from ...store import Entry, StoreDamaged
from ...table import DiceTally, Table
from ...table.events import Started, TableEvent
from ...telling.phrase import Phrase
from ..fairness.keys import TableKeys
from ..limits.cost import SliceQueue
from ..logs import log_damage
from ..messages import Step
from ..supervised import note_failure
from ..transport import close_codes
from .frames import Transition, steps_for, transition, transition_without_lines
from .presence import Subscriber
from .reads import StoreReads
from .views import TableSnapshot, narrate_entry, next_snapshot

_MAX_RECENT: Final = 64
"""Transitions that are kept in memory; older ones are read from the log and replayed."""

_MAX_LINES: Final = 500
"""Entries of the running game whose lines are part of a snapshot."""

_NARRATED: Final = 2000
"""Entries among which that many have lines as a rule, so that not all of a long log is narrated."""

_CHECKPOINT_INTERVAL: Final = 256
"""Entries between snapshots that are kept, so that a replay never starts at the beginning of a long log."""

BATCH: Final = 25
"""Entries that are read, and steps that are sent, per iteration while catching up."""

Log: TypeAlias = Callable[[int, int, str | None], Sequence[Entry]]
"""Reads the entries after one version up to another; the third argument is the game of the table at the first."""


class History:
    """The current snapshot as it is stored, the latest transitions, and the lines of the current or last game.

    `log` is the beginning; the rest of a long log can be passed to `read` after that.
    """

    def __init__(self, log: Sequence[Entry], table_keys: TableKeys | None = None) -> None:
        self.table_keys = table_keys
        self.tally = DiceTally()
        """The dice of the game; a live table adds what it decides, before it is stored."""
        self._recent = deque[Transition](maxlen=_MAX_RECENT)
        self._lines = deque[tuple[Phrase, ...]](maxlen=_MAX_LINES)
        self._checkpoints = list[TableSnapshot]()
        self._unnarrated: tuple[TableSnapshot | None, list[Entry]] = None, []
        self.current = self._read(None, log)

    def read(self, log: Sequence[Entry]) -> None:
        """Replay the next part of a long log."""
        self.current = self._read(self.current, log)

    def _read(self, snapshot: TableSnapshot | None, log: Sequence[Entry]) -> TableSnapshot:
        recent = log[-1].v - _MAX_RECENT
        for entry in log:
            if isinstance(entry.event, Started):
                self._recent.clear()
                self._unnarrated = snapshot, []
            after = next_snapshot(snapshot, entry.event)
            if entry.v > recent:
                self._recent.append(transition_without_lines(entry.at, snapshot, entry.event, after, self.table_keys))
            self._unnarrated[1].append(entry)
            self.tally.add(entry.event)
            self._keep_checkpoint(after)
            snapshot = after
        assert snapshot is not None, "a log begins with the creation of its table"
        return snapshot

    @property
    def version(self) -> int:
        return self.current.table.version

    @property
    def lines(self) -> tuple[tuple[Phrase, ...], ...]:
        """The lines of the game. They are narrated on demand: after a restart all clients reconnect at once."""
        snapshot, entries = self._unnarrated
        if entries:
            first, checkpoint = entries[0].v, self.checkpoint(max(0, entries[-1].v - _NARRATED))
            earlier = list[tuple[Phrase, ...]]()
            if checkpoint is not None and checkpoint.table.version >= first:
                earlier = _narrate(checkpoint, entries[checkpoint.table.version - first + 1 :])
            if len(earlier) < _MAX_LINES:
                earlier = _narrate(snapshot, entries)
            self._unnarrated = None, []
            self._lines = deque([*earlier, *self._lines], maxlen=_MAX_LINES)
        return tuple(self._lines)

    def add(self, at: int, event: TableEvent, table: Table) -> Transition:
        """Append an entry that has been stored; `table` is the state after it."""
        before = self.current
        after = next_snapshot(before, event, table)
        added = transition(at, before, event, after, self.table_keys)
        if isinstance(event, Started):
            self._unnarrated = None, []
            self._lines.clear()
        self._recent.append(added)
        if added.lines:
            self._lines.append(added.lines)
        self.current = after
        self._keep_checkpoint(after)
        return added

    def _keep_checkpoint(self, snapshot: TableSnapshot) -> None:
        if snapshot.table.version % _CHECKPOINT_INTERVAL == 0:
            self._checkpoints.append(snapshot)

    def checkpoint(self, version: int) -> TableSnapshot | None:
        """The last checkpoint at or before a stored version; None is the state before all entries."""
        number = version // _CHECKPOINT_INTERVAL
        return self._checkpoints[number - 1] if number else None

    def remembers(self, version: int) -> bool:
        """Whether all transitions after a version are in memory."""
        return self.version - version <= len(self._recent)

    def recent(self, since: int, last: int) -> list[Transition]:
        """The transitions after version `since` up to `last`, if all of them are in memory."""
        return list(islice(self._recent, len(self._recent) - (self.version - since), None))[: last - since]


class Batches:
    """The transitions after version `since` up to `last`, a few at a time; older ones are replayed from the log.

    A batch is empty where entries between a checkpoint and `since` are replayed.
    """

    def __init__(self, history: History, since: int, last: int) -> None:
        self._since = since
        self._last = last
        self._table_keys = history.table_keys
        self._recent = history.recent(since, last) if history.remembers(since) else None
        self._snapshot = history.checkpoint(since)
        self._at = since
        if self._recent is None:
            self._at = self._snapshot.table.version if self._snapshot else 0

    @property
    def missing(self) -> tuple[int, int, str | None] | None:
        """What the next batch needs of the log, as arguments of `Log`; None if it needs nothing or is the end."""
        if self._recent is not None or self._at >= self._last:
            return None
        return self._at, min(self._at + BATCH, self._last), self._snapshot.table.game if self._snapshot else None

    def next(self, entries: Sequence[Entry] = ()) -> list[Transition] | None:
        """The next batch; None at the end. `entries` are the missing ones."""
        begin = self._at
        if begin >= self._last:
            return None
        self._at = min(begin + BATCH, self._last)
        if self._recent is not None:
            return self._recent[begin - self._since : self._at - self._since]
        transitions = list[Transition]()
        for entry in entries:
            after = next_snapshot(self._snapshot, entry.event)
            if entry.v > self._since:
                transitions.append(transition(entry.at, self._snapshot, entry.event, after, self._table_keys))
            self._snapshot = after
        return transitions


def _narrate(snapshot: TableSnapshot | None, entries: Sequence[Entry]) -> list[tuple[Phrase, ...]]:
    """The lines of entries that follow a snapshot, without empty ones."""
    lines = list[tuple[Phrase, ...]]()
    for entry in entries:
        after = next_snapshot(snapshot, entry.event)
        lines.append(narrate_entry(snapshot, entry.event, after))
        snapshot = after
    return list(filter(None, lines))


class CatchUp:
    """Sends batches of steps up to version `last` to a device, one per slice; then it calls `done`.

    It calls `failed` if the log cannot be read. While a database on another machine is read, it is in no queue.
    """

    def __init__(
        self,
        batches: Batches,
        last: int,
        device: str,
        send: Callable[[tuple[Step, ...]], None],
        done: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._batches = batches
        self._last = last
        self._device = device
        self._send = send
        self._done = done
        self._failed = failed
        self._entries: Sequence[Entry] | None = None
        self._over = False

    def start(self, load: Log, reads: StoreReads, slices: SliceQueue, address: str) -> None:
        slices.add(address, partial(self._run_slice, load, reads, slices, address))

    def _run_slice(self, load: Log, reads: StoreReads, slices: SliceQueue, address: str) -> bool:
        """Send one batch; False if there are no more, or the next one has to be read first."""
        try:
            return not self._over and self._send_batch(load, reads, slices, address)
        except Exception as error:  # a fault in one entry must not leave its client waiting
            self._fail(error)
            return False

    def _send_batch(self, load: Log, reads: StoreReads, slices: SliceQueue, address: str) -> bool:
        missing, entries, self._entries = self._batches.missing, self._entries, None
        if missing is not None and entries is None:
            if reads.wait:

                def read(entries: Sequence[Entry]) -> None:
                    self._entries = entries
                    self.start(load, reads, slices, address)

                reads.start(partial(load, *missing), read, self._fail)
                return False
            entries = load(*missing)
        transitions = self._batches.next(entries or ())
        if transitions:
            self._send(steps_for(transitions, self._device))
        if transitions is None or (transitions and transitions[-1].version == self._last):
            self._over = True
            self._done()
        return not self._over

    def _fail(self, error: Exception) -> None:
        if not self._over:
            self._over = True
            self._failed(error)

    def stop(self) -> None:
        self._over = True


class CatchUps:
    """The clients of one table that are catching up; they are subscribed when they are done."""

    __slots__ = ("_all", "_history", "_load", "_reads", "_slices")

    def __init__(self, load: Log, reads: StoreReads, history: History, slices: SliceQueue) -> None:
        self._load = load
        self._reads = reads
        self._history = history
        self._slices = slices
        self._all = dict[Subscriber, CatchUp]()

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(
        self,
        subscriber: Subscriber,
        since: int,
        address: str,
        push: Callable[[tuple[Step, ...]], None],
        caught_up: Callable[[int], None],
    ) -> None:
        """Catch up from version `since`: `push` gets the missed steps, `caught_up` the version that they lead to.

        By then the table may have moved on.
        """
        last = self._history.version

        def done() -> None:
            del self._all[subscriber]
            caught_up(last)

        def failed(error: Exception) -> None:
            self._all.pop(subscriber, None)
            if isinstance(error, StoreDamaged):
                log_damage(error)
            elif not isinstance(error, KnobelError):
                note_failure("catch-up", error)
            subscriber.close(close_codes.after(error))

        batches = Batches(self._history, since, last)
        catch_up = self._all[subscriber] = CatchUp(batches, last, subscriber.device, push, done, failed)
        catch_up.start(self._load, self._reads, self._slices, address)

    async def steps(self, device: str, since: int, last: int, address: str) -> tuple[Step, ...]:
        """The steps after version `since` up to `last`, in one piece."""
        steps, ended = list[Step](), asyncio.get_running_loop().create_future()
        batches = Batches(self._history, since, last)
        catch_up = CatchUp(batches, last, device, steps.extend, partial(ended.set_result, None), ended.set_exception)
        catch_up.start(self._load, self._reads, self._slices, address)
        try:
            await ended
        finally:
            catch_up.stop()
        return tuple(steps)

    def remove(self, subscriber: Subscriber) -> bool:
        """Stop a catch-up; False if there was none."""
        catch_up = self._all.pop(subscriber, None)
        if catch_up is not None:
            catch_up.stop()
        return catch_up is not None

    def stop(self) -> None:
        for catch_up in self._all.values():
            catch_up.stop()
