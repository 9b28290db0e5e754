"""Clients of other nodes at the tables of this one: their commands, the frames for them, and forwarded requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from math import inf
from typing import Any, Final

from starlette.types import ASGIApp, Message, Scope

from ...rules.errors import KnobelError
from ...store import StoreDamaged
from ..documents import Problem
from ..live.hub import Hub
from ..live.ownership import HttpAnswer, HttpMessage, OwnedElsewhere
from ..live.table import LiveTable
from ..logs import log_damage, log_failure
from ..messages import Ask, encode
from ..transport import close_codes
from .link import Link, Outgoing
from .messages import Close, Command, Deferred, Frame, Request, Response, Subscribe, ToEdge, Unsubscribe
from .messages import decode_up as decode

FORWARDED: Final = "knobel.device"
"""Key of an ASGI scope: the device of a request that another node has checked and forwarded."""

MISDIRECTED: Final = 421
"""The HTTP status of a forwarded request whose table this node does not own (RFC 9110)."""

_MAX_WAITING: Final = 64
"""Commands of a client that wait until its table is read."""


class RelayedSubscriber:
    """A client of another node. The link knows when it is gone, so it has no presence timeout here."""

    __slots__ = ("_address", "_client", "_closed", "_downlink", "device", "last_seen", "live", "waiting")

    def __init__(self, downlink: Downlink, client: int, device: str, address: str) -> None:
        self.device = device
        self._address = address
        self.last_seen = inf
        self.live: LiveTable | None = None
        self.waiting = list[Ask]()
        self._downlink = downlink
        self._client = client
        self._closed = False

    def push(self, frame: bytes, /) -> None:
        if not self._closed:
            self._downlink.push(frame, self._client)

    def push_later(self, frame: bytes, /) -> None:
        if not self._closed:
            self._downlink.send(Deferred(frame, self._client))

    def reply(self, answer: bytes | None) -> None:
        if answer is not None:
            self.push(answer)

    def close(self, code: int, /) -> None:
        if not self._closed:
            self._closed = True
            self._downlink.send(Close(code, [self._client]))

    def ask(self, ask: Ask) -> None:
        if self.live is not None:
            self.live.ask(self.device, ask, self.reply, self.push_later, self._address)
        elif len(self.waiting) < _MAX_WAITING:
            self.waiting.append(ask)
        else:
            self.close(close_codes.TOO_MANY)


class Downlink(Link):
    """The link from another node. `app` answers forwarded requests."""

    def __init__(self, hub: Hub, app: ASGIApp, outgoing: Outgoing, on_end: Callable[[Downlink], None]) -> None:
        super().__init__(outgoing, hub.services.time.now())
        self._hub = hub
        self._app = app
        self._on_end = on_end
        self._tasks = set[asyncio.Task[None]]()
        self._batch = list[ToEdge]()
        self._frames = dict[int, int]()
        self._last = dict[int, int]()
        self.clients = dict[int, RelayedSubscriber]()

    @property
    def source(self) -> str:
        """The subject of the node at the other end."""
        return self._outgoing.target

    def push(self, frame: bytes, client: int) -> None:
        """Send a frame to a client: once for all clients that get the same, and in order for each of them."""
        if self.over:
            return
        at = self._frames.get(id(frame), -1)
        if at > self._last.get(client, -1):
            same = self._batch[at]
            assert isinstance(same, Frame)
            same.clients.append(client)
        else:
            at = self._frames[id(frame)] = len(self._batch)
            self.send(Frame(frame, [client]))
        self._last[client] = at

    def send(self, item: ToEdge) -> None:
        """Send an item with all others of this iteration of the loop."""
        if self.over:
            return
        self._batch.append(item)
        if len(self._batch) == 1:
            self._hub.services.flush_queue.schedule(self, asyncio.get_running_loop())

    def flush(self) -> None:
        batch, self._batch = self._batch, []
        self._frames.clear()
        self._last.clear()
        if batch and not self.over:
            self._outgoing.send(batch)

    def _take(self, body: bytes | None) -> None:
        for item in decode(body) if body is not None else ():
            match item:
                case Command(client, ask):
                    self._ask(client, ask)
                case Subscribe():
                    self._subscribe(item)
                case Unsubscribe(client):
                    if (subscriber := self.clients.pop(client, None)) is not None and subscriber.live is not None:
                        subscriber.live.unsubscribe(subscriber)
                case Request(number, http):
                    self._run(self._answer(number, http))

    def _ask(self, client: int, ask: Ask) -> None:
        subscriber = self.clients.get(client)
        if subscriber is None or self._hub.stopping:
            return
        try:
            subscriber.ask(ask)
        except Exception as error:
            log_failure("a command failed", error, self._hub.services.secrets)
            subscriber.close(close_codes.after(error))

    def _subscribe(self, new: Subscribe) -> None:
        subscriber = self.clients[new.client] = RelayedSubscriber(self, new.client, new.device, new.address)
        live = self._hub.tables.get(new.code)
        if live is not None:
            self._join(subscriber, live, new)
        else:
            self._run(self._find(subscriber, new))

    async def _find(self, subscriber: RelayedSubscriber, new: Subscribe) -> None:
        """Read the table first, unless another node owns it by now."""
        live, code = None, close_codes.RELOAD
        try:
            live = None if self._hub.draining else await self._hub.find(new.code)
        except StoreDamaged as damage:
            log_damage(damage)
            code = close_codes.DAMAGED
        except (OwnedElsewhere, KnobelError):  # it has moved, or cannot be read now
            pass
        except Exception as error:
            log_failure("a table cannot be read", error, self._hub.services.secrets)
        if live is None:
            subscriber.close(code)
        elif self.clients.get(new.client) is subscriber:
            self._join(subscriber, live, new)

    def _join(self, subscriber: RelayedSubscriber, live: LiveTable, new: Subscribe) -> None:
        if self._hub.budget.is_empty(new.address) and not live.has_seat(new.device):
            subscriber.close(close_codes.TOO_MANY)
            return
        subscriber.live = live
        try:
            live.subscribe(subscriber, new.since, new.most, new.address)
        except Exception as error:
            log_failure("a client cannot be connected", error, self._hub.services.secrets)
            subscriber.close(close_codes.RELOAD)
            return
        waiting, subscriber.waiting = subscriber.waiting, []
        for ask in waiting:
            self._ask(new.client, ask)

    async def _answer(self, number: int, http: HttpMessage) -> None:
        try:
            answered = await answer(self._app, http)
        except Exception as error:
            why = log_failure("a forwarded request failed", error, self._hub.services.secrets)
            answered = HttpAnswer(500, [(b"content-type", b"application/json")], encode(Problem("error", why)))
        self.send(Response(number, answered))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ended(self) -> None:
        """Remove its clients from the tables."""
        self._on_end(self)
        for task in self._tasks:
            task.cancel()
        subscribers, self.clients = self.clients, {}
        for subscriber in subscribers.values():
            try:
                if subscriber.live is not None:
                    subscriber.live.unsubscribe(subscriber)
            except Exception as error:
                log_failure("a client cannot be disconnected", error, self._hub.services.secrets)


async def answer(app: ASGIApp, http: HttpMessage) -> HttpAnswer | None:
    """The answer of an ASGI application to a forwarded request; None if the table is not here."""
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": http.method,
        "scheme": http.scheme,
        "path": http.path,
        "raw_path": http.path.encode(),
        "root_path": "",
        "query_string": http.query,
        "headers": http.headers,
        "client": (http.address, 0),
        "server": None,
        FORWARDED: http.device,
    }
    status, headers, parts = 500, list[tuple[bytes, bytes]](), list[bytes]()
    gone = asyncio.Event()
    body: list[Message] = [{"type": "http.request", "body": http.body, "more_body": False}]

    async def receive() -> Message:
        if body:
            return body.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], list(message["headers"])
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return None if status == MISDIRECTED else HttpAnswer(status, headers, b"".join(parts))
