"""HTTP API of tables: create, read, follow, send commands, and carry a seat to another device."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...rules.game import Decision
from ...rules.records import loads
from ...store import CommandKey, Offer
from ...table import Carry, Continuation, Refusal, continuation, due
from ...table.commands import Claim, Join
from ...telling.choices import choices, free_fields
from ..documents import CarryLink, CarryToken
from ..live.table import LiveTable
from ..live.views import tellings_shown
from ..messages import Ask, Choice, Choices, FromReplay, Made, NewTable, Steps, encode
from ..tokens import digest
from ..transport.devices import client_address
from ..transport.lan import qr_path
from .common import ApiContext, ApiError, await_reply, download, json, json_bytes, query_int, read_message, stored
from .long_polling import MAX_WAIT, LongPoll, counted_as_connection
from .websocket import check_without_cookie, too_fast

_MAX_STEPS: Final = 200
"""Steps in one response; for more, the client asks again."""

_CARRY_LIFETIME: Final = 10 * 60 * 1000
"""Milliseconds for which a carry link is valid."""


class TableRoutes:
    """The handlers of `/api/tables`."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._services = context.hub.services
        self._links_in_use = set[str]()

    def routes(self) -> list[Route]:
        take, large = self._context.with_device, self._context.with_large_answer
        return [
            Route("/api/tables", take(self.make), methods=["POST"]),
            Route("/api/tables/{code}", large(self.look)),
            Route("/api/tables/{code}/steps", large(self.follow)),
            Route("/api/tables/{code}/commands", take(self.ask), methods=["POST"]),
            Route("/api/tables/{code}/record", large(self.record)),
            Route("/api/tables/{code}/choices", take(self.choices)),
            Route("/api/tables/{code}/told", large(self.told)),
            Route("/api/tables/{code}/carry", take(self.carry), methods=["POST"]),
            Route("/api/carry", take(self.carried), methods=["POST"]),
        ]

    async def make(self, request: Request) -> Response:
        new = await read_message(request, NewTable)
        hub, device = self._context.hub, self._context.device(request)
        if not hub.new_tables.take(client_address(request)) or len(hub.tables) >= self._services.limits.tables:
            raise ApiError(429, "limit", "too many new tables; wait a moment")
        await hub.read(hub.housekeeping.check_new, device)
        on = None if new.from_replay is UNSET else await self._onward(request, new, new.from_replay)
        return json_bytes(stored(await hub.create_table(device, new, on)), 201)

    async def _onward(self, request: Request, new: NewTable, wanted: FromReplay) -> Continuation:
        """The game that a new table continues, with its options."""
        row, text = await self._context.game(request, wanted.replay)
        if new.game != row.game or new.options:
            raise ApiError(422, "illegal", f"that game is {row.game}, and its options cannot be changed")
        return await self._context.offload(request, lambda: continuation(loads(text), wanted.step, wanted.seat))

    async def look(self, request: Request) -> Response:
        live, device = await self._context.table(request), self._context.device(request)
        with self._context.hub.budget.timed(client_address(request)):
            return json(live.snapshot(device))

    async def follow(self, request: Request) -> Response:
        """All steps after a version; with `wait` a long poll for the next one."""
        live, device = await self._context.table(request), self._context.device(request)
        since = query_int(request, "since", 0, live.table.version)
        wait = query_int(request, "wait", 0, MAX_WAIT)
        if wait:
            with counted_as_connection(self._context.hub, client_address(request)):
                await LongPoll(device, self._services.time.now()).wait(live, since, self._services.time, wait)
        steps = await live.steps(device, since, _MAX_STEPS, client_address(request))
        with self._context.hub.budget.timed(client_address(request)):
            return json(Steps(steps, live.clock))

    async def ask(self, request: Request) -> Response:
        ask = await read_message(request, Ask)  # first: a slow body may take longer than the table stays in memory
        address = client_address(request)
        if request.state.fresh and isinstance(ask.do, Join | Claim):
            check_without_cookie(self._context.hub, request.path_params["code"], address)
        live, device = await self._context.table(request), self._context.device(request)
        if not self._context.hub.commands.take(address):
            self._services.metrics.commands.ended("limit")
            return json_bytes(encode(too_fast(ask.id, live)), 429)
        return json_bytes(await await_reply(lambda reply: live.ask(device, ask, reply, address=address)))

    async def record(self, request: Request) -> Response:
        """The record of the last game, once it is over: a record reveals all dice."""
        live = await self._context.table(request)
        if live.table.phase in ("lobby", "playing"):
            raise ApiError(409, "illegal", "a record can be had when the game is over or the table is closed")
        if not live.table.began:
            raise ApiError(409, "illegal", "no game was begun at this table")
        return download(*await self._context.offload(request, live.last_game))

    async def choices(self, request: Request) -> Response:
        """The legal moves with exact odds, computed in a thread."""
        live, device = await self._context.table(request), self._context.device(request)
        table = live.table
        seat = table.seat_of(device)
        if table.settings.real_dice and seat is not None and seat == table.host:
            seat = due(table).seat  # the host tells for all
        return json(await self._context.offload(request, _choices, live, seat))

    async def told(self, request: Request) -> Response:
        """The tellings of the current game with real dice, narrated in a thread."""
        live = await self._context.table(request)
        return json(await self._context.offload(request, tellings_shown, live.current))

    async def carry(self, request: Request) -> Response:
        """Create a one-time link, valid for ten minutes, that carries the seat to another device."""
        live, device = await self._context.table(request), self._context.device(request)
        if live.table.seat_of(device) is None:
            raise ApiError(403, "forbidden", "you have no seat at this table")
        token, now = self._services.secrets.token(), self._services.time.wall()
        offer = Offer(live.code, device)
        await asyncio.wrap_future(self._services.store.offer_carry(digest(token), offer, now + _CARRY_LIFETIME, now))
        url = f"/carry#{token}"
        drawn = await self._context.offload(request, qr_path, self._context.origin(request) + url)
        return json(CarryLink(url, drawn), 201)

    async def carried(self, request: Request) -> Response:
        """Use a carry link. A repeat of the same device gets the same answer (idempotent)."""
        token, device = digest((await read_message(request, CarryToken)).token), self._context.device(request)
        key = CommandKey("", device, token)  # a repeat does not know the table yet
        store, read = self._services.store, self._context.hub.read
        if (before := await read(store.answer, key)) is not None:
            return json_bytes(before)
        offer = await read(store.carry, token, self._services.time.wall())
        live = await self._context.hub.find(offer.code) if offer else None
        offer = await read(store.carry, token, self._services.time.wall())  # reading a table may have taken a while
        seat = live.table.seat_of(offer.device) if live and offer else None
        if live is None or offer is None or seat is None or token in self._links_in_use:
            raise _link_spent()
        made = encode(Made(live.code))
        if live.table.seat_of(device) != seat:
            self._links_in_use.add(token)
            try:
                await await_reply(lambda reply: live.apply(Carry(offer.device, device), key, made, token, reply))
            except Refusal as refusal:
                raise (_link_spent() if refusal.why == "stale" else refusal) from None
            finally:
                self._links_in_use.discard(token)
        return json_bytes(made)


def _link_spent() -> ApiError:
    return ApiError(410, "spent", "this link was used already, or is too old; ask for a new one")


def _choices(live: LiveTable, seat: int | None) -> Choices:
    current = live.current
    table, waiting = current.table, due(current.table)
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
            Choice(choice.move, choice.label, choice.meaning) for choice in choices(current.names, view, pending.moves)
        ),
    )
