"""Anchors of devices: a seat cannot change them without limit."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

import pytest

from knobel.rules.dice import SeededDice, fill
from knobel.serve.fairness.keys import KeyPool
from knobel.table import AnchorTimeUp, Fell, Refusal, ServerInputs, Table, create, handle, handle_server, rebuild
from knobel.table.commands import Anchor, Settings
from knobel.table.commitments import MOST_ANCHORS

DEVICE = "device-a"
HOUSE = ServerInputs(None, lambda: "replay", keys=KeyPool(bytes(32)))


def _table() -> Table:
    made = create("kiwi", "zock", {}, Settings(throws="auto"), "Anna", DEVICE, HOUSE, ("casual",), True)
    table = rebuild(made)
    assert table is not None
    return table


def _fresh() -> Iterator[Anchor]:
    return (Anchor(sha256(str(number).encode()).hexdigest()) for number in count())


def _anchored(table: Table, anchor: Anchor) -> Table:
    return handle(table, DEVICE, anchor, table.version, HOUSE).table


@pytest.mark.parametrize("wanted", [False, True])
def test_anchors_between_two_throws_are_limited(wanted: bool) -> None:
    """With and without an open want: each anchor stays in the log, and all clients get it."""
    table, fresh = _table(), _fresh()
    if wanted:
        table = handle_server(table, AnchorTimeUp(table.moved), HOUSE).table
        assert table.wanted is not None
    for _ in range(MOST_ANCHORS):
        table = _anchored(table, next(fresh))
    assert table.fair is not None
    assert len(table.fair.coming) == (MOST_ANCHORS if wanted else 0)
    with pytest.raises(Refusal, match="after the next dice") as refused:
        _anchored(table, next(fresh))
    assert refused.value.why == "limit"


def test_the_limit_is_reset_by_the_next_dice() -> None:
    table, fresh = _table(), _fresh()
    table = handle_server(table, AnchorTimeUp(table.moved), HOUSE).table
    for _ in range(MOST_ANCHORS):
        table = _anchored(table, next(fresh))
    assert table.wanted is not None
    assert table.wanted.event is not None
    fallen = fill(table.wanted.event, SeededDice(1))
    table = handle_server(table, Fell(fallen, table.moved, ()), HOUSE).table
    assert table.fair is not None
    assert table.fair.promises[0] is not None
    for _ in range(MOST_ANCHORS):
        table = _anchored(table, next(fresh))
