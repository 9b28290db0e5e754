"""A client that reconnects, catches up, and resends unanswered commands with the same idempotency key."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, ProtocolError

from ..kill.seats import Missing, Seat

_BEAT: Final = 0.15
"""Seconds of silence before a ping, and again before the client reconnects.

The timeout doubles while nothing arrives at all: a busy machine is not a bad network.
"""

_MOST_PATIENT: Final = 4.0
_PAUSE: Final = 0.02
_STUCK: Final = 60.0
"""Seconds without progress after which a game counts as stuck: the network is never bad for so long."""

_EMOTE_RATE: Final = 0.1
"""The share of commands sent together with a greeting, so that two commands can be reordered."""

FOR_GOOD: Final = {4400, 4403, 4404}
"""Close codes after which a client does not reconnect: none may occur here."""

_BROKEN: Final = (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage, ProtocolError, TimeoutError)


class ChaosClient:
    """One seat across all of its connections; its state lives in `Seat`.

    `least` is a version that it has to see before it disconnects.
    """

    def __init__(self, address: str, local: str, seat: Seat, rng: random.Random) -> None:
        self._address = address
        self._local = local
        self._rng = rng
        self.seat = seat
        self.least = 0
        self.ends = Counter[str]()
        self._beat = _BEAT
        self._news = (0, 0)
        self._since = time.monotonic()

    @property
    def done(self) -> bool:
        return self.seat.table.get("phase") == "over" and not self.seat.waits and self.seat.v >= self.least

    async def play(self) -> None:
        """Play until the game is over and every command is answered."""
        while not self.done:
            self._check_progress()
            try:
                async with asyncio.timeout(2 * self._beat):
                    socket = await self._connect()
            except _BROKEN:
                self.ends["handshake"] += 1
                self._beat = min(_MOST_PATIENT, 1.5 * self._beat)
                await asyncio.sleep(_PAUSE)
                continue
            try:
                await self._attend(socket)
            except (Missing, *_BROKEN) as end:
                self._note(end)
            finally:
                socket.transport.abort()

    def _check_progress(self) -> None:
        news = (self.seat.v, self.seat.acknowledged)
        if news != self._news:
            self._news, self._since = news, time.monotonic()
        assert time.monotonic() - self._since < _STUCK, f"nothing new since version {self.seat.v}, after {self.ends}"

    async def _connect(self) -> ClientConnection:
        seen = f"?v={self.seat.v}" if self.seat.v else ""
        return await connect(
            self._address + seen,
            additional_headers={"cookie": self.seat.cookie},
            local_addr=(self._local, 0),
            compression=None,
            proxy=None,
            ping_interval=None,
        )

    def _note(self, end: BaseException) -> None:
        if isinstance(end, ConnectionClosed) and end.rcvd is not None:
            assert end.rcvd.code not in FOR_GOOD, f"sent away for good: {end}"
        self.ends[type(end).__name__] += 1

    async def _attend(self, socket: ClientConnection) -> None:
        for frame in self.seat.greeting():
            await socket.send(frame)
        pinged = False
        while not self.done:
            self._check_progress()
            try:
                async with asyncio.timeout(self._beat):
                    text = await socket.recv()
            except TimeoutError:
                if pinged:
                    self._beat = min(_MOST_PATIENT, 1.5 * self._beat)
                    raise
                pinged = True
                await socket.send("null")
                continue
            pinged, self._beat = False, _BEAT
            assert isinstance(text, str)
            self.seat.receive(text)
            await self._act(socket)

    async def _act(self, socket: ClientConnection) -> None:
        seat = self.seat
        for said in seat.reaction():
            await socket.send(said)
        if not seat.table or seat.waits or seat.table["phase"] == "over":
            return
        frame = seat.next(self._rng)
        if frame is None:
            return
        if self._rng.random() < _EMOTE_RATE:
            await socket.send(seat.emote())
        await socket.send(frame)
