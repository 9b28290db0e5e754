"""A whole game by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from .conftest import Invite
from .player import Player
from .table_setup import open_table

MOST_TABS = 60
MOST_KEYS = 1_000
FEWEST = {"zock": 4, "schocken": 2, "zocknroll": 6}
"""Moves of the shortest games: a rival's fifth cover wins (K3, K7), two halves of one round (S10), six turns (N12)."""
FOCUSED = (
    "() => { const at = document.activeElement; return at.labels?.[0]?.innerText || at.ariaLabel || at.innerText }"
)


async def tab_to(page: Page, name: str) -> None:
    """Press Tab until an element of this name has a visible focus."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        text = str(await page.evaluate(FOCUSED) or "")
        if name in text:
            outline = await page.evaluate("() => document.activeElement.matches(':focus-visible')")
            assert outline, f"{name} has no visible focus"
            return
    raise AssertionError(f"no way to {name} by the Tab key")


async def test_a_whole_game_by_keyboard(invite: Invite) -> None:
    ada = await invite("en", wide=True)
    page, say, keyboard = ada.page, ada.say, ada.page.keyboard
    await ada.visit("/new/zock")
    await expect(ada.button("web-new-make")).to_be_visible()
    await tab_to(page, say("web-name"))
    await keyboard.type("Ada")
    await tab_to(page, say("web-new-bot-in"))
    await keyboard.press("Enter")
    await tab_to(page, say("count-zock-games", count=10))
    await keyboard.press("ArrowLeft")
    await keyboard.press("ArrowLeft")
    await tab_to(page, say("web-new-manners"))
    await keyboard.press("Enter")
    await tab_to(page, say("web-table-pace-human"))
    await keyboard.press("ArrowRight")
    await keyboard.press("ArrowRight")
    await tab_to(page, say("web-new-start"))
    await keyboard.press("Enter")
    throw = ada.own.get_by_role("button", name=say("web-zock-throw"), exact=True)
    cover = ada.own.get_by_role("group", name=say("web-zock-covers")).get_by_role("button")
    thrown = 0
    while True:
        await expect(throw.or_(cover).and_(ada.enabled).or_(ada.rematch).first).to_be_visible()
        if await ada.rematch.is_visible():
            break
        if await cover.count():
            label = await cover.first.inner_text()
            for field in re.findall(r"[1-9]", label.splitlines()[0]):
                await keyboard.press(field)
            await keyboard.press("Enter")
            await expect(cover).to_have_count(0)
        elif await throw.is_visible():
            await keyboard.press("Space")
            thrown += 1
    assert thrown >= FEWEST["zock"]


async def next_key(ada: Player) -> str | None:
    """The key that makes a move of Schocken or Zock'n'Roll; None when the game is over."""
    say, own = ada.say, ada.own
    throw = own.get_by_role("button", name=re.compile(f"^{re.escape(say('web-schocken-throw'))}"))
    stand = own.get_by_role("button", name=say.like("web-schocken-stand", "throw"))
    row = own.locator("button[aria-keyshortcuts]")
    await expect(throw.or_(stand).or_(row).and_(ada.enabled).or_(ada.rematch).first).to_be_visible()
    if await ada.rematch.is_visible():
        return None
    if await stand.count():
        return "s"
    keys: list[str] = await row.evaluate_all("rows => rows.map((row) => row.getAttribute('aria-keyshortcuts'))")
    return keys[-1] if keys else "Space"


@pytest.mark.parametrize(("game", "bots", "options"), [("schocken", 1, {"stones": 3}), ("zocknroll", 2, {})])
async def test_a_whole_game_by_its_keys(invite: Invite, game: str, bots: int, options: dict[str, int]) -> None:
    ada = await invite("en", wide=True)
    await open_table(ada, game, bots, options)
    pressed = 0
    while (key := await next_key(ada)) is not None:
        await ada.page.keyboard.press(key)
        pressed += 1
        assert pressed < MOST_KEYS, "the keys do nothing"
    assert pressed >= FEWEST[game]


async def test_the_cup_by_keys(invite: Invite) -> None:
    """Space shakes and throws the own cup, and P looks under it; only then is there a decision."""
    ada = await invite("en", speed=2)
    await open_table(ada, "zocknroll", 2)
    throw = ada.own.get_by_role("button", name=re.compile(ada.say("web-zocknroll-throw-cups")))
    await expect(throw).to_be_visible()
    await ada.page.keyboard.press("Space")
    look = ada.own.get_by_role("button", name=ada.say("web-zocknroll-look-first"), exact=True)
    await expect(look).to_be_visible()
    row = ada.own.locator("button[aria-keyshortcuts]")
    await expect(row).to_have_count(0)
    await ada.page.keyboard.press("p")
    await expect(look).to_have_count(0)


async def test_the_focus_stays_in_the_own_area_when_its_button_is_removed(invite: Invite) -> None:
    ada = await invite("en")
    await ada.visit("/new/zock")
    await ada.set_up("zock", bots=1)
    await ada.button("web-new-start").click()
    throw = ada.own.get_by_role("button", name=ada.say("web-zock-throw"), exact=True)
    await throw.press("Enter")
    await expect(throw).to_have_count(0)
    await expect(ada.choices().or_(ada.rematch).first).to_be_visible()
    await ada.page.wait_for_function("() => document.activeElement.closest('section[aria-label]')")
    assert await ada.own.evaluate("own => own.contains(document.activeElement)")
