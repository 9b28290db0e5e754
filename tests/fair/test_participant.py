"""A player's side of the dice protocol in Python, against honest and dishonest servers."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from knobel.fair.hash_chain import follows
from knobel.fair.participant import Command, Participant

ROOT = "ab" * 32
_VERSIONS = count(1)


@pytest.fixture
def device() -> Participant:
    return Participant(random.Random(1).randbytes)


def _step(device: Participant, **entry: Any) -> list[Command]:
    return device.receive(0, {"m": "steps", "steps": [{"v": next(_VERSIONS), "e": entry}]})


def _begun(device: Participant) -> str:
    (said,) = _step(device, t="started", fair={"root": ROOT})
    anchor: str = said["anchor"]
    return anchor


def _seated(device: Participant) -> str:
    """The anchor of the device, after the log has it."""
    anchor = _begun(device)
    assert _step(device, t="anchored", seat=0, anchor=anchor) == []
    return anchor


def _snapshot(device: Participant, *anchors: str | None, want: int, is_open: bool, **changes: Any) -> list[Command]:
    held = [anchor and {"anchor": anchor, "since": 0} for anchor in anchors]
    opened = {"want": want, "throw": want} if is_open else None
    fair = {"root": ROOT, "section": 0, "wants": want, "want": opened, "anchors": held, "coming": [], **changes}
    return device.receive(0, {"m": "snapshot", "v": next(_VERSIONS), "fair": fair})


def test_one_link_is_revealed_for_each_want(device: Participant) -> None:
    anchor = _seated(device)
    for want in range(3):
        (said,) = _step(device, t="wanted", want=want)
        assert (said["c"], said["want"]) == ("reveal", want)
        assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), want + 1)
        assert device.repeat() == [said]
        _step(device, t="played")
        assert device.repeat() == []


def test_an_absent_device_takes_part_again(device: Participant) -> None:
    """It followed the want that it missed, so its chain is still safe."""
    anchor = _begun(device)
    _step(device, t="wanted", want=0)
    _step(device, t="anchored", seat=0, anchor=anchor)
    _step(device, t="played")
    (said,) = _step(device, t="wanted", want=1)
    assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), 1)


def test_an_anchor_lost_with_the_connection_is_sent_again(device: Participant) -> None:
    anchor = _begun(device)
    assert _snapshot(device, None, want=0, is_open=False) == [{"c": "anchor", "anchor": anchor}]


def test_an_anchor_during_an_open_want_counts_from_the_next_one(device: Participant) -> None:
    anchor = _begun(device)
    coming = [{"seat": 0, "anchor": anchor}]
    assert _snapshot(device, None, want=0, is_open=True, coming=coming) == []
    _step(device, t="played")
    (said,) = _step(device, t="wanted", want=1)
    assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), 1)


def test_a_snapshot_with_the_same_open_want_gets_the_same_link(device: Participant) -> None:
    anchor = _seated(device)
    said = _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, want=0, is_open=True) == said


def test_a_snapshot_at_a_table_with_a_bot_gets_the_same_link(device: Participant) -> None:
    """A snapshot has a place for every seat, and the log only the anchors."""
    anchor = _seated(device)
    said = _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, None, want=0, is_open=True) == said


def test_a_seat_without_a_device_differs_from_one_that_has_lost_it(device: Participant) -> None:
    anchor = _seated(device)
    _step(device, t="anchored", seat=1, anchor="c" * 64)
    assert _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, None, want=0, is_open=True) == []


def test_steps_that_come_twice_are_followed_once(device: Participant) -> None:
    """A client that connects again may ask for steps that it has."""
    anchor = _begun(device)
    log = [{"t": "anchored", "seat": 0, "anchor": anchor}, {"t": "wanted", "want": 0}, {"t": "played"}]
    steps = [{"v": next(_VERSIONS), "e": entry} for entry in log]
    device.receive(0, {"m": "steps", "steps": steps})
    assert device.receive(0, {"m": "steps", "steps": steps}) == []
    (said,) = _step(device, t="wanted", want=1)
    assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), 2)


def test_a_new_anchor_lost_with_the_connection_is_sent_again(device: Participant) -> None:
    before = _seated(device)
    (said,) = _snapshot(device, before, want=7, is_open=False)
    assert said["anchor"] != before
    assert _snapshot(device, before, want=8, is_open=False) == [said]


def test_a_device_that_was_replaced_commits_to_a_new_chain_when_it_connects_again(device: Participant) -> None:
    anchor = _seated(device)
    _step(device, t="wanted", want=0)
    _step(device, t="anchored", seat=0, anchor="c" * 64)
    _step(device, t="played")
    assert _step(device, t="wanted", want=1) == []
    (said,) = _snapshot(device, "c" * 64, want=1, is_open=True)
    assert said["c"] == "anchor"
    assert said["anchor"] not in (anchor, "c" * 64)


def test_after_unseen_wants_the_device_commits_to_a_new_chain(device: Participant) -> None:
    """A link for want 2000 would reveal all links before it to the server."""
    anchor = _seated(device)
    _step(device, t="wanted", want=0)
    _step(device, t="played")
    (said,) = _snapshot(device, anchor, want=2000, is_open=True)
    assert said["c"] == "anchor"
    assert said["anchor"] != anchor


def test_a_link_is_not_revealed_again_under_another_header(device: Participant) -> None:
    """Otherwise the server could try several accomplices and keep the best dice."""
    anchor = _begun(device)
    for seat, each in enumerate((anchor, "c" * 64)):
        _step(device, t="anchored", seat=seat, anchor=each)
    assert _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, "d" * 64, want=0, is_open=True) == []
    assert _snapshot(device, anchor, "c" * 64, want=0, is_open=True) != []


def test_an_earlier_want_is_not_answered(device: Participant) -> None:
    anchor = _seated(device)
    for want in range(3):
        _step(device, t="wanted", want=want)
        _step(device, t="played")
    assert _snapshot(device, anchor, want=1, is_open=True) == []
