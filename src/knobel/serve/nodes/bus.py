"""The message bus between nodes: a protocol, and NATS. Messages may get lost, arrive twice or out of order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias
from urllib.parse import urlsplit

from ...rules.errors import KnobelError
from ..logs import log_event

if TYPE_CHECKING:
    from nats.aio.client import Client

OnMessage: TypeAlias = Callable[[bytes], None]

MAX_MESSAGE: Final = 512 * 1024
"""Bytes of a message; the default of NATS is one megabyte at most."""

_CONNECT_TIMEOUT: Final = 10
"""Seconds in which NATS has to answer when a node starts."""

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
    """A connection to NATS that reconnects for ever."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._subscriptions = dict[str, Any]()
        self._waiting = asyncio.Queue[tuple[str, bytes]](_MAX_WAITING)
        self._sender = asyncio.create_task(self._send())

    @staticmethod
    async def connect(url: str, name: str) -> NatsBus:
        from nats.aio.client import Client
        from nats.errors import Error

        where, client = display(url), Client()

        async def away() -> None:
            log_event("NATS is away", address=where)

        async def back() -> None:
            log_event("NATS is back", address=where)

        try:
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                await client.connect(
                    url,
                    name=name,
                    error_cb=_ignore_error,
                    disconnected_cb=away,
                    reconnected_cb=back,
                    connect_timeout=1,
                    reconnect_time_wait=0.2,  # type: ignore[arg-type]  # it may be a fraction
                    max_reconnect_attempts=-1,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    allow_reconnect=True,
                )
        except (Error, OSError, ValueError):  # a timeout is an OSError
            with contextlib.suppress(Exception):
                await client.close()
            sentence = f"NATS cannot be reached at {where}: check --nats, and that nats-server runs there"
            raise KnobelError(sentence, key="error-nats", address=where) from None
        return NatsBus(client)

    async def listen(self, subject: str, on_message: OnMessage) -> None:
        async def receive(message: Any) -> None:
            on_message(message.data)

        self._subscriptions[subject] = await self._client.subscribe(subject, cb=receive)

    async def ignore(self, subject: str) -> None:
        with contextlib.suppress(*_nats_errors()):
            await self._subscriptions.pop(subject).unsubscribe()

    def publish(self, subject: str, message: bytes) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait((subject, message))

    async def _send(self) -> None:
        while True:
            subject, message = await self._waiting.get()
            with contextlib.suppress(*_nats_errors()):  # for example if too much waits for NATS to come back
                await self._client.publish(subject, message)

    async def close(self) -> None:
        """Send what waits, and close the connection."""
        while not self._waiting.empty() and self._client.is_connected:
            await asyncio.sleep(0)
        self._sender.cancel()
        with contextlib.suppress(*_nats_errors(), TimeoutError):
            if self._client.is_connected:
                await self._client.flush(1)
        with contextlib.suppress(*_nats_errors()):
            await self._client.close()


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
