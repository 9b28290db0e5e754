"""Tables of other nodes: a node relays its clients' WebSockets and forwards HTTP requests to the owner of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final

from msgspec import Raw

from ...table.commands import Reveal
from ..live.ownership import HttpAnswer, HttpMessage, Unreachable
from ..live.presence import Subscriber
from ..live.replies import DeferredReply, Reply
from ..live.services import Services
from ..messages import Ask, Refused
from ..messages import encode as encode_json
from ..transport import close_codes
from .link import OPENING, Broken, Link, Outgoing
from .messages import (
    Close,
    Command,
    Deferred,
    Frame,
    Request,
    Response,
    Subscribe,
    ToOwner,
    Unsubscribe,
    encode,
)
from .messages import decode_down as decode

REQUEST_TIMEOUT: Final = 40.0
"""Seconds in which the owner has to answer a request; a long poll takes 25."""

_MAX_REVEALS: Final = 8
"""Reveals of dice that may be sent without a rate limit before the next frame arrives."""


class RemoteTable:
    """A table at another node, for one WebSocket of this node."""

    def __init__(self, uplink: Uplink, code: str) -> None:
        self._uplink = uplink
        self.code = code
        self._client = 0
        self._reveals = 0
        self._reply_later: DeferredReply | None = None
        self.subscriber: Subscriber | None = None
        self.version = 0

    def has_seat(self, _: str) -> bool:
        """Only the owner knows, and checks it."""
        return True

    def subscribe(self, subscriber: Subscriber, since: int | None, most: int | None = None, address: str = "") -> None:
        self.subscriber = subscriber
        self.version = since or 0
        self._client = self._uplink.add(self)
        self._uplink.send(Subscribe(self._client, self.code, subscriber.device, since, most, address))

    def unsubscribe(self, _: Subscriber) -> None:
        self._uplink.remove(self._client)

    def ask(self, _: str, ask: Ask, reply: Reply, reply_later: DeferredReply | None = None, __: str = "") -> None:
        """Send a command to the owner; its answer comes back as a frame."""
        if isinstance(ask.do, Reveal):
            self._reveals -= 1
            self._reply_later = reply_later
        try:
            self._uplink.send(Command(self._client, ask))
        except OverflowError:
            sentence = "this is no command: a number in it is too large"
            reply(encode_json(Refused(ask.id, self.version, "malformed", sentence)))
            return
        self.version = max(self.version, ask.v)
        self._uplink.count_command()

    def awaits_reveal(self, _: str, __: Reveal) -> bool:
        """Only the owner knows which reveals the dice wait for. They answer frames, so each frame permits one."""
        return self._reveals > 0

    def push(self, frame: bytes) -> None:
        assert self.subscriber is not None, "it was subscribed before"
        self._reveals = min(_MAX_REVEALS, self._reveals + 1)
        self.subscriber.push(frame)

    def push_later(self, frame: bytes) -> None:
        """The acceptance of a reveal, which does not count against the rate limit."""
        if self._reply_later is not None:
            self._reply_later(frame)
        else:
            self.push(frame)

    def close(self, code: int) -> None:
        if self.subscriber is not None:
            self.subscriber.close(code)


class Uplink(Link):
    """The link to one owner. `on_end` is called once."""

    def __init__(self, services: Services, outgoing: Outgoing, on_end: Callable[[Uplink], None]) -> None:
        super().__init__(outgoing, services.time.now())
        self._services = services
        self._on_end = on_end
        self._batch = list[Raw]()
        self._numbers = count(1)
        self._requests = dict[int, asyncio.Future[HttpAnswer | None]]()
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.clients = dict[int, RemoteTable]()

    async def opened(self) -> None:
        """Wait until the owner has answered; raises `Unreachable` if it does not."""
        try:
            async with asyncio.timeout(OPENING):
                await asyncio.shield(self._opened)
        except (TimeoutError, Broken):
            self.end()
            raise Unreachable("the server of this table does not answer; try it again in a moment") from None

    def add(self, table: RemoteTable) -> int:
        number = next(self._numbers)
        self.clients[number] = table
        if self.over:
            table.close(close_codes.RELOAD)
        return number

    def remove(self, client: int) -> None:
        if self.clients.pop(client, None) is not None:
            self.send(Unsubscribe(client))

    def count_command(self) -> None:
        self._services.metrics.forwarded_commands.inc()

    async def request(self, http: HttpMessage) -> HttpAnswer | None:
        """The owner's answer; None if it is not the owner any more, the link breaks, or time is up."""
        if self.over:
            return None
        number, future = next(self._numbers), asyncio.get_running_loop().create_future()
        self._requests[number] = future
        self.send(Request(number, http))
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                answer: HttpAnswer | None = await future
                return answer
        except TimeoutError:
            return None
        finally:
            self._requests.pop(number, None)

    def send(self, item: ToOwner) -> None:
        """Send an item with all others of this iteration of the loop.

        It is encoded at once: what cannot be encoded raises `OverflowError` here, and leaves the others alone.
        """
        if self.over:
            return
        self._batch.append(Raw(encode(item)))
        if len(self._batch) == 1:
            self._services.flush_queue.schedule(self, asyncio.get_running_loop())

    def flush(self) -> None:
        batch, self._batch = self._batch, []
        if batch and not self.over:
            self._outgoing.send(batch)

    def _take(self, body: bytes | None) -> None:
        if not self._opened.done():
            self._opened.set_result(None)
        for item in decode(body) if body is not None else ():
            match item:
                case Frame(frame, clients):
                    for client in clients:
                        if (table := self.clients.get(client)) is not None:
                            table.push(frame)
                case Deferred(frame, client):
                    if (table := self.clients.get(client)) is not None:
                        table.push_later(frame)
                case Close(code, clients):
                    for client in clients:
                        if (table := self.clients.get(client)) is not None:
                            table.close(code)
                case Response(number, http):
                    if (future := self._requests.get(number)) is not None and not future.done():
                        future.set_result(http)

    def _ended(self) -> None:
        """Close all connections relayed over it; their clients reconnect."""
        self._on_end(self)
        if not self._opened.done():
            self._opened.set_exception(Broken())
            self._opened.exception()  # it is retrieved even if no client waits for it
        for table in list(self.clients.values()):
            table.close(close_codes.RELOAD)
        for future in self._requests.values():
            if not future.done():
                future.set_result(None)
