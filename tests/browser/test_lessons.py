"""The guided games: the note covers neither what it points at nor the controls that it asks for."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from playwright.async_api import FloatRect, Locator, ViewportSize, expect

from .conftest import Invite
from .player import Player
from .room import resize

SCREENS: Final = ((360, 640), (390, 664), (844, 390), (1280, 800))


def note(player: Player) -> Locator:
    return player.page.get_by_role("complementary", name=player.say("web-learn-note"))


def controls(player: Player) -> Locator:
    """The enabled controls of the learner."""
    return player.page.locator("main .own button:not(:disabled, [aria-disabled=true]):visible")


async def box(part: Locator) -> FloatRect:
    found = await part.bounding_box()
    assert found is not None, part
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


async def check(player: Player, asks: bool, step: str) -> None:
    """Measure on every screen: what the step talks about is on the screen, and beside the note."""
    if asks:
        await expect(controls(player).first).to_be_visible()
    for width, height in SCREENS:
        await resize(player.page, ViewportSize(width=width, height=height))
        said = await box(note(player))
        pointed = player.page.locator(".pointed").last
        parts = [pointed] if await pointed.count() else []
        if asks:
            parts += await controls(player).all()
        for part in [*parts, note(player)]:
            seen = await box(part)
            inside = seen["x"] >= -1 and seen["x"] + seen["width"] <= width + 1
            inside = inside and seen["y"] >= -1 and seen["y"] + seen["height"] <= height + 1
            assert inside, (step, width, height, seen, await part.evaluate("part => part.outerHTML.slice(0, 120)"))
        table = await box(player.page.get_by_role("main"))
        for part in parts:
            seen = await box(part)
            assert apart(said, seen), (step, width, height, said, seen)
            shown = table["y"] <= seen["y"] + 1 and seen["y"] + seen["height"] <= table["y"] + table["height"] + 1
            assert shown, (step, width, height, table, seen)  # not scrolled out of the table


async def answer(player: Player, step: dict[str, Any], game: dict[str, Any]) -> None:
    """Do what the step asks for, by keys."""
    keyboard, does = player.page.keyboard, step["does"]
    if game["pending"]["kind"] == "throw":
        await keyboard.press("Space")
    elif does["e"] == "cover":
        for field in does["fields"]:
            await keyboard.press(str(field))
        await keyboard.press("Enter")
    elif does["e"] == "stand":
        await keyboard.press("s")
    elif does["e"] == "throw":
        hand = game["view"]["hands"][0]
        wanted, kept = Counter(does["keep"]), len(hand["kept"])
        for place, value in enumerate(hand["kept"] + hand["thrown"]):
            keep = wanted[value] > 0
            wanted[value] -= keep
            if keep != (place < kept):
                await keyboard.press(str(place + 1))
        await keyboard.press("Space")
    else:
        moves = [choice["move"] for choice in step["choices"]]
        await keyboard.press(str(moves.index(does) + 1))


@pytest.mark.parametrize(("game", "language"), [("zocknroll", "de"), ("zock", "en"), ("schocken", "de")])
async def test_the_note_covers_nothing(invite: Invite, game: str, language: str) -> None:
    player = await invite(language)
    lesson = await (await player.context.request.get(f"{player.base}/api/learn/{game}/{language}")).json()
    steps: list[dict[str, Any]] = lesson["steps"]
    await player.visit(f"/learn/{game}")
    now = lesson["start"]
    for number, step in enumerate(steps, 1):
        now = step["happens"][-1]["game"] if step["happens"] else now
        page = player.say("web-learn-page", page=number, pages=len(steps))
        await expect(note(player).get_by_text(page)).to_be_attached()
        await check(player, step["does"] is not None, f"{game} {number}")
        if step["does"] is not None:
            await answer(player, step, now)
        elif number < len(steps):
            await player.button("web-learn-on").click()
    await expect(player.button("web-learn-play")).to_be_visible()
