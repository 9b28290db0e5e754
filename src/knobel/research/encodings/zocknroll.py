"""Zock'n'Roll in numbers: stay, or mark one row, which is dropping while the turn still runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ...rules.boards import COMBINATIONS, CUP_SIZE
from ...rules.errors import refuse
from ...rules.game import Lift
from ...rules.zocknroll import (
    END,
    GAME,
    Drop,
    Event,
    Mark,
    Options,
    Phase,
    Result,
    State,
    plays_jorg,
    rows,
)
from . import Encoding, Slot, around, steps_to

PHASES: Final[dict[Phase, int]] = {
    "starter": 0,
    "cups": 1,
    "white": 2,
    "decide": 3,
    "drop": 3,
    "lift": 3,
    "mark": 4,
    "over": 5,
}
"""The number of each phase. Environments throw their dice themselves, so `drop` and `lift` (R3) have no own one."""

STAY: Final = 0
WHITE_DICE: Final = 5
LAST_DROP: Final = 2  # round 3 has no drops


@cache
def actions(options: Options) -> tuple[str, ...]:
    """
    >>> actions(Options())[:3], actions(Options())[-1]
    (('stay', 'five_of_a_kind', 'four_of_a_kind'), 'nothing')
    """
    return ("stay", *COMBINATIONS[options.board], "nothing")


@cache
def _of_row(options: Options) -> dict[str | None, int]:
    marks: dict[str | None, int] = {row: number for number, row in enumerate(COMBINATIONS[options.board], 1)}
    return {**marks, None: len(marks) + 1}


def action(options: Options, move: Event) -> int:
    if isinstance(move, Lift):
        refuse("R5", "dice that are not told yet have no actions: encode the filled-in game")
    return _of_row(options)[move.row] if isinstance(move, Drop | Mark) else STAY


def slots(options: Options, players: int) -> tuple[Slot, ...]:
    return tuple(_slots(options, players))


def _slots(options: Options, players: int) -> Iterator[Slot]:
    seats = [f"seat +{step}" for step in range(players)]
    yield Slot("phase", max(PHASES.values()))
    yield Slot("starter", players - 1)
    yield from (Slot(f"white die {die}", 6) for die in range(1, WHITE_DICE + 1))
    for cup in (*seats, *(["Jörg"] if plays_jorg(players) else [])):
        yield from (Slot(f"{cup} die {die}", 6) for die in range(1, CUP_SIZE[options.board] + 1))
    yield from (Slot(f"{seat} still to move", 1) for seat in seats)
    yield from (Slot(f"{seat} dropped in round", LAST_DROP) for seat in seats)
    for seat in seats:
        yield from (Slot(f"{seat} marks {row}", END) for row in rows(options))


def observe(view: State, seat: int) -> tuple[int, ...]:
    players = view.players
    seats = tuple(around(seat, players))
    hidden = (0,) * CUP_SIZE[view.options.board]
    cups = view.cups or (hidden,) * (players + plays_jorg(players))
    dropped = view.dropped or (0,) * players
    return (
        PHASES[view.phase],
        steps_to(seat, view.starter, players),
        *view.white,
        *(0,) * (WHITE_DICE - len(view.white)),
        *(die for cup in (*seats, *range(players, len(cups))) for die in cups[cup]),
        *(int(other in view.queue) for other in seats),
        *(dropped[other] for other in seats),
        *(mark for other in seats for mark in view.marks[other]),
    )


def payoffs(result: Result, players: int) -> tuple[float, ...]:
    """One victory, shared by the winners (N14)."""
    return result.shares(players)


ENCODING: Final = Encoding[Options, State, Event](GAME, actions, action, slots, observe, payoffs, least=0.0, total=1.0)
