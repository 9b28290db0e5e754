"""From page to page without loading anything anew."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import Invite


@pytest.mark.parametrize("path", ["/settings", "/honesty"])
async def test_there_and_back_again(invite: Invite, path: str) -> None:
    """The page of an address that is followed asks for the tables of this device as it comes."""
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
