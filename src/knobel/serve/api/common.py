"""What all answers of the API have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...rules.errors import KnobelError, in_one_line
from ...store import GameRow, StoreError
from ...table import Refusal
from ..documents import Problem
from ..limits.quotas import Asker, TooMany
from ..limits.rate_limit import FRAME
from ..live.hub import Hub
from ..live.replays import TooLong
from ..live.table import Live, Reply
from ..messages import encode
from ..tokens import read_code
from ..transport.devices import address_of, device_of, give, same_origin
from ..workers.coach.client import NoAnswer, StillThinking

P = ParamSpec("P")
T = TypeVar("T")

Handler = Callable[[Request], Awaitable[Response]]

PATIENCE: Final = 30
"""Seconds in which the body of a request has to come in."""

_STATUS: Final = {"illegal": 422, "stale": 409, "malformed": 400, "forbidden": 403, "closed": 410, "limit": 429}


class Trouble(Exception):
    """An answer that is not a success."""

    def __init__(self, status: int, why: str, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(why, sentence, rule)


def download(game: str, text: str) -> Response:
    """A record as a file."""
    headers = {"content-disposition": f'attachment; filename="knobel-{game}.json"', "cache-control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


def json(value: object, status: int = 200) -> Response:
    return raw(encode(value), status)


def raw(body: bytes, status: int = 200) -> Response:
    """An answer that is JSON already. Nobody may keep it: it is one viewer's, at one moment."""
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


async def explain(request: Request, error: Exception) -> Response:
    """What went wrong as a `Problem` with the right status."""
    match error:
        case Trouble():
            return json(error.problem, error.status)
        case Refusal():
            return json(Problem(error.why, error.sentence, error.rule), _STATUS[error.why])
        case StoreError():
            return json(Problem("store", error.sentence), 503)
        case TooMany():
            return json(Problem("limit", error.sentence), 429)
        case TooLong():
            return json(Problem("limit", error.sentence), 413)
        case StillThinking():
            return json(Problem("thinking", error.sentence), 503)
        case NoAnswer(ours=True):
            return json(Problem("coach", error.sentence), 503)
        case KnobelError():
            return json(Problem("illegal", error.sentence, error.rule), 422)
        case HTTPException(status_code=404):  # not even the pages of the client know such a path
            return json(Problem("unknown", "there is nothing of that name here"), 404)
        case HTTPException(status_code=405, headers=headers):
            answer = json(Problem("method", f"this address does not take {request.method}"), 405)
            answer.headers.update(headers or {})
            return answer
    raise error


class Desk:
    """Looks at requests for a hub: who asks, for which table, and whether it is allowed."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def open(self, handler: Handler) -> Handler:
        """A handler behind the checks that are the same for all, whose answer gives a new device its cookie."""

        async def checked(request: Request) -> Response:
            if self.hub.stopping:
                raise Trouble(503, "stopping", "the server restarts; come back in a moment")
            if request.method not in ("GET", "HEAD") and not same_origin(request):
                raise Trouble(403, "forbidden", "this page belongs to another server")
            self._count(request)
            device = device_of(request, self.hub.services.secrets)
            request.state.device = device.digest
            answer = await handler(request)
            give(answer, device)
            return answer

        return checked

    def origin(self, request: Request) -> str:
        """How others reach this server; its own machine may call it by a name that is of no use to them."""
        host = request.headers.get("host", "")
        if host.partition(":")[0] in ("localhost", "127.0.0.1") and self.hub.public:
            return self.hub.public
        return f"{request.url.scheme}://{host}"

    def counted(self, handler: Handler) -> Handler:
        """A handler of what is the same for everybody: it needs no device, but an address may not ask without end."""

        async def checked(request: Request) -> Response:
            self._count(request)
            return await handler(request)

        return checked

    def _count(self, request: Request) -> None:
        if not self.hub.requests.take(address_of(request)):
            raise Trouble(429, "limit", "too many requests from this address; wait a moment")

    def device(self, request: Request) -> str:
        digest: str = request.state.device
        return digest

    def asker(self, request: Request) -> Asker:
        """Who asks for something long."""
        return Asker(self.device(request), address_of(request))

    async def beside(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What long work returns that would keep everybody waiting in the event loop."""
        return await self.hub.beside.do(self.asker(request), work, *args, **kwargs)

    async def game(self, request: Request, replay: str) -> tuple[GameRow, str]:
        """A finished game with its record, which is made from the log of its table."""
        found = await self.beside(request, self.hub.services.store.game, replay)
        if found is None:
            raise Trouble(404, "unknown", "there is no such game")
        return found

    async def table(self, request: Request) -> Live:
        """The table that the path names. Whoever guesses codes has to wait."""
        wrong, address = self.hub.wrong_codes, address_of(request)
        if wrong.dry(address):
            raise Trouble(429, "limit", "too many wrong codes from this address; wait a minute")
        code = read_code(request.path_params["code"])
        live = await self.hub.find(code) if code else None
        if live is None:
            wrong.take(address)
            raise Trouble(404, "unknown", "there is no table with this code")
        return live


async def body_of(request: Request, most: int = FRAME) -> bytes:
    """The body of a request, if it is not too large, does not dribble in for ever and does not have to be unpacked."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Trouble(415, "malformed", "a request comes as it is, not compressed")
    parts = list[bytes]()
    size = 0
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Trouble(413, "limit", f"a request holds {most} bytes at most")
                parts.append(part)
    except ClientDisconnect:  # nobody will read this, but it is no fault of ours
        raise Trouble(400, "malformed", "the request ended before it was complete") from None
    except TimeoutError:
        raise Trouble(408, "limit", f"a request has to be here within {PATIENCE} seconds") from None
    return b"".join(parts)


async def read(request: Request, kind: type[T]) -> T:
    """The body of a request as a message."""
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Trouble(400, "malformed", f"the request is malformed: {in_one_line(str(error)[:200])}") from None


def number(request: Request, name: str, usual: int, most: int) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise Trouble(400, "malformed", f"{name} must be a whole number")
    return min(int(text), most)


async def answered(ask: Callable[[Reply], Any]) -> bytes:
    """Wait for what a table replies."""
    future = asyncio.get_running_loop().create_future()

    def reply(answer: bytes | None) -> None:
        if not future.done():
            future.set_result(answer)

    ask(reply)
    answer: bytes | None = await future
    if answer is None:
        raise Trouble(503, "store", "this could not be stored; send it again")
    return answer
