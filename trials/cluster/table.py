"""A table whose clients connect to random nodes, and reconnect as a browser does."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from knobel.serve.transport import close_codes

from ..kill.seats import Seat
from ..kill.table import KillTable
from .nodes import ClusterProcesses

_DELAY: Final = 0.4
_CALLED_DELAY: Final = 0.1
_CALLED: Final = (close_codes.RELOAD, close_codes.STOPPING)
_GROWTH: Final = 1.5
_LONGEST: Final = 8.0
"""Reconnect delays, as in `web/src/lib/connection.svelte.ts`."""

_THINKING: Final = 1.0
"""Seconds between two commands of a table, on average. Without them the trial would measure the queues of a machine at
its limit."""

_FIRST_FRAME: Final = 8.0
"""Seconds in which a new connection has to be of use, as in `web/src/lib/socket.ts`."""

_NO_ANSWER: Final = 3.0
"""Seconds without an answer after which a client connects to another node."""

_NOTHING: Final = 12.0
"""Seconds without any frame after which a client connects to another node."""


class Watch(Struct):
    """A table after a fault at `begin`: when it lost its first connection, and its first answer with all players
    connected again; `absent` are seconds from the end of a connection to the first frame of the next."""

    begin: float
    broken: float | None = None
    answered: float | None = None
    absent: list[float] = []


_WATCHED: Final = 5
_SPECTATORS: Final = 3
"""One table in so many has so many spectators, all at the same node."""


class ClusterTable(KillTable):
    """A table with two people, who do not think while it is interrupted; `watch` is set by the fault at hand."""

    def __init__(self, cluster: ClusterProcesses, number: int, seed: int) -> None:
        super().__init__("", number, seed)
        self._cluster = cluster
        self._spectators = _SPECTATORS if number % _WATCHED == 0 else 0
        self._sockets = dict[int, ClientConnection]()
        self._lost = dict[int, float]()
        self.last_answer = 0.0
        self.watch: Watch | None = None
        self.held = asyncio.Event()
        self.held.set()
        """Cleared while a fault keeps the clients of this table away."""

    async def make(self) -> None:
        self.base = self._cluster.base(self.rng)
        await super().make()

    async def run(self) -> None:
        """Play until cancelled; raises an `AssertionError` if a client sees a contradiction."""
        async with asyncio.TaskGroup() as group:
            for number in range(len(self.seats)):
                group.create_task(self._keep_connected(number))
            group.create_task(self._play())
            if self._spectators:
                group.create_task(self._keep_watching())

    async def _keep_watching(self) -> None:
        """Spectators come together to one node after the other, and see every version in order."""
        while True:
            await self.held.wait()
            self.base = self._cluster.base(self.rng)
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(self._spectators):
                        group.create_task(self._spectate(Seat("")))
            except* (OSError, EOFError, WebSocketException):  # a timeout is an OSError
                pass
            await asyncio.sleep(self.rng.uniform(0, 2 * _DELAY))

    async def _spectate(self, seat: Seat) -> None:
        async with asyncio.timeout(_FIRST_FRAME):
            socket = await self.connect(seat, most=0)
        try:
            while self.held.is_set():
                async with asyncio.timeout(_NOTHING):
                    seat.receive(str(await socket.recv()))
        finally:
            socket.transport.abort()

    async def _keep_connected(self, number: int) -> None:
        failures = 0
        while True:
            await self.held.wait()
            self.base = self._cluster.base(self.rng)
            socket: ClientConnection | None = None
            try:
                async with asyncio.timeout(_NO_ANSWER):
                    socket = await self.connect(self.seats[number])
                self._sockets[number] = socket
                for frame in self.seats[number].greeting():
                    await socket.send(frame)
                failures = await self._listen_to(number, socket)
            except (OSError, EOFError, WebSocketException):  # a timeout is an OSError
                pass
            finally:
                self._sockets.pop(number, None)
                if socket is not None:
                    socket.transport.abort()
            lost = self._lost.setdefault(number, time.monotonic())
            if self.watch is not None and self.watch.broken is None:
                self.watch.broken = lost
            failures += 1
            called = failures == 1 and socket is not None and socket.close_code in _CALLED
            pause = _CALLED_DELAY if called else min(_LONGEST, _DELAY * _GROWTH ** (failures - 1))
            await asyncio.sleep(pause * self.rng.uniform(0.75, 1.25))

    async def _listen_to(self, number: int, socket: ClientConnection) -> int:
        """Play until the connection breaks; the number of failures in a row, which is none if anything arrived."""
        seat = self.seats[number]
        failures = 1
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            while self.held.is_set():
                waits = _FIRST_FRAME if failures else _NO_ANSWER if seat.unanswered else _NOTHING
                async with asyncio.timeout(waits):
                    text = await socket.recv()
                failures = 0
                if (lost := self._lost.pop(number, None)) is not None and self.watch is not None:
                    self.watch.absent.append(time.monotonic() - lost)
                assert isinstance(text, str)
                before = seat.acknowledged
                seat.receive(text)
                if seat.acknowledged > before:
                    self._answered()
                for frame in seat.reaction():
                    await socket.send(frame)
                if self._is_interrupted:
                    await self.act()
        return failures

    @property
    def _is_interrupted(self) -> bool:
        """Whether a connection was lost in a fault, and no command has been answered since all are there again."""
        return self.watch is not None and self.watch.broken is not None and self.watch.answered is None

    def _answered(self) -> None:
        self.last_answer = time.monotonic()
        if self.watch is not None and self._is_interrupted and len(self._sockets) == len(self.seats):
            self.watch.answered = self.last_answer

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0, 2 * _THINKING))
            await self.act()

    async def act(self) -> None:
        """Let the seat act that has to, if no command waits."""
        if not self.held.is_set() or any(seat.waits or not seat.table for seat in self.seats):
            return
        for number, socket in list(self._sockets.items()):
            frame = self.seats[number].next(self.rng)
            if frame is not None:
                asyncio.get_running_loop().call_later(_NO_ANSWER, self._give_up, self.seats[number], socket, frame)
                with contextlib.suppress(OSError, EOFError, WebSocketException):  # its connection has just ended
                    await socket.send(frame)
                return

    def _give_up(self, seat: Seat, socket: ClientConnection, frame: str) -> None:
        """Leave a node that has not answered a command."""
        if frame in seat.unanswered:
            socket.transport.abort()

    async def leave(self) -> None:
        """Close all connections and stay away until `held` is set."""
        self.held.clear()
        for socket in list(self._sockets.values()):
            socket.transport.abort()
        while self._sockets:
            await asyncio.sleep(0.01)

    def forget_checked(self) -> None:
        """Forget the fingerprints of steps that are checked and will not be shown again: the trial is long."""
        for seat in self.seats:
            seat.shown = {v: shown for v, shown in seat.shown.items() if v > self.checked}

    def quiet_seat(self) -> Seat:
        return self.seats[0]
