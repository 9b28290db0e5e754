"""Honest clients that play during an attack, and their latencies."""

from __future__ import annotations

import asyncio
import random
import time
from itertools import cycle
from typing import Final

from msgspec import json

from ..common.websocket import LightSocket
from ..kill.seats import Seat
from ..kill.table import KillTable

_THINKS: Final = (0.05, 0.15)
"""Seconds between an answer and the next command of a table."""


class HonestTable:
    """Two clients that play quickly; `times` are the latencies of commands in seconds."""

    def __init__(self, table: KillTable, port: int) -> None:
        self._table = table
        self._port = port
        self._rng = random.Random(table.code)
        self._sent = dict[str, float]()
        self.times = list[float]()

    @property
    def code(self) -> str:
        return self._table.code

    @property
    def over(self) -> bool:
        """Whether both clients have seen the end of the game."""
        return all(seat.table.get("phase") == "over" for seat in self._table.seats)

    async def play(self) -> None:
        """Play game after game until cancelled; a lost connection is an error."""
        path = f"/api/tables/{self._table.code}/ws"
        sockets = [
            await LightSocket.connect(self._port, self._table.address, path, seat.cookie) for seat in self._table.seats
        ]
        try:
            for seat, socket in zip(self._table.seats, sockets, strict=True):
                for frame in seat.greeting():
                    socket.send(frame)
            async with asyncio.TaskGroup() as group:
                for seat, socket in zip(self._table.seats, sockets, strict=True):
                    group.create_task(self._listen(seat, socket))
                group.create_task(self._drive(sockets))
        finally:
            for socket in sockets:
                socket.close()

    async def _listen(self, seat: Seat, socket: LightSocket) -> None:
        while True:
            text = await socket.recv()
            if text.startswith('{"m":"ok"'):
                sent = self._sent.pop(json.decode(text)["id"] + seat.cookie, None)
                if sent is not None:
                    self.times.append(time.perf_counter() - sent)
            seat.receive(text)
            for frame in seat.reaction():
                socket.send(frame)

    async def _drive(self, sockets: list[LightSocket]) -> None:
        for seat, socket in cycle(zip(self._table.seats, sockets, strict=True)):
            await asyncio.sleep(self._rng.uniform(*_THINKS) / 2)
            if not seat.table or seat.waits:
                continue
            frame = seat.next(self._rng)
            if frame is not None:
                self._sent[json.decode(frame)["id"] + seat.cookie] = time.perf_counter()
                socket.send(frame)
