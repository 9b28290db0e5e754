"""A table whose log is rewritten in use: a host who sends emotes in the lobby, and an operator who renames the seat."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Final

from msgspec import json
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from knobel.store import Store, StoreError
from knobel.store.moderation import rename

from ..kill.seats import Seat
from ..kill.table import KillTable
from .nodes import ClusterProcesses

_PATIENCE: Final = 3.0
_PAUSE: Final = 0.3
"""Seconds without an answer after which the host reconnects, and between two renamings."""

_TALKING: Final = 0.3
"""Seconds between two commands, on average. A renaming holds the locks of its owner while it writes the log anew, so
long logs that are renamed all the time would stop all tables of the owner."""


class RewrittenTable(KillTable):
    """`acknowledged` are the ids of commands that were answered with a version, `renamed` counts the rewritings."""

    def __init__(self, cluster: ClusterProcesses, number: int, seed: int) -> None:
        super().__init__("", number, seed)
        self._cluster = cluster
        self._count = 0
        self.acknowledged = dict[str, int]()
        self.renamed = 0

    async def make(self) -> None:
        self.base = self._cluster.base(self.rng)
        new = {"id": "new", "game": self.game, "name": "Ada", "start": False}
        async with self.client() as host:
            self.code = (await host.post("/api/tables", json=new)).raise_for_status().json()["code"]
            self.seats = [Seat(f"knobel={host.cookies['knobel']}")]

    async def run(self) -> None:
        """Talk and rename until cancelled."""
        with Store(self._cluster.store) as store:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._talk())
                group.create_task(self._rename(store))

    async def _rename(self, store: Store) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0, 2 * _PAUSE))
            work = partial(rename, code=self.code, seat=0, name=f"Ada {self.renamed % 100}")
            with contextlib.suppress(StoreError):  # PostgreSQL restarts
                await asyncio.wrap_future(store.write(work))
                self.renamed += 1

    async def _talk(self) -> None:
        while True:
            self.base = self._cluster.base(self.rng)
            with contextlib.suppress(OSError, EOFError, WebSocketException):  # a timeout is an OSError
                async with asyncio.timeout(_PATIENCE):
                    socket = await self.connect(Seat(self.seats[0].cookie), most=0)
                try:
                    await self._emote(socket)
                finally:
                    socket.transport.abort()
            await asyncio.sleep(0.05)

    async def _emote(self, socket: ClientConnection) -> None:
        """Send one command after the other; one without an answer is repeated over the next connection."""
        while True:
            name = f"emote-{self._count}"
            await socket.send(json.encode({"id": name, "v": 1, "do": {"c": "emote", "emote": "hello"}}).decode())
            said: object = None
            while not isinstance(said, dict) or said.get("id") != name:
                async with asyncio.timeout(_PATIENCE):
                    said = json.decode(await socket.recv())
            if said["m"] == "ok":
                self.acknowledged[name] = said["v"]
            self._count += 1
            await asyncio.sleep(self.rng.uniform(0, 2 * _TALKING))

    def verify(self) -> None:
        """Its log has valid checksums, and every acknowledged command at its version."""
        with Store(self._cluster.store) as store:
            last = len(store.load(self.code))
        assert len(set(self.acknowledged.values())) == len(self.acknowledged), "two commands have one version"
        assert max(self.acknowledged.values(), default=0) <= last, f"acknowledged entries of {self.code} are missing"
