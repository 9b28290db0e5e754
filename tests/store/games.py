"""Logs of played games, as test data for stores."""

from __future__ import annotations

from knobel.store import Entry
from knobel.table import Table, evolve
from tests.table.room import Room


def finished_game(game: str = "zock", code: str = "kiwi") -> Room:
    """A finished game of Anna against a bot."""
    options = {"zock": {"games": 1}, "schocken": {"stones": 2}}[game]
    room = Room(game, ("random",), start=True, options=options, code=code)
    room.play_out()
    return room


def entries(room: Room, since: int = 0) -> list[Entry]:
    """The log of a room; entry number v has the time 1000 + v."""
    return [Entry(v, 1000 + v, event) for v, event in enumerate(room.log, 1) if v > since]


def moments(room: Room) -> list[Table]:
    """The table after each entry."""
    table: Table | None = None
    found = []
    for event in room.log:
        table = evolve(table, event)
        found.append(table)
    return found
