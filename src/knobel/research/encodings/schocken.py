"""Schocken in numbers: stand, or keep some dice, with or without ones made of sixes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import UNSET

from ...rules.dice import multisets
from ...rules.game import Dice
from ...rules.schocken import GAME, MOST_THROWS, Event, Flip, Hand, Options, Phase, Result, State, Throw
from . import Encoding, Slot, around, steps_to

PHASES: Final[dict[Phase, int]] = {"starter": 0, "throw": 1, "decide": 2, "lift": 2, "over": 3}
"""The number of each phase. Environments throw their dice themselves, so `lift` (R3) has none of its own."""

STAND: Final = 0
MOST_LOST: Final = 3  # two halves and a final

_KEEPS: Final = tuple(dice for count in (0, 1, 2) for dice, _ in multisets(count))
_FLIPS: Final[tuple[Flip, ...]] = (UNSET, 1, 2)
_ALL_THROWS: Final[tuple[tuple[Dice, Flip], ...]] = tuple((keep, flip) for flip in _FLIPS for keep in _KEEPS)
_THROWS: Final[dict[tuple[Dice, Flip], int]] = {throw: number for number, throw in enumerate(_ALL_THROWS, 1)}


@cache
def actions(options: Options) -> tuple[str, ...]:
    """
    >>> actions(Options())[:3], len(actions(Options()))
    (('stand', 'keep nothing', 'keep 1'), 85)
    """
    return ("stand", *(_name(keep, flip) for keep, flip in _ALL_THROWS))


def _name(keep: Dice, flip: Flip) -> str:
    kept = f"keep {' '.join(map(str, keep)) or 'nothing'}"
    return kept if flip is UNSET else f"flip {flip}, {kept}"


def action(options: Options, move: Event) -> int:
    return _THROWS[move.keep, move.flip] if isinstance(move, Throw) else STAND


def slots(options: Options, players: int) -> tuple[Slot, ...]:
    return tuple(_slots(options, players))


def _slots(options: Options, players: int) -> Iterator[Slot]:
    seats = [f"seat +{step}" for step in range(players)]
    yield Slot("phase", max(PHASES.values()))
    yield Slot("seat to move", players - 1)
    yield Slot("beginner", players - 1)
    yield Slot("throws allowed", MOST_THROWS)
    yield Slot("cups up", 1)
    yield Slot("stones in the middle", options.stones)
    yield from (Slot(f"loser of part {part}", players) for part in range(1, MOST_LOST + 1))
    yield from (Slot(f"{seat} stones", options.stones) for seat in seats)
    for seat in seats:
        yield from (Slot(f"{seat} kept die {die}", 6) for die in (1, 2))
        yield from (Slot(f"{seat} thrown die {die}", 6) for die in (1, 2, 3))
        yield Slot(f"{seat} throws", MOST_THROWS)


def observe(view: State, seat: int) -> tuple[int, ...]:
    players = view.players
    seats = tuple(around(seat, players))
    lost = tuple(steps_to(seat, loser, players) + 1 for loser in view.lost)
    return (
        PHASES[view.phase],
        steps_to(seat, view.seat, players),
        steps_to(seat, view.beginner, players),
        view.limit,
        int(view.cups_up),
        view.middle,
        *lost,
        *(0,) * (MOST_LOST - len(lost)),
        *(view.stones[other] for other in seats),
        *(number for other in seats for number in _hand(view.hands[other])),
    )


@cache
def _hand(hand: Hand) -> tuple[int, ...]:
    kept, thrown = hand.kept, hand.thrown
    return (*kept, *(0,) * (2 - len(kept)), *thrown, *(0,) * (3 - len(thrown)), hand.throws)


def payoffs(result: Result, players: int) -> tuple[float, ...]:
    """-1 for the loser; the others share 1 equally, so that payoffs sum to 0."""
    return tuple(share or -1.0 for share in result.shares(players))


ENCODING: Final = Encoding[Options, State, Event](GAME, actions, action, slots, observe, payoffs)
