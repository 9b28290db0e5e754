"""What has to be true of a game after it was played over a bad network; asked over a good one."""

from __future__ import annotations

from typing import Any

from ..kill.check import compare, log
from ..kill.table import KillTable


async def agree(table: KillTable) -> int:
    """Everybody has seen the log, all of it, as it is; how many entries it has."""
    newest = 0
    for seat in table.seats:
        steps = await log(table, seat, since=0)
        for step in steps:
            seat.see(step)
        newest = len(steps)
        now = await _snapshot(table, seat.cookie)
        assert (seat.v, seat.table, seat.game) == (now["v"], now["table"], now["game"]), f"{table.code}: another state"
        unanswered = seat.unanswered
        assert not unanswered, f"{table.code}: {unanswered} was never answered"
    compare(table, await log(table, table.seats[0], since=0))
    return newest


async def _snapshot(table: KillTable, cookie: str) -> dict[str, Any]:
    async with table.client(cookie) as client:
        said: dict[str, Any] = (await client.get(f"/api/tables/{table.code}")).raise_for_status().json()
        return said
