"""Several nodes in one process: a shared store, a bus that can fail, and leases that can be made to expire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from knobel.rules.dice import SeededDice
from knobel.serve.live.services import Services
from knobel.serve.live.table import LiveTable
from knobel.serve.metrics import Metrics
from knobel.serve.nodes.bus import OnMessage
from knobel.serve.nodes.node import Node
from knobel.serve.tokens import TokenSource
from knobel.store import CommandKey, Store
from knobel.store.connection import Connection

from ..fakes import InProcessBots, InProcessCoach, ManualTime
from ..memory_server import FREE, Device, MemoryServer, Socket

T = TypeVar("T")


class LocalBus:
    """The bus of all nodes. `fault` says how often a message arrives: 0 is a loss, 2 a repetition."""

    def __init__(self) -> None:
        self.listeners = dict[str, list[tuple[BusOfNode, OnMessage]]]()
        self.fault: Callable[[bytes], int] = lambda _: 1
        self.sent = list[bytes]()

    def deliver(self, source: BusOfNode, subject: str, message: bytes) -> None:
        self.sent.append(message)
        for node, on_message in self.listeners.get(subject, ()):
            if not (source.cut or node.cut):
                for _ in range(self.fault(message)):
                    asyncio.get_running_loop().call_soon(on_message, message)


class BusOfNode:
    """The connection of one node; while it is `cut`, nothing comes or goes."""

    def __init__(self, bus: LocalBus) -> None:
        self._bus = bus
        self.cut = False

    async def listen(self, subject: str, on_message: OnMessage) -> None:
        self._bus.listeners.setdefault(subject, []).append((self, on_message))

    async def ignore(self, subject: str) -> None:
        self._bus.listeners[subject] = [each for each in self._bus.listeners[subject] if each[0] is not self]

    def publish(self, subject: str, message: bytes) -> None:
        self._bus.deliver(self, subject, message)

    async def close(self) -> None:
        self.cut = True


class StoreRunner:
    """Statements about leases, on the connection of the store's writer."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.broken = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self.broken:
            await asyncio.Event().wait()
        return await asyncio.wrap_future(self._store.write(work))

    async def close(self) -> None:
        """It belongs to the store."""


class ClusterNode(MemoryServer):
    """One node of a cluster with its client devices."""

    def __init__(self, name: str, services: Services, bus: LocalBus, time: ManualTime) -> None:
        super().__init__(services, time, InProcessBots(), InProcessCoach())
        self.name = name
        self._tokens = count(1 + 1000 * int(name[1:]))
        self.bus = BusOfNode(bus)
        self.runner = StoreRunner(services.store)
        self.node = Node(name, self.hub, (self.runner, self.runner), self.bus)

    async def start(self) -> None:
        await self.node.start(self.app)

    async def opened(self, game: str = "zock", bots: int = 1, **more: Any) -> tuple[Device, str, Socket]:
        """A table of this node with the device of its host, which is connected."""
        host = await self.device()
        code = await host.make(game, bots, **more)
        return host, code, await host.look(code)

    async def close_devices(self) -> None:
        await self._stack.aclose()

    async def stop(self) -> None:
        """Stop as the server does: hand the tables over, and leave the cluster."""
        self.runner.broken = False
        handing_over = asyncio.create_task(self.hub.hand_over())
        while not handing_over.done():
            await self.settle()
            await self.time.advance(1)  # between two groups of tables
        await handing_over
        await self.hub.stop()
        await self.node.stop()

    async def beat(self, seconds: float = 1.0) -> None:
        """Let time pass at this node, with its heartbeats and a renewal."""
        await self.node.renew()
        await self.time.advance(seconds)

    async def die(self) -> None:
        """kill -9: it sends, stores and renews nothing any more, and its row expires."""
        self.bus.cut = self.runner.broken = True
        self.services.store.write(lambda connection: connection.execute(_EXPIRE, (self.name,)))
        await self.settle()


_EXPIRE = "UPDATE nodes SET expires = 0 WHERE node = ?"


class Cluster:
    def __init__(self, store: Store, nodes: list[ClusterNode], bus: LocalBus) -> None:
        self.store = store
        self.nodes = nodes
        self.bus = bus

    async def append_refusal(self, code: str, old: LiveTable) -> None:
        """Append what a command of a device left at a copy of a table: no entry, only an answer."""
        key = CommandKey(code, "device", "id")
        epoch = old._epoch
        await asyncio.wrap_future(self.store.append(code, key=key, answer=b"no", epoch=epoch))

    def answers(self, code: str) -> int:
        query = "SELECT count(*) FROM refusals WHERE code = ?"
        found: int = self.store.read(lambda connection: connection.execute(query, (code,)).get)
        return found

    async def expire_while(self, dead: ClusterNode, waiting: Awaitable[T]) -> T:
        """The result of something that waits until a node has expired."""
        task = asyncio.ensure_future(waiting)
        await self.settle()
        assert not task.done()
        await dead.die()
        return await task

    async def settle(self) -> None:
        """Return when what was sent between the nodes has arrived and is stored."""
        for _ in range(6):
            await self.nodes[0].settle()


@asynccontextmanager
async def cluster(where: Path | str, count: int = 2, seed: int = 1) -> AsyncIterator[Cluster]:
    """Nodes `n0`, `n1` and so on with one store, in a folder or at an address."""
    loop, bus = asyncio.get_running_loop(), LocalBus()
    store = Store(
        where / "tables.db" if isinstance(where, Path) else where,
        deliver=loop.call_soon_threadsafe,
        gather=loop.call_soon,
    )
    nodes = list[ClusterNode]()
    for number in range(count):
        time, secrets = ManualTime(), TokenSource(Random(f"{seed} {number}").randrange, b"key of the store")
        services = Services(
            store, InProcessBots(), time, SeededDice(seed + number), secrets, FREE, Metrics(), InProcessCoach()
        )
        nodes.append(ClusterNode(f"n{number}", services, bus, time))
        await nodes[-1].start()
    try:
        yield Cluster(store, nodes, bus)
    finally:
        for node in nodes:
            await node.close_devices()
        for node in nodes:
            await node.stop()
        store.close()
