"""Every bot sits in every seat equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from knobel.arena import seatings

LISTS = [
    (["strong", "casual"], 2),
    (["random", "casual", "strong"], 2),
    (["strong", "casual"], 3),
    (["strong", "casual"], 4),
    (["strong", "casual", "random"], 4),
    (["master", "strong", "casual", "random"], 3),
]


@pytest.mark.parametrize(("bots", "players"), LISTS)
def test_every_bot_sits_in_every_seat_as_often_as_any_other(bots: list[str], players: int) -> None:
    tables = seatings(bots, players)
    assert len(set(tables)) == len(tables)
    sat = Counter((bot, seat) for table in tables for seat, bot in enumerate(table))
    assert set(sat) == {(bot, seat) for bot in bots for seat in range(players)}
    assert len(set(sat.values())) == 1


def test_a_bot_that_is_named_twice_sits_twice() -> None:
    assert seatings(["master", "strong", "strong"], 3) == (
        ("master", "strong", "strong"),
        ("strong", "master", "strong"),
        ("strong", "strong", "master"),
    )


def test_every_pair_of_bots_meets() -> None:
    assert {frozenset(table) for table in seatings(["a", "b", "c"], 2)} == {
        frozenset(pair) for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    }
