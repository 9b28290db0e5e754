"""Expected against thrown: how the dice have fallen at a table, and at all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...odds.honesty import Fallen, compare, examine
from ...store import FallenRow, Thrower
from ..documents_honesty import Honesty
from .common import Desk, json


class DiceHonesty:
    """The handlers of `/api/honesty` and `/api/tables/CODE/honesty`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.hub.services.store

    def routes(self) -> list[Route]:
        take = self._desk.open
        return [Route("/api/honesty", take(self.all)), Route("/api/tables/{code}/honesty", take(self.table))]

    async def all(self, _: Request) -> Response:
        return json(honesty(self._store.fallen(), self._store.unfinished()))

    async def table(self, request: Request) -> Response:
        code = (await self._desk.table(request)).code
        return json(honesty(self._store.fallen(code), self._store.unfinished(code)))


def honesty(rows: Sequence[FallenRow], unfinished: int = 0) -> Honesty:
    by = defaultdict[Thrower, Fallen](Fallen)
    for row in rows:
        by[row.thrower] += row.fallen
    return Honesty(
        everybody=examine(by["person"] + by["bot"] + by["nobody"]),
        people=examine(by["person"]),
        bots=examine(by["bot"]),
        nobodys=examine(by["nobody"]),
        apart=compare(by["person"], by["bot"]),
        unproven=sum(row.fallen.dice for row in rows if not row.fair),
        unfinished=unfinished,
    )
