"""HTTP API of the explorer: `GET /api/explorer/GAME?…` returns charts of perfect play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...coach.explorer import SUBJECTS
from ...rules import find_game
from ...rules.errors import KnobelError, shown
from ..limits.lru_cache import LruCache
from ..limits.quotas import QuotaExceeded, Requester
from ..workers.coach.client import CoachError
from ..workers.coach.jobs import Explore
from .common import ApiContext, ApiError, Handler, json_bytes

Q = TypeVar("Q", bound=Struct)

_MAX_CACHED: Final = 256
"""Cached charts (LRU)."""

_MAX_VALUE: Final = 40
"""Characters of the longest value in a query."""


def _digits(text: str) -> tuple[str, ...]:
    """`126` as 1, 2, 6."""
    return tuple(text)


def _listed(text: str) -> tuple[str, ...]:
    """`3,0,13` as 3, 0, 13; an empty text as an empty tuple."""
    return tuple(text.split(",")) if text else ()


_PARSERS: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("own", "rival", "white", "history", "came"), _digits),
    **dict.fromkeys(("stones", "before"), _listed),
}
"""Parsers of query values that are sequences."""


class ExplorerRoutes:
    """The handlers of `/api/explorer`, with an LRU cache of charts."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._charts = LruCache[tuple[str, Struct], bytes](_MAX_CACHED)

    def routes(self) -> list[Route]:
        take = self._context.with_device
        return [
            *(Route(f"/api/explorer/{subject}", take(self._asking(subject))) for subject in SUBJECTS),
            Route("/api/explorer/{game}", take(self._unknown)),
        ]

    def _asking(self, subject: str) -> Handler:
        kind, _ = SUBJECTS[subject]

        async def ask(request: Request) -> Response:
            asked = question(request, kind)
            chart = self._charts.get((subject, asked))
            answer = json_bytes(chart or await self._chart(subject, asked, self._context.requester(request)))
            answer.headers["cache-control"] = "public, max-age=300"  # it changes only with the program
            return answer

        return ask

    async def _chart(self, subject: str, asked: Struct, requester: Requester) -> bytes:
        job = Explore(subject, msgspec.to_builtins(asked))
        try:
            chart = await self._context.hub.questions.ask(job, Raw, requester)
        except QuotaExceeded:
            raise
        except KnobelError as error:
            if isinstance(error, CoachError) and error.ours:
                raise
            raise ApiError(400, "malformed", error.sentence, error.rule) from None
        return self._charts.put((subject, asked), bytes(chart))

    async def _unknown(self, request: Request) -> Response:
        find_game(request.path_params["game"])  # its error lists the games
        raise ApiError(404, "unknown", "there is nothing of that name here")


def question(request: Request, kind: type[Q]) -> Q:
    """Parse the query as a question; errors name the field."""
    given = dict(request.query_params)
    for name, text in given.items():
        if name not in kind.__struct_fields__:
            known = ", ".join(kind.__struct_fields__)
            raise ApiError(400, "malformed", f"{shown(name)} cannot be asked for; there is: {known}")
        if len(text) > _MAX_VALUE:
            raise ApiError(400, "malformed", f"{name} is too long")
    values = {name: _PARSERS.get(name, str)(text) for name, text in given.items()}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        name = where.strip("`$").lstrip(".").partition("[")[0] or "the question"
        raise ApiError(400, "malformed", f"{name} is wrong: {what[0].lower()}{what[1:]}") from None
