"""Invariants of a game after it was played over a bad network, checked over a good one."""

from __future__ import annotations

from typing import Any

from ..kill.check import compare, log
from ..kill.table import KillTable


async def agree(table: KillTable) -> int:
    """The number of entries in the log; every seat has seen all of it and has a newcomer's snapshot."""
    for seat in table.seats:
        steps = await log(table, seat, since=0)
        for step in steps:
            seat.expect(step)
        now = await _snapshot(table, seat.cookie)
        assert (seat.v, seat.table, seat.game) == (now["v"], now["table"], now["game"]), f"{table.code}: another state"
        unanswered = seat.unanswered
        assert not unanswered, f"{table.code}: {unanswered} was never answered"
    steps = await log(table, table.seats[0], since=0)
    compare(table, steps)
    return len(steps)


async def newest(table: KillTable) -> int:
    """The version of the last entry."""
    version: int = (await _snapshot(table, table.seats[0].cookie))["v"]
    return version


async def _snapshot(table: KillTable, cookie: str) -> dict[str, Any]:
    async with table.client(cookie) as client:
        said: dict[str, Any] = (await client.get(f"/api/tables/{table.code}")).raise_for_status().json()
        return said
