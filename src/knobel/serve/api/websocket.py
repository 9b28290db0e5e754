"""WebSockets: one for each device that looks at a table."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from ...rules.errors import in_one_line
from ...table.commands import Reveal
from ..limits.rate_limit import RateLimit, TokenBucket
from ..live.hub import Hub
from ..live.table import LiveTable
from ..logs import log_failure
from ..messages import Ask, Refused, encode
from ..tokens import parse_table_code
from ..transport import close_codes
from ..transport.connection import Connection, FastConnection
from ..transport.devices import client_address, identify_device, same_origin
from ..transport.websocket import protocol_of

_PING: Final = "null"
_PONG: Final = b"0"
_REFUSALS: Final = RateLimit(1, 100)
"""Refusals for speed that a connection gets; who waits a second after each of them, as they say, gets them for ever."""

_PATH: Final = re.compile(r"/api/tables/(?P<code>[^/]+)/ws")
_ask: Final = msgspec.json.Decoder(Ask)


class _WithId(Struct):
    """Of a frame that is wrong somewhere at least the id, so that its sender learns which one it was."""

    id: str


class WebSocketEndpoint:
    """The ASGI application behind `/api/tables/CODE/ws?v=V&most=N`; every other path is refused.

    A client that has seen version V gets all steps after it; more than N it would not take, and is shown how things
    stand instead.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        await receive()  # the handshake
        if not same_origin(request):
            await send({"type": "websocket.close", "code": close_codes.FORBIDDEN})
            return
        device = identify_device(request, self._hub.services.secrets)
        headers = [(b"set-cookie", device.cookie.encode())] if device.cookie else []
        await send({"type": "websocket.accept", "headers": headers})
        address, since, most = client_address(request), _query_int(request, "v"), _query_int(request, "most")
        found = await self._find(request, address)
        if isinstance(found, int):
            await send({"type": "websocket.close", "code": found, "reason": close_codes.REASONS[found]})
            return
        wire, now = protocol_of(scope), self._hub.services.time.now()
        connection = Connection(device.digest, send, now)
        if wire is not None:
            connection = FastConnection(device.digest, send, now, wire, self._hub.services.post)
        visit = WebSocketSession(self._hub, found, connection, address)
        if wire is not None:
            wire.listener, wire.overrun = visit.hear, partial(connection.close, close_codes.TOO_MANY)
        del request, headers  # they would take up memory as long as the connection lasts
        try:
            await visit.attend(since, most, receive)
        finally:
            if wire is not None:
                wire.listener = wire.overrun = None
            self._hub.leave(address)

    async def _find(self, request: HTTPConnection, address: str) -> LiveTable | int:
        """The table that the path names, entered, or why it cannot be. Whoever guesses codes has to wait."""
        hub = self._hub
        if hub.stopping:
            return close_codes.STOPPING
        if hub.wrong_codes.dry(address) or not hub.requests.take(address):
            return close_codes.TOO_MANY
        code = parse_table_code(_table_code(request))
        live = await hub.find(code) if code else None
        if hub.stopping:  # reading a table may have taken a while
            return close_codes.STOPPING
        if live is None:
            hub.wrong_codes.take(address)
            return close_codes.NO_TABLE
        return live if hub.enter(address) else close_codes.TOO_MANY


class WebSocketSession:
    """A connection at a table, and what it asks for there."""

    def __init__(self, hub: Hub, live: LiveTable, connection: Connection, address: str) -> None:
        self._hub = hub
        self._live = live
        self._connection = connection
        self._address = address
        self._own = TokenBucket(hub.services.limits.commands)
        self._refusals = TokenBucket(_REFUSALS)

    async def attend(self, since: int | None, most: int | None, receive: Receive) -> None:
        """Look on, and take commands, until the other side has gone."""
        self._live.enter(self._connection, since, most)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                self.hear(message.get("text"))
        finally:
            self._live.leave(self._connection)
            self._connection.end()

    def hear(self, text: str | None) -> None:
        """Take a frame; whoever meets a mistake of ours in it is sent away, and comes back."""
        try:
            self._take(text)
        except Exception as error:
            why = log_failure("a command failed", error, self._hub.services.secrets)
            self._connection.close(close_codes.FAILED, why)

    def _take(self, text: str | None) -> None:
        hub, connection = self._hub, self._connection
        connection.heard = now = hub.services.time.now()
        allowed = self._own.take(now)
        if text == _PING:
            if allowed:
                connection.push(_PONG)
            else:
                connection.close(close_codes.TOO_MANY)
            return
        if hub.stopping or connection.leaving:
            return
        if text is None:
            connection.close(close_codes.MALFORMED)
            return
        try:
            ask = _ask.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            if allowed and hub.commands.take(self._address):
                self._refuse_malformed(text, error)
            else:
                connection.close(close_codes.TOO_MANY)
            return
        awaited = isinstance(ask.do, Reveal) and self._live.awaits(connection.device, ask.do)
        if not (awaited or (allowed and hub.commands.take(self._address))):
            self._refuse_for_now(ask, now)
            return
        mention = self._welcome if awaited and allowed else connection.mention
        self._live.ask(connection.device, ask, connection.reply, mention)

    def _welcome(self, accepted: bytes) -> None:
        """Dice waited for this, and it is right: it is no burden, however many there are."""
        self._own.give_back()
        self._connection.mention(accepted)

    def _refuse_for_now(self, ask: Ask, now: float) -> None:
        """Say that this was too fast; whoever does not listen to that is sent away."""
        self._hub.services.metrics.commands.ended("limit")
        if self._refusals.take(now):
            self._connection.push(encode(too_fast(ask.id, self._live)))
        else:
            self._connection.close(close_codes.TOO_MANY)

    def _refuse_malformed(self, text: str, error: Exception) -> None:
        self._hub.services.metrics.commands.ended("malformed")
        try:
            named = msgspec.json.decode(text, type=_WithId)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._connection.close(close_codes.MALFORMED)
            return
        sentence = f"this is no command: {in_one_line(str(error)[:200])}"
        self._connection.push(encode(Refused(named.id[:64], self._live.head.version, "malformed", sentence)))


def _table_code(request: HTTPConnection) -> str:
    """The code of the table in the path; nothing if the path names none."""
    found = _PATH.fullmatch(request.scope["path"])
    return found["code"] if found else ""


def too_fast(command: str, live: LiveTable) -> Refused:
    return Refused(command, live.head.version, "limit", "too many commands at once; wait a second")


def _query_int(request: HTTPConnection, name: str) -> int | None:
    """A number that a client says in the address, if it says one."""
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else None
