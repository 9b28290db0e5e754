"""Client-side navigation."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import Invite


@pytest.mark.parametrize("path", ["/settings", "/honesty"])
async def test_links_lead_to_a_page_and_back(invite: Invite, path: str) -> None:
    """The pages load the tables of this device while they are mounted."""
    player = await invite("en")
    page, say = player.page, player.say
    home = page.get_by_role("link", name=say("web-home"))
    await player.visit(path)
    await home.click()
    await expect(page.get_by_role("heading", name=say("ui-home-title"))).to_be_visible()
    await page.get_by_role("link", name=say("web-start-honesty")).click()
    await expect(page.get_by_role("heading", name=say("web-honesty-title"))).to_be_visible()
    await home.click()
    await expect(page.get_by_role("heading", name=say("ui-home-title"))).to_be_visible()
