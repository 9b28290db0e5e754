"""The dice in the log of one game, counted by who held the seat when they fell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from ..fair.statistics.counts import DiceCounts, count
from ..rules.game import Event
from .events import BotSat, Played, TableEvent

Thrower: TypeAlias = Literal["person", "bot", "nobody"]
"""Who threw dice; white dice and Jörg's belong to no player."""


def count_dice(log: Sequence[TableEvent], levels: Sequence[str | None]) -> dict[Thrower, DiceCounts]:
    """Count the dice of a game. `levels` are those of the bots that hold its seats in the end, None for people.

    Dice of a person who was removed later are still a person's. Events that were taken over from another game fell
    there, and are not counted.
    """
    removed = {entry.seat for entry in log if isinstance(entry, BotSat)}
    holders: list[Thrower] = [
        "person" if level is None or seat in removed else "bot" for seat, level in enumerate(levels)
    ]
    throws = defaultdict[tuple[int | None, Thrower], list[Sequence[int]]](list)
    for entry in log:
        if isinstance(entry, BotSat):
            holders[entry.seat] = "bot"
        elif isinstance(entry, Played) and entry.by != "record":
            for seat, cup in _cups(entry.event):
                if seat is not None and seat < len(holders):
                    throws[seat, holders[seat]].append(cup)
                else:
                    throws[None, "nobody"].append(cup)
    counts = defaultdict[Thrower, DiceCounts](DiceCounts)
    for (_, thrower), thrown in throws.items():
        counts[thrower] += count(thrown)
    return counts


def _cups(event: Event) -> Iterable[tuple[int | None, Sequence[int]]]:
    """The dice of an event with their seats; the seat after the last player is Jörg's."""
    dice: Any = event.dice
    if dice and isinstance(dice[0], int):
        return [(event.seat, dice)]
    return enumerate(dice)
