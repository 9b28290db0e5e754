"""The analysis of a replay: mistakes, better moves, and playing on from a position."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from knobel.telling.phrase import render
from knobel.words import words

from .conftest import Invite
from .known_game import game, load, slips
from .player import Player
from .room import at_rest, scrolls_sideways
from .test_axe import violations


def board(player: Player) -> Locator:
    return player.page.get_by_role("region", name=player.say("web-coach-analysis"), exact=True)


def place(player: Player) -> Locator:
    return player.page.get_by_role("slider", name=player.say("web-replay-place"))


async def analysed(player: Player) -> str:
    """A replay with its analysis, for all seats."""
    replay = await load(player)
    await player.visit(f"/replay/{replay}")
    await player.button("web-coach-analyse").click()
    await expect(board(player)).to_be_visible()
    return replay


def test_the_known_game_has_the_expected_mistakes() -> None:
    assert [said.seat for _, said in slips()] == [1, 0, 0]
    assert slips()[-1][1].kind == "blunder"


@pytest.mark.parametrize(("language", "wide"), [("en", True), ("de", False)])
async def test_from_mistake_to_mistake(invite: Invite, language: str, wide: bool) -> None:
    ada = await invite(language, wide=wide)
    replay = await analysed(ada)
    say, page = ada.say, ada.page
    after, before = ada.button("web-coach-slip-after"), ada.button("web-coach-slip-before")
    decision = board(ada).get_by_role("region", name=say("web-coach-decision"))
    for at, said in slips():
        await after.click()
        await expect(place(ada)).to_have_value(str(at))
        await expect(decision).to_contain_text(say(f"web-coach-kind-{said.kind}"))
        moves = decision.get_by_role("listitem")
        await expect(moves.filter(has_text=say("web-coach-made"))).to_have_count(1)
        made, best = (render(words(language), said.moves[number].label) for number in (said.made, 0))
        await expect(moves.first).to_contain_text(best)
        await expect(moves.filter(has_text=say("web-coach-made"))).to_contain_text(made)
        cost = f"{100 * said.loss:.1f}".replace(".", "," if language == "de" else ".")
        await expect(decision).to_contain_text(re.compile(re.escape(cost) + r"\s?%"))
    await expect(after).to_have_attribute("aria-disabled", "true")
    await board(ada).get_by_role("button", name=re.compile("^Ben")).click()  # only Ben's mistakes
    await before.click()
    await expect(place(ada)).to_have_value(str(slips(1)[0][0]))
    await page.keyboard.press("Home")
    await board(ada).get_by_role("button", name=re.compile("^Ben")).click()  # those of all seats again
    for at, _ in slips():
        await page.keyboard.press("m")
        await expect(place(ada)).to_have_value(str(at))
    await page.keyboard.press("Shift+M")
    await expect(place(ada)).to_have_value(str(slips()[-2][0]))
    await page.get_by_text(say("web-coach-share-moment"), exact=True).click()
    link = page.get_by_role("textbox", name=say("web-link"), exact=True)
    await expect(link).to_have_value(re.compile(rf"/replay/{replay}\?at={slips()[-2][0]}$"))
    await page.reload()
    await expect(board(ada)).to_be_visible()  # the analysis is stored
    await ada.visit(f"/replay/{replay}?at={slips()[-1][0]}")
    await expect(place(ada)).to_have_value(str(slips()[-1][0]))
    assert not await scrolls_sideways(page)


async def test_a_click_on_the_timeline_jumps_and_the_values_are_a_table_too(invite: Invite) -> None:
    ada = await invite("en")
    await analysed(ada)
    chart = board(ada).locator("svg[role=img]")
    await expect(chart).to_be_visible()
    await at_rest(ada.page)
    box = await chart.bounding_box()
    assert box is not None
    await chart.click(position={"x": box["width"] - 1, "y": 20})
    await expect(place(ada)).to_have_value(str(len(game().events)))
    await chart.click(position={"x": 1, "y": 20})
    await expect(place(ada)).to_have_value("0")
    await board(ada).get_by_text(ada.say("web-coach-table"), exact=True).click()
    await expect(board(ada).get_by_role("row")).to_have_count(1 + len(game().events))


@pytest.mark.parametrize("wide", [False, True])
async def test_play_on_from_before_the_blunder(invite: Invite, wide: bool) -> None:
    ada = await invite("en", wide=wide)
    replay = await analysed(ada)
    at, said = slips()[-1]
    await ada.visit(f"/replay/{replay}?at={at}")
    await ada.button("web-coach-play-on").click()
    sheet = ada.page.get_by_role("dialog")
    await sheet.get_by_text("Ada", exact=True).click()
    await sheet.get_by_text(ada.say("bot-casual"), exact=True).click()
    await ada.button("web-coach-play-on-begin").click()
    covers = ada.own.get_by_role("group", name=ada.say("web-zock-covers")).get_by_role("button")
    await expect(covers).to_have_count(len(said.moves))


async def test_axe_finds_nothing_on_the_board(invite: Invite) -> None:
    ada = await invite("en")
    await analysed(ada)
    await ada.button("web-coach-slip-after").click()
    await board(ada).get_by_text(ada.say("web-coach-table"), exact=True).click()
    night = await violations(ada)
    await ada.page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert (night, await violations(ada)) == ([], [])
    await ada.page.set_viewport_size({"width": 1280, "height": 800})
    await ada.button("web-coach-play-on").click()
    assert await violations(ada) == []
