"""HTTP API of clubs: making, changing and deleting them, members and one-time links, tables and seasons."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ....club.errors import ClubConflict
from ....store.clubs import deletion, games
from ....store.clubs import members as rows
from ....store.clubs.access import Asker
from ....store.connection import Connection
from ....table import Table
from ....table.names import alike, clean
from ...club_documents import (
    ClubChange,
    ClubLine,
    Deleted,
    JoinedClub,
    MemberChange,
    NewClub,
    NewMember,
)
from ...documents import CarryLink, CarryToken
from ...tokens import digest
from ...transport.devices import client_address
from ...transport.lan import qr_path
from ..common import ApiError, json, read_message
from .context import ClubContext

_LINK_LIFETIME: Final = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a link that ties a device to a member is valid."""


class MemberRoutes:
    """The handlers of clubs and of what belongs to them."""

    def __init__(self, context: ClubContext) -> None:
        self._context = context
        self._services = context.services

    def routes(self) -> list[Route]:
        take, club = self._context.take, "/api/clubs/{club}"
        return [
            Route("/api/me/clubs", take(self.own)),
            Route("/api/clubs", take(self.make), methods=["POST"]),
            Route("/api/clubs/join", take(self.join), methods=["POST"]),
            Route(club, take(self.look)),
            Route(club, take(self.rename), methods=["PATCH"]),
            Route(club, take(self.delete), methods=["DELETE"]),
            Route(f"{club}/members", take(self.add_member), methods=["POST"]),
            Route(f"{club}/members/{{member}}", take(self.change_member), methods=["PATCH"]),
            Route(f"{club}/members/{{member}}", take(self.delete_member), methods=["DELETE"]),
            Route(f"{club}/members/{{member}}/link", take(self.link), methods=["POST"]),
        ]

    async def own(self, request: Request) -> Response:
        """The clubs of this device."""
        device = self._context.api.device(request)
        store = self._services.store
        found = await self._context.api.hub.read(store.read, lambda connection: rows.clubs_of(connection, device))
        return json([ClubLine(each.club, each.name, each.role, each.members, each.games, each.last) for each in found])

    async def make(self, request: Request) -> Response:
        """Make a club; from a table in one step, with its people as members."""
        new = await read_message(request, NewClub)
        if not self._context.api.hub.new_tables.take(client_address(request)):
            raise ApiError(429, "limit", "too many new clubs; wait a moment")
        club, device, now = self._services.secrets.token(), self._context.api.device(request), self._context.now
        hub = self._context.api.hub
        await hub.read(hub.housekeeping.check_new, device)
        code, people = None, [clean("" if new.you is UNSET else new.you)] if new.from_table is UNSET else []
        if new.from_table is not UNSET:
            table = await self._context.own_table(request, new.from_table)
            code, people = table.code, _people(table, device, None if new.you is UNSET else new.you)
        asker = Asker(club, device)

        def work(connection: Connection) -> None:
            founder, *_ = rows.write_club(connection, club, new.name, now, people)
            rows.tie_device(connection, club, device, founder)
            if code is not None:
                games.link_table(connection, asker, code, now)

        await self._context.write(work)
        request.path_params["club"] = club
        return json(await self._context.club(request), 201)

    async def join(self, request: Request) -> Response:
        """Tie this device to a member by a link that works once."""
        token = digest((await read_message(request, CarryToken)).token)
        device = self._context.api.device(request)
        joined = await self._context.write(rows.join, token, device, self._context.now)
        return json(JoinedClub(joined.club, joined.member))

    async def look(self, request: Request) -> Response:
        return json(await self._context.club(request))

    async def rename(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "change_club")
        change = await read_message(request, ClubChange)
        await self._context.write(rows.rename_club, asker, change.name)
        return json(await self._context.club(request))

    async def delete(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "delete_club")
        remains = await self._context.write(deletion.delete_club, asker)
        return await self._deleted(remains, "The club and the names of its members are deleted")

    async def _deleted(self, remains: deletion.Remains, what: str) -> Response:
        """Reload the tables whose logs have changed, and say what is left."""
        hub = self._context.api.hub
        hub.reload(remains.changed)
        await asyncio.to_thread(self._services.store.truncate_log)
        left = f"{_counted(remains.results, 'result')} and {_counted(remains.bookings, 'booking')} stay without a name"
        kept = _counted(len(remains.tables), "table")
        running = f"; a game runs at {kept}, where the name stays" if remains.tables else ""
        return json(Deleted(remains.results, remains.bookings, remains.tables, f"{what}; {left}{running}."))

    async def add_member(self, request: Request) -> Response:
        asker = await self._context.allowed(request, "change_members")
        new = await read_message(request, NewMember)
        await self._context.write(rows.add_member, asker, new.name, self._context.now)
        return json(await self._context.club(request), 201)

    async def change_member(self, request: Request) -> Response:
        await self._context.allowed(request)
        member = request.path_params["member"]
        asker = await self._context.allowed(request, "change_members", member)
        change = await read_message(request, MemberChange)
        name = None if change.name is UNSET else change.name
        role = None if change.role is UNSET else change.role
        await self._context.write(rows.change_member, asker, member, name, role)
        return json(await self._context.club(request))

    async def delete_member(self, request: Request) -> Response:
        """Delete the name of a member; a member may do so, too, and leaves by it."""
        await self._context.allowed(request)
        member = request.path_params["member"]
        asker = await self._context.allowed(request, "change_members", member)
        remains = await self._context.write(deletion.delete_member, asker, member)
        return await self._deleted(remains, "The name is deleted")

    async def link(self, request: Request) -> Response:
        """Create a link, valid for seven days, that ties one device to a member."""
        await self._context.allowed(request)
        member, now = request.path_params["member"], self._context.now
        asker = await self._context.allowed(request, "invite", member)
        token = self._services.secrets.token()
        await self._context.write(rows.write_link, asker, member, digest(token), now + _LINK_LIFETIME, now)
        url, api = f"/club/join#{token}", self._context.api
        return json(CarryLink(url, await api.offload(request, qr_path, api.origin(request) + url)), 201)


def _people(table: Table, device: str, you: str | None) -> list[str]:
    """The people at a table and on its bench, the founder first: the one on the seat of this device.

    A device that writes for others, and has no seat of its own, has to say whose it is.
    """
    seats = [*table.seats, *(out.seat for out in table.bench)]
    people = [seat.name for seat in seats if seat.level is None]
    held = [seat for seat in seats if device in seat.devices]
    own = [seat.name for seat in held if you is not None or not seat.guest]
    founders = own if you is None else [name for name in own if alike(name) == alike(clean(you))]
    if len(founders) != 1:
        raise ClubConflict("say by `you` which of these people you are: " + ", ".join(seat.name for seat in held))
    return [founders[0], *(name for name in people if name != founders[0])]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
