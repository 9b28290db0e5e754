"""WebSocket connections of the application: send queue, backpressure and batched writes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, Final, Protocol

from starlette.types import Message, Send

from ..logs import log_repeated
from . import close_codes
from .websocket import WebSocketProtocol

_CLOSED_ERRORS: Final = (OSError, RuntimeError)
"""Errors of a server for a frame to a connection that is closed or closing."""


class Connection:
    """A subscriber with a WebSocket.

    Sending to a socket that takes the frame does not wait, so the server's own `send` runs where the frame is pushed,
    without a task. Only when it has to wait does a task take over, until the queue is empty. `queue_size` is how many
    bytes may wait.
    """

    __slots__ = ("_closing", "_queue", "_queue_size", "_send", "_size", "_writer", "device", "last_seen")

    def __init__(self, device: str, send: Send, now: float, queue_size: int) -> None:
        self.device = device
        self.last_seen = now
        self._send = send
        self._queue = list[bytes]()
        self._queue_size = queue_size
        self._size = 0
        self._closing: tuple[int, str] | None = None
        self._writer: asyncio.Task[None] | None = None

    @property
    def closing(self) -> bool:
        """Whether it is being closed: it gets no more answers, so its commands have to be sent again."""
        return self._closing is not None

    def push(self, frame: bytes, /) -> None:
        if self._closing is not None:
            return
        if self._writer is None:
            self._write_now(frame)
            return
        self._queue.append(frame)
        self._size += len(frame)
        if self._size > self._queue_size:
            self._queue.clear()
            self.close(close_codes.SLOW)

    def push_later(self, frame: bytes, /) -> None:
        """Push a frame that is not urgent: it may leave with the next one."""
        self.push(frame)

    def reply(self, answer: bytes | None) -> None:
        """Push the answer to a command; a client that has lost one sends the command again."""
        if answer is not None:
            self.push(answer)

    def close(self, code: int, reason: str | None = None, /) -> None:
        if self._closing is None:
            self._closing = code, reason or close_codes.REASONS[code]
            if self._writer is None:
                self._writer = asyncio.create_task(self._write())

    def end(self) -> None:
        """The client has disconnected."""
        self._closing = self._closing or (close_codes.SILENT, close_codes.REASONS[close_codes.SILENT])
        if self._writer is not None:
            self._writer.cancel()

    def _write_now(self, frame: bytes) -> None:
        sending: Any = self._send(_text_message(frame))
        try:
            waits_for = sending.send(None)
        except (StopIteration, *_CLOSED_ERRORS):  # it is written, or the client has gone, which the reader notices
            return
        self._writer = asyncio.create_task(self._write(_StartedCoroutine(sending, waits_for)))

    async def _write(self, first: Awaitable[None] | None = None) -> None:
        with contextlib.suppress(*_CLOSED_ERRORS):
            if first is not None:
                await first
            while self._queue:
                frames, self._queue, self._size = self._queue, [], 0
                for frame in frames:
                    await self._send(_text_message(frame))
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
        self._writer = None


class FastConnection(Connection):
    """A subscriber on the WebSocket fast path: frames of one iteration of the loop are written together."""

    __slots__ = ("_batch", "_flush_queue", "_protocol", "_scheduled")

    def __init__(
        self,
        device: str,
        send: Send,
        now: float,
        queue_size: int,
        protocol: WebSocketProtocol,
        flush_queue: FlushQueue,
    ) -> None:
        super().__init__(device, send, now, queue_size)
        self._protocol = protocol
        self._flush_queue = flush_queue
        self._scheduled = False
        self._batch = list[bytes]()

    def push(self, frame: bytes, /) -> None:
        if self._writer is not None or self._closing is not None:
            super().push(frame)
            return
        self._batch.append(frame)
        if not self._scheduled:
            self._scheduled = True
            self._flush_queue.schedule(self, self._protocol.loop)

    def push_later(self, frame: bytes, /) -> None:
        if self._writer is not None or self._closing is not None:
            super().push(frame)
        else:
            self._batch.append(frame)

    def close(self, code: int, reason: str | None = None, /) -> None:
        if not self.closing:
            self._protocol.loop.call_later(self._protocol.close_timeout, self._protocol.abort)
        super().close(code, reason)

    def flush(self) -> None:
        """Write the batch."""
        frames = self._batch
        self._batch, self._scheduled = [], False
        if not self._protocol.write(frames):
            self._queue = frames + self._queue
            self._size += sum(map(len, frames))
            self._writer = self._writer or asyncio.create_task(self._write())


def _text_message(frame: bytes) -> Message:
    return {"type": "websocket.send", "text": frame.decode()}


class _StartedCoroutine:
    """Awaits the rest of a coroutine whose first step was run by hand."""

    def __init__(self, begun: Coroutine[Any, Any, None], waits_for: object) -> None:
        self._begun = begun
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._waits_for
        yield from self._begun.__await__()


class Flushable(Protocol):
    def flush(self) -> None:
        """Write what has been batched."""
        ...


class FlushQueue:
    """Flushes all connections with batched frames: once per iteration of the loop, or right after a callback."""

    def __init__(self) -> None:
        self._scheduled = list[Flushable]()

    def schedule(self, connection: Flushable, loop: asyncio.AbstractEventLoop) -> None:
        """Flush a connection soon; it must not be scheduled again before that."""
        if not self._scheduled:
            loop.call_soon(self._flush_all)
        self._scheduled.append(connection)

    def run_and_flush(self, callback: Callable[[], None]) -> None:
        """Run a callback and flush what it pushed, before the loop reads the next commands."""
        callback()
        self._flush_all()

    def _flush_all(self) -> None:
        scheduled, self._scheduled = self._scheduled, []
        for connection in scheduled:
            try:
                connection.flush()
            except Exception as error:  # a fault with one connection must not cost the others their frames
                log_repeated("a line could not be written to", error=type(error).__name__)
