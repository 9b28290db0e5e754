"""All tables of a server: loaded when somebody comes, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import Future
from typing import Final

from msgspec import UNSET

from ...store import Entry, Key, Repeated, StoreError
from ...table import Onward, create, create_onward, rebuild
from ...table.settings import Settings
from ..fairness.keys import TableKeys
from ..limits.offload import ThreadOffload
from ..limits.quotas import Doorway
from ..limits.rate_limit import TokenBuckets
from ..logs import log_event
from ..messages import Made, NewTable, encode
from ..timers import Timer
from ..transport import close_codes
from ..workers.coach.analyses import Analyses
from ..workers.coach.client import CoachQuestions
from ..workers.puzzles import Puzzles
from .history import History
from .replays import Replays
from .services import Services
from .table import LiveTable, Reply

SWEEP_INTERVAL: Final = 5.0
"""Seconds between looking after all tables: clocks are saved, hosts missed, and empty tables forgotten."""

_IDLE_TIMEOUT: Final = 60.0
"""Seconds for which an empty table is kept in memory."""

BATCH: Final = 200
"""Entries of a log that are read in one go: a game of an evening, as a rule, and some milliseconds."""

BUSY: Final = 100
"""Connections that came since the last look: while so many come, as after a restart, games to come can wait."""

_PRESENCE_TIMEOUT: Final = 90.0
"""Seconds without a sign of life, a ping at least, after which a device is taken for gone."""


class Hub:
    """The tables in memory by their codes, and what the addresses that use them may still do.

    `public` is the address at which other machines of the network reach this one, if they may.
    """

    def __init__(self, services: Services, public: str | None = None) -> None:
        limits, now = services.limits, services.time.now
        self.services = services
        self.public = public
        self.tables = dict[str, LiveTable]()
        self._readings = dict[str, asyncio.Future[LiveTable]]()
        self.connections = Doorway(limits.connections, limits.connections_of_address)
        self.commands = TokenBuckets(limits.commands_of_address, now)
        self.new_tables = TokenBuckets(limits.new_tables_of_address, now)
        self.wrong_codes = TokenBuckets(limits.wrong_codes_of_address, now)
        self.requests = TokenBuckets(limits.requests_of_address, now)
        self.beside = ThreadOffload()
        self.replays = Replays(services.store, self.beside)
        self.analyses = Analyses(services.store, services.time, services.coach)
        self.questions = CoachQuestions(services.coach, services.time)
        self.puzzles = Puzzles(services.coach)
        self.stopping = False
        self._came = 0
        self._timer: Timer | None = None
        metrics = services.metrics
        metrics.watch("knobel_connections", "Open WebSockets and waiting requests.", self._connected)
        metrics.watch("knobel_tables", "Tables in memory.", lambda: len(self.tables))
        metrics.watch("knobel_analyses", "Analyses of games that wait or run.", lambda: self.analyses.waiting)
        metrics.watch("knobel_tables_awake", "Tables at which somebody is.", self._awake)

    def _connected(self) -> int:
        return sum(len(live.onlookers) for live in self.tables.values())

    def _awake(self) -> int:
        return sum(live.awake for live in self.tables.values())

    def start(self) -> None:
        """Look after the tables from now on."""
        self._timer = self.services.time.later(SWEEP_INTERVAL, self._sweep)

    def _sweep(self) -> None:
        now = self.services.time.now()
        for live in list(self.tables.values()):
            live.dismiss(now - _PRESENCE_TIMEOUT)
            live.watch_host(now)
            if not live.idle:
                live.save_clock()
            elif live.touched + _IDLE_TIMEOUT <= now:
                self._lose(live)
        self.analyses.forget()
        if self.services.decks is not None and self._came < BUSY:
            self.services.decks.prepare(self.services.time)
        self._came = 0
        self.start()

    async def find(self, code: str) -> LiveTable | None:
        """The table of a code, read from the store if it is not in memory.

        A long log is read part by part, so that everybody else need not wait; whoever comes meanwhile gets that table.
        """
        live = self.tables.get(code)
        if live is not None:
            return live
        reading = self._readings.get(code)
        if reading is None:
            log = self.services.store.load(code, 0, BATCH)
            if not log:
                return None
            chronicle = History(log, TableKeys(self.services.decks) if self.services.decks else None)
            if len(log) < BATCH:
                return self._wake(code, chronicle)
            reading = self._readings[code] = asyncio.ensure_future(self._read(code, chronicle))
            reading.add_done_callback(lambda _: self._readings.pop(code))
        return await asyncio.shield(reading)

    async def _read(self, code: str, chronicle: History) -> LiveTable:
        while log := self.services.store.load(
            code, chronicle.version, chronicle.version + BATCH, chronicle.scene.table.game
        ):
            chronicle.read(log)
            await asyncio.sleep(0)
        return self._wake(code, chronicle)

    def _wake(self, code: str, chronicle: History) -> LiveTable:
        live = self.tables[code] = LiveTable(chronicle, self.services, self._lose)
        if self.stopping:  # it was asked for before that
            live.end(close_codes.STOPPING)
        return live

    def _lose(self, live: LiveTable) -> None:
        """Forget a table; whoever is there comes back and finds what is stored."""
        if self.tables.get(live.code) is live:
            del self.tables[live.code]
        live.end(close_codes.RELOAD)

    def make(self, device: str, new: NewTable, reply: Reply, on: Onward | None = None) -> None:
        """Make a table, or one at which another game goes `on`; `reply` gets its code once it is stored.

        A repeat gets the same code.
        """
        services = self.services
        key = Key("", device, new.id)
        before = services.store.answer(key)
        if before is not None:
            reply(before)
            return
        code = services.secrets.code()
        while services.store.last_version(code):
            code = services.secrets.code()
        settings = Settings() if new.settings is UNSET else new.settings
        house = services.house
        if on is None:
            events = create(code, new.game, new.options, settings, new.name, device, house, new.bots, new.start)
        else:
            events = create_onward(code, on, settings, new.name, device, house, new.bots)
        at, answer = services.time.wall(), encode(Made(code))
        entries = [Entry(number, at, event) for number, event in enumerate(events, 1)]
        stored = services.store.append(code, entries, key, answer, after=rebuild(events))

        def done(future: Future[None]) -> None:
            """Another request of the same id may have been stored a moment before this one."""
            error = future.exception()
            if isinstance(error, Repeated):
                reply(services.store.answer(key))
            else:
                reply(answer if error is None else None)

        stored.add_done_callback(done)

    def enter(self, address: str) -> bool:
        """Whether one more connection from this address is all right; if so it is counted."""
        entered = self.connections.enter(address)
        self._came += entered
        return entered

    def leave(self, address: str) -> None:
        self.connections.leave(address)

    async def stop(self) -> None:
        """Take no more commands, finish what is being stored, note the clocks and send everybody away for a moment."""
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
        """Come back when everything that was given to the store before is stored and answered."""
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self.services.store.append(""))
