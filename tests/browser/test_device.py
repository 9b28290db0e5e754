"""What belongs to one device: its list of tables, its sound, its keyboard, and who else reaches its server."""

from __future__ import annotations

from playwright.async_api import expect

from .conftest import Invite
from .pages import game


async def test_a_table_is_removed_from_the_start_page_and_put_back_by_keyboard(invite: Invite) -> None:
    ada = await invite("de")
    page = ada.page
    await game("zock", 1)(ada)
    table = page.url.removeprefix(ada.base)
    row = page.locator(f'a[href="{table}"]')
    remove = page.get_by_role("button", name=ada.say("web-start-remove", game="ZOCK", players="").rstrip(", "))
    await ada.visit("/")
    await row.focus()
    await page.keyboard.press("Tab")
    await expect(remove).to_be_focused()
    async with page.expect_response(lambda got: got.request.method == "DELETE"):
        await page.keyboard.press("Enter")
    await expect(page.get_by_text(ada.say("web-start-removed", game="ZOCK"))).to_be_visible()
    await expect(row).to_have_count(0)
    await expect(ada.button("web-start-put-back")).to_be_focused()
    async with page.expect_response(lambda got: got.request.method == "PUT"):
        await page.keyboard.press("Enter")
    await expect(row).to_be_focused()
    async with page.expect_response(lambda got: got.request.method == "DELETE"):
        await remove.click()
    await expect(ada.button("web-start-put-back")).to_be_visible()
    await ada.visit("/")
    await expect(page.get_by_role("heading", level=2).first).to_be_visible()
    await expect(row).to_have_count(0)


async def test_sound_is_on_and_its_button_is_remembered(invite: Invite) -> None:
    """Settings of older versions, in which sound was off by default, do not matter."""
    ada = await invite(sound=False)
    await game("schocken", 1)(ada)
    speaker = ada.button("web-settings-sound")
    await expect(speaker).to_have_attribute("aria-pressed", "true")
    await speaker.click()
    await expect(speaker).to_have_attribute("aria-pressed", "false")
    await ada.page.reload()
    await expect(speaker).to_have_attribute("aria-pressed", "false")


async def test_shortcuts_are_offered_on_a_touch_screen_once_a_key_was_pressed(invite: Invite) -> None:
    ada = await invite()
    await game("zock", 1)(ada)
    await ada.button("web-menu").tap()
    invitation = ada.button("web-invite")
    await expect(invitation).to_be_visible()
    await expect(ada.button("web-keys")).to_have_count(0)
    await ada.page.keyboard.press("Shift")
    await expect(ada.button("web-keys")).to_be_visible()
    await invitation.tap()
    await expect(ada.page.get_by_text(ada.say("web-loopback"))).to_be_visible()
    await expect(ada.page.get_by_text("knobel serve --lan", exact=True)).to_be_visible()
    await expect(ada.page.get_by_role("img", name=ada.say("web-qr"))).to_have_count(0)
