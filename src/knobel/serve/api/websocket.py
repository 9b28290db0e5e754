"""WebSocket endpoint: one connection per device and table, with rate-limited commands."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from ...store import StoreDamaged, StoreError
from ...table.commands import Claim, Join, Refusal, Reveal
from ..limits.rate_limit import RateLimit, TokenBucket
from ..live.hub import Hub
from ..live.ownership import TableAccess, Unreachable
from ..logs import log_damage, log_failure
from ..messages import Ask, Identifier, Refused, encode, holds_nul, told
from ..tokens import parse_table_code
from ..transport import close_codes
from ..transport.connection import Connection, FastConnection
from ..transport.devices import client_address, same_origin
from ..transport.websocket import protocol_of
from .parameters import NUMBER

_PING: Final = "null"
_PONG: Final = b"0"
_REFUSALS: Final = RateLimit(1, 100)
"""Rate-limit refusals per connection; a client that waits a second after each of them never runs out."""

_PATH: Final = re.compile(r"/api/tables/(?P<code>[^/]+)/ws")
_ask: Final = msgspec.json.Decoder(Ask)


class _WithId(Struct):
    """The id of a malformed command, so that its sender learns which one it was."""

    id: Identifier


class WebSocketEndpoint:
    """The ASGI application of `/api/tables/CODE/ws?v=V&most=N`; other paths are refused.

    A client that has seen version V gets all steps after it; with more than N of them it gets a snapshot instead.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        await receive()  # the handshake
        if not same_origin(request):
            await send({"type": "websocket.close", "code": close_codes.FORBIDDEN})
            return
        try:
            device = await self._hub.devices.identify(request)
        except (Unreachable, StoreError) as error:
            if isinstance(error, StoreDamaged):
                log_damage(error)
            await send({"type": "websocket.close", "code": close_codes.after(error)})
            return
        headers = [(b"set-cookie", device.cookie.encode())] if device.cookie else []
        await send({"type": "websocket.accept", "headers": headers})
        try:
            since, most = NUMBER.query(request, "v"), NUMBER.query(request, "most")
        except Refusal as refusal:
            await send({"type": "websocket.close", "code": close_codes.MALFORMED, "reason": refusal.sentence})
            return
        address = client_address(request)
        found = await self._find(request, address, device.digest)
        if isinstance(found, int):
            await send({"type": "websocket.close", "code": found, "reason": close_codes.REASONS[found]})
            return
        if self._hub.budget.is_empty(address):  # a snapshot costs less than steps, and a player is never refused
            since = None
        protocol, services = protocol_of(scope), self._hub.services
        now, queue_size = services.time.now(), services.limits.queue_size
        connection = Connection(device.digest, send, now, queue_size)
        if protocol is not None:
            connection = FastConnection(device.digest, send, now, queue_size, protocol, services.flush_queue)
        session = WebSocketSession(
            self._hub, found, connection, address, _table_code(request) if device.cookie else None
        )
        if protocol is not None:
            protocol.on_text = session.on_text
            protocol.on_flood = partial(connection.close, close_codes.TOO_MANY)
        del request, headers  # they would take up memory as long as the connection lasts
        try:
            await session.run(since, most, receive)
        finally:
            if protocol is not None:
                protocol.on_text = protocol.on_flood = None
            self._hub.release_connection(address)

    async def _find(self, request: HTTPConnection, address: str, device: str) -> TableAccess | int:
        """The table of the path, with the connection counted, or a close code. Wrong codes are rate-limited."""
        hub = self._hub
        if hub.stopping or hub.draining:
            return close_codes.STOPPING
        if not hub.requests.take(address):
            return close_codes.TOO_MANY
        if hub.door is not None and not hub.door.admits(request, device):
            return close_codes.DOOR
        code = parse_table_code(_table_code(request))
        if code is None:
            return close_codes.NO_TABLE
        try:
            if not await hub.wrong_codes.may_try(address, device, code):
                return close_codes.TOO_MANY
            live = await hub.access(code)
        except StoreDamaged as damage:
            log_damage(damage)
            return close_codes.DAMAGED
        except (Unreachable, StoreError) as error:
            if isinstance(error, StoreError) and not hub.services.store.remote:
                raise  # a disk that fails is told and logged; another database may be back in a moment
            return close_codes.STOPPING if hub.draining else close_codes.RELOAD
        if hub.stopping or hub.draining:  # reading a table may have taken a while
            return close_codes.STOPPING
        if live is None:
            hub.wrong_codes.count(address, device)
            return close_codes.NO_TABLE
        if hub.budget.is_empty(address) and not live.has_seat(device):
            return close_codes.TOO_MANY
        return live if hub.acquire_connection(address) else close_codes.TOO_MANY


class WebSocketSession:
    """The commands of one connection at a table; `fresh_at` is its code for a device that came without a cookie."""

    def __init__(
        self, hub: Hub, live: TableAccess, connection: Connection, address: str, fresh_at: str | None = None
    ) -> None:
        self._hub = hub
        self._live = live
        self._connection = connection
        self._address = address
        self._fresh_at = fresh_at
        self._blocks = hub.housekeeping.blocks
        self._now = hub.services.time.now
        self._commands = TokenBucket(hub.services.limits.commands)
        self._refusals = TokenBucket(_REFUSALS)

    async def run(self, since: int | None, most: int | None, receive: Receive) -> None:
        """Subscribe to the table and handle commands until the client disconnects."""
        self._live.subscribe(self._connection, since, most, self._address)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                self.on_text(message.get("text"))
        finally:
            self._live.unsubscribe(self._connection)
            self._connection.end()

    def on_text(self, text: str | None) -> None:
        """Handle a frame; after an internal error the connection is closed, and the client reconnects."""
        try:
            self._handle(text)
        except Exception as error:
            why = log_failure("a command failed", error, self._hub.services.secrets)
            self._connection.close(close_codes.after(error, close_codes.FAILED), why)

    def _handle(self, text: str | None) -> None:
        hub, connection = self._hub, self._connection
        connection.last_seen = now = self._now()
        allowed = self._commands.take(now)
        if self._blocks.refuses(self._address):
            connection.close(close_codes.FORBIDDEN)
            return
        if text == _PING:
            if allowed:
                connection.push(_PONG)
            else:
                connection.close(close_codes.TOO_MANY)
            return
        if hub.stopping or connection.closing:
            return
        if text is None:
            connection.close(close_codes.MALFORMED)
            return
        try:
            ask = _decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            if allowed and hub.commands.take(self._address):
                self._refuse_malformed(text, error)
            else:
                connection.close(close_codes.TOO_MANY)
            return
        do, device = ask.do, connection.device
        awaited = isinstance(do, Reveal) and self._live.awaits_reveal(device, do)
        if not (awaited or (allowed and hub.commands.take(self._address))):
            self._refuse_too_fast(ask, now)
            return
        if self._fresh_at is not None and isinstance(do, Join | Claim):
            try:
                check_without_cookie(hub, self._fresh_at, self._address)
            except Refusal as refusal:
                connection.push(encode(Refused(ask.id, self._live.version, refusal.why, refusal.sentence)))
                return
        reply_later = self._refund_and_reply if awaited and allowed else connection.push_later
        self._live.ask(device, ask, connection.reply, reply_later, self._address)

    def _refund_and_reply(self, accepted: bytes) -> None:
        """A throw waited for this reveal, and it is valid: it does not count against the rate limit."""
        self._commands.refund()
        self._connection.push_later(accepted)

    def _refuse_too_fast(self, ask: Ask, now: float) -> None:
        """Refuse a command for its rate; a client that ignores that is disconnected."""
        self._hub.services.metrics.commands.ended("limit")
        if self._refusals.take(now):
            self._connection.push(encode(too_fast(ask.id, self._live)))
        else:
            self._connection.close(close_codes.TOO_MANY)

    def _refuse_malformed(self, text: str, error: Exception) -> None:
        self._hub.services.metrics.commands.ended("malformed")
        try:
            command = msgspec.json.decode(text, type=_WithId)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._connection.close(close_codes.MALFORMED)
            return
        sentence = f"this is no command: {told(error)}"
        self._connection.push(encode(Refused(command.id, self._live.version, "malformed", sentence)))


def _decode(text: str) -> Ask:
    if holds_nul(text):
        raise msgspec.ValidationError("no text holds a NUL character")
    return _ask.decode(text)


def _table_code(request: HTTPConnection) -> str:
    """The table code in the path; empty if there is none."""
    found = _PATH.fullmatch(request.scope["path"])
    return found["code"] if found else ""


def check_without_cookie(hub: Hub, code: str, address: str) -> None:
    """Refuse a newcomer without a cookie if another one has just come to the table from the same address.

    Requests without a cookie get a fresh device each time, so one program could take all seats.
    """
    if not hub.joins_without_cookie.take(f"{parse_table_code(code)} {address}"):
        raise Refusal("limit", "your browser has to keep the cookie of this server to join; load the page again")


def too_fast(command: str, live: TableAccess) -> Refused:
    return Refused(command, live.version, "limit", "too many commands at once; wait a second")
