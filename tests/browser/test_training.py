"""Training: the puzzle of the day on phone and wide screen in both languages, and puzzles of a level."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from .conftest import Invite
from .player import Player
from .test_axe import violations


def covers(player: Player) -> Locator:
    return player.page.get_by_role("group", name=player.say("web-zock-covers")).get_by_role("button")


def card(player: Player) -> Locator:
    return player.page.get_by_role("article").filter(
        has=player.page.get_by_role("heading", name=player.say("game-zock"), exact=True)
    )


@pytest.mark.parametrize(("language", "wide"), [("de", False), ("en", True)])
async def test_the_puzzle_of_the_day(invite: Invite, language: str, wide: bool) -> None:
    player = await invite(language, wide=wide)
    say = player.say
    await player.visit("/")
    await player.page.get_by_role("link", name=say("web-start-training"), exact=True).click()
    await expect(card(player)).to_contain_text(say("web-training-streak", days=0))
    await card(player).get_by_role("link", name=re.compile(say("web-training-solve"))).click()
    solution = player.page.get_by_role("region", name=say("web-training-solution"))
    await expect(covers(player).first).to_be_visible()
    await expect(solution.get_by_role("list")).to_have_count(0)  # no solution before the answer
    await covers(player).first.focus()
    await player.page.keyboard.press("Enter")
    bars = solution.get_by_role("listitem")
    await expect(bars.filter(has_text=say("web-coach-made"))).to_have_count(1)
    await expect(bars.first).to_contain_text(say("web-coach-best"))
    await expect(solution).to_contain_text(say("web-training-streak", days=1))
    await expect(solution.get_by_role("heading")).to_be_focused()
    assert await violations(player) == []
    await player.visit("/training")
    await expect(card(player)).to_contain_text(say("web-training-streak", days=1))
    await expect(card(player)).to_contain_text(say("web-training-done"))


async def test_one_puzzle_of_a_level_after_the_other(invite: Invite) -> None:
    player = await invite("en")
    await player.visit("/training/zock?level=2")
    await expect(player.page).to_have_url(re.compile(r"level=2&seed=0$"))
    await covers(player).last.click()
    await player.button("web-training-next").click()
    await expect(player.page).to_have_url(re.compile(r"level=2&seed=1$"))
    await covers(player).last.click()
    await expect(player.page.get_by_text(re.compile(r"of 2 right"))).to_be_visible()
    await player.visit("/training/zock?level=2&seed=1")  # stored: it cannot be answered again
    await expect(player.button("web-training-next")).to_be_visible()
    await covers(player).first.click(force=True)
    await expect(player.page.get_by_text(re.compile(r"of 2 right"))).to_be_visible()
