"""HTTP API of clubs."""

from __future__ import annotations

from starlette.routing import Route

from ..common import ApiContext
from .box import BoxRoutes
from .context import ClubContext
from .figures import FigureRoutes
from .files import FileRoutes
from .members import MemberRoutes
from .tables import TableRoutes


class ClubRoutes:
    """The handlers of `/api/clubs` and `/api/me/clubs`."""

    def __init__(self, context: ApiContext) -> None:
        club = ClubContext(context)
        self._parts = (MemberRoutes(club), TableRoutes(club), FigureRoutes(club), BoxRoutes(club), FileRoutes(club))

    def routes(self) -> list[Route]:
        return [route for part in self._parts for route in part.routes()]
