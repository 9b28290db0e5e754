"""Mutations of records, and the expected error of each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, TypeAlias, Union

import msgspec

from knobel.rules import find_game
from knobel.rules.dice import DiceSource
from knobel.rules.errors import BadRecord, IllegalEvent
from knobel.rules.game import read_options
from knobel.rules.records import replay

Document: TypeAlias = dict[str, Any]
Events: TypeAlias = list[Any]
Mutation: TypeAlias = Callable[[Events, int, DiceSource], None]

WRONG_VALUES: Final[list[Any]] = [
    0,
    1,
    2,
    3,
    6,
    7,
    -1,
    99,
    True,
    None,
    "1",
    1.0,
    [],
    [1],
    [[1]],
    [6, 6],
    {},
    "pair",
    2**70,
]


def change_value(events: Events, at: int, source: DiceSource) -> None:
    keys = [key for key in events[at] if key != "e"]
    key = keys[source.draw(len(keys))]
    events[at][key] = WRONG_VALUES[source.draw(len(WRONG_VALUES))]


def change_die(events: Events, at: int, source: DiceSource) -> None:
    """Change a die; this is often legal for some events, or to the end."""
    dice = events[at].get("dice")
    while dice and isinstance(dice[0], list):
        dice = dice[source.draw(len(dice))]
    if dice:
        dice[source.draw(len(dice))] = source.draw(8)


def change_seat(events: Events, at: int, source: DiceSource) -> None:
    events[at]["seat"] = source.draw(4)


def change_kind(events: Events, at: int, source: DiceSource) -> None:
    kinds = [
        "starter",
        "throw",
        "stand",
        "cover",
        "pass",
        "object",
        "stay",
        "drop",
        "mark",
        "white",
        "lift",
        "dance",
        None,
    ]
    events[at]["e"] = kinds[source.draw(len(kinds))]


def drop_key(events: Events, at: int, source: DiceSource) -> None:
    del events[at][list(events[at])[source.draw(len(events[at]))]]


def add_key(events: Events, at: int, source: DiceSource) -> None:
    events[at][("flip", "clock", "row")[source.draw(3)]] = source.draw(3)


def remove(events: Events, at: int, source: DiceSource) -> None:
    del events[at]


def double(events: Events, at: int, source: DiceSource) -> None:
    events.insert(at, copy.deepcopy(events[at]))


def swap(events: Events, at: int, source: DiceSource) -> None:
    events[at : at + 2] = events[at : at + 2][::-1]


def truncate(events: Events, at: int, source: DiceSource) -> None:
    del events[at:]


def bring_another(events: Events, at: int, source: DiceSource) -> None:
    events[at] = copy.deepcopy(events[source.draw(len(events))])


def replace_by_anything(events: Events, at: int, source: DiceSource) -> None:
    events[at] = WRONG_VALUES[source.draw(len(WRONG_VALUES))]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    change_value,
    change_die,
    change_seat,
    change_kind,
    drop_key,
    add_key,
    remove,
    double,
    swap,
    truncate,
    bring_another,
    replace_by_anything,
)


def first_impossible(document: Document) -> tuple[int | None, Any]:
    """The first event that cannot be played, found by playing one after the other; else the result as plain data."""
    game = find_game(document["game"])
    options = read_options(game, document["options"])
    state = game.start(options, len(document["players"]))
    kinds: Any = Union[game.events]  # noqa: UP007 - built from a tuple
    for index, plain in enumerate(document["events"]):
        try:
            state = game.play(state, msgspec.convert(plain, kinds))
        except (msgspec.ValidationError, IllegalEvent):
            return index, None
    return None, msgspec.json.decode(msgspec.json.encode(game.result(state)))


def mutate_and_check(document: Document, mutation: Mutation, at: int, source: DiceSource) -> str:
    """Mutate a copy of a valid record at one place; returns what happened to it."""
    mutated: Document = msgspec.json.decode(msgspec.json.encode(document))
    mutation(mutated["events"], at, source)
    expected, result = first_impossible(mutated)
    error: BadRecord | None = None
    try:
        replay(mutated)
    except BadRecord as refusal:
        error = refusal
    where = f"{mutation.__name__} at {at} of {document}"
    if expected is not None:
        assert error is not None, where
        assert error.event == expected >= at, where
        return "refused"
    if result == document.get("result"):
        assert error is None, where
        return "still legal"
    assert error is not None, where
    assert error.event is None, where
    return "other result"
