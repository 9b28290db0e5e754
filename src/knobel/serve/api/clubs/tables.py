"""HTTP API of what divides the games of a club: its tables and its seasons."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ....store.clubs import games, seasons
from ...club_documents import NewClubTable, NewSeason
from ..common import json, read_message
from .context import ClubContext


class TableRoutes:
    """The handlers of `/api/clubs/ID/tables` and `/api/clubs/ID/seasons`."""

    def __init__(self, context: ClubContext) -> None:
        self._context = context

    def routes(self) -> list[Route]:
        take, club = self._context.take, "/api/clubs/{club}"
        return [
            Route(f"{club}/tables", take(self.link_table), methods=["POST"]),
            Route(f"{club}/tables/{{code}}", take(self.unlink_table), methods=["DELETE"]),
            Route(f"{club}/seasons", take(self.add_season), methods=["POST"]),
            Route(f"{club}/seasons/{{season}}", take(self.change_season), methods=["PUT"]),
            Route(f"{club}/seasons/{{season}}", take(self.delete_season), methods=["DELETE"]),
        ]

    async def link_table(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "link_table")
        table = await self._context.own_table(request, (await read_message(request, NewClubTable)).code)
        await self._context.write(games.link_table, asker, table.code, self._context.now)
        return json(await self._context.club(request), 201)

    async def unlink_table(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "correct_games")
        await self._context.write(games.unlink_table, asker, request.path_params["code"])
        return json(await self._context.club(request))

    async def add_season(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "set_seasons")
        new = await read_message(request, NewSeason)
        await self._context.write(seasons.add_season, asker, new.name, new.begins, new.ends)
        return json(await self._context.club(request), 201)

    async def change_season(self, request: Request) -> Response:
        asker, season = await self._context.allowed(request, "set_seasons"), request.path_params["season"]
        new = await read_message(request, NewSeason)
        await self._context.write(seasons.change_season, asker, season, new.name, new.begins, new.ends)
        return json(await self._context.club(request))

    async def delete_season(self, request: Request) -> Response:
        asker, season = await self._context.allowed(request, "set_seasons"), request.path_params["season"]
        await self._context.write(seasons.delete_season, asker, season)
        return json(await self._context.club(request))
