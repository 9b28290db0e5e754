"""Help for newcomers: symbols that explain themselves, the ranking of throws, and rules in one minute."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from knobel.bots import finish
from knobel.rules.session import Session

from .conftest import Invite
from .player import Player
from .room import at_rest
from .table_setup import open_table, play_on
from .test_axe import violations


def symbols_of(player: Player, name: str) -> Locator:
    return player.page.get_by_role("button", name=player.say("web-explain", what=name), exact=True)


async def test_a_symbol_explains_itself_by_keyboard(invite: Invite) -> None:
    player = await invite("en")
    await open_table(player, "schocken", 2)
    symbol, popover = symbols_of(player, "Bruno"), player.page.get_by_role("note")
    await symbol.press("Enter")
    await expect(popover).to_contain_text(player.say("guide-explain-stones"))
    await expect(symbol).to_have_attribute("aria-expanded", "true")
    assert await violations(player) == []
    await player.page.keyboard.press("Escape")
    await expect(popover).to_have_count(0)
    await expect(symbol).to_be_focused()
    await symbol.press("Enter")
    await expect(popover).to_be_visible()
    await symbol.press("Enter")  # the same key closes it
    await expect(popover).to_have_count(0)


async def test_a_symbol_explains_itself_by_touch(invite: Invite) -> None:
    player = await invite("de")
    await player.page.set_viewport_size({"width": 360, "height": 640})
    await open_table(player, "schocken", 5)
    symbol, popover = symbols_of(player, "Carla"), player.page.get_by_role("note")
    await expect(symbol).to_be_visible()
    await at_rest(player.page)
    box = await symbol.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    await symbol.tap()
    await expect(popover).to_contain_text(player.say("guide-explain-stones"))
    await at_rest(player.page)
    shown = await popover.bounding_box()
    assert shown is not None
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= 360
    assert shown["y"] + shown["height"] <= 640
    await player.page.get_by_role("heading", level=1).tap()  # elsewhere
    await expect(popover).to_have_count(0)


async def test_the_own_throw_is_marked_in_the_ranking(invite: Invite) -> None:
    player = await invite("en")
    session = Session("schocken", ["Ada", "Bruno"], {"covered": "none"})
    session.play({"e": "starter", "seat": 0})  # who begins may throw again after every first throw
    finish(session, seed=1)
    await play_on(player, session, 1)
    own = player.page.get_by_role("listitem").filter(has_text=player.say("guide-ranking-yours"))
    await player.button("web-ranking", game="schocken").click()
    sheet = player.page.get_by_role("dialog")
    await expect(sheet.get_by_role("listitem").filter(has_text=player.say("rank-strasse")).first).to_be_visible()
    await expect(own).to_have_count(0)  # nothing is thrown yet
    await player.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await player.own.get_by_role("button", name=re.compile("^" + player.say("web-schocken-throw"))).first.press("Enter")
    await expect(player.own.get_by_role("button", name=player.say.like("web-schocken-stand", "throw"))).to_be_visible()
    await player.page.keyboard.press("r")
    await expect(own).to_have_count(1)
    await expect(own).to_have_attribute("aria-current", "true")
    assert await violations(player) == []


async def test_a_wide_screen_shows_the_ranking_beside_the_table(invite: Invite) -> None:
    player = await invite("de", wide=True)
    await open_table(player, "zock", 1, {"games": 1})
    await player.page.keyboard.press("r")
    title = player.page.get_by_role("heading", name=player.say("web-ranking", game="zock"))
    await expect(title).to_be_visible()
    await expect(player.page.get_by_role("dialog")).to_have_count(0)
    await player.page.keyboard.press("Escape")
    await expect(title).to_have_count(0)


async def test_rules_begin_with_one_minute_and_links_unfold_the_rest(invite: Invite) -> None:
    player = await invite("en")
    await player.visit("/rules/schocken")
    minute = player.page.get_by_role("region", name=player.say("rules-minute"))
    await expect(minute.get_by_role("listitem")).to_have_count(5)
    rule = player.page.get_by_role("heading", name=re.compile("^S7"))
    await expect(rule).not_to_be_visible()
    await player.page.get_by_text(player.say("web-all-rules"), exact=True).click()
    await expect(rule).to_be_visible()
    await player.visit("/rules/zock")
    await player.visit("/rules/schocken#S9")
    await expect(player.page.get_by_role("heading", name=re.compile("^S9"))).to_be_in_viewport()
