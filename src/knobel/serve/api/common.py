"""Shared parts of the HTTP API: request context, errors, bodies and responses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...club.errors import ClubConflict, LinkSpent, NoSuchClub, NotAllowed
from ...rules.errors import KnobelError
from ...store import GameRow, StoreDamaged, StoreError
from ...table import Refusal
from ..documents import Problem
from ..limits.quotas import QuotaExceeded, Requester
from ..limits.rate_limit import Limits
from ..live.housekeeping import StorageFull
from ..live.hub import OWNER_TIMEOUT, Hub
from ..live.ownership import OWNER_RETRY, HttpMessage, OwnedElsewhere, Unreachable
from ..live.replays import ReplayTooLong
from ..live.replies import Reply
from ..live.table import LiveTable
from ..logs import log_damage
from ..messages import encode, holds_nul, told
from ..nodes.owner import FORWARDED, MISDIRECTED
from ..transport.devices import client_address, same_origin, set_device_cookie
from ..workers.coach.client import CoachError, CoachTimeout
from .parameters import NUMBER, decode_path

P = ParamSpec("P")
T = TypeVar("T")

Handler = Callable[[Request], Awaitable[Response]]

_STATUS: Final = {"illegal": 422, "stale": 409, "malformed": 400, "forbidden": 403, "closed": 410, "limit": 429}


class ApiError(Exception):
    """An error response."""

    def __init__(self, status: int, why: str, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(why, sentence, rule)


def download(game: str, text: str) -> Response:
    """A record as a file."""
    headers = {"content-disposition": f'attachment; filename="knobel-{game}.json"', "cache-control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


def json(value: object, status: int = 200) -> Response:
    return json_bytes(encode(value), status)


def json_bytes(body: bytes, status: int = 200) -> Response:
    """A response of encoded JSON. It must not be cached: it depends on the viewer and the time."""
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


async def error_response(request: Request, error: Exception) -> Response:
    """The response for an exception: a `Problem` with its status."""
    match error:
        case ApiError():
            return json(error.problem, error.status)
        case Refusal():
            return json(Problem(error.why, error.sentence, error.rule), _STATUS[error.why])
        case Unreachable():
            return json(Problem("store", error.sentence), 503)
        case StoreDamaged():
            log_damage(error)
            return json(Problem("damaged", error.sentence), 500)
        case StoreError():
            return json(Problem("store", error.sentence), 503)
        case StorageFull():
            return json(Problem("full", error.sentence), error.status)
        case QuotaExceeded():
            return json(Problem("limit", error.sentence), 429)
        case ReplayTooLong():
            return json(Problem("limit", error.sentence), 413)
        case CoachTimeout():
            return json(Problem("thinking", error.sentence), 503)
        case CoachError(ours=True):
            return json(Problem("coach", error.sentence), 503)
        case NoSuchClub():
            return json(Problem("unknown", error.sentence), 404)
        case NotAllowed():
            return json(Problem("forbidden", error.sentence), 403)
        case ClubConflict():
            return json(Problem("illegal", error.sentence), 409)
        case LinkSpent():
            return json(Problem("spent", error.sentence), 410)
        case KnobelError():
            return json(Problem("illegal", error.sentence, error.rule), 422)
        case HTTPException(status_code=status) if status == 404 or _is_unknown(request):  # no page has this path either
            return json(Problem("unknown", "there is nothing of that name here"), 404)
        case HTTPException(status_code=405, headers=headers):
            answer = json(Problem("method", f"this address does not take {request.method}"), 405)
            answer.headers.update(headers or {})
            return answer
    raise error


def _is_unknown(request: Request) -> bool:
    """Whether only the last route of the API, which says that there is nothing, has the path of a request."""
    return request.scope["path"].startswith("/api/") and "path" in request.path_params


class ApiContext:
    """Context of all handlers: identifies devices and tables, and applies rate limits."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def with_device(self, handler: Handler, *, outside: bool = False) -> Handler:
        """Wrap a handler with the common checks; the response sets the cookie of a new device.

        A handler `outside` serves devices that have not shown the door code, too.
        """

        async def checked(request: Request) -> Response:
            if FORWARDED in request.scope:
                return await self._forwarded(request, handler)
            if self.hub.stopping or self.hub.draining:
                raise ApiError(503, "stopping", "the server restarts; come back in a moment")
            if request.method not in ("GET", "HEAD") and not same_origin(request):
                raise ApiError(403, "forbidden", "this page belongs to another server")
            self._check_rate(request)
            device = await self.hub.devices.identify(request)
            request.state.device, request.state.fresh = device.digest, device.cookie is not None
            door = self.hub.door
            if door is not None and not outside and not door.admits(request, device.digest):
                raise ApiError(401, "door", "this server asks for a door code first")
            decode_path(request)
            answer = await self._here_or_there(request, handler)
            set_device_cookie(answer, device)
            return answer

        return checked

    def with_large_answer(self, handler: Handler) -> Handler:
        """`with_device` for a handler whose answers are large: their bytes count against a budget of the address."""

        async def budgeted(request: Request) -> Response:
            budget, address = self.hub.budget, client_address(request)
            if budget.is_empty(address):
                raise ApiError(429, "limit", "much was sent to this address; wait half a minute")
            answer = await handler(request)
            budget.charge_bytes(address, len(answer.body))
            return answer

        return self.with_device(budgeted)

    async def _here_or_there(self, request: Request, handler: Handler) -> Response:
        """Answer a request, or forward it to the node that owns its table. While that is replaced, this waits."""
        hub, deadline = self.hub, self.hub.services.time.now() + OWNER_TIMEOUT
        while True:
            pause = OWNER_RETRY
            try:
                return await handler(request)
            except OwnedElsewhere as elsewhere:
                pause = elsewhere.pause
                assert hub.ownership is not None, "only nodes of a cluster find other owners"
                message = await _http_message(request, self.device(request))
                answer = await hub.ownership.forward(elsewhere, message)
                if answer is not None:
                    forwarded = Response(answer.body, answer.status)
                    forwarded.raw_headers = answer.headers
                    return forwarded
            except Unreachable:
                if hub.draining or hub.services.time.now() > deadline:
                    raise
            if hub.services.time.now() > deadline:
                raise Unreachable("the server of this table does not answer; try it again in a moment")
            await asyncio.sleep(pause)

    async def _forwarded(self, request: Request, handler: Handler) -> Response:
        """Answer a request that another node has checked; misdirected if this node does not own the table."""
        request.state.device, request.state.fresh = request.scope[FORWARDED], False
        if self.hub.stopping or self.hub.draining:
            return Response(status_code=MISDIRECTED)
        decode_path(request)
        try:
            return await handler(request)
        except (OwnedElsewhere, Unreachable):
            return Response(status_code=MISDIRECTED)

    def origin(self, request: Request) -> str:
        """The address under which others reach this server; `localhost` is of no use to them."""
        host = request.headers.get("host", "")
        if host.partition(":")[0] in ("localhost", "127.0.0.1") and self.hub.public:
            return self.hub.public
        return f"{request.url.scheme}://{host}"

    def rate_limited(self, handler: Handler) -> Handler:
        """Wrap a handler that needs no device with the rate limit of the address."""

        async def checked(request: Request) -> Response:
            self._check_rate(request)
            return await handler(request)

        return checked

    def _check_rate(self, request: Request) -> None:
        if not self.hub.requests.take(client_address(request)):
            raise ApiError(429, "limit", "too many requests from this address; wait a moment")

    def device(self, request: Request) -> str:
        digest: str = request.state.device
        return digest

    def requester(self, request: Request) -> Requester:
        """The key of quotas for long computations."""
        return Requester(self.device(request), client_address(request))

    async def offload(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a computation in a thread that would block the event loop."""
        return await self.hub.offload.run(self.requester(request), work, *args, **kwargs)

    async def game(self, request: Request, replay: str) -> tuple[GameRow, str]:
        """A finished game with its record, which is built from the log of its table."""
        found = await self.offload(request, self.hub.services.store.game, replay)
        if found is None:
            raise ApiError(404, "unknown", "there is no such game")
        return found

    async def table(self, request: Request) -> LiveTable:
        """The table of the path."""
        return await self.found(request, request.path_params["code"], self.hub.find)

    async def found(self, request: Request, code: str, find: Callable[[str], Awaitable[T | None]]) -> T:
        """What `find` finds for a table code. Wrong codes are rate-limited."""
        wrong, address, device = self.hub.wrong_codes, client_address(request), self.device(request)
        if not await wrong.may_try(address, device, code):
            raise ApiError(429, "limit", "too many wrong codes from this address; wait a minute")
        found = await find(code)
        if found is None:
            wrong.count(address, device)
            raise ApiError(404, "unknown", "there is no table with this code")
        return found


_NOT_FORWARDED: Final = (b"cookie", b"connection", b"content-length", b"transfer-encoding")


async def _http_message(request: Request, device: str) -> HttpMessage:
    """A request for another node. The cookie stays here: it is the secret of the device."""
    scope = request.scope
    return HttpMessage(
        request.method,
        request.url.scheme,
        scope["path"],
        scope["query_string"],
        [(name, value) for name, value in scope["headers"] if name not in _NOT_FORWARDED],
        client_address(request),
        device,
        b"" if request.method in ("GET", "HEAD") else await read_body(request),
    )


async def read_body(request: Request, most: int | None = None) -> bytes:
    """The body of a request, with limits for size and time; compressed bodies are refused. It may be read again.

    It holds `most` bytes, by default those of a command, and no NUL character, in JSON neither as an escape.
    """
    body: bytes | None = getattr(request.state, "body", None)
    if body is None:
        limits: Limits = request.app.state.limits
        most = limits.command_size if most is None else most
        body = request.state.body = await _read_stream(request, most, limits.body_timeout)
    if holds_nul(body.decode("latin-1")):
        raise ApiError(400, "malformed", "no text of a request holds a NUL character")
    return body


async def _read_stream(request: Request, most: int, timeout: float) -> bytes:
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise ApiError(415, "malformed", "a request comes as it is, not compressed")
    parts = list[bytes]()
    size = 0
    try:
        async with asyncio.timeout(timeout):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise ApiError(413, "limit", f"a request holds {most} bytes at most")
                parts.append(part)
    except ClientDisconnect:  # the client has gone; this is not an internal error
        raise ApiError(400, "malformed", "the request ended before it was complete") from None
    except TimeoutError:
        raise ApiError(408, "limit", f"a request has to be here within {timeout:g} seconds") from None
    return b"".join(parts)


async def read_message(request: Request, kind: type[T]) -> T:
    """Decode the body of a request."""
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ApiError(400, "malformed", f"the request is malformed: {told(error)}") from None


def query_int(request: Request, name: str, usual: int, most: int) -> int:
    """A whole number of the query, at most `most`."""
    number = NUMBER.query(request, name)
    return usual if number is None else min(number, most)


async def await_reply(ask: Callable[[Reply], Any]) -> bytes:
    """Wait for the reply of a table."""
    future = asyncio.get_running_loop().create_future()

    def reply(answer: bytes | None) -> None:
        if not future.done():
            future.set_result(answer)

    ask(reply)
    return stored(await future)


def stored(answer: bytes | None) -> bytes:
    """The answer to something that had to be stored."""
    if answer is None:
        raise ApiError(503, "store", "this could not be stored; send it again")
    return answer
