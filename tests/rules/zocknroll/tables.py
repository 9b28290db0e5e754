"""Tables of Zock'n'Roll for the tests: begun turns, tableaus, who sees what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from knobel.rules.game import Dice, read_options
from knobel.rules.zocknroll import GAME, Cups, Drop, Event, Starter, State, Stay, White, rows, start
from tests.rules.refusals import play


def started(players: int, starter: int = 0, **options: object) -> State:
    """All players are about to throw the cups."""
    state: State = play(GAME, start(read_options(GAME, options), players), Starter(starter))
    return state


def dealt(cups: tuple[Dice, ...], *white: int, starter: int = 0, **options: Any) -> State:
    """A first round in which these dice have fallen; with four cups three play, and the last is Jörg's.

    `players=4` says that the fourth cup belongs to a player.
    """
    players = options.pop("players", 3 if len(cups) == 4 else len(cups))
    state: State = play(GAME, started(players, starter, **options), Cups(cups), White(white))
    return state


def all_stay(state: State, *seats: int) -> State:
    """These seats stay, one after the other."""
    after: State = play(GAME, state, *(Stay(seat) for seat in seats))
    return after


def crosses(state: State, seat: int) -> dict[str, int]:
    """The rows in which a seat has marks."""
    names = rows(state.options)
    return {row: mark for row, mark in zip(names, state.marks[seat], strict=True) if mark}


def with_crosses(state: State, seat: int, marks: Mapping[str, int]) -> State:
    """The same table, but this seat has these marks."""
    sheets = list(state.marks)
    sheets[seat] = tuple(marks.get(row, 0) for row in rows(state.options))
    return replace(state, marks=tuple(sheets))


def drops(seat: int, *names: str | None) -> set[Event]:
    return {Stay(seat), *(Drop(seat, row) for row in names)}
