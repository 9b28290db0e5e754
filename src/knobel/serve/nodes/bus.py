"""The message bus between nodes: a protocol, and NATS. Messages may get lost, arrive twice or out of order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias
from urllib.parse import urlsplit

from ...rules.errors import KnobelError
from ..logs import log_event
from ..supervised import SupervisedLoop, supervised
from ..timers import RealTime

if TYPE_CHECKING:
    from nats.aio.client import Client

OnMessage: TypeAlias = Callable[[bytes], None]

MAX_MESSAGE: Final = 512 * 1024
"""Bytes of a message; the default of NATS is one megabyte at most."""

_CONNECT_TIMEOUT: Final = 10
"""Seconds in which NATS has to answer when a node starts."""

_PROBES: Final = 0.5
"""Seconds between two probes of the subscriptions."""

_SILENCE: Final = 5.0
"""Seconds without the return of a probe after which the client is replaced."""

_PROBE: Final = b"\xc1"
"""First byte of a probe; no other message begins with it."""

_MAX_WAITING: Final = 10_000
"""Messages that wait while NATS is away. More are dropped; the links notice."""


class Bus(Protocol):
    async def listen(self, subject: str, on_message: OnMessage) -> None:
        """Receive the messages of a subject."""
        ...

    async def ignore(self, subject: str) -> None:
        """Stop receiving the messages of a subject."""
        ...

    def publish(self, subject: str, message: bytes) -> None:
        """Send a message, at most once; it does not wait."""
        ...

    async def close(self) -> None: ...


class NatsBus:
    """A connection to NATS that reconnects for ever.

    The client closes itself after most errors that the server sends, and its tasks end after unexpected ones. Each
    subscription gets probes from itself; without their return a new client takes over all subscriptions.
    """

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._where = display(url)
        self._listeners = dict[str, OnMessage]()
        self._subscriptions = dict[str, Any]()
        self._waiting = asyncio.Queue[tuple[str, bytes]](_MAX_WAITING)
        self._client: Client | None = None
        self._time = RealTime()
        self._heard = dict[str, float]()
        """When the last probe of each subscription came back."""
        self._loops = list[SupervisedLoop]()

    @staticmethod
    async def connect(url: str, name: str) -> NatsBus:
        from nats.errors import Error

        bus = NatsBus(url, name)
        try:
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                await bus._open()
        except (Error, OSError, ValueError):  # a timeout is an OSError
            sentence = f"NATS cannot be reached at {bus._where}: check --nats, and that nats-server runs there"
            raise KnobelError(sentence, key="error-nats", address=bus._where) from None
        bus._loops = [supervised("NATS sender", bus._send, 0), supervised("NATS watch", bus._watch, _PROBES)]
        return bus

    async def _open(self) -> None:
        """Connect a new client, with all subscriptions."""
        from nats.aio.client import Client

        client = Client()

        async def away() -> None:
            if not client.is_closed:
                log_event("NATS is away", address=self._where)

        async def back() -> None:
            log_event("NATS is back", address=self._where)

        async def closed() -> None:
            if self._client is client:
                self._client = None
                self._subscriptions.clear()
                log_event("NATS has closed the connection", logging.ERROR, address=self._where)

        try:
            await client.connect(
                self._url,
                name=self._name,
                error_cb=_ignore_error,
                disconnected_cb=away,
                reconnected_cb=back,
                closed_cb=closed,
                connect_timeout=1,
                reconnect_time_wait=0.2,  # type: ignore[arg-type]  # it may be a fraction
                max_reconnect_attempts=-1,
                ping_interval=2,
                max_outstanding_pings=2,
                allow_reconnect=True,
            )
            while missing := self._listeners.keys() - self._subscriptions.keys():
                for subject in missing:
                    await self._subscribe(client, subject)
        except BaseException:
            with contextlib.suppress(Exception):
                await client.close()
            raise
        self._client = client

    async def _watch(self) -> None:
        """Connect if there is no client, or probe its subscriptions and replace it if they are silent."""
        client = self._client
        if client is None:
            with contextlib.suppress(*_nats_errors()):
                async with asyncio.timeout(_CONNECT_TIMEOUT):
                    await self._open()
                log_event("NATS is back", address=self._where)
        elif min(self._heard.values(), default=self._time.now()) < self._time.now() - _SILENCE:
            log_event("NATS is silent: it is connected anew", logging.ERROR, address=self._where)
            self._client = None
            self._subscriptions.clear()
            with contextlib.suppress(*_nats_errors()):
                async with asyncio.timeout(_CONNECT_TIMEOUT):
                    await client.close()
        else:
            probe = _PROBE + self._name.encode()
            for subject in self._subscriptions:
                self.publish(subject, probe)

    async def listen(self, subject: str, on_message: OnMessage) -> None:
        self._listeners[subject] = on_message
        if self._client is not None:
            with contextlib.suppress(*_nats_errors()):  # it is closed; the next client subscribes
                await self._subscribe(self._client, subject)

    async def _subscribe(self, client: Client, subject: str) -> None:
        on_message, name = self._listeners[subject], self._name.encode()

        async def receive(message: Any) -> None:
            if message.data.startswith(_PROBE):
                if message.data[1:] == name:
                    self._heard[subject] = self._time.now()
                return
            on_message(message.data)

        self._heard[subject] = self._time.now()
        self._subscriptions[subject] = await client.subscribe(subject, cb=receive)

    async def ignore(self, subject: str) -> None:
        self._listeners.pop(subject, None)
        self._heard.pop(subject, None)
        subscription = self._subscriptions.pop(subject, None)
        if subscription is not None:
            with contextlib.suppress(*_nats_errors()):
                await subscription.unsubscribe()

    def publish(self, subject: str, message: bytes) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait((subject, message))

    async def _send(self) -> None:
        while True:
            subject, message = await self._waiting.get()
            with contextlib.suppress(*_nats_errors()):  # for example if too much waits for NATS to come back
                if self._client is not None:
                    await self._client.publish(subject, message)

    async def close(self) -> None:
        """Send what waits, and close the connection."""
        client = self._client
        while not self._waiting.empty() and client is not None and client.is_connected:
            await asyncio.sleep(0)
        self._client = None
        for loop in self._loops:
            await loop.stop()
        if client is not None:
            with contextlib.suppress(*_nats_errors(), TimeoutError):
                if client.is_connected:
                    await client.flush(1)
            with contextlib.suppress(*_nats_errors()):
                await client.close()


def display(url: str) -> str:
    """A URL without its user and password, for logs and errors.

    >>> display("nats://knobel:secret@10.0.0.2:4222"), display("10.0.0.2")
    ('nats://10.0.0.2:4222', '10.0.0.2')
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else url.rpartition("@")[2]


async def _ignore_error(_: Exception) -> None:
    """Errors of the connection: it reconnects, and `disconnected_cb` logs that."""


def _nats_errors() -> tuple[type[Exception], ...]:
    from nats.errors import Error

    return (Error, OSError)
