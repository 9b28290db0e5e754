"""Withdrawn events of a game with real dice (R6): the table as if they had never been told."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from ..rules.game import Event, State
from .events import Played, TableEvent, TakenBack
from .table import Seat, Table, Told, with_tallies


def position(table: Table, told: tuple[Told, ...]) -> State:
    """The position of the table's game after its first events."""
    first: State = table.rules.start(table.rule_options, len(table.seats))
    return reduce(table.rules.play, [each.event for each in told], first)


def taken_back(table: Table, event: TakenBack[Event]) -> Table:
    """The table without the events after the first `to`; if the game was over, without its result, too."""
    told, version = table.told[: event.to], table.version
    after = replace(table, told=told, state=position(table, told), moved=version, withdrawn=version)
    if table.phase != "over":
        return after
    return replace(
        after, phase="playing", seats=_without_result(table), finished=None, replay=event.replay, arranged=version
    )


def _without_result(table: Table) -> tuple[Seat, ...]:
    result = table.rules.result(table.state)
    assert result is not None
    return tuple(replace(seat, again=False) for seat in with_tallies(table.seats, result, -1))


def game_events(entries: Iterable[TableEvent]) -> list[Event]:
    """The events of a game from its entries, without withdrawn ones."""
    events = list[Event]()
    for entry in entries:
        if isinstance(entry, Played):
            events.append(entry.event)
        elif isinstance(entry, TakenBack):
            del events[entry.to :]
    return events
