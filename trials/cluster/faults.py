"""The faults of the cluster trial, each with what it is measured by."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias

from tests.server_process import ServerProcess
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from ..common.http import Http
from .nodes import ClusterProcesses, NodeProcess
from .pauses import Pauses
from .table import ClusterTable, Watch

LEASE: Final = 3.0
"""Seconds after which the lease of a silent node expires."""

_QUIET: Final = 3
"""Tables that are kept for the moment when a stopped node wakes up."""

_BURST: Final = 5
_BURST_PAUSE: Final = 0.05
"""Commands of such a table while nothing can be stored, and seconds between them."""

_PATIENCE: Final = 90.0

_Measure: TypeAlias = Callable[[], None]
"""Notes times of a fault, when all tables play again."""


class Faults:
    """Makes faults.

    `take_overs` are seconds from a fault of a node to the first answer of its tables from another node, by kind of
    fault, and `drains` those from the first lost connection of a table to an answer with all players connected, which
    may wait for dice; `absences` are those of single players without a connection then.
    """

    def __init__(
        self, cluster: ClusterProcesses, tables: list[ClusterTable], pauses: Pauses, rng: random.Random
    ) -> None:
        self._cluster = cluster
        self._pauses = pauses
        self._tables = {table.code: table for table in tables}
        self._rng = rng
        self.take_overs = defaultdict[str, list[float]](list)
        self.drains = list[float]()
        self.absences = list[float]()
        self._kinds: dict[str, tuple[int, Callable[[], Awaitable[_Measure | None]]]] = {
            "kill -9": (8, self._kill),
            "SIGSTOP": (4, self._stop),
            "drain": (5, self._drain),
            "NATS restarted": (3, self._restart_nats),
            "PostgreSQL restarted": (2, self._restart_postgres),
            "cut off from NATS": (3, self._partition_nats),
            "cut off from PostgreSQL": (2, self._partition_postgres),
            "kill -9 of all nodes": (1, self._kill_all),
        }
        self._first = list(self._kinds)

    async def one(self, every: float | None = None) -> str:
        """Make a fault, and return its name when all tables play again: each kind once, then random ones.

        `every` so many seconds it returns whether they do or not, so that one fault follows before the effects of
        another are over.
        """
        weights = [weight for weight, _ in self._kinds.values()]
        kind = self._first.pop(0) if self._first else self._rng.choices(list(self._kinds), weights)[0]
        for table in self._tables.values():
            table.watch = None
        begin = time.monotonic()
        self._pauses.fault(kind, begin)
        measure = await self._kinds[kind][1]()
        if every is None:
            await self.recovered()
        else:
            await asyncio.sleep(begin + every - time.monotonic())
        if measure is not None:
            measure()
        return kind

    async def recovered(self) -> None:
        """Return when every table has answered a new command."""
        since, late = time.monotonic(), list(self._tables.values())
        try:
            async with asyncio.timeout(_PATIENCE):
                while late := [table for table in late if table.last_answer < since]:
                    for table in late:
                        await table.act()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"no answer for {_PATIENCE} s at {[table.code for table in late]}") from None

    def _watch(self, codes: Iterable[str]) -> dict[str, Watch]:
        now = time.monotonic()
        watches = {code: Watch(now) for code in codes if code in self._tables}
        for code, watch in watches.items():
            self._tables[code].watch = watch
        return watches

    def _watch_take_overs(self, kind: str, epochs: dict[str, int]) -> _Measure:
        """Watch tables with these epochs; what is returned notes the times of those that were taken over."""
        watches = self._watch(epochs)

        def measure() -> None:
            now = self._cluster.epochs()
            self.take_overs[kind] += [
                watch.answered - watch.begin
                for code, watch in watches.items()
                if watch.answered is not None and now.get(code) != epochs[code]
            ]

        return measure

    def _victim(self) -> NodeProcess:
        return self._rng.choice(self._cluster.up)

    async def _kill(self) -> _Measure:
        node = self._victim()
        epochs = self._cluster.epochs(node)
        self._cluster.up.remove(node)
        node.kill()
        measure = self._watch_take_overs("kill -9", epochs)
        await self._cluster.restart(node)
        return measure

    async def _kill_all(self) -> None:
        nodes = list(self._cluster.up)
        self._cluster.up.clear()
        for node in nodes:
            node.kill()
        await asyncio.gather(*[self._cluster.restart(node) for node in nodes])

    async def _drain(self) -> _Measure:
        node = self._victim()
        watches = self._watch(self._tables).values()
        self._cluster.up.remove(node)
        await asyncio.to_thread(ServerProcess.stop, node)
        await self.recovered()  # nodes have machines of their own: one that starts takes nothing from the others
        await self._cluster.restart(node)

        def measure() -> None:
            times = [(watch.broken, watch.answered) for watch in watches]
            self.drains += [end - begin for begin, end in times if begin is not None and end is not None]
            self.absences += [seconds for watch in watches for seconds in watch.absent]

        return measure

    async def _stop(self) -> _Measure:
        """SIGSTOP beyond the lease, while commands wait to be stored: they must not be when the node wakes up.

        Their tables stand still meanwhile, and another node reads them: the entries of the woken node would fit their
        logs, so only the fencing keeps them out.
        """
        node = max(self._cluster.up, key=lambda each: len(self._cluster.epochs(each)))
        others = [other for other in self._cluster.up if other is not node]
        epochs = self._cluster.epochs(node)
        owned = sorted(epochs.keys() & self._tables.keys())
        quiet = [self._tables[code] for code in self._rng.sample(owned, min(_QUIET, len(owned)))]
        sockets = list[tuple[ClusterTable, ClientConnection]]()
        for table in quiet:
            await table.leave()
        for table in quiet:
            table.base = node.base
            sockets.append((table, await self._connected(table)))
        async with self._cluster.writes_blocked():
            for _ in range(_BURST):
                for table, socket in sockets:
                    with contextlib.suppress(WebSocketException):  # the node has dropped the table
                        await socket.send(table.quiet_seat().emote())
                await asyncio.sleep(_BURST_PAUSE)
            node.pause()
        for table in quiet:
            del epochs[table.code]
        measure = self._watch_take_overs("SIGSTOP", epochs)
        try:
            self._cluster.up.remove(node)
            await asyncio.sleep(LEASE + self._rng.uniform(0.7, 3.5))
            for table in quiet:
                await self._read(table, others)
        finally:
            node.wake()
        await asyncio.gather(*[self._listen(table, socket) for table, socket in sockets])
        for table in quiet:
            table.held.set()
        self._cluster.up.append(node)
        return measure

    async def _connected(self, table: ClusterTable) -> ClientConnection:
        """A connection of the quiet seat that has got its first frame."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                with contextlib.suppress(OSError, EOFError, WebSocketException):
                    socket = await table.connect(table.quiet_seat())
                    table.quiet_seat().receive(str(await socket.recv()))
                    return socket
                await asyncio.sleep(0.2)

    async def _read(self, table: ClusterTable, others: list[NodeProcess]) -> None:
        """Look at a table over another node, which takes it over."""
        async with Http(self._rng.choice(others).base, table.address, table.quiet_seat().cookie) as http:
            await http.get(f"/api/tables/{table.code}")

    async def _listen(self, table: ClusterTable, socket: ClientConnection) -> None:
        """Take what the woken node says, until it closes the connection or is silent."""
        try:
            while True:
                async with asyncio.timeout(2):
                    text = await socket.recv()
                assert isinstance(text, str)
                table.quiet_seat().receive(text)
        except (OSError, EOFError, WebSocketException):
            socket.transport.abort()

    async def _restart_nats(self) -> None:
        await asyncio.to_thread(self._cluster.nats.stop)
        await asyncio.sleep(self._rng.choice((0, 1, 8)))
        await asyncio.to_thread(self._cluster.nats.start)

    async def _partition_nats(self) -> None:
        gate = self._victim().nats_gate
        gate.shut(**self._directions())
        await asyncio.sleep(self._rng.uniform(0.5, 6))
        gate.open()

    def _directions(self) -> dict[str, bool]:
        """Both directions, or one of them."""
        return self._rng.choice(({}, {"out": False}, {"back": False}))

    async def _partition_postgres(self) -> _Measure:
        node = self._victim()
        epochs = self._cluster.epochs(node)
        self._cluster.up.remove(node)
        node.postgres_gate.shut(**self._directions())
        measure = self._watch_take_overs("cut off from PostgreSQL", epochs)
        await asyncio.sleep(self._rng.uniform(0.5, 6))
        node.postgres_gate.open()
        self._cluster.up.append(node)
        return measure

    async def _restart_postgres(self) -> None:
        await asyncio.to_thread(self._cluster.postgres.stop, self._rng.choice(("fast", "immediate")))
        await asyncio.sleep(self._rng.choice((0, 1, 4)))
        await asyncio.to_thread(self._cluster.postgres.start)
