"""HTTP API of exports and imports of a club."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ....club.exporting import csv_lines
from ....club.importing import read_list
from ....store.clubs.games import import_games, unknown_names
from ....store.clubs.transfer import export_club, named_games
from ...club_documents import Imported
from ...messages import encode
from ..common import ApiError, json, query_int, read_body
from .context import ClubContext


class FileRoutes:
    """The handlers of `/api/clubs/ID/export.*` and `/api/clubs/ID/import`."""

    def __init__(self, context: ClubContext) -> None:
        self._context = context

    def routes(self) -> list[Route]:
        take, club = self._context.take, "/api/clubs/{club}"
        return [
            Route(f"{club}/export.json", take(self.export_json)),
            Route(f"{club}/export.csv", take(self.export_csv)),
            Route(f"{club}/import", take(self.add), methods=["POST"]),
        ]

    async def export_json(self, request: Request) -> Response:
        await self._context.allowed(request, "export")
        text = await self._context.read(request, lambda connection, who: encode(export_club(connection, who.club)))
        return _attachment(text, "club.json", "application/json")

    async def export_csv(self, request: Request) -> Response:
        await self._context.allowed(request, "export")
        text = await self._context.read(
            request, lambda connection, who: "".join(csv_lines(named_games(connection, who.club)))
        )
        return _attachment("\ufeff" + text, "club.csv", "text/csv; charset=utf-8")

    async def add(self, request: Request) -> Response:
        """Add an older list of results; with `check` nothing is written."""
        asker = await self._context.allowed(request, "import")
        check = query_int(request, "check", 0, 1)
        try:
            text = (await read_body(request, self._context.services.limits.record_size)).decode()
        except UnicodeDecodeError:
            raise ApiError(400, "malformed", "the list must be text in UTF-8") from None
        listed = await self._context.api.offload(request, read_list, text)
        hub, store = self._context.api.hub, self._context.services.store
        if check:
            new = await hub.read(store.read, lambda connection: unknown_names(connection, asker, listed))
        else:
            await hub.read(hub.housekeeping.check_new, asker.device)
            new = await self._context.write(import_games, asker, listed, self._context.now)
        return json(Imported(len(listed), tuple(new)))


def _attachment(content: str | bytes, name: str, kind: str) -> Response:
    """A download; the name of the club does not appear in the header."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
