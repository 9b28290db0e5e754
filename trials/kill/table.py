"""A table under load, over WebSockets."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .seats import Seat

GAMES: Final = (("zock", 0), ("schocken", 1), ("zocknroll", 1))
"""The games that are played in turn, and how many bots play with two people."""

_QUICK: Final = {"pace": "instant", "throws": "hand"}


class KillTable:
    """A table with two connected people and a client address of its own, since limits apply per address."""

    def __init__(self, base: str, number: int, seed: int) -> None:
        self.base = base
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        self.game, self.bots = GAMES[number % len(GAMES)]
        self.rng = random.Random(f"{seed}-{number}")
        self.code = ""
        self.seats: list[Seat] = []
        self.checked = 0

    def client(self, cookie: str | None = None) -> httpx.AsyncClient:
        fresh = httpx.Limits(keepalive_expiry=2)  # the server closes what is idle for longer
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=False, limits=fresh)
        headers = {"cookie": cookie} if cookie else {}
        return httpx.AsyncClient(base_url=self.base, transport=transport, headers=headers, timeout=60, trust_env=False)

    async def make(self) -> None:
        new = {"id": "new", "game": self.game, "name": "Ada", "settings": _QUICK}
        async with self.client() as host, self.client() as guest:
            made = (await host.post("/api/tables", json=new)).raise_for_status()
            self.code = made.json()["code"]
            path = f"/api/tables/{self.code}"
            v = (await guest.get(path)).raise_for_status().json()["v"]
            commands: list[tuple[httpx.AsyncClient, dict[str, Any]]] = [(guest, {"c": "join", "name": "Ben"})]
            commands += [(host, {"c": "seat_bot", "level": "casual"})] * self.bots
            commands.append((host, {"c": "start"}))
            for number, (who, what) in enumerate(commands):
                said = await who.post(f"{path}/commands", json={"id": f"set-up-{number}", "v": v, "do": what})
                v = said.raise_for_status().json()["v"]
            self.seats = [Seat(f"knobel={who.cookies['knobel']}") for who in (host, guest)]

    async def play(self) -> None:
        """Play until the connections break; both seats resume from their last version."""
        sockets: list[ClientConnection] = []
        try:
            sockets.append(await self.connect(self.seats[0]))
            sockets.append(await self.connect(self.seats[1]))
            for seat, socket in zip(self.seats, sockets, strict=True):
                for frame in seat.greeting():
                    await socket.send(frame)
            async with asyncio.TaskGroup() as group:
                for seat, socket in zip(self.seats, sockets, strict=True):
                    group.create_task(self._listen(seat, socket, sockets))
        except* (OSError, EOFError, WebSocketException):
            pass  # the server was killed
        finally:
            for socket in sockets:
                socket.transport.abort()

    async def connect(self, seat: Seat, most: int | None = None, reloaded: bool = False) -> ClientConnection:
        """Connect a seat; it gets a snapshot instead of more than `most` steps, and always after a reload."""
        since = [f"v={seat.v}"] if seat.v and not reloaded else []
        asked = since + ([] if most is None else [f"most={most}"])
        address = f"{self.base.replace('http', 'ws')}/api/tables/{self.code}/ws?{'&'.join(asked)}"
        return await connect(
            address,
            additional_headers={"cookie": seat.cookie},
            local_addr=(self.address, 0),
            compression=None,
            proxy=None,
            ping_interval=None,
        )

    async def _listen(self, seat: Seat, socket: ClientConnection, sockets: list[ClientConnection]) -> None:
        while True:
            text = await socket.recv()
            assert isinstance(text, str)
            seat.receive(text)
            for frame in seat.reaction():
                await socket.send(frame)
            await self._go_on(sockets)

    async def _go_on(self, sockets: list[ClientConnection]) -> None:
        if any(seat.waits or not seat.table for seat in self.seats):
            return
        for seat, socket in zip(self.seats, sockets, strict=True):
            frame = seat.next(self.rng)
            if frame is not None:
                await socket.send(frame)
                return
