"""HTTP API of finished games: lists, records, replays, player statistics and dice statistics."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...fair.statistics.counts import DiceCounts
from ...fair.statistics.findings import compare, examine
from ...fair.transcript import load
from ...store import DiceRow, GameRow, StoreDamaged, TableRow
from ...table import Refusal, Thrower, awaits
from ...table.names import clean
from ..documents import GameLine, Honesty, Loaded, PlayerStats, TableLine
from ..transport.devices import client_address
from .common import ApiContext, ApiError, download, json, json_bytes, read_body
from .parameters import IDENTIFIER

_MOST_TABLES: Final = 50


class HistoryRoutes:
    """The handlers of `/api/me`, `/api/replays` and `/api/records`."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._store = context.hub.services.store
        self._read = context.hub.read

    def routes(self) -> list[Route]:
        take, large = self._context.with_device, self._context.with_large_answer
        return [
            Route("/api/me/tables", take(self.tables)),
            Route("/api/me/tables/{code}", take(self.hide), methods=["DELETE"]),
            Route("/api/me/tables/{code}", take(self.unhide), methods=["PUT"]),
            Route("/api/me/games", take(self.games)),
            Route("/api/me/stats", take(self.stats)),
            Route("/api/tables/{code}/stats", take(self.table_stats)),
            Route("/api/replays/{id}", large(self.replay)),
            Route("/api/replays/{id}/record", large(self.record)),
            Route("/api/records", take(self.load), methods=["POST"]),
        ]

    async def tables(self, request: Request) -> Response:
        """The tables at which this device has a seat, the most recent first."""
        rows = await self._read(self._store.tables_of, self._context.device(request))
        return json([await self._line(row) for row in rows[:_MOST_TABLES]])

    async def hide(self, request: Request) -> Response:
        """Remove a table from the list of this device; the seat stays. It returns when the device acts there again."""
        await asyncio.wrap_future(self._store.hide_table(*self._own(request)))
        return json({})

    async def unhide(self, request: Request) -> Response:
        """Undo `hide`."""
        await asyncio.wrap_future(self._store.unhide_table(*self._own(request)))
        return json({})

    def _own(self, request: Request) -> tuple[str, str]:
        """The device and the table code of a request."""
        return self._context.device(request), request.path_params["code"]

    async def _line(self, row: TableRow) -> TableLine:
        table = None
        with suppress(StoreDamaged):  # the other tables of the list can still be shown; opening this one says why not
            table = await self._context.hub.stored_table(row.code) if row.phase == "playing" else None
        yours = table is not None and awaits(table, row.seat)
        return TableLine(row.code, row.game, row.names, row.phase, yours, row.at)

    async def games(self, request: Request) -> Response:
        """The games of this device; with `replay`, that one if it is among them."""
        device, replay = self._context.device(request), IDENTIFIER.query(request, "replay")
        rows = await self._read(self._store.games_of, device, replay=replay)
        return json([_game_line(row) for row in rows])

    async def stats(self, request: Request) -> Response:
        """Statistics of all people in the games of this device."""
        device = self._context.device(request)
        return json(await self._context.offload(request, lambda: player_statistics(self._store.games_of(device, None))))

    async def table_stats(self, request: Request) -> Response:
        code = (await self._context.table(request)).code
        return json(player_statistics(await self._read(self._store.games_at, code)))

    async def replay(self, request: Request) -> Response:
        found = await self._context.hub.replays.find(request.path_params["id"], self._context.requester(request))
        if found is None:
            raise ApiError(404, "unknown", "there is no such game")
        return json_bytes(found)

    async def record(self, request: Request) -> Response:
        row, text = await self._context.game(request, request.path_params["id"])
        return download(row.game, text)

    async def load(self, request: Request) -> Response:
        """Store an uploaded record; an invalid one is refused with the event and the rule that it breaks."""
        if not self._context.hub.new_tables.take(client_address(request)):
            raise ApiError(429, "limit", "too many records at once; wait a moment")
        await self._read(self._context.hub.housekeeping.check_new, self._context.device(request))
        body = await read_body(request, self._context.hub.services.limits.record_size)
        session, fair = await self._context.offload(request, load, body)
        _check_names(session.players)
        services = self._context.hub.services
        name = services.secrets.token()
        stored = self._store.keep_record(name, session, self._context.device(request), services.time.wall(), fair)
        await asyncio.wrap_future(stored)
        return json(Loaded(name), 201)


def _check_names(names: Sequence[str]) -> None:
    """Names of uploaded records follow the same rules as names at a table."""
    for name in names:
        if clean(name) != name:
            raise Refusal("malformed", "a name in a record has no blanks around it, and composed characters")


def _game_line(row: GameRow) -> GameLine:
    return GameLine(row.replay, row.game, row.names, row.winners, row.points, row.seat, row.code, row.at, row.taken > 0)


def player_statistics(rows: Sequence[GameRow]) -> tuple[PlayerStats, ...]:
    """One line for each person and game, those with most games first; bots have no history.

    The player of the device that asks is known by the seat, under any name; others are known by their names only.
    """
    played = defaultdict[tuple[str | None, str], list[_Played]](list)
    for row in sorted(rows, key=lambda row: (row.at, row.number or 0)):  # quick games may end in the same millisecond
        if row.code is None:
            continue  # an uploaded record has no bots marked, and may repeat one of these games
        if row.taken:
            continue  # it continues another game from a chosen position
        for seat, (name, level) in enumerate(zip(row.names, row.levels, strict=True)):
            if level is None:
                played[None if seat == row.seat else name, row.game].append(_Played(row, seat))
    lines = (_player_line(game, games, you=name is None) for (name, game), games in played.items())
    return tuple(sorted(lines, key=lambda line: (-line.games, line.name, line.game)))


class _Played(NamedTuple):
    """A finished game as one seat played it."""

    row: GameRow
    seat: int

    @property
    def score(self) -> int:
        """1 for a victory, -1 for a defeat, 0 for a draw: all share the victory (K8)."""
        winners = self.row.winners
        return 0 if len(winners) == len(self.row.names) else 1 if self.seat in winners else -1


def _player_line(game: str, games: Sequence[_Played], you: bool) -> PlayerStats:
    points = [row.points[seat] for row, seat in games]
    scores = [each.score for each in games]
    last, runs = games[-1], list(_runs(scores))
    return PlayerStats(
        name=last.row.names[last.seat],
        game=game,
        games=len(games),
        wins=scores.count(1),
        points=sum(points),
        best=max(points) if game == "zocknroll" else min(points),  # elsewhere points are losses
        streak=runs[-1],
        longest=max(*runs, 0),
        you=you,
    )


def _runs(scores: Iterable[int]) -> Iterable[int]:
    """Games won in a row, or lost if negative, after each game; a draw ends a streak.

    >>> list(_runs([1, 1, -1, -1, 1, 0, 1]))
    [1, 2, -1, -2, 1, 0, 1]
    """
    run = 0
    for score in scores:
        run = run + score if run * score > 0 else score
        yield run


class DiceStatisticsRoutes:
    """The handlers of `/api/honesty` and `/api/tables/CODE/honesty`."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._store = context.hub.services.store
        self._read = context.hub.read

    def routes(self) -> list[Route]:
        take = self._context.with_device
        return [Route("/api/honesty", take(self.all)), Route("/api/tables/{code}/honesty", take(self.table))]

    async def all(self, _: Request) -> Response:
        return json(
            dice_statistics(await self._read(self._store.dice_counts), await self._read(self._store.unfinished))
        )

    async def table(self, request: Request) -> Response:
        table = (await self._context.table(request)).table
        unfinished = 0 if table.settings.real_dice else await self._read(self._store.unfinished, table.code)
        return json(dice_statistics(await self._read(self._store.dice_counts, table.code), unfinished))


def dice_statistics(rows: Sequence[DiceRow], unfinished: int = 0) -> Honesty:
    by = defaultdict[Thrower, DiceCounts](DiceCounts)
    for row in rows:
        by[row.thrower] += row.counts
    return Honesty(
        everybody=examine(by["person"] + by["bot"] + by["nobody"]),
        people=examine(by["person"]),
        bots=examine(by["bot"]),
        nobodys=examine(by["nobody"]),
        apart=compare(by["person"], by["bot"]),
        unproven=sum(row.counts.dice for row in rows if not row.fair),
        unfinished=unfinished,
    )
