"""HTTP API of the figures of a club: standings, their course, evenings, profiles and luck."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ....club.book import ANY, Scope
from ....club.results import GAME_NAMES
from ....club.seasons import ALL
from ....store.clubs import reading
from ....store.clubs.access import Member
from ....store.clubs.games import correct_game, delete_game, write_luck
from ....store.connection import Connection
from ...club_documents import ClubLuck, Evening, GameCorrection
from ..common import ApiError, json, query_int, read_message
from ..parameters import TIME
from .context import ClubContext
from .standings import (
    course_document,
    evening_document,
    evenings_document,
    luck_document,
    profile_document,
    standings_document,
)


class FigureRoutes:
    """The handlers of everything that is computed from the games of a club."""

    def __init__(self, context: ClubContext) -> None:
        self._context = context
        self._analyses = context.api.hub.analyses

    def routes(self) -> list[Route]:
        take, club = self._context.take, "/api/clubs/{club}"
        return [
            Route(f"{club}/standings", take(self.standings)),
            Route(f"{club}/course", take(self.course)),
            Route(f"{club}/evenings", take(self.evenings)),
            Route(f"{club}/evenings/{{evening}}", take(self.evening)),
            Route(f"{club}/games/{{number}}", take(self.correct), methods=["PATCH"]),
            Route(f"{club}/games/{{number}}", take(self.delete), methods=["DELETE"]),
            Route(f"{club}/members/{{member}}", take(self.profile)),
            Route(f"{club}/luck", take(self.luck)),
            Route(f"{club}/luck", take(self.analyse), methods=["POST"]),
        ]

    async def standings(self, request: Request) -> Response:
        scope = await self._scope(request)
        return json(
            await self._context.read(request, lambda connection, who: standings_document(connection, who, scope))
        )

    async def course(self, request: Request) -> Response:
        scope = await self._scope(request)
        return json(await self._context.read(request, lambda connection, who: course_document(connection, who, scope)))

    async def evenings(self, request: Request) -> Response:
        await self._context.allowed(request)
        before = TIME.query(request, "before")
        return json(
            await self._context.read(request, lambda connection, who: evenings_document(connection, who, before))
        )

    async def evening(self, request: Request) -> Response:
        await self._context.allowed(request)
        evening = request.path_params["evening"]
        return json(
            await self._context.read(request, lambda connection, who: evening_document(connection, who, evening))
        )

    async def correct(self, request: Request) -> Response:
        """Say which members sat at the seats of a game; the evening of that game."""
        asker, number = await self._context.allowed(request, "correct_games"), request.path_params["number"]
        change = await read_message(request, GameCorrection)
        game = await self._context.write(correct_game, asker, number, change.members, self._context.now)

        def corrected(connection: Connection, who: Member) -> Evening:
            return evening_document(connection, who, reading.evening_of(connection, who.club, game.at))

        return json(await self._context.read(request, corrected))

    async def delete(self, request: Request) -> Response:
        asker, number = await self._context.allowed(request, "correct_games"), request.path_params["number"]
        await self._context.write(delete_game, asker, number, self._context.now)
        return json(await self._context.club(request))

    async def profile(self, request: Request) -> Response:
        season = await self._season(request)
        member = request.path_params["member"]
        return json(
            await self._context.read(request, lambda connection, who: profile_document(connection, who, member, season))
        )

    async def luck(self, request: Request) -> Response:
        return json(await self._luck(request, await self._season(request)))

    async def analyse(self, request: Request) -> Response:
        """Start the analysis of the next game that has none, if the coach is idle."""
        season, context = await self._season(request), self._context
        replay = await context.read(
            request, lambda connection, who: reading.next_to_analyse(connection, who.club, season)
        )
        if replay is not None and (stored := await context.api.hub.read(self._analyses.stored, replay)) is not None:
            await context.write(write_luck, replay, stored)
        elif replay is not None:
            game, record = await context.api.game(request, replay)
            self._analyses.offer(game, record, context.api.requester(request))
        return json(await self._luck(request, season))

    async def _luck(self, request: Request, season: int) -> ClubLuck:
        def work(connection: Connection, who: Member) -> tuple[ClubLuck, str | None]:
            waiting = reading.next_to_analyse(connection, who.club, season)
            return luck_document(connection, who, season), waiting

        found, waiting = await self._context.read(request, work)
        job = None if waiting is None else self._analyses.find(waiting)
        return ClubLuck(found.season, found.games, found.analysed, job is not None and job.open, found.lines)

    async def _season(self, request: Request) -> int:
        """The season of the query; permission comes first."""
        await self._context.allowed(request)
        return query_int(request, "season", ALL, 1 << 52)

    async def _scope(self, request: Request) -> Scope:
        season, game = await self._season(request), request.query_params.get("game")
        if game is not None and game not in GAME_NAMES:
            raise ApiError(400, "malformed", f"game must be one of {', '.join(GAME_NAMES)}")
        return Scope(season, game or ANY)
