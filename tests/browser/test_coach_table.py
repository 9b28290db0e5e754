"""The coach at a table: odds, hints, and the tutor's warning; none where help is not allowed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from knobel.coach.analysis import Verdict
from knobel.telling.phrase import render
from knobel.words import words

from .conftest import Invite
from .known_game import game, slips
from .player import Player
from .room import scrolls_sideways
from .table_setup import play_on
from .test_axe import violations

PATIENT = "AbortSignal.timeout = () => new AbortController().signal"
"""The tutor waits for the coach as long as it takes: without its answer the move passes."""


async def before_the_blunder(player: Player, **more: Any) -> Verdict:
    """A table at which the next decision is the one that went wrong in the known game."""
    at, said = slips()[-1]
    await play_on(player, game(), at, said.seat, **more)
    await expect(covers(player)).to_have_count(len(said.moves))
    return said


def covers(player: Player) -> Locator:
    return player.own.get_by_role("group", name=player.say("web-zock-covers")).get_by_role("button")


def cover(player: Player, said: Verdict, number: int) -> Locator:
    """The button of a move, by its fields."""
    fields = [str(field) for field in said.moves[number].move["fields"]]
    first = re.compile("^" + r"\D+".join(fields) + r"(?!\d)")
    return covers(player).filter(has_text=first)


def panel(player: Player) -> Locator:
    return player.page.get_by_role("region", name=player.say("web-coach-panel"), exact=True)


def lamp(player: Player) -> Locator:
    return player.page.get_by_role("button", name=player.say("web-coach-panel"), exact=True)


async def warm_up_coach(player: Player) -> None:
    """Ask the coach until it answers, so that it answers at once afterwards."""
    path = player.page.url.replace("/t/", "/api/tables/")
    while not (answer := await player.context.request.get(f"{path}/hint")).ok:
        assert (await answer.json())["why"] == "thinking", await answer.text()


@pytest.mark.parametrize(("language", "wide"), [("en", False), ("de", True)])
async def test_odds_and_a_hint(invite: Invite, language: str, wide: bool) -> None:
    ada = await invite(language, wide=wide)
    said = await before_the_blunder(ada)
    await lamp(ada).click()
    await expect(panel(ada).get_by_text(words(language)("coach-odds-usable"))).to_be_visible()
    await ada.page.keyboard.press("h")
    best = panel(ada).locator("ol").get_by_role("listitem").first
    await expect(best).to_contain_text(render(words(language), said.moves[0].label))
    assert not await scrolls_sideways(ada.page)
    await ada.page.reload()
    await expect(panel(ada)).to_be_visible()  # it stays open
    await lamp(ada).click()
    await expect(panel(ada)).to_have_count(0)


async def test_the_tutor_warns_before_a_blunder(invite: Invite) -> None:
    ada = await invite("en", tutor="blunder")
    await ada.context.add_init_script(PATIENT)
    said = await before_the_blunder(ada)
    await warm_up_coach(ada)
    await expect(lamp(ada)).to_be_visible()
    sheet = ada.page.get_by_role("dialog", name=ada.say("web-coach-objection"))
    await cover(ada, said, said.made).click()
    await expect(sheet).to_contain_text(ada.say("web-coach-kind-blunder"))
    assert await violations(ada) == []
    await ada.button("web-coach-again").click()
    await expect(sheet).to_have_count(0)
    await expect(covers(ada)).to_have_count(len(said.moves))  # nothing was sent
    await cover(ada, said, said.made).click()
    await ada.button("web-coach-show").click()
    best = panel(ada).locator("ol").get_by_role("listitem").first
    await expect(best).to_contain_text(render(words("en"), said.moves[0].label))
    assert await violations(ada) == []
    await cover(ada, said, said.made).click()
    await ada.button("web-coach-anyway").click()
    await expect(covers(ada)).to_have_count(0)


async def test_the_tutor_does_not_warn_before_the_best_move(invite: Invite) -> None:
    ada = await invite("en", tutor="mistake")
    said = await before_the_blunder(ada)
    await warm_up_coach(ada)
    await expect(lamp(ada)).to_be_visible()
    await cover(ada, said, 0).click()
    await expect(covers(ada)).to_have_count(0)
    await expect(ada.page.get_by_role("dialog")).to_have_count(0)


async def test_no_coach_where_help_is_not_allowed(invite: Invite) -> None:
    ada = await invite("en", tutor="blunder", coach=True)
    said = await before_the_blunder(ada, settings={"help": "never"})
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    await cover(ada, said, said.made).click()
    await expect(covers(ada)).to_have_count(0)
    await expect(lamp(ada)).to_have_count(0)
    assert not [url for url in asked if re.search("/(odds|hint|weigh)$", url)]
