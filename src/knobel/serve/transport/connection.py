"""The other end of a WebSocket: frames are pushed from anywhere, and written at once where that is possible."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, Final, Protocol

from starlette.types import Message, Send

from ..logs import log_event
from . import close_codes
from .websocket import CLOSE_TIMEOUT, WebSocketProtocol

_MAX_QUEUED: Final = 1 << 20
"""Bytes that wait for a slow reader at most."""

_CLOSED_ERRORS: Final = (OSError, RuntimeError)
"""What a server raises for a frame to a connection that is closed, or closing."""


class Connection:
    """An onlooker with a WebSocket.

    Sending to a socket that takes the frame needs no waiting, so the server's own `send` is run right where the frame
    is pushed, without a task for it. Only when it has to wait does a task take over, until nothing waits any more.
    """

    __slots__ = ("_closing", "_outbox", "_send", "_size", "_writer", "device", "heard")

    def __init__(self, device: str, send: Send, now: float) -> None:
        self.device = device
        self.heard = now
        self._send = send
        self._outbox = list[bytes]()
        self._size = 0
        self._closing: tuple[int, str] | None = None
        self._writer: asyncio.Task[None] | None = None

    @property
    def leaving(self) -> bool:
        """Whether it is being closed: it gets no answers any more, so what it asks has to be asked again."""
        return self._closing is not None

    def push(self, frame: bytes, /) -> None:
        if self._closing is not None:
            return
        if self._writer is None:
            self._write_now(frame)
            return
        self._outbox.append(frame)
        self._size += len(frame)
        if self._size > _MAX_QUEUED:
            self._outbox.clear()
            self.close(close_codes.SLOW)

    def mention(self, frame: bytes, /) -> None:
        """Push a frame that nobody waits for: it may leave with the next one."""
        self.push(frame)

    def reply(self, answer: bytes | None) -> None:
        """Push the answer to a command; one that was lost is asked for again by whoever comes back."""
        if answer is not None:
            self.push(answer)

    def close(self, code: int, reason: str | None = None, /) -> None:
        if self._closing is None:
            self._closing = code, reason or close_codes.REASONS[code]
            if self._writer is None:
                self._writer = asyncio.create_task(self._write())

    def end(self) -> None:
        """The other side has gone."""
        self._closing = self._closing or (close_codes.SILENT, close_codes.REASONS[close_codes.SILENT])
        if self._writer is not None:
            self._writer.cancel()

    def _write_now(self, frame: bytes) -> None:
        sending: Any = self._send(_text_message(frame))
        try:
            waits_for = sending.send(None)
        except (
            StopIteration,
            *_CLOSED_ERRORS,
        ):  # it is written, or the other side has gone, which the reader will hear
            return
        self._writer = asyncio.create_task(self._write(_StartedCoroutine(sending, waits_for)))

    async def _write(self, first: Awaitable[None] | None = None) -> None:
        with contextlib.suppress(*_CLOSED_ERRORS):
            if first is not None:
                await first
            while self._outbox:
                frames, self._outbox, self._size = self._outbox, [], 0
                for frame in frames:
                    await self._send(_text_message(frame))
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
        self._writer = None


class FastConnection(Connection):
    """An onlooker with a wire: what is pushed in one turn of the loop, an answer and its effect, leaves together."""

    __slots__ = ("_called", "_post", "_together", "_wire")

    def __init__(self, device: str, send: Send, now: float, wire: WebSocketProtocol, post: FlushQueue) -> None:
        super().__init__(device, send, now)
        self._wire = wire
        self._post = post
        self._called = False
        self._together = list[bytes]()

    def push(self, frame: bytes, /) -> None:
        if self._writer is not None or self._closing is not None:
            super().push(frame)
            return
        self._together.append(frame)
        if not self._called:
            self._called = True
            self._post.fetch(self, self._wire.loop)

    def mention(self, frame: bytes, /) -> None:
        if self._writer is not None or self._closing is not None:
            super().push(frame)
        else:
            self._together.append(frame)

    def close(self, code: int, reason: str | None = None, /) -> None:
        if not self.leaving:
            self._wire.loop.call_later(CLOSE_TIMEOUT, self._wire.cut)
        super().close(code, reason)

    def flush(self) -> None:
        """Write what has come together."""
        frames, self._together, self._called = self._together, [], False
        if not self._wire.write(frames):
            self._outbox = frames + self._outbox
            self._size += sum(map(len, frames))
            self._writer = self._writer or asyncio.create_task(self._write())


def _text_message(frame: bytes) -> Message:
    return {"type": "websocket.send", "text": frame.decode()}


class _StartedCoroutine:
    """A coroutine that was begun by hand and now waits for something, to be awaited to its end."""

    def __init__(self, begun: Coroutine[Any, Any, None], waits_for: object) -> None:
        self._begun = begun
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._waits_for
        yield from self._begun.__await__()


class Flushable(Protocol):
    def flush(self) -> None:
        """Send what has come together."""
        ...


class FlushQueue:
    """Goes round all outboxes with something in them: once in a turn of the loop, or as soon as news have been told."""

    def __init__(self) -> None:
        self._full = list[Flushable]()

    def fetch(self, outbox: Flushable, loop: asyncio.AbstractEventLoop) -> None:
        """There is something to send; once is enough until it has left."""
        if not self._full:
            loop.call_soon(self._go_round)
        self._full.append(outbox)

    def after(self, news: Callable[[], None]) -> None:
        """Send at once what comes of some news; whoever waits for it need not wait for what the next turn brings."""
        news()
        self._go_round()

    def _go_round(self) -> None:
        full, self._full = self._full, []
        for outbox in full:
            try:
                outbox.flush()
            except Exception as error:  # a mistake of ours with one line must not cost the others their frames
                log_event("a line could not be written to", error=type(error).__name__)
