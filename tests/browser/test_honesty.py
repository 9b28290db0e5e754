"""The page of dice statistics: navigation, texts and accessibility."""

from __future__ import annotations

import re

import msgspec
from playwright.async_api import Route, expect

from knobel.fair.statistics.counts import DiceCounts
from knobel.serve.api.history import dice_statistics
from knobel.store import DiceRow

from .conftest import Invite
from .pages import PAGES
from .player import Player


async def _shown(player: Player, *rows: DiceRow, unfinished: int = 0) -> None:
    """The page with mocked counts."""
    body = msgspec.json.encode(dice_statistics(rows, unfinished)).decode()

    async def answer(route: Route) -> None:
        await route.fulfill(body=body, content_type="application/json")

    await player.page.route("**/api/honesty", answer)
    await player.visit("/honesty")


async def test_the_start_page_links_to_it_and_own_tables_can_be_chosen(invite: Invite) -> None:
    player = await invite("en")
    page, say = player.page, player.say
    await PAGES["result"](player)
    code = page.url.rpartition("/")[2]
    await player.visit(f"/honesty/{code}")
    await expect(page).to_have_url(re.compile(f"/honesty/{code}$"))
    await expect(page.get_by_role("table")).to_be_visible()
    await player.visit("/")
    await page.get_by_role("link", name=say("web-start-honesty")).click()
    scope = page.get_by_role("navigation", name=say("web-honesty-scope"))
    await expect(scope.get_by_role("link", name=say("web-honesty-go-all"))).to_have_attribute("aria-current", "page")
    await scope.get_by_role("link", name=re.compile(code)).click()
    await expect(page).to_have_url(re.compile(f"/honesty/{code}$"))
    await expect(page.get_by_text(say("web-honesty-of-table", code=code))).to_be_visible()


async def test_it_is_reachable_without_games(invite: Invite) -> None:
    player = await invite("de")
    await player.visit("/history")
    await player.page.get_by_role("link", name=player.say("web-stats-honesty")).click()
    await expect(player.page).to_have_url(re.compile("/honesty$"))


async def test_a_wrong_code_is_reported_in_the_chosen_language(invite: Invite) -> None:
    player = await invite("de")
    page, say = player.page, player.say
    await player.visit("/honesty/laka-laka-laka")
    await expect(page.get_by_text(say("web-trouble-unknown"))).to_be_visible()
    await expect(player.button("web-trouble-again")).to_have_count(0)
    await expect(page.get_by_role("link", name=say("web-honesty-go-table"))).to_have_count(0)


async def test_suspicious_results_are_in_words_and_expectations_are_read_aloud(invite: Invite) -> None:
    player = await invite("de")
    page, say = player.page, player.say
    sixes = DiceCounts((100, 100, 100, 100, 100, 190), 680, 113, (100, 0), (17, 0))
    await _shown(player, DiceRow("person", True, sixes), unfinished=3)
    faces = page.get_by_role("article").filter(has=page.get_by_role("heading", name=say("web-honesty-faces")))
    await expect(faces).to_contain_text(say("web-honesty-look"))
    await expect(faces).to_contain_text("p < 0,001")
    repeats = page.get_by_role("article").filter(has=page.get_by_role("heading", name=say("web-honesty-repeats")))
    await expect(repeats).not_to_contain_text(say("web-honesty-look"))
    await expect(page.get_by_role("table", name=say("web-honesty-faces-caption", count="115"))).to_be_visible()
    await expect(page.get_by_text(say("web-honesty-unfinished", count=3))).to_be_visible()


async def test_few_dice_have_expectations_with_a_decimal_and_no_verdict(invite: Invite) -> None:
    player = await invite("en")
    page, say = player.page, player.say
    await _shown(player, DiceRow("person", True, DiceCounts((2, 2, 1, 2, 1, 2), 9, 2, (5, 0), (1, 0))))
    await expect(page.get_by_role("table", name=say("web-honesty-faces-caption", count="1.7"))).to_be_visible()
    await expect(page.get_by_text(say("web-honesty-few"))).to_have_count(5)
