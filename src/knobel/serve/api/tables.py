"""Tables over HTTP: make one, look at it, follow it, ask something of it, carry a seat to another device."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...rules.game import Decision
from ...rules.records import loads
from ...store import Key, Offer
from ...table import Carry, Onward, Refusal, due, onward
from ...telling.choices import choices, free_fields
from ..documents import CarryLink, CarryToken
from ..live.table import LiveTable
from ..messages import Ask, Choice, Choices, FromReplay, Made, NewTable, Steps, encode
from ..tokens import digest
from ..transport.devices import client_address
from ..transport.lan import qr_path
from .common import ApiContext, ApiError, await_reply, download, json, json_bytes, query_int, read_message
from .long_polling import MAX_WAIT, LongPoll, counted_as_connection
from .websocket import too_fast

_MAX_STEPS: Final = 200
"""Steps in one answer; whoever has missed more asks again."""

_CARRY_LIFETIME: Final = 10 * 60 * 1000
"""Milliseconds for which a carry link can be used."""


class TableRoutes:
    """The handlers of `/api/tables`."""

    def __init__(self, desk: ApiContext) -> None:
        self._desk = desk
        self._services = desk.hub.services
        self._spending = set[str]()

    def routes(self) -> list[Route]:
        take = self._desk.open
        return [
            Route("/api/tables", take(self.make), methods=["POST"]),
            Route("/api/tables/{code}", take(self.look)),
            Route("/api/tables/{code}/steps", take(self.follow)),
            Route("/api/tables/{code}/commands", take(self.ask), methods=["POST"]),
            Route("/api/tables/{code}/record", take(self.record)),
            Route("/api/tables/{code}/choices", take(self.choices)),
            Route("/api/tables/{code}/carry", take(self.carry), methods=["POST"]),
            Route("/api/carry", take(self.carried), methods=["POST"]),
        ]

    async def make(self, request: Request) -> Response:
        new = await read_message(request, NewTable)
        hub, device = self._desk.hub, self._desk.device(request)
        if not hub.new_tables.take(client_address(request)) or len(hub.tables) >= self._services.limits.tables:
            raise ApiError(429, "limit", "too many new tables; wait a moment")
        on = None if new.from_replay is UNSET else await self._onward(request, new, new.from_replay)
        made = await await_reply(lambda reply: hub.make(device, new, reply, on))
        return json_bytes(made, 201)

    async def _onward(self, request: Request, new: NewTable, wanted: FromReplay) -> Onward:
        """The game from which a table plays on; its rules come with it."""
        row, text = await self._desk.game(request, wanted.replay)
        if new.game != row.game or new.options:
            raise ApiError(422, "illegal", f"that game is {row.game}, and its options cannot be changed")
        return await self._desk.beside(request, lambda: onward(loads(text), wanted.step, wanted.seat))

    async def look(self, request: Request) -> Response:
        return json((await self._desk.table(request)).snapshot(self._desk.device(request)))

    async def follow(self, request: Request) -> Response:
        """Everything after a version; where there is nothing yet, `wait` seconds for it."""
        live, device = await self._desk.table(request), self._desk.device(request)
        since = query_int(request, "since", 0, live.table.version)
        wait = query_int(request, "wait", 0, MAX_WAIT)
        if wait:
            with counted_as_connection(self._desk.hub, client_address(request)):
                await LongPoll(device, self._services.time.now()).wait(live, since, self._services.time, wait)
        return json(Steps(live.steps(device, since, _MAX_STEPS), live.clock))

    async def ask(self, request: Request) -> Response:
        ask = await read_message(request, Ask)  # a slow body may take longer than the table stays in memory
        live, device = await self._desk.table(request), self._desk.device(request)
        if not self._desk.hub.commands.take(client_address(request)):
            self._services.metrics.commands.ended("limit")
            return json_bytes(encode(too_fast(ask.id, live)), 429)
        return json_bytes(await await_reply(lambda reply: live.ask(device, ask, reply)))

    async def record(self, request: Request) -> Response:
        """The record of the last game, as soon as nobody can play on with what it tells."""
        live = await self._desk.table(request)
        if live.table.phase in ("lobby", "playing"):
            raise ApiError(409, "illegal", "a record can be had when the game is over or the table is closed")
        if not live.table.began:
            raise ApiError(409, "illegal", "no game was begun at this table")
        return download(*await self._desk.beside(request, live.last_game))

    async def choices(self, request: Request) -> Response:
        """What each move brings, with exact odds: so it is computed beside the event loop."""
        live, device = await self._desk.table(request), self._desk.device(request)
        return json(await self._desk.beside(request, _choices, live, live.table.seat_of(device)))

    async def carry(self, request: Request) -> Response:
        """A link that carries the seat to another device: for one use, and soon."""
        live, device = await self._desk.table(request), self._desk.device(request)
        if live.table.seat_of(device) is None:
            raise ApiError(403, "forbidden", "you have no seat at this table")
        token, now = self._services.secrets.token(), self._services.time.wall()
        offer = Offer(live.code, device)
        await asyncio.wrap_future(self._services.store.offer_carry(digest(token), offer, now + _CARRY_LIFETIME, now))
        url = f"/carry#{token}"
        drawn = await self._desk.beside(request, qr_path, self._desk.origin(request) + url)
        return json(CarryLink(url, drawn), 201)

    async def carried(self, request: Request) -> Response:
        """Take over a seat by its link. That device is told the same again: the answer may have been lost."""
        token, device = digest((await read_message(request, CarryToken)).token), self._desk.device(request)
        key = Key("", device, token)  # whoever asks again does not know the table yet
        if (before := self._services.store.answer(key)) is not None:
            return json_bytes(before)
        offer = self._services.store.carry(token, self._services.time.wall())
        live = await self._desk.hub.find(offer.code) if offer else None
        offer = self._services.store.carry(token, self._services.time.wall())  # reading a table may have taken a while
        seat = live.table.seat_of(offer.device) if live and offer else None
        if live is None or offer is None or seat is None or token in self._spending:
            raise _link_spent()
        made = encode(Made(live.code))
        if live.table.seat_of(device) != seat:
            self._spending.add(token)
            try:
                await await_reply(lambda reply: live.tell(Carry(offer.device, device), key, made, token, reply))
            except Refusal as refusal:
                raise (_link_spent() if refusal.why == "stale" else refusal) from None
            finally:
                self._spending.discard(token)
        return json_bytes(made)


def _link_spent() -> ApiError:
    return ApiError(410, "spent", "this link was used already, or is too old; ask for a new one")


def _choices(live: LiveTable, seat: int | None) -> Choices:
    scene = live.scene
    table, waiting = scene.table, due(scene.table)
    if seat is None or table.state is None or waiting.kind != "decision" or waiting.seat != seat:
        return Choices(table.version, ())
    view = table.rules.view(table.state, seat)
    free = free_fields(view)
    if free is not None:
        return Choices(table.version, (), free)
    pending = table.rules.pending(view)
    assert isinstance(pending, Decision)
    return Choices(
        table.version,
        tuple(
            Choice(choice.move, choice.label, choice.meaning) for choice in choices(scene.names, view, pending.moves)
        ),
    )
