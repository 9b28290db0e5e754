"""Access of the handlers to a club: permission first, then reads from the pool and writes in the writer's transaction.

A request is checked twice: before its body is read, so that a stranger learns nothing from an error, and in the
transaction that reads or writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Concatenate, Final, ParamSpec, TypeVar

from starlette.requests import Request

from ....club.roles import Operation, permissions
from ....club.seasons import ALL
from ....store.clubs.access import Asker, Member, authorised
from ....store.clubs.books import is_counted, read_seasons, recount, write_recount
from ....store.clubs.box import read_ledger
from ....store.clubs.members import read_club, read_members
from ....store.clubs.reading import ALL_GAMES, count_evenings, count_games, read_tables
from ....store.connection import Connection
from ....table import Table
from ...club_documents import Club, ClubTable, MemberLine
from ...tokens import parse_table_code
from ..common import ApiContext, ApiError, Handler

P = ParamSpec("P")
T = TypeVar("T")

_TRIES: Final = 3
"""Times that the books are made anew while games end meanwhile."""

_PATIENCE: Final = 2.0
"""Seconds that a reader waits for new books: enough for some thousand games."""


class ClubContext:
    """What the handlers of clubs share."""

    def __init__(self, context: ApiContext) -> None:
        self.api = context
        self.services = context.hub.services
        self._turn = asyncio.Lock()
        self._recounts = dict[str, asyncio.Task[None]]()

    def take(self, handler: Handler) -> Handler:
        return self.api.with_device(handler)

    @property
    def now(self) -> int:
        return self.services.time.wall()

    def asker(self, request: Request) -> Asker:
        return Asker(request.path_params["club"], self.api.device(request))

    async def allowed(self, request: Request, operation: Operation = "read", about: int | None = None) -> Asker:
        """The device and the club of a request, if the role of its member allows the operation."""
        asker = self.asker(request)
        store = self.services.store
        await self.api.hub.read(store.read, lambda connection: authorised(connection, asker, operation, about))
        return asker

    async def read(self, request: Request, work: Callable[[Connection, Member], T]) -> T:
        """Figures for a member, read in a thread in one snapshot, with books that are up to date."""
        asker = await self.allowed(request)
        await self._count(asker.club)

        def checked(connection: Connection) -> T:
            return work(connection, authorised(connection, asker))

        return await self.api.offload(request, self.services.store.read, checked)

    async def _count(self, club: str) -> None:
        """Make the books of a club anew if a correction or an import calls for it.

        With very many games a reader does not wait for it, and sees the books from before.
        """
        store = self.services.store
        if await self.api.hub.read(store.read, lambda connection: is_counted(connection, club)):
            return
        task = self._recounts.get(club)
        if task is None:
            task = self._recounts[club] = asyncio.create_task(self._recount(club))
            task.add_done_callback(lambda _: self._recounts.pop(club))
        done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
        for each in done:
            each.result()

    async def _recount(self, club: str) -> None:
        """Make the books anew, in a thread; again if a game ends meanwhile."""
        store = self.services.store
        async with self._turn:
            for _ in range(_TRIES):
                made = await asyncio.to_thread(store.read, lambda connection: recount(connection, club))
                if await asyncio.wrap_future(store.write(partial(write_recount, club=club, made=made))):
                    return

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a write, once it is on disk."""
        return await asyncio.wrap_future(
            self.services.store.write(lambda connection: work(connection, *args, **kwargs))
        )

    async def own_table(self, request: Request, text: str) -> Table:
        """The table of a code as typed, at which this device has a seat."""
        code = parse_table_code(text)
        if code is None:
            raise ApiError(404, "unknown", "there is no table with this code")
        table = await self.api.found(request, code, self.api.hub.stored_table)
        if table.seat_of(self.api.device(request)) is None:
            raise ApiError(403, "forbidden", "only a player of that table can count its games for a club")
        return table

    async def club(self, request: Request) -> Club:
        """The club as the asking member sees it."""
        now = self.now
        return await self.read(request, lambda connection, who: club_document(connection, who, now))


def club_document(connection: Connection, who: Member, now: int) -> Club:
    row, members = read_club(connection, who.club), read_members(connection, who.club)
    seasons, owed = read_seasons(connection, who.club), read_ledger(connection, who.club).members
    return Club(
        club=row.club,
        name=row.name,
        made=row.made,
        you=who.member,
        role=who.role,
        may=permissions(who.role),
        members=tuple(
            MemberLine(each.member, each.name, each.role, each.devices, owed.get(each.member, 0), each.joined)
            for each in members
            if each.name is not None
        ),
        former=sum(each.name is None for each in members),
        seasons=tuple(seasons),
        season=next((season.season for season in reversed(seasons) if season.holds(now)), ALL),
        tables=tuple(ClubTable(each.code, each.since, each.games) for each in read_tables(connection, who.club)),
        games=count_games(connection, who.club, ALL_GAMES),
        evenings=count_evenings(connection, who.club),
    )
