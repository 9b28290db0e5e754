"""Finished games: those of a device and of a table, their records and replays, and how everybody did."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...fair.records import load
from ...store import GameRow, TableRow
from ...table import Refusal, due
from ...table.names import clean
from ..documents import GameLine, Loaded, TableLine
from ..limits.rate_limit import BODY
from .common import Desk, Trouble, body_of, download, json, raw
from .devices import address_of
from .statistics import statistics

_MOST_TABLES: Final = 50


class History:
    """The handlers of `/api/me`, `/api/replays` and `/api/records`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.hub.services.store

    def routes(self) -> list[Route]:
        take = self._desk.open
        return [
            Route("/api/me/tables", take(self.tables)),
            Route("/api/me/games", take(self.games)),
            Route("/api/me/stats", take(self.stats)),
            Route("/api/tables/{code}/stats", take(self.table_stats)),
            Route("/api/replays/{id}", take(self.replay)),
            Route("/api/replays/{id}/record", take(self.record)),
            Route("/api/records", take(self.load), methods=["POST"]),
        ]

    async def tables(self, request: Request) -> Response:
        """The tables at which this device has a seat, the liveliest first."""
        rows = self._store.tables_of(self._desk.device(request))[:_MOST_TABLES]
        return json([await self._line(row) for row in rows])

    async def _line(self, row: TableRow) -> TableLine:
        live = await self._desk.hub.find(row.code) if row.phase == "playing" else None
        yours = live is not None and due(live.table).seat == row.seat
        return TableLine(row.code, row.game, row.names, row.phase, yours, row.at)

    async def games(self, request: Request) -> Response:
        return json([_line(row) for row in self._store.games_of(self._desk.device(request))])

    async def stats(self, request: Request) -> Response:
        """How the people did in games of this device: the names at its own seats, and those it played with."""
        return json(statistics(self._store.games_of(self._desk.device(request))))

    async def table_stats(self, request: Request) -> Response:
        return json(statistics(self._store.games_at((await self._desk.table(request)).code)))

    async def replay(self, request: Request) -> Response:
        found = await self._desk.hub.replays.find(request.path_params["id"], self._desk.asker(request))
        if found is None:
            raise Trouble(404, "unknown", "there is no such game")
        return raw(found)

    async def record(self, request: Request) -> Response:
        row, text = await self._desk.game(request, request.path_params["id"])
        return download(row.game, text)

    async def load(self, request: Request) -> Response:
        """Keep a record; a wrong one is refused with the event and the rule that it breaks."""
        if not self._desk.hub.new_tables.take(address_of(request)):
            raise Trouble(429, "limit", "too many records at once; wait a moment")
        body = await body_of(request, BODY)
        session, fair = await self._desk.beside(request, load, body)
        _check_names(session.players)
        services = self._desk.hub.services
        name = services.secrets.token()
        kept = self._store.keep_record(name, session, self._desk.device(request), services.time.wall(), fair)
        await asyncio.wrap_future(kept)
        return json(Loaded(name), 201)


def _check_names(names: Sequence[str]) -> None:
    """A record may come from anywhere; its names are shown beside those of this house, and so have to be like them."""
    for name in names:
        if clean(name) != name:
            raise Refusal("malformed", "a name in a record has no blanks around it, and composed characters")


def _line(row: GameRow) -> GameLine:
    return GameLine(row.replay, row.game, row.names, row.winners, row.points, row.seat, row.code, row.at, row.taken > 0)
