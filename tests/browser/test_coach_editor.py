"""The position editor: editing by touch and keyboard, values, and refusals."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from .conftest import Invite
from .player import Player
from .room import scrolls_sideways
from .test_axe import violations

POSITION = "zock - cover 0 36 1234567.9/123456789 - - - -"


async def opened(player: Player, position: str = POSITION) -> None:
    await player.visit(f"/analysis/{position.split()[0]}?p={position.replace(' ', '+').replace('?', '%3F')}")
    await expect(moves(player).first).to_be_visible()


def values(player: Player) -> Locator:
    heading = player.page.get_by_role("heading", name=player.say("web-coach-values"), exact=True)
    return player.page.get_by_role("region").filter(has=heading)


def moves(player: Player) -> Locator:
    """What the moves are worth; while that is computed the page still shows the position before."""
    computed = values(player).and_(player.page.locator("[aria-busy=false]"))
    return computed.locator("ol").get_by_role("listitem")


def text(player: Player) -> Locator:
    return player.page.get_by_role("textbox", name=player.say("web-coach-text"), exact=True)


@pytest.mark.parametrize(("language", "wide"), [("en", False), ("de", True)])
async def test_a_position_is_edited_evaluated_and_undone(invite: Invite, language: str, wide: bool) -> None:
    ada = await invite(language, wide=wide)
    await opened(ada)
    say, page = ada.say, ada.page
    await expect(moves(ada)).to_have_count(2)  # 3 and 6, or 9
    own = page.get_by_role("group", name=say("web-coach-fields-of", name="Ada"))
    await own.get_by_role("button", name=say("web-zock-field-open", field=9), exact=True).click()
    await expect(text(ada)).to_have_value(POSITION.replace("1234567.9", "1234567.."))
    await expect(moves(ada)).to_have_count(1)
    await ada.button("web-coach-undo").click()
    await expect(text(ada)).to_have_value(POSITION)
    await expect(moves(ada)).to_have_count(2)
    die = page.get_by_role("group", name=say("web-zock-dice"), exact=True).get_by_role("button").first
    await die.focus()
    await page.keyboard.press("5")  # and the next die is selected
    await page.keyboard.press("4")
    await expect(text(ada)).to_have_value(POSITION.replace(" 36 ", " 45 "))
    assert page.url.endswith("?p=" + POSITION.replace(" 36 ", " 45 ").replace(" ", "+"))
    await page.keyboard.press("ControlOrMeta+z")
    await page.keyboard.press("ControlOrMeta+z")
    await expect(text(ada)).to_have_value(POSITION)
    assert not await scrolls_sideways(page)


async def test_an_invalid_position_is_refused_with_its_rule(invite: Invite) -> None:
    ada = await invite("en")
    await opened(ada)
    await text(ada).fill("zock - cover 0 36 123456789/......... - - - -")
    rule = ada.page.get_by_role("link", name="K7", exact=True)
    await expect(rule).to_have_attribute("href", "/rules/zock#K7")
    await expect(values(ada)).to_have_count(0)
    await text(ada).fill("zock and so on")
    await expect(ada.page.get_by_text(ada.say("web-coach-text-wrong"))).to_be_visible()
    await expect(text(ada)).to_have_value("zock and so on")  # typed text is kept


async def test_stones_come_from_the_middle(invite: Invite) -> None:
    ada = await invite("en")
    await opened(ada, "schocken - decide 0 0 1 - 12 1/0 124:1/-")
    stones = ada.say("web-coach-stones-of", name="Bruno")
    await ada.page.get_by_role("button", name=ada.say("web-coach-more", name=stones), exact=True).click()
    await expect(text(ada)).to_have_value("schocken - decide 0 0 1 - 11 1/1 124:1/-")
    await expect(moves(ada).first).to_be_visible()


async def test_a_cup_of_zocknroll(invite: Invite) -> None:
    ada = await invite("en")
    await opened(ada, "zocknroll - decide 0 1 0 114 35/??/??/?? ........./........./.........")
    cup = ada.page.get_by_role("group", name=ada.say("web-coach-cup-of", name="Ada"), exact=True)
    await cup.get_by_role("button").first.click()
    await cup.get_by_role("button", name="6", exact=True).click()
    await expect(text(ada)).to_have_value(re.compile(r" 114 56/\?\?/\?\?/\?\? "))
    out = ada.page.get_by_role("group", name=ada.say("web-coach-dropped", name="Carla"), exact=True)
    await out.get_by_text(ada.say("web-coach-dropped-1"), exact=True).click()
    # The server knows which row her dice have formed, and that the last one comes with it (N7).
    await expect(text(ada)).to_have_value(re.compile(r" 56/\?\?/12:1/\?\? \.+/\.+/\.*1\.*1$"))
    await expect(moves(ada).first).to_be_visible()


@pytest.mark.parametrize("game", ["zock", "schocken", "zocknroll"])
async def test_axe_finds_nothing_in_the_editor(invite: Invite, game: str) -> None:
    ada = await invite("en")
    await ada.visit(f"/analysis/{game}")
    await expect(text(ada)).to_be_visible()
    for fold in await ada.page.locator("details > summary").all():
        await fold.click()
    night = await violations(ada)
    await ada.page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert (night, await violations(ada)) == ([], [])
    assert not await scrolls_sideways(ada.page)
