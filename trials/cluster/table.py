"""A table whose clients connect to random nodes, and reconnect as a browser does."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from typing import Final

from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from knobel.serve.transport import close_codes

from ..common.http import Http
from ..kill.seats import Seat
from ..kill.table import KillTable
from .nodes import ClusterProcesses
from .pauses import LONG, Pauses

_DELAY: Final = 0.4
_CALLED_DELAY: Final = 0.1
_CALLED: Final = (close_codes.RELOAD, close_codes.STOPPING)
_GROWTH: Final = 1.5
_LONGEST: Final = 8.0
"""Reconnect delays, as in `web/src/lib/connection.svelte.ts`."""

_HAND: Final = 1.0
"""Seconds for which a person holds dice in the hand, on average."""

_RELOADS: Final = 0.25
_FORGETS: Final = 0.4
"""The share of connections that begin with a snapshot, as after a reload of the page, and of reloads without storage,
after which the device has other secrets."""

_LOOKS: Final = 0.5
"""Seconds between two looks whether a table stands still for long."""

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
    """A table with two people, who do not think while it is interrupted; `watch` is set by the fault at hand.

    `thinking` are seconds between two commands, on average. Without them the trial would measure the queues of a
    machine at its limit.
    """

    def __init__(self, cluster: ClusterProcesses, number: int, seed: int, pauses: Pauses, thinking: float) -> None:
        super().__init__("", number, seed)
        self._cluster = cluster
        self._pauses = pauses
        self._thinking = thinking
        self._newest = 0
        self._due: float | None = None
        """Since when a bot, dice or a person that has thought is due."""
        self._why: str | None = None
        """What the table waits for, once that takes long."""
        self._refused = Counter[str]()
        """The refused links until it was due."""
        self._in_hand = dict[int, tuple[str | None, int]]()
        self._released = dict[int, tuple[str | None, int]]()
        """The wants of seats whose dice are in the hand, or were: their links are revealed on release."""
        self._since = dict[int, tuple[float, str]]()
        """When the state of each connection changed, and the node that it leads to."""
        self._tasks = set[asyncio.Task[None]]()
        self.absences = 0
        """Links that were missing when dice fell."""
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
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(len(self.seats)):
                    group.create_task(self._keep_connected(number))
                group.create_task(self._play())
                group.create_task(self._notice_long_pauses())
                if self._spectators:
                    group.create_task(self._keep_watching())
        finally:
            self._end_pause("the end of this round")

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
                seat, reloaded = self.seats[number], self.rng.random() < _RELOADS
                if reloaded and self.rng.random() < _FORGETS:
                    seat.forget()
                async with asyncio.timeout(_NO_ANSWER):
                    socket = await self.connect(seat, reloaded=reloaded or seat.is_new)
                self._sockets[number] = socket
                self._since[number] = time.monotonic(), self._cluster.name_of(self.base)
                await self._send(number, socket, seat.greeting())
                failures = await self._listen_to(number, socket)
            except (OSError, EOFError, WebSocketException):  # a timeout is an OSError
                pass
            finally:
                self._sockets.pop(number, None)
                if socket is not None:
                    socket.transport.abort()
            lost = self._lost.setdefault(number, time.monotonic())
            self._since[number] = lost, ""
            if self.watch is not None and self.watch.broken is None and lost >= self.watch.begin:
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
                lost = self._lost.pop(number, None)
                if lost is not None and self.watch is not None and lost >= self.watch.begin:
                    self.watch.absent.append(time.monotonic() - lost)
                assert isinstance(text, str)
                before = seat.acknowledged
                seat.receive(text)
                if seat.v > self._newest:
                    self._shown(seat)
                if seat.acknowledged > before:
                    self._answered()
                await self._send(number, socket, seat.reaction())
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
            await asyncio.sleep(self.rng.uniform(0, 2 * self._thinking))
            await self.act()

    async def _send(self, number: int, socket: ClientConnection, frames: list[str]) -> None:
        """Send frames over a connection; a link waits for the hand, where its person throws by hand."""
        for frame in frames:
            if '"reveal"' not in frame or not self._holds(number):
                await socket.send(frame)

    def _holds(self, number: int) -> bool:
        want = self.seats[number].want
        if number not in self.seats[number].hands or self._released.get(number) == want:
            return False
        if self._in_hand.get(number) != want:
            self._in_hand[number] = want
            asyncio.get_running_loop().call_later(self.rng.uniform(0, 2 * _HAND), self._release, number, want)
        return True

    def _release(self, number: int, want: tuple[str | None, int]) -> None:
        if self._in_hand.get(number) == want:
            del self._in_hand[number]
            self._released[number] = want
            if (socket := self._sockets.get(number)) is not None:
                task = asyncio.create_task(self._reveal(number, socket))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _reveal(self, number: int, socket: ClientConnection) -> None:
        with contextlib.suppress(OSError, EOFError, WebSocketException):  # the next connection begins with it
            await self._send(number, socket, self.seats[number].links())

    def _shown(self, seat: Seat) -> None:
        """A new step is shown to the first client."""
        self._newest, last = seat.v, seat.last
        missing = [place for place, link in enumerate(last.get("links", ())) if link is None]
        self.absences += len(missing)
        self._end_pause(f"{last.get('t', 'a snapshot')}{f' without {len(missing)} links' * bool(missing)}")
        kind, acts = seat.waits_for
        if kind != "hand":
            self._in_hand.clear()
        thinks = kind in ("rematch", "hand") or (
            acts is not None and acts < len(self.seats) and kind in ("throw", "decision")
        )
        if not thinks and self.held.is_set():
            self._begin_pause()

    def _begin_pause(self) -> None:
        self._due, self._why, self._refused = time.monotonic(), None, self.refused

    def _end_pause(self, end: str) -> None:
        if self._due is not None:
            now = time.monotonic()
            why = f"{self._why or 'not looked into'}; ended by {end}" if now - self._due > LONG else None
            self._pauses.add(self.code, self._due, now, why)
        self._due = None

    @property
    def refused(self) -> Counter[str]:
        """The refused links of all seats by their sentence."""
        return sum([seat.refused for seat in self.seats], Counter[str]())

    async def _notice_long_pauses(self) -> None:
        while True:
            await asyncio.sleep(_LOOKS)
            due = self._due
            if due is not None and self._why is None and time.monotonic() - due > LONG:
                self._why = self._seen_by_clients()
                seen = await self._seen_by_servers()
                if self._due == due:
                    self._why = f"{self._why}; {seen}"

    def _seen_by_clients(self) -> str:
        """What this table waits for, and the state of its clients."""
        now, newest = time.monotonic(), max(self.seats, key=lambda seat: seat.v)
        kind, acts = newest.waits_for
        clients = list[str]()
        for number, seat in enumerate(self.seats):
            since, node = self._since.get(number, (now, ""))
            state = f"{f'at {node}' if node else 'without a connection'} for {now - since:.1f} s"
            open_ = f", unanswered {seat.unanswered}" if seat.unanswered else ""
            clients.append(f"seat {number} {state}, at {seat.v}{open_}, device {seat.device}")
        refused = self.refused - self._refused
        up = ", ".join(node.name for node in self._cluster.up) or "none"
        return (
            f"{self.game} waits for {kind}{'' if acts is None else f' of seat {acts}'}; {'; '.join(clients)}; "
            f"refused links: {dict(refused) or 'none'}; nodes up: {up}"
        )

    async def _seen_by_servers(self) -> str:
        """What the database says about this table, and its dice as a node sees them."""
        stored = await asyncio.to_thread(self._cluster.seen_by_database, self.code)
        base = self._cluster.base(self.rng)
        try:
            async with asyncio.timeout(_NO_ANSWER), Http(base, self.address, self.quiet_seat().cookie) as http:
                now = await http.get(f"/api/tables/{self.code}")
            fair = now["fair"] or {}
            dice = f"want {fair.get('want')} of {fair.get('wants')}, coming {fair.get('coming')}"
            seen = f"{self._cluster.name_of(base)} sees version {now['v']}, {dice}, absent {fair.get('absent')}"
        except (OSError, EOFError, AssertionError) as error:  # a timeout is an OSError
            seen = f"{self._cluster.name_of(base)} does not answer: {type(error).__name__}"
        return f"{stored}; {seen}"

    async def act(self) -> None:
        """Let the seat act that has to, if no command waits."""
        if not self.held.is_set():
            return
        if self._due is None and not self._in_hand:
            self._begin_pause()
        if any(seat.waits or not seat.table for seat in self.seats):
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
        self._due = None
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
