"""HTTP API of the penalty box of a club."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ....club.box import BookingKind, Tariff, clean_text
from ....store.clubs import box
from ....store.clubs.access import Member
from ....store.clubs.members import names_of
from ....store.connection import Connection
from ...club_documents import Account, Box, NewBooking, NewExpense, NewPayment
from ..common import json, read_message
from ..parameters import NUMBER
from .context import ClubContext

_PAGE: Final = 50
"""Bookings in one answer."""


class BoxRoutes:
    """The handlers of `/api/clubs/ID/box`."""

    def __init__(self, context: ClubContext) -> None:
        self._context = context

    def routes(self) -> list[Route]:
        take, path = self._context.take, "/api/clubs/{club}/box"
        return [
            Route(path, take(self.look)),
            Route(path, take(self.fine), methods=["POST"]),
            Route(f"{path}/payments", take(self.pay), methods=["POST"]),
            Route(f"{path}/expenses", take(self.spend), methods=["POST"]),
            Route(f"{path}/tariff", take(self.tariff)),
            Route(f"{path}/tariff", take(self.set_tariff), methods=["PUT"]),
            Route(f"{path}/{{booking}}/reverse", take(self.reverse), methods=["POST"]),
        ]

    async def look(self, request: Request) -> Response:
        await self._context.allowed(request)
        before = NUMBER.query(request, "before")
        return json(await self._box(request, before))

    async def _box(self, request: Request, before: int | None = None) -> Box:
        return await self._context.read(request, lambda connection, who: box_document(connection, who, before))

    async def fine(self, request: Request) -> Response:
        await self._context.allowed(request, "book")
        new = await read_message(request, NewBooking)
        return await self._book(request, "fine", new.member, new.amount, new.reason, new.id)

    async def pay(self, request: Request) -> Response:
        await self._context.allowed(request, "book")
        new = await read_message(request, NewPayment)
        return await self._book(request, "payment", new.member, new.amount, new.reason, new.id)

    async def spend(self, request: Request) -> Response:
        await self._context.allowed(request, "book")
        new = await read_message(request, NewExpense)
        return await self._book(request, "expense", None, new.amount, new.reason, new.id)

    async def _book(
        self, request: Request, kind: BookingKind, member: int | None, amount: int, reason: str, key: str
    ) -> Response:
        asker, now = self._context.asker(request), self._context.now
        await self._context.write(box.book, asker, kind, member, amount, clean_text(reason), key, now)
        return json(await self._box(request), 201)

    async def reverse(self, request: Request) -> Response:
        asker, booking = await self._context.allowed(request, "book"), request.path_params["booking"]
        await self._context.write(box.reverse, asker, booking, self._context.now)
        return json(await self._box(request), 201)

    async def tariff(self, request: Request) -> Response:
        asker = await self._context.allowed(request)
        store = self._context.services.store
        read = self._context.api.hub.read
        return json(await read(store.read, lambda connection: box.read_tariff(connection, asker.club)))

    async def set_tariff(self, request: Request) -> Response:
        """Set the tariff, for games that end from now on."""
        asker = await self._context.allowed(request, "set_tariff")
        tariff = await read_message(request, Tariff)
        await self._context.write(box.write_tariff, asker, tariff)
        return json(tariff)


def box_document(connection: Connection, who: Member, before: int | None) -> Box:
    ledger, names = box.read_ledger(connection, who.club), names_of(connection, who.club)
    bookings = box.read_bookings(connection, who.club, before, _PAGE + 1)
    owed = {member: ledger.members.get(member, 0) for member, name in names.items() if name or member in ledger.members}
    fined, cash, spent = -ledger.box["fines"], ledger.box["cash"], ledger.box["spent"]
    return Box(
        accounts=tuple(Account(member, names[member], amount) for member, amount in owed.items()),
        owed=sum(owed.values()),
        fined=fined,
        paid=cash + spent,
        spent=spent,
        cash=cash,
        bookings=tuple(bookings[:_PAGE]),
        more=len(bookings) > _PAGE,
    )
