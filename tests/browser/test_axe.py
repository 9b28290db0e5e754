"""Accessibility: axe finds no violations on any page, in both themes, on a phone and on a wide screen.

The same pages are checked for violations of the content security policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import Invite
from .csp import csp_violations, record_csp_violations
from .pages import PAGES
from .player import Player
from .room import at_rest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

ALIKE = {"schocken-final", "zocknroll-six", "result-schocken", "empty-honesty"}
"""Variants of other pages, for screenshots only."""


async def violations(player: Player) -> list[str]:
    """The violations that axe finds, one line each, with the first element."""
    await at_rest(player.page)
    await player.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = await player.page.evaluate("axe.run().then(({ violations }) => violations)")
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize("place", [place for place in PAGES if place not in ALIKE])
async def test_no_axe_and_no_csp_violations(invite: Invite, place: str) -> None:
    player = await invite("en")
    await record_csp_violations(player)
    await PAGES[place](player)
    assert await csp_violations(player) == []
    night = await violations(player)
    await player.page.evaluate("document.documentElement.dataset.theme = 'light'")
    day = await violations(player)
    assert (night, day) == ([], [])
    await player.page.set_viewport_size({"width": 1280, "height": 800})
    assert await violations(player) == []
