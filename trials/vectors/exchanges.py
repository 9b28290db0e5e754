"""Records with exchanged names, seats, moves and results: what the proofs show, and what takes the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, TypeAlias

from .tampering_parts import Record, dice_events

Exchange: TypeAlias = Callable[[Record, random.Random], None]


def _decisions(record: Record) -> list[int]:
    dice = {*dice_events(record)}
    return [place for place in range(len(record["events"])) if place not in dice]


def names(record: Record, rng: random.Random) -> None:
    """Two players exchange their names."""
    first, second = rng.sample(range(len(record["players"])), 2)
    players = record["players"]
    players[first], players[second] = players[second], players[first]


def bound_names(record: Record, rng: random.Random) -> None:
    """The same, also in the bound text."""
    names(record, rng)
    said = json.loads(record["fair"]["table"])
    said["players"] = record["players"]
    record["fair"]["table"] = json.dumps(said, separators=(",", ":"))


def throw_left_out(record: Record, rng: random.Random) -> None:
    del record["events"][rng.choice(dice_events(record))]


def throws_reordered(record: Record, rng: random.Random) -> None:
    events, dice = record["events"], dice_events(record)
    at = rng.randrange(len(dice) - 1)
    first, second = dice[at], dice[at + 1]
    if events[first].get("dice") == events[second].get("dice"):
        raise IndexError("equal dice")
    events[first], events[second] = events[second], events[first]


def seat_of_throw(record: Record, rng: random.Random) -> None:
    """Another player is said to have thrown."""
    _reseat(
        record, rng.choice([place for place in dice_events(record) if record["events"][place]["e"] == "throw"]), rng
    )


def seat_of_move(record: Record, rng: random.Random) -> None:
    """Another player is said to have decided."""
    _reseat(record, rng.choice(_decisions(record)), rng)


def _reseat(record: Record, place: int, rng: random.Random) -> None:
    event = record["events"][place]
    event["seat"] = rng.choice([seat for seat in range(len(record["players"])) if seat != event["seat"]])


def move_left_out(record: Record, rng: random.Random) -> None:
    del record["events"][rng.choice(_decisions(record))]


def move_doubled(record: Record, rng: random.Random) -> None:
    place = rng.choice(_decisions(record))
    record["events"].insert(place, deepcopy(record["events"][place]))


def move_elsewhere(record: Record, rng: random.Random) -> None:
    place = rng.choice(_decisions(record))
    move = record["events"].pop(place)
    record["events"].insert(rng.randrange(len(record["events"])), move)


def other_move(record: Record, rng: random.Random) -> None:
    """The content of a decision is that of another one."""
    one, other = (record["events"][place] for place in rng.sample(_decisions(record), 2))
    seat, content = one["seat"], {key: value for key, value in other.items() if key != "seat"}
    one.clear()
    one.update(content, seat=seat)


def other_result(record: Record, rng: random.Random) -> None:
    result: dict[str, Any] = record["result"]
    key = "loser" if "loser" in result else "winners"
    seats = range(len(record["players"]))
    result[key] = (result[key] + 1) % len(seats) if key == "loser" else [s for s in seats if s not in result[key]]


SHOWN_BY_PROOFS: Final = (names, bound_names, throw_left_out, throws_reordered)
"""All verifiers find these: the header binds the names, and a throw number the order of the throws."""

SHOWN_BY_RULES: Final = (
    seat_of_throw,
    seat_of_move,
    move_left_out,
    move_doubled,
    move_elsewhere,
    other_move,
    other_result,
)
"""Only a replay by the rules finds these, so a verifier without rules has to say that it does not check them."""


def exchanged(record: Record, exchange: Exchange, rng: random.Random) -> Record | None:
    """The record after an exchange; None if this one has nothing to exchange."""
    other = deepcopy(record)
    try:
        exchange(other, rng)
    except (IndexError, KeyError, ValueError):
        return None
    return None if other == record else other
