"""From the start page to a finished game against bots, for each game and both boards."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import Invite

GAMES = [
    ("zock", 1, {"games": "1"}, "en"),
    ("schocken", 1, {"length": "half"}, "de"),
    ("zocknroll", 2, {}, "de"),
    ("zocknroll", 2, {"board": "pro"}, "en"),
]


@pytest.mark.parametrize(("game", "bots", "options", "language"), GAMES, ids=["zock", "schocken", "basic", "pro"])
async def test_a_whole_game_from_the_start_page(
    invite: Invite, game: str, bots: int, options: dict[str, str], language: str
) -> None:
    ada = await invite(language)
    say, page = ada.say, ada.page
    await ada.visit("/")
    await ada.card(game).get_by_role("link", name=say("web-start-table")).click()
    await ada.set_up(game, bots=bots, options=options)
    await ada.button("web-new-start").click()
    await ada.play()
    await expect(ada.rematch).to_be_visible()
    await expect(ada.own.get_by_role("table").get_by_role("row")).to_have_count(bots + 2)
    await page.get_by_role("link", name=say("web-analyse-game"), exact=True).click()
    await expect(page).to_have_url(re.compile("/replay/"))


STAGES: dict[str, dict[str, int]] = {"zock": {"game": 1, "games": 3}, "schocken-half": {"round": 1}, "zocknroll": {}}
"""Play now is a quick match: three games of ZOCK, one half of Schocken."""


@pytest.mark.parametrize("stage", STAGES)
async def test_play_now_needs_one_click(invite: Invite, stage: str) -> None:
    ada = await invite("en")
    await ada.visit("/")
    await ada.card(stage.removesuffix("-half")).get_by_role("button", name=ada.say("web-start-play")).click()
    if STAGES[stage]:
        told = ada.say(f"ui-stage-{stage}", **STAGES[stage])
        await expect(ada.page.get_by_text(told, exact=True).first).to_be_attached()
    await ada.play(moves=1)
    assert ada.moves == 1
