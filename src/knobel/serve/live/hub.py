"""All live tables of a server: read from the store on demand, dropped from memory when idle."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from msgspec import UNSET

from ...store import ClockRow, CommandKey, Entry, Repeated, StoreDamaged, StoreError
from ...table import Continuation, Table, create, create_continuation, rebuild
from ...table.commands import Settings
from ..config import Config
from ..fairness.keys import TableKeys
from ..limits.cost import CostBudget, SliceQueue
from ..limits.offload import ThreadOffload
from ..limits.quotas import Quota
from ..limits.rate_limit import TokenBuckets
from ..limits.wrong_codes import WrongCodes
from ..logs import log_event
from ..messages import Made, NewTable, encode
from ..supervised import SupervisedLoop, attempt, supervised
from ..timers import sleep
from ..transport import close_codes
from ..transport.devices import Devices
from ..transport.door import Door
from ..workers.coach.analyses import Analyses
from ..workers.coach.client import CoachQuestions
from ..workers.puzzles import Puzzles
from .health import StoreHealth
from .history import History
from .housekeeping import Housekeeping
from .ownership import OWNER_RETRY, OwnedElsewhere, Ownership, TableAccess, Unreachable
from .reads import StoreReads
from .replays import Replays
from .services import Services
from .table import LiveTable

P = ParamSpec("P")
T = TypeVar("T")

SWEEP_INTERVAL: Final = 5.0
"""Seconds between sweeps over all tables: presence timeouts, saved clocks, idle tables."""

BATCH: Final = 200
"""Entries of a log that are read per iteration: usually a whole game, in a few milliseconds."""

BUSY: Final = 100
"""New connections since the last sweep above which no keys are prepared, as after a restart."""

OWNER_TIMEOUT: Final = 8.0
"""Seconds in which a table must have an owner that answers; a dead one is replaced after three."""

_HANDED_OVER: Final = 5
_MAX_GROUPS: Final = 100
_GROUP_PAUSE: Final = 0.15
"""A stopping node hands over so many tables together, or more to need no more groups than this, with a pause in seconds
between two groups: other nodes take each of them within its pause, since connecting again costs the most."""

_DEFAULT_OPTIONS: Final = Config()


class Hub:
    """The tables in memory by code, with the rate limits and quotas of their clients.

    `public` is the address of this server in the local network, if it is open to it, and `folder` that of the store, if
    the store is on this machine's disk.
    """

    def __init__(
        self,
        services: Services,
        public: str | None = None,
        options: Config = _DEFAULT_OPTIONS,
        folder: Path | None = None,
    ) -> None:
        limits, now = services.limits, services.time.now
        self.services = services
        self.reads = StoreReads(services.store)
        self.public = public
        self.tables = dict[str, LiveTable]()
        self.ownership: Ownership | None = None
        """The leases of this node; None for a server without a cluster, which owns all tables."""
        self._readings = dict[str, asyncio.Future[LiveTable | None]]()
        self._outdated = set[str]()
        """Tables that are being read, and whose logs were changed in the store meanwhile."""
        self.connections = Quota(limits.connections, limits.connections_of_address)
        self.commands = TokenBuckets(limits.commands_of_address, now)
        self.new_tables = TokenBuckets(limits.new_tables_of_address, now)
        self.joins_without_cookie = TokenBuckets(limits.joins_without_cookie, now)
        self.devices = Devices(services.secrets, self._knows_device)
        self.wrong_codes = WrongCodes(limits, now, self._holds_seat, self._knows_device)
        self.requests = TokenBuckets(limits.requests_of_address, now)
        self.budget = CostBudget(limits, now)
        self._slices = SliceQueue(services.time, self.budget)
        self.health = StoreHealth(services.store, services.time)
        self.offload = ThreadOffload(limits)
        self.replays = Replays(services.store, self.offload, limits.replay_events)
        self.analyses = Analyses(services.store, services.time, services.coach, limits)
        self.questions = CoachQuestions(services.coach, services.time, limits)
        self.puzzles = Puzzles(services.coach, limits)
        self.options = options
        self.door = None if options.door_code is None else Door(options.door_code, services.secrets)
        self.housekeeping = Housekeeping(services, options, self._codes, folder, self.read)
        self.draining = False
        """Whether tables are being handed over: no connection is accepted any more."""
        self.stopping = False
        self._new_connections = 0
        self._sweeps: SupervisedLoop | None = None
        metrics = services.metrics
        metrics.watch("knobel_connections", "Open WebSockets and waiting requests.", self._connected)
        metrics.watch("knobel_tables", "Tables in memory.", lambda: len(self.tables))
        metrics.watch("knobel_analyses", "Analyses of games that wait or run.", lambda: self.analyses.waiting)
        metrics.watch("knobel_tables_awake", "Tables with a connected player.", self._awake)

    def _codes(self) -> list[str]:
        """Tables that are in memory, or are being read into it."""
        return [*self.tables, *self._readings]

    def _connected(self) -> int:
        return sum(len(live.subscribers) for live in self.tables.values())

    def _awake(self) -> int:
        return sum(live.awake for live in self.tables.values())

    def start(self) -> None:
        """Start the periodic sweeps."""
        time = self.services.time
        self._sweeps = supervised("sweep", self._sweep, SWEEP_INTERVAL, delay=SWEEP_INTERVAL, time=time)

    async def _sweep(self) -> None:
        """Every part is done even if another one fails; a table that fails is read anew."""
        now = self.services.time.now()
        silent_since = now - self.services.limits.presence_timeout
        for live in list(self.tables.values()):
            if not attempt("sweep of a table", partial(self._sweep_table, live, now, silent_since)):
                attempt("sweep of a table", partial(self._drop, live))
        if self.ownership is not None:
            attempt("sweep of the leases", partial(self.ownership.sweep, silent_since))
        attempt("sweep of the analyses", self.analyses.drop_abandoned)
        attempt("store health", self.health.note)
        attempt("housekeeping", self.housekeeping.sweep)
        if self.services.key_pool is not None and self._new_connections < BUSY:
            self.services.key_pool.prepare(self.services.time)
        self._new_connections = 0

    def _sweep_table(self, live: LiveTable, now: float, silent_since: float) -> None:
        live.drop_silent(silent_since)
        live.check_host(now)
        if not live.idle:
            live.save_clock()
        elif live.last_used + self.services.limits.idle_timeout <= now:
            self._drop(live)

    async def find(self, code: str) -> LiveTable | None:
        """The table of a code, read from the store if it is not in memory; raises `OwnedElsewhere` in a cluster.

        A long log is read in batches, one per iteration of the loop; concurrent calls share the result. Without a
        cluster the store is a file.
        """
        live = self.tables.get(code)
        if live is not None:
            return live
        reading: asyncio.Future[LiveTable | None] | None = self._readings.get(code)
        if reading is None:
            if self.ownership is not None:
                reading = asyncio.ensure_future(self._claim(code, self.ownership))
            else:
                log = self.services.store.load(code, 0, BATCH)
                if not log:
                    return None
                history = self._history(log)
                if len(log) < BATCH:
                    return self._open(code, history, self.services.store.clock(code))
                reading = asyncio.ensure_future(self._read(code, history))
            self._readings[code] = reading
            reading.add_done_callback(partial(self._on_read, code))
        return await asyncio.shield(reading)

    def _on_read(self, code: str, reading: asyncio.Future[LiveTable | None]) -> None:
        """A table is read, or cannot be. If its clients have gone meanwhile, an error concerns none of them."""
        del self._readings[code]
        self._outdated.discard(code)
        if not reading.cancelled():
            reading.exception()  # otherwise asyncio logs it as one that was forgotten

    async def access(self, code: str) -> TableAccess | None:
        """The table of a code, here or at another node. While its owner is being replaced, this waits."""
        deadline = self.services.time.now() + OWNER_TIMEOUT
        while True:
            pause = OWNER_RETRY
            try:
                return await self.find(code)
            except OwnedElsewhere as elsewhere:
                pause = elsewhere.pause
                assert self.ownership is not None, "only nodes of a cluster find other owners"
                try:
                    return await self.ownership.remote(elsewhere)
                except Unreachable:
                    if self.services.time.now() > deadline:
                        raise
            except Unreachable:
                if self.draining or self.services.time.now() > deadline:
                    raise
            await asyncio.sleep(pause)

    async def stored_table(self, code: str) -> Table | None:
        """A table as it is stored, whichever node owns it."""
        if self.ownership is None or code in self.tables:
            live = await self.find(code)
            return live.table if live else None
        log = await self._load(code)
        if not log:
            return None
        history = self._history(log)
        await self._read_on(code, history)
        return history.current.table

    def _history(self, log: list[Entry]) -> History:
        return History(log, TableKeys(self.services.key_pool) if self.services.key_pool else None)

    async def _claim(self, code: str, ownership: Ownership) -> LiveTable | None:
        """Take the lease of a table, and read its log, which no other node writes from then on."""
        self._check_not_draining()
        epoch = await ownership.claim(code)
        if epoch is None:
            return None
        try:
            self.services.store.forget_version(code)
            log, clock = await self.read(self._load_with_clock, code)
            if not log:  # it has just been deleted
                ownership.release([code])
                return None
            history = self._history(log)
            await self._read_on(code, history)
            self._check_not_draining()
            self._check_not_outdated(code)
        except Unreachable:
            ownership.release([code])
            raise
        if not ownership.holds(code, epoch):
            raise Unreachable("this table has just moved to another server; try it again in a moment")
        return self._open(code, history, clock, epoch)

    async def _read(self, code: str, history: History) -> LiveTable | None:
        await self._read_on(code, history)
        clock = await self.read(self.services.store.clock, code)
        self._check_not_outdated(code)
        return self._open(code, history, clock)

    async def _read_on(self, code: str, history: History) -> None:
        while history.version % BATCH == 0 and (
            log := await self._load(code, history.version, history.current.table.game)
        ):
            history.read(log)
            await asyncio.sleep(0)

    async def _load(self, code: str, since: int = 0, game: str | None = None) -> list[Entry]:
        """A batch of a log."""
        return await self.read(self.services.store.load, code, since, since + BATCH, game)

    def _load_with_clock(self, code: str) -> tuple[list[Entry], ClockRow | None]:
        """The beginning of a log, usually all of it, and what was left on the clock of its table."""
        store = self.services.store
        return store.load(code, 0, BATCH), store.clock(code)

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of something that reads the store; raises `Unreachable` if the database does not answer."""
        return await self.reads.run(work, *args, **kwargs)

    async def _knows_device(self, device: str) -> bool:
        return await self.read(self.services.store.knows_device, device)

    async def _holds_seat(self, device: str, code: str) -> bool:
        return await self.read(self.services.store.holds_seat, device, code)

    def _check_not_draining(self) -> None:
        if self.draining:
            raise Unreachable("this server restarts; come back in a moment")

    def _check_not_outdated(self, code: str) -> None:
        """What was read is not the log any more; those who wait for the table read it again."""
        if code in self._outdated:
            raise Unreachable("this table has just changed; try it again in a moment")

    def _open(self, code: str, history: History, clock: ClockRow | None, epoch: int | None = None) -> LiveTable:
        live = LiveTable(history, clock, self.services, self.reads, self.budget, self._slices, self._drop, epoch)
        self.tables[code] = live
        if self.stopping:  # the request came before that
            live.end(close_codes.STOPPING)
        return live

    def _drop(self, live: LiveTable) -> None:
        """Drop a table from memory; its clients reconnect and get what is stored, maybe from another node."""
        if self.tables.get(live.code) is live:
            del self.tables[live.code]
            if self.ownership is not None:
                self.ownership.release([live.code])
        live.end(close_codes.RELOAD)

    def drop(self, code: str) -> None:
        """Drop a table whose log was changed in the store, or have it read anew, and drop all cached replays."""
        self.replays.clear()
        if code in self._readings:
            self._outdated.add(code)
        if (live := self.tables.get(code)) is not None:
            self._drop(live)

    def drop_all(self) -> None:
        """Drop all tables: this node may not own them any more."""
        for live in list(self.tables.values()):
            self._drop(live)

    def reload(self, codes: Sequence[str]) -> None:
        """Drop tables whose logs were changed in the store; their clients reconnect and get the changed logs."""
        self.replays.clear()  # loaded records may be gone, which have no table
        for code in codes:
            self.drop(code)
        if self.ownership is not None and codes:
            self.ownership.reload(codes)

    async def create_table(self, device: str, new: NewTable, on: Continuation | None = None) -> bytes | None:
        """Create a table, or one that continues a game (`on`): the answer with its code; None if it is not stored.

        A repeated request gets the same code (idempotency key: device and request id).
        """
        services = self.services
        key = CommandKey("", device, new.id)
        before = await self.read(services.store.answer, key)
        if before is not None:
            return before
        code = services.secrets.code()
        while await self.read(services.store.last_version, code):
            code = services.secrets.code()
        settings = Settings() if new.settings is UNSET else new.settings
        inputs = services.inputs
        if on is None:
            events = create(
                code, new.game, new.options, settings, new.name, device, inputs, new.bots, new.start, new.guests
            )
        else:
            events = create_continuation(code, on, settings, new.name, device, inputs, new.bots)
        at, answer = services.time.wall(), encode(Made(code))
        entries = [Entry(number, at, event) for number, event in enumerate(events, 1)]
        try:
            await asyncio.wrap_future(services.store.append(code, entries, key, answer, after=rebuild(events)))
        except Repeated:  # a repeat of this request was stored first
            return await self.read(services.store.answer, key)
        except StoreDamaged:  # sending it again does not help
            raise
        except StoreError:
            return None
        return answer

    def acquire_connection(self, address: str) -> bool:
        """Count a connection from an address; False if the quota is used up."""
        acquired = self.connections.acquire(address)
        self._new_connections += acquired
        return acquired

    def release_connection(self, address: str) -> None:
        self.connections.release(address)

    async def stop(self) -> None:
        """Refuse new commands, finish what is being stored, save the clocks and close all connections."""
        self.stopping = True
        if self._sweeps is not None:
            await self._sweeps.stop()
        if self.services.key_pool is not None:
            await self.services.key_pool.stop()
        self.questions.stop()
        await self.puzzles.stop()
        await self.analyses.stop()
        await self._all_stored()
        await self._end_tables(list(self.tables.values()))
        log_event("stopped", tables=len(self.tables))

    async def _end_tables(self, tables: list[LiveTable]) -> None:
        """Save the clocks of tables and close their connections."""
        for live in tables:
            live.save_clock()
            live.end(close_codes.STOPPING)
        await self._all_stored()

    async def hand_over(self) -> None:
        """Drain a node of a cluster: give up its tables and its clients at others, a few at a time.

        The others go on meanwhile.
        """
        assert self.ownership is not None, "only nodes of a cluster hand over"
        self.draining = True
        relayed = self.ownership.relayed()
        size = max(_HANDED_OVER, ceil(max(len(self.tables), len(relayed)) / _MAX_GROUPS))
        while self.tables or relayed:
            for client in relayed[:size]:
                client.close(close_codes.STOPPING)
            relayed = relayed[size:]
            tables = list(self.tables.values())[:size]
            await self._end_tables(tables)
            ended = [live.code for live in tables if self.tables.get(live.code) is live]
            for code in ended:
                del self.tables[code]
            self.ownership.release(ended)
            if (self.tables or relayed) and not self.ownership.alone:
                await sleep(self.services.time, _GROUP_PAUSE)

    async def _all_stored(self) -> None:
        """Return when everything submitted to the store so far is stored and answered."""
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self.services.store.append(""))
