"""What has to be true of a table after its server was killed and started again."""

from __future__ import annotations

from typing import Any, Final

import httpx
from msgspec import Struct

from .seats import Asked, Seat
from .table import KillTable

_SAMPLE: Final = 3
"""Answered commands of a seat that are drawn to be sent again after each kill; as many of the last ones are too."""


class Found(Struct):
    """How much was checked: commands that were acknowledged, that hung in the air, repeats, entries of the logs."""

    acknowledged: int = 0
    in_the_air: int = 0
    stored_unsaid: int = 0
    repeats: int = 0
    entries: int = 0

    def add(self, other: Found) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


async def check(table: KillTable) -> Found:
    """The log has every acknowledged command exactly once, without a gap, and repeats get the identical answer."""
    found = Found()
    before = await _log(table, table.seats[0], since=table.checked)
    newest = before[-1]["v"] if before else table.checked
    for seat in table.seats:
        found.acknowledged += await _repeat(table, seat, newest, found)
    steps = await _log(table, table.seats[0], since=table.checked)
    found.entries = len(steps)
    _compare(table, steps)
    table.checked = steps[-1]["v"] if steps else table.checked
    for seat in table.seats:
        for step in await _log(table, seat, since=seat.v):
            seat.see(step)
        seat.first = seat.first or (seat.asked[0] if seat.asked else None)
        seat.asked = []
    return found


async def _log(table: KillTable, seat: Seat, since: int) -> list[dict[str, Any]]:
    """The entries after a version as a seat gets them; without a gap, and the same as when it saw them first."""
    async with table.client(seat.cookie) as client:
        answer = (await client.get(f"/api/tables/{table.code}/steps", params={"since": since})).raise_for_status()
    steps: list[dict[str, Any]] = answer.json()["steps"]
    versions = [step["v"] for step in steps]
    assert versions == list(range(since + 1, since + 1 + len(steps))), f"{table.code}: gaps in {versions}"
    return steps


async def _repeat(table: KillTable, seat: Seat, newest: int, found: Found) -> int:
    """Send commands of this round again, on another way, and the first one of all; how many had an answer.

    Everything that hangs in the air is sent again, the last answered ones, and some of the others: sending all of them
    would take most of the time that could be spent on killing.
    """
    acknowledged = 0
    again = _some(table, seat)
    async with table.client(seat.cookie) as client:
        for asked in ([seat.first] if seat.first else []) + seat.asked:
            if asked.answer is None:
                found.in_the_air += 1
                asked.answer = await _post(client, table, asked)
                assert asked.accepted is not None, f"{table.code}: {asked.frame} was refused: {asked.answer}"
                found.stored_unsaid += asked.accepted <= newest
            else:
                acknowledged += asked is not seat.first
                assert (asked.accepted or 0) <= newest, f"{table.code}: lost {asked.answer}, the log ends at {newest}"
                if id(asked) not in again:
                    continue
            found.repeats += 1
            said = await _post(client, table, asked)
            assert said == asked.answer, f"{table.code}: {asked.frame} got {asked.answer}, then {said}"
    return acknowledged


def _some(table: KillTable, seat: Seat) -> set[int]:
    """Answered commands that are sent again: the first of all, the last ones, and some in between."""
    answered = [asked for asked in seat.asked if asked.answer is not None]
    drawn = table.mind.sample(answered, min(_SAMPLE, len(answered)))
    return {id(asked) for asked in (seat.first, *answered[-_SAMPLE:], *drawn)}


async def _post(client: httpx.AsyncClient, table: KillTable, asked: Asked) -> str:
    headers = {"content-type": "application/json"}
    return (await client.post(f"/api/tables/{table.code}/commands", content=asked.frame, headers=headers)).text


def _compare(table: KillTable, steps: list[dict[str, Any]]) -> None:
    """Each entry that a player brought about belongs to one accepted command, and each of those to one entry."""
    since = table.checked
    accepted = {"move": list[int](), "throw": list[int](), "rematch": list[int]()}
    for seat in table.seats:
        for asked in seat.asked:
            if asked.accepted is not None and asked.accepted > since:
                accepted[asked.kind].append(asked.accepted)
    every = sorted(v for versions in accepted.values() for v in versions)
    assert len(set(every)) == len(every), f"{table.code}: two commands have the same version: {every}"
    moves = [step["v"] for step in steps if step["e"]["t"] == "played" and step["e"]["by"] == "player"]
    rematches = [step["v"] for step in steps if step["e"]["t"] == "wants_rematch"]
    assert len(moves) == len(accepted["move"]), f"{table.code}: moves {moves}, accepted {accepted['move']}"
    assert len(rematches) == len(accepted["rematch"]), f"{table.code}: {rematches}, accepted {accepted['rematch']}"
    if table.game == "zock":
        throws = [step["v"] for step in steps if step["e"]["t"] == "played" and step["e"]["event"]["e"] == "throw"]
        assert len(throws) == len(accepted["throw"]), f"{table.code}: throws {throws}, accepted {accepted['throw']}"
