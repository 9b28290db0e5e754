"""No page has anything that axe finds wrong, in daylight and by night, on a phone and on a wide screen.

Since every page is open here anyway, what it does against the policy of its server is looked at too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import Invite
from .places import PLACES
from .player import Player
from .policy import against_policy, watch_policy

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

ALIKE = {"schocken-final", "zocknroll-six", "result-schocken", "empty-honesty"}
"""Made of what other places are made of; they are there to be looked at."""


async def violations(player: Player) -> list[str]:
    """What axe finds, one line for each thing, with the first place where it is."""
    await player.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = await player.page.evaluate("axe.run().then(({ violations }) => violations)")
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize("place", [place for place in PLACES if place not in ALIKE])
async def test_axe_finds_nothing_and_the_policy_holds(invite: Invite, place: str) -> None:
    player = await invite("en")
    await watch_policy(player)
    await PLACES[place](player)
    assert await against_policy(player) == []
    night = await violations(player)
    await player.page.evaluate("document.documentElement.dataset.theme = 'light'")
    day = await violations(player)
    assert (night, day) == ([], [])
    await player.page.set_viewport_size({"width": 1280, "height": 800})
    assert await violations(player) == []
