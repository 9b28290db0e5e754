"""A client on the simulated network: it reconnects, catches up, resends unanswered commands, and plays."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from msgspec import json

from knobel.fair.participant import Participant
from knobel.serve.transport import close_codes

from ..kill.seats import Missing, Seat
from .network import Line, Network, request

_BEAT: Final = 1.0
"""Heartbeat interval in seconds."""

_SILENCE: Final = 6.0
"""Seconds without a frame before it reconnects."""

_EMOTE_RATE: Final = 0.15
_RELOAD_RATE: Final = 0.2
"""The share of connections that begin with a snapshot, as after a reload of the page."""

_FOR_GOOD: Final = {close_codes.MALFORMED, close_codes.FORBIDDEN, close_codes.NO_TABLE}


class Phone:
    """One seat. While `plays` it makes moves; otherwise it only listens and resends unanswered commands."""

    def __init__(self, network: Network, code: str, cookie: str, seed: str) -> None:
        self._network = network
        self._loop = asyncio.get_running_loop()
        self._rng = Random(f"mind {seed}")
        self._name = seed
        self._line: Line | None = None
        self._heard = 0.0
        self.code = code
        self.plays = True
        self.seat = Seat(cookie)
        self.seat._device = Participant(Random(f"chain {seed}").randbytes)  # the same secrets in every run
        self._beat()

    @property
    def settled(self) -> bool:
        return self._line is not None and bool(self.seat.table) and not self.seat.waits

    def _beat(self) -> None:
        """The heartbeat."""
        self._loop.call_later(_BEAT * self._rng.uniform(0.8, 1.2), self._beat)
        if self._line is None:
            self._connect()
        elif self._loop.time() - self._heard > _SILENCE:
            self._line.cut()
            self._connect()
        else:
            self._line.send("null")
            for frame in self.seat.unanswered:
                self._insist(frame)
            self._act()

    def _connect(self) -> None:
        seat = self.seat
        self._heard = self._loop.time()
        path = f"/api/tables/{self.code}/ws"
        since = None if self._rng.random() < _RELOAD_RATE else seat.v or None
        self._line = Line(self._network, self, self._name, path, seat.cookie, since)
        for frame in seat.greeting():
            self._line.send(frame)

    def _insist(self, frame: str) -> None:
        """Resend a command, over the WebSocket or by HTTP."""
        if self._line is not None and self._rng.random() < 0.5:
            self._line.send(frame)
        else:
            self._network.later(self._post, frame)

    def _post(self, frame: str) -> None:
        server = self._network.server
        if server is not None:
            path = f"/api/tables/{self.code}/commands"
            asking = self._loop.create_task(request(server, "POST", path, self.seat.cookie, frame.encode()))
            asking.add_done_callback(self._posted)

    def _posted(self, asking: asyncio.Task[tuple[int, bytes]]) -> None:
        """Send by HTTP; the answer may be lost, or missing if the server has crashed."""
        if not asking.cancelled() and self._rng.random() > self._network.weather.lost:
            status, answer = asking.result()
            assert status in (200, 503), f"{status}: {answer!r}"
            if status == 200:
                self._network.later(self._answered, answer.decode())

    def _answered(self, answer: str) -> None:
        self._network.note("answer", self._name, answer)
        self.seat.receive(answer)

    def receive(self, line: Line, text: str) -> None:
        if line is not self._line:
            return
        self._heard = self._loop.time()
        if line.since is not None and text.startswith('{"m":"snapshot"'):
            assert json.decode(text)["v"] >= line.since, f"{self._name} was shown more than is stored"
        try:
            self.seat.receive(text)
        except Missing:
            line.cut()
            self._connect()
            return
        for frame in self.seat.reaction():
            line.send(frame)
        self._act()

    def disconnected(self, line: Line, code: int) -> None:
        assert code not in _FOR_GOOD, f"{self._name} was sent away for good: {code}"
        if line is self._line:
            self._line = None

    def _act(self) -> None:
        seat = self.seat
        if not self.plays or not self.settled or self._line is None:
            return
        if self._rng.random() < _EMOTE_RATE:
            self._line.send(seat.emote())
        frame = seat.next(self._rng)
        if frame is not None:
            self._line.send(frame)
