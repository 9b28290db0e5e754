"""What the cluster trial measures and notices, without a cluster."""

from __future__ import annotations

import pytest
from msgspec import json
from trials.cluster.pauses import Pauses
from trials.kill.seats import Seat


@pytest.fixture
def pauses() -> Pauses:
    made = Pauses()
    made.fault("kill -9", 100)
    made.fault("drain", 106)
    return made


def test_a_pause_belongs_to_the_fault_with_most_of_it(pauses: Pauses) -> None:
    pauses.add("before", 90, 99, None)
    pauses.add("longer after the kill", 99, 109, None)
    pauses.add("longer after the drain", 105, 108, None)
    assert pauses.table() == [
        "drain: 1 fault, p50 3.0 s, p99 3.0 s, max 3.0 s, 0 of 1 over 6 s",
        "kill -9: 1 fault, p50 10.0 s, p99 10.0 s, max 10.0 s, 1 of 1 over 6 s",
    ]


def test_only_the_longest_pause_of_a_table_counts(pauses: Pauses) -> None:
    for begin, end in ((100.0, 101.0), (101.0, 103.0), (103.0, 103.5)):
        pauses.add("code", begin, end, None)
    assert pauses.table()[1] == "kill -9: 1 fault, p50 2.0 s, p99 2.0 s, max 2.0 s, 0 of 1 over 6 s"


def test_a_long_pause_is_told_once_with_its_reason(pauses: Pauses) -> None:
    told = list[str]()
    pauses.add("code", 101, 109, "zock waits for dice")
    pauses.tell(told.append)
    pauses.tell(told.append)
    assert told == ["fault 1, kill -9, begun +1.0 s: code stood still for 8.0 s; zock waits for dice"]


@pytest.mark.parametrize(("why", "wrong"), [("illegal", True), ("stale", False)])
def test_a_link_that_is_called_wrong_fails_the_trial(why: str, wrong: bool) -> None:
    seat = Seat("")
    seat.receive(json.encode({"m": "no", "id": "reveal-000001", "v": 1, "why": why, "sentence": "no"}).decode())
    assert seat.refused == {"no": 1}
    if wrong:
        with pytest.raises(AssertionError, match="1 links were refused"):
            seat.check_links()
    else:
        seat.check_links()
