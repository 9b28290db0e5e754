"""The explorer: by touch, by keyboard, by address."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import Invite


async def test_flaps_and_throws_of_zock(invite: Invite) -> None:
    player = await invite("en")
    page, say = player.page, player.say
    await player.visit("/explorer/zock")
    await expect(page.get_by_text("you win 51.5% of the games")).to_be_visible()
    throws = page.get_by_role("group", name=say("web-explorer-zock-throws"))
    await throws.get_by_role("button", name=re.compile("^3 4:")).focus()
    await page.keyboard.press("ArrowDown")
    await expect(throws.get_by_role("button", name=re.compile("^3 5: 8,"))).to_be_focused()
    choices = page.get_by_role("region", name=say("web-explorer-choices"))
    await expect(choices.get_by_role("listitem").first).to_contain_text("Cover 8")
    rival = page.get_by_role("group", name=say("web-explorer-zock-rival"))
    await rival.get_by_role("button", name=say("web-zock-field-open", field=9)).click()
    await expect(page).to_have_url(re.compile("rival=12345678"))
    await expect(page.get_by_text("you win 51.5%")).to_have_count(0)


async def test_a_chart_can_be_shared_by_its_address(invite: Invite) -> None:
    player = await invite("de", wide=True)
    await player.visit("/explorer/schocken?players=3&before=1??&limit=3&throw=2&stones=0,2,1")
    page, say = player.page, player.say
    await expect(page.get_by_role("radio", name=say("web-explorer-schocken-follows", place=2))).to_be_checked()
    await expect(page.get_by_role("combobox", name=say("web-explorer-schocken-lies", place=1))).to_have_value("1??")
    await page.get_by_role("button", name=re.compile("^6 1 1:")).click()
    await expect(page.get_by_role("region", name=say("web-explorer-choices"))).to_contain_text("Schock 6")


async def test_round_two_of_zocknroll(invite: Invite) -> None:
    player = await invite("en", wide=True)
    page, say = player.page, player.say
    await player.visit("/explorer/zocknroll?place=2")
    await page.get_by_text(say("web-explorer-zocknroll-round-2"), exact=True).click()
    seat = page.get_by_role("button", name=re.compile("^1 (stays|out)"))
    await seat.click()
    await expect(seat).to_have_accessible_name("1 out, round 2")
    await expect(page).to_have_url(re.compile("round=2.*fates=2111"))
    cups = page.get_by_role("group", name=say("web-explorer-zocknroll-cups"))
    await cups.get_by_role("button", name=re.compile("^6 6:|^4 4:")).first.click()
    await expect(page.get_by_role("region", name=say("web-explorer-choices"))).to_contain_text("Dropping brings")
