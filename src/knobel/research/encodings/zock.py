"""ZOCK in numbers: a cover is a nine-bit number, field 1 the lowest bit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

from ...rules.zock import (
    ALL_FIELDS,
    GAME,
    Accept,
    Cover,
    Event,
    Fields,
    Options,
    Pass,
    Phase,
    Result,
    State,
    Throw,
    losses,
)
from . import Encoding, Slot

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PASS, THROW, OBJECT, ACCEPT = 0, 512, 513, 514
MOST_CLAIMS: Final = len(ALL_FIELDS)  # every cover since the last hand-over takes a field at least


@cache
def actions(options: Options) -> tuple[str, ...]:
    """
    >>> actions(Options())[0b100100], len(actions(Options()))
    ('cover 3 6', 515)
    """
    covers = (" ".join(str(field) for field in ALL_FIELDS if number >> field - 1 & 1) for number in range(1, 512))
    return ("pass", *(f"cover {fields}" for fields in covers), "throw", "object", "accept")


def action(options: Options, move: Event) -> int:
    match move:
        case Cover(fields=fields):
            return sum(1 << field - 1 for field in fields)
        case Pass():
            return PASS
        case Throw():
            return THROW
        case Accept():
            return ACCEPT
        case _:
            return OBJECT


def slots(options: Options, players: int) -> tuple[Slot, ...]:
    return tuple(_slots(options))


def _slots(options: Options) -> Iterator[Slot]:
    yield Slot("phase", len(PHASES) - 1)
    yield Slot("mine to move", 1)
    yield from (Slot(f"die {die}", 6) for die in (1, 2))
    for whose in ("own", "other"):
        yield from (Slot(f"{whose} field {field} open", 1) for field in ALL_FIELDS)
    yield Slot("games left", options.games)
    yield from (Slot(f"{whose} loss points", options.games * sum(ALL_FIELDS)) for whose in ("own", "other"))
    if options.referee == "players":
        yield from (Slot(f"claim on field {field}", MOST_CLAIMS) for field in ALL_FIELDS)
        for claim in range(1, MOST_CLAIMS + 1):
            yield from (Slot(f"claim {claim} die {die}", 6) for die in (1, 2))


def observe(view: State, seat: int) -> tuple[int, ...]:
    other, lost = 1 - seat, losses(view)
    mine = int(view.seat == seat and view.phase not in ("roll_off", "over"))
    return (
        PHASES.index(view.phase),
        mine,
        *(view.dice or (0, 0)),
        *_bits(view.open[seat]),
        *_bits(view.open[other]),
        view.options.games - len(view.games),
        lost[seat],
        lost[other],
        *(_claims(view) if view.options.referee == "players" else ()),
    )


@cache
def _bits(fields: Fields) -> tuple[int, ...]:
    return tuple(int(field in fields) for field in ALL_FIELDS)


def _claims(view: State) -> Iterator[int]:
    """K9: for each field the number of the claim that took it, then the dice of each claim."""
    taken = {field: number for number, claim in enumerate(view.claims, 1) for field in claim.fields}
    yield from (taken.get(field, 0) for field in ALL_FIELDS)
    for number in range(MOST_CLAIMS):
        yield from view.claims[number].dice if number < len(view.claims) else (0, 0)


def payoffs(result: Result, players: int) -> tuple[float, ...]:
    """1 for winning the match, -1 for losing it, 0 for a draw (K8)."""
    return tuple(2 * share - 1 for share in result.shares(players))


ENCODING: Final = Encoding[Options, State, Event](GAME, actions, action, slots, observe, payoffs)
