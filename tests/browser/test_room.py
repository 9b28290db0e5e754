"""Room for the game: on every screen, what is needed for a decision is seen at once, whole and in its place."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.async_api import Page, ViewportSize, expect

from knobel.rules import zocknroll

from .conftest import Invite
from .player import Player
from .room import resize
from .table_setup import open_position

PHONES: Final = ((360, 640), (390, 664), (390, 844), (844, 390))
WIDE: Final = ((1280, 800), (1920, 1080))

MEASURE: Final = """
() => {
  const box = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const place = (element.closest('main') ?? element.closest('section')).getBoundingClientRect()
    const whole = top >= place.top - 1 && bottom <= place.bottom + 1
    return { left, top, right, bottom, width, height, whole, text: element.textContent.trim().slice(0, 40) }
  }
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const all = (selector) => visible(selector).map(box)
  const cut = (selector) =>
    visible(selector)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent.trim())
  return {
    own: all('section.own .dice .die'),
    white: all('.felt .white .printed > span'),
    rows: all('section.own li:has(.marks), .sheets tbody tr'),
    choices: all('section.own .decision .main button'),
    seats: all('section[aria-label] > ul > li'),
    area: all('section.own')[0],
    cut: cut('h1 small, section.own .decision .main button span, section.own li .name, .sheets th'),
    sideways: document.documentElement.scrollWidth > innerWidth,
  }
}
"""
"""Where the parts of a decision are, and which texts are cut off."""


def _inside(box: dict[str, float], width: int, height: int) -> bool:
    """Whether it is on the screen, and whole in its part of the page, which may scroll."""
    return (
        bool(box["whole"])
        and box["left"] >= -1
        and box["top"] >= -1
        and box["right"] <= width + 1
        and box["bottom"] <= height + 1
    )


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 2 and down > 2


async def _measure(page: Page, width: int, height: int) -> dict[str, Any]:
    await resize(page, ViewportSize(width=width, height=height))
    seen: dict[str, Any] = await page.evaluate(MEASURE)
    return seen


def _faults(seen: dict[str, Any], width: int, height: int, sizes: tuple[int, int], rows: int) -> list[str]:
    """What is missing, too small, out of sight, covered or cut off."""
    own, white = sizes
    faults = [f"cut off: {text}" for text in seen["cut"]] + ["scrolls sideways"] * seen["sideways"]
    faults += [f"own die {box['width']:.0f} px" for box in seen["own"] if box["width"] < own]
    faults += [f"white die {box['width']:.0f} px" for box in seen["white"] if box["width"] < white]
    parts = {"own": 2, "white": 5, "rows": rows, "choices": 2}
    faults += [f"{len(seen[part])} {part}" for part, least in parts.items() if len(seen[part]) < least]
    for part in (*parts, "seats"):
        faults += [f"{part} out of sight: {box['text']}" for box in seen[part] if not _inside(box, width, height)]
    boxes = [(part, box) for part in parts for box in seen[part]]
    for place, (part, box) in enumerate(boxes):
        faults += [f"{part} over {other}: {box['text']}" for other, more in boxes[place + 1 :] if _overlap(box, more)]
    faults += [f"choice {box['height']:.0f} px high" for box in seen["choices"] if box["height"] < 48]
    return faults


async def _at_a_decision(player: Player, bots: int, board: str) -> None:
    """A table of Zock'n'Roll at an own decision to stay or drop, with a few marks."""

    def reached(view: zocknroll.State, _: object) -> bool:
        return view.phase == "decide" and view.turns > 1

    await open_position(player, "zocknroll", bots, {"board": board}, reached)
    await expect(player.own.locator(".decision .main button[aria-disabled=false]")).to_have_count(2)


@pytest.mark.parametrize(
    ("language", "theme", "bots", "board"),
    [("de", "dark", 3, "pro"), ("en", "light", 7, "basic"), ("de", "light", 2, "basic")],
    ids=["pro", "eight", "three"],
)
async def test_zocknroll_fits(invite: Invite, language: str, theme: str, bots: int, board: str) -> None:
    player = await invite(language, theme=theme)
    await _at_a_decision(player, bots, board)
    rows = 14 if board == "pro" else 9
    found = dict[str, list[str]]()
    for width, height in PHONES:
        found[f"{width}x{height}"] = _faults(await _measure(player.page, width, height), width, height, (40, 36), rows)
    for width, height in WIDE:
        found[f"{width}x{height}"] = _faults(
            await _measure(player.page, width, height), width, height, (64, 64), rows * (bots + 1)
        )
    assert {size: faults for size, faults in found.items() if faults} == {}


async def test_nothing_moves_when_the_cup_is_covered(invite: Invite) -> None:
    player = await invite()
    await _at_a_decision(player, 3, "basic")
    before = await _measure(player.page, 360, 640)
    await player.button("web-zocknroll-look").click()
    after = await _measure(player.page, 360, 640)
    assert after["own"] == []
    for part in ("white", "rows", "choices", "seats", "area"):
        assert after[part] == before[part]
