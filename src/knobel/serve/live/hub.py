"""All live tables of a server: read from the store on demand, dropped from memory when idle."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import Future
from typing import Final

from msgspec import UNSET

from ...store import CommandKey, Entry, Repeated, StoreError
from ...table import Continuation, create, create_continuation, rebuild
from ...table.commands import Settings
from ..fairness.keys import TableKeys
from ..limits.cost import CostBudget, SliceQueue
from ..limits.offload import ThreadOffload
from ..limits.quotas import Quota
from ..limits.rate_limit import TokenBuckets
from ..logs import log_event
from ..messages import Made, NewTable, encode
from ..timers import Timer
from ..transport import close_codes
from ..workers.coach.analyses import Analyses
from ..workers.coach.client import CoachQuestions
from ..workers.puzzles import Puzzles
from .health import StoreHealth
from .history import History
from .replays import Replays
from .services import Services
from .table import LiveTable, Reply

SWEEP_INTERVAL: Final = 5.0
"""Seconds between sweeps over all tables: presence timeouts, saved clocks, idle tables."""

_IDLE_TIMEOUT: Final = 60.0
"""Seconds for which a table without connections stays in memory."""

BATCH: Final = 200
"""Entries of a log that are read per iteration: usually a whole game, in a few milliseconds."""

BUSY: Final = 100
"""New connections since the last sweep above which no keys are prepared, as after a restart."""

PRESENCE_TIMEOUT: Final = 90.0
"""Presence timeout: seconds without a frame or ping after which a connection is closed."""


class Hub:
    """The tables in memory by code, with the rate limits and quotas of their clients.

    `public` is the address of this server in the local network, if it is open to it.
    """

    def __init__(self, services: Services, public: str | None = None) -> None:
        limits, now = services.limits, services.time.now
        self.services = services
        self.public = public
        self.tables = dict[str, LiveTable]()
        self._readings = dict[str, asyncio.Future[LiveTable]]()
        self.connections = Quota(limits.connections, limits.connections_of_address)
        self.commands = TokenBuckets(limits.commands_of_address, now)
        self.new_tables = TokenBuckets(limits.new_tables_of_address, now)
        self.wrong_codes = TokenBuckets(limits.wrong_codes_of_address, now)
        self.requests = TokenBuckets(limits.requests_of_address, now)
        self.budget = CostBudget(limits, now)
        self._slices = SliceQueue(services.time, self.budget)
        self.health = StoreHealth(services.store, services.time)
        self.offload = ThreadOffload()
        self.replays = Replays(services.store, self.offload)
        self.analyses = Analyses(services.store, services.time, services.coach)
        self.questions = CoachQuestions(services.coach, services.time)
        self.puzzles = Puzzles(services.coach)
        self.stopping = False
        self._new_connections = 0
        self._timer: Timer | None = None
        metrics = services.metrics
        metrics.watch("knobel_connections", "Open WebSockets and waiting requests.", self._connected)
        metrics.watch("knobel_tables", "Tables in memory.", lambda: len(self.tables))
        metrics.watch("knobel_analyses", "Analyses of games that wait or run.", lambda: self.analyses.waiting)
        metrics.watch("knobel_tables_awake", "Tables with a connected player.", self._awake)

    def _connected(self) -> int:
        return sum(len(live.subscribers) for live in self.tables.values())

    def _awake(self) -> int:
        return sum(live.awake for live in self.tables.values())

    def start(self) -> None:
        """Start the periodic sweeps."""
        self._timer = self.services.time.later(SWEEP_INTERVAL, self._sweep)

    def _sweep(self) -> None:
        now = self.services.time.now()
        for live in list(self.tables.values()):
            live.drop_silent(now - PRESENCE_TIMEOUT)
            live.check_host(now)
            if not live.idle:
                live.save_clock()
            elif live.last_used + _IDLE_TIMEOUT <= now:
                self._drop(live)
        self.analyses.drop_abandoned()
        self.health.note()
        if self.services.key_pool is not None and self._new_connections < BUSY:
            self.services.key_pool.prepare(self.services.time)
        self._new_connections = 0
        self.start()

    async def find(self, code: str) -> LiveTable | None:
        """The table of a code, read from the store if it is not in memory.

        A long log is read in batches, one per iteration of the loop; concurrent calls share the result.
        """
        live = self.tables.get(code)
        if live is not None:
            return live
        reading = self._readings.get(code)
        if reading is None:
            log = self.services.store.load(code, 0, BATCH)
            if not log:
                return None
            history = History(log, TableKeys(self.services.key_pool) if self.services.key_pool else None)
            if len(log) < BATCH:
                return self._open(code, history)
            reading = self._readings[code] = asyncio.ensure_future(self._read(code, history))
            reading.add_done_callback(lambda _: self._readings.pop(code))
        return await asyncio.shield(reading)

    async def _read(self, code: str, history: History) -> LiveTable:
        while log := self.services.store.load(
            code, history.version, history.version + BATCH, history.current.table.game
        ):
            history.read(log)
            await asyncio.sleep(0)
        return self._open(code, history)

    def _open(self, code: str, history: History) -> LiveTable:
        live = self.tables[code] = LiveTable(history, self.services, self.budget, self._slices, self._drop)
        if self.stopping:  # the request came before that
            live.end(close_codes.STOPPING)
        return live

    def _drop(self, live: LiveTable) -> None:
        """Drop a table from memory; its clients reconnect and get what is stored."""
        if self.tables.get(live.code) is live:
            del self.tables[live.code]
        live.end(close_codes.RELOAD)

    def reload(self, code: str) -> None:
        """Drop a table whose log was changed in the store; its clients reconnect and get the changed log."""
        if (live := self.tables.get(code)) is not None:
            self._drop(live)

    def create_table(self, device: str, new: NewTable, reply: Reply, on: Continuation | None = None) -> None:
        """Create a table, or one that continues a game (`on`); `reply` gets its code once it is stored.

        A repeated request gets the same code (idempotency key: device and request id).
        """
        services = self.services
        key = CommandKey("", device, new.id)
        before = services.store.answer(key)
        if before is not None:
            reply(before)
            return
        code = services.secrets.code()
        while services.store.last_version(code):
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
        stored = services.store.append(code, entries, key, answer, after=rebuild(events))

        def done(future: Future[None]) -> None:
            """A repeat of this request may have been stored first."""
            error = future.exception()
            if isinstance(error, Repeated):
                reply(services.store.answer(key))
            else:
                reply(answer if error is None else None)

        stored.add_done_callback(done)

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
        if self._timer is not None:
            self._timer.cancel()
        self.questions.stop()
        await self.puzzles.stop()
        await self.analyses.stop()
        await self._all_stored()
        for live in self.tables.values():
            live.save_clock()
            live.end(close_codes.STOPPING)
        await self._all_stored()
        log_event("stopped", tables=len(self.tables))

    async def _all_stored(self) -> None:
        """Return when everything submitted to the store so far is stored and answered."""
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self.services.store.append(""))
