"""A player's half in Python: what it says to a server, honest or not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from knobel.fair.chains import follows
from knobel.fair.device import Command, Device

ROOT = "ab" * 32


@pytest.fixture
def device() -> Device:
    return Device(random.Random(1).randbytes)


def _step(device: Device, **entry: Any) -> list[Command]:
    return device.hear(0, {"m": "steps", "steps": [{"e": entry}]})


def _begun(device: Device) -> str:
    (said,) = _step(device, t="started", fair={"root": ROOT})
    anchor: str = said["anchor"]
    return anchor


def _seated(device: Device) -> str:
    """Its anchor, which stands in the log."""
    anchor = _begun(device)
    assert _step(device, t="anchored", seat=0, anchor=anchor) == []
    return anchor


def _snapshot(device: Device, *anchors: str | None, want: int, is_open: bool, **changes: Any) -> list[Command]:
    held = [anchor and {"anchor": anchor, "since": 0} for anchor in anchors]
    opened = {"want": want, "throw": want} if is_open else None
    fair = {"root": ROOT, "section": 0, "wants": want, "want": opened, "anchors": held, "coming": [], **changes}
    return device.hear(0, {"m": "snapshot", "fair": fair})


def test_it_reveals_one_link_for_each_want(device: Device) -> None:
    anchor = _seated(device)
    for want in range(3):
        (said,) = _step(device, t="wanted", want=want)
        assert (said["c"], said["want"]) == ("reveal", want)
        assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), want + 1)
        assert device.again() == [said]
        _step(device, t="played")
        assert device.again() == []


def test_wants_that_it_has_followed_may_be_missed(device: Device) -> None:
    """It was called absent, and takes part again."""
    anchor = _begun(device)
    _step(device, t="wanted", want=0)
    _step(device, t="anchored", seat=0, anchor=anchor)
    _step(device, t="played")
    (said,) = _step(device, t="wanted", want=1)
    assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), 1)


def test_an_anchor_that_was_lost_with_the_line_is_given_again(device: Device) -> None:
    anchor = _begun(device)
    assert _snapshot(device, None, want=0, is_open=False) == [{"c": "anchor", "anchor": anchor}]


def test_an_anchor_that_counts_after_the_open_want_is_used_then(device: Device) -> None:
    anchor = _begun(device)
    coming = [{"seat": 0, "anchor": anchor}]
    assert _snapshot(device, None, want=0, is_open=True, coming=coming) == []
    _step(device, t="played")
    (said,) = _step(device, t="wanted", want=1)
    assert follows(bytes.fromhex(said["link"]), bytes.fromhex(anchor), 1)


def test_a_snapshot_of_the_want_that_is_open_is_answered_again(device: Device) -> None:
    anchor = _seated(device)
    said = _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, want=0, is_open=True) == said


def test_wants_that_it_has_not_seen_are_not_believed(device: Device) -> None:
    """A link for want 2000 would tell the server all of those before."""
    anchor = _seated(device)
    _step(device, t="wanted", want=0)
    _step(device, t="played")
    (said,) = _snapshot(device, anchor, want=2000, is_open=True)
    assert said["c"] == "anchor"
    assert said["anchor"] != anchor


def test_a_link_is_not_given_again_under_another_header(device: Device) -> None:
    """Or the server would try one accomplice after the other."""
    anchor = _begun(device)
    for seat, each in enumerate((anchor, "c" * 64)):
        _step(device, t="anchored", seat=seat, anchor=each)
    assert _step(device, t="wanted", want=0)
    assert _snapshot(device, anchor, "d" * 64, want=0, is_open=True) == []
    assert _snapshot(device, anchor, "c" * 64, want=0, is_open=True) != []


def test_an_earlier_want_is_not_answered(device: Device) -> None:
    anchor = _seated(device)
    for want in range(3):
        _step(device, t="wanted", want=want)
        _step(device, t="played")
    assert _snapshot(device, anchor, want=1, is_open=True) == []
