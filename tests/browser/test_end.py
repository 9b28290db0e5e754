"""The end of a game: its scene on a small phone, the picture to share, and what a spectator sees."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize, expect

from .conftest import Invite
from .csp import csp_violations, record_csp_violations
from .room import at_rest, resize
from .table_setup import fast_forward, open_end, open_table

SMALL = ViewportSize(width=360, height=640)
SIDEWAYS = ViewportSize(width=844, height=390)

_OUT_OF_SIGHT = """() => [...document.querySelectorAll('main :is(h2, #why, figure, tr:first-child, button, a.button)')]
  .filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect()
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  })
  .map((part) => part.textContent.trim())"""

PAINTED = """() => {
  const canvas = document.querySelector('canvas')
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  return new Set(new Uint32Array(pixels.buffer)).size
}"""


async def out_of_sight(page: Page, size: ViewportSize) -> list[str]:
    await resize(page, size)
    found: list[str] = await page.evaluate(_OUT_OF_SIGHT)
    return found


@pytest.mark.parametrize(
    ("game", "bots", "options", "language"),
    [("zock", 1, {"games": 1}, "de"), ("schocken", 2, {"stones": 2}, "en"), ("zocknroll", 2, {}, "de")],
    ids=["zock", "schocken", "zocknroll"],
)
async def test_the_end_is_a_scene_that_fits_a_small_phone(
    invite: Invite, game: str, bots: int, options: dict[str, int], language: str
) -> None:
    ada = await invite(language)
    await record_csp_violations(ada)
    await ada.page.set_viewport_size(SMALL)
    await open_end(ada, game, bots, options)
    await expect(ada.rematch).to_be_visible()
    heading = ada.own.get_by_role("heading", level=2)
    await expect(heading).to_be_focused()
    await expect(heading).not_to_have_accessible_description("")  # why the game ended
    dice = ada.page.locator(".felt figure").first.get_by_role("img")
    await expect(dice.locator("[data-value]").first).to_be_visible()
    for size in (SMALL, SIDEWAYS):
        assert await out_of_sight(ada.page, size) == []
    for link in ("web-analyse-game", "web-home"):
        await expect(ada.own.get_by_role("link", name=ada.say(link), exact=True)).to_be_visible()
    await expect(ada.button("web-arrange")).to_be_visible()
    assert await csp_violations(ada) == []


async def test_the_standings_of_four_do_not_scroll_on_a_phone(invite: Invite) -> None:
    ada = await invite("en")
    await ada.page.set_viewport_size(ViewportSize(width=390, height=664))
    await open_end(ada, "schocken", 3, {"stones": 2})
    await expect(ada.own.get_by_role("table").get_by_role("row")).to_have_count(5)
    await expect(ada.page.locator(".checked span").first).to_be_visible()  # the record is verified, in two lines
    await at_rest(ada.page)
    assert await ada.page.locator(".ranks").evaluate("ranks => ranks.scrollHeight <= ranks.clientHeight")


async def test_the_picture_is_drawn_in_the_browser_and_saved(invite: Invite, tmp_path: Path) -> None:
    ada = await invite("en")
    await record_csp_violations(ada)
    await open_table(ada, "schocken", 1, {"stones": 1})
    await fast_forward(ada)
    asked = list[str]()
    await ada.button("web-end-share").click()
    picture = ada.page.get_by_role("dialog").get_by_role("img")
    await expect(picture).to_have_accessible_name(re.compile(f"^{ada.say('game-schocken')}: .*Ada [01]"))
    ada.page.on("request", lambda request: asked.append(request.url))
    assert await ada.page.evaluate(PAINTED) > 100  # colours
    async with ada.page.expect_download() as saving:
        await ada.button("web-end-save").click()
    file = tmp_path / "picture.png"
    await (await saving.value).save_as(file)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1080, 1350)
    assert [url for url in asked if not url.startswith("blob:") and "/analysis" not in url] == []
    assert await csp_violations(ada) == []


async def test_spectators_see_the_scene_without_a_record_of_their_own(invite: Invite) -> None:
    ada, guest = await invite("en"), await invite("en")
    await open_table(ada, "zock", 1, {"games": 1})
    await fast_forward(ada)
    await guest.page.goto(ada.page.url)
    await expect(guest.own.get_by_role("heading", level=2)).to_be_visible()
    await expect(guest.rematch).to_be_hidden()
    await expect(guest.own.get_by_role("button", name=guest.say("web-sit-down"), exact=True)).to_be_visible()
    await expect(guest.own.get_by_role("table").get_by_role("row")).to_have_count(3)
