"""Invariants of a table after its server was killed and restarted."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from msgspec import Struct

from ..common.http import Http
from .seats import Seat
from .table import KillTable

_SAMPLE: Final = 1
"""Answered commands per seat that are repeated after each kill: this many random ones and as many of the last."""


_PART: Final = 200
"""Entries in one answer of the server, if there are so many."""


_PATIENCE: Final = 60.0
"""Timeout for a reconnect, in seconds; generous for busy machines."""


class Found(Struct):
    """Counts of what was checked.

    `unanswered` commands had no answer at the kill, `stored_unanswered` of them were stored. `reconnected` seats ended
    with a newcomer's snapshot.
    """

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    stored_unanswered: int = 0
    repeats: int = 0
    entries: int = 0
    reconnected: int = 0

    def add(self, other: Found) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


async def check(table: KillTable) -> Found:
    """The log has every acknowledged command exactly once, without a gap; retries get the identical answer.

    No device's link was called wrong.
    """
    found = Found()
    before = await log(table, table.seats[0], since=table.checked)
    newest = before[-1]["v"] if before else table.checked
    for seat in table.seats:
        found.acknowledged += await _repeat(table, seat, newest, found)
    steps = before + await log(table, table.seats[0], since=newest)
    logs = [steps, *[await log(table, seat, since=table.checked) for seat in table.seats[1:]]]
    found.entries = len(steps)
    compare(table, steps)
    table.checked = steps[-1]["v"] if steps else table.checked
    for seat, own in zip(table.seats, logs, strict=True):
        seat.first = seat.first or (seat.asked[0] if seat.asked else None)
        seat.asked = []
        seat.check_links()
        for step in own:
            seat.expect(step)  # missed steps follow over the own connection
    return found


async def reconnect(table: KillTable) -> Found:
    """Every seat catches up over its own connection, and then equals a newcomer's snapshot."""
    for seat in table.seats:
        socket = await table.connect(seat)
        try:
            async with asyncio.timeout(_PATIENCE), Http(table.base, table.address, seat.cookie) as http:
                now = await http.get(f"/api/tables/{table.code}")
                while seat.v != now["v"]:
                    if seat.v > now["v"]:  # bots play on
                        now = await http.get(f"/api/tables/{table.code}")
                        continue
                    text = await socket.recv()
                    assert isinstance(text, str)
                    seat.receive(text)
        finally:
            socket.transport.abort()
        assert (seat.table, seat.game) == (now["table"], now["game"]), f"{table.code}: {seat.v} is another state"
    return Found(reconnected=len(table.seats))


async def log(table: KillTable, seat: Seat, since: int) -> list[dict[str, Any]]:
    """The entries after a version as a seat gets them, page by page; checked for gaps."""
    steps = list[dict[str, Any]]()
    async with Http(table.base, table.address, seat.cookie) as http:
        while len(steps) % _PART == 0:
            part = (await http.get(f"/api/tables/{table.code}/steps?since={since + len(steps)}"))["steps"]
            steps += part
            if not part:
                break
    versions = [step["v"] for step in steps]
    assert versions == list(range(since + 1, since + 1 + len(steps))), f"{table.code}: gaps in {versions}"
    return steps


async def _repeat(table: KillTable, seat: Seat, newest: int, found: Found) -> int:
    """Repeat commands of this round over HTTP; returns how many had an answer before the kill.

    All unanswered commands are repeated, but only a sample of the answered ones, to save time for more kills.
    """
    acknowledged, path = 0, f"/api/tables/{table.code}/commands"
    again = _some(table, seat)
    async with Http(table.base, table.address, seat.cookie) as http:
        for asked in ([seat.first] if seat.first else []) + seat.asked:
            if asked.answer is None:
                found.unanswered += 1
                asked.receive(await http.post(path, asked.frame))
                found.stored_unanswered += asked.accepted is not None and asked.accepted <= newest
            else:
                acknowledged += asked is not seat.first
                assert (asked.accepted or 0) <= newest, f"{table.code}: lost {asked.answer}, the log ends at {newest}"
                if id(asked) not in again:
                    continue
            found.repeats += 1
            asked.receive(await http.post(path, asked.frame))
    return acknowledged


def _some(table: KillTable, seat: Seat) -> set[int]:
    """The sample of answered commands that are repeated: the first of all, the last ones, and random others."""
    answered = [asked for asked in seat.asked if asked.answer is not None]
    drawn = table.rng.sample(answered, min(_SAMPLE, len(answered)))
    return {id(asked) for asked in (seat.first, *answered[-_SAMPLE:], *drawn)}


def compare(table: KillTable, steps: list[dict[str, Any]]) -> None:
    """Check that accepted commands and the entries that they caused correspond one to one."""
    accepted: dict[str, list[int]] = {"act": [], "rematch": [], "emote": [], "anchor": []}
    for seat in table.seats:
        for asked in seat.asked:
            if asked.accepted is not None and asked.accepted > table.checked:
                accepted["act" if asked.kind in ("move", "throw") else asked.kind].append(asked.accepted)
    every = sorted(v for versions in accepted.values() for v in versions)
    assert len(set(every)) == len(every), f"{table.code}: two commands have the same version: {every}"
    for kind, versions in accepted.items():
        entries = [step["v"] for step in steps if _command_kind(step["e"], len(table.seats)) == kind]
        both = f"{table.code}: {kind} at {entries}, accepted {sorted(versions)}"
        assert len(entries) == len(versions), both
        assert all(entry <= v for entry, v in zip(entries, sorted(versions), strict=True)), both


def _command_kind(entry: dict[str, Any], people: int) -> str | None:
    """The kind of the player's command that caused an entry; None if there was none. People have the first seats.

    A move that needs verifiable dice is in the log twice: when they are requested, and when they have fallen.
    """
    match entry:
        case {"t": "wanted", "event": {"seat": int(seat)}} if seat < people:
            return "act"
        case {"t": "played", "by": "player", "event": event} if "dice" not in event:
            return "act"
        case {"t": "wants_rematch"}:
            return "rematch"
        case {"t": "emoted"}:
            return "emote"
        case {"t": "anchored"}:
            return "anchor"
        case _:
            return None
