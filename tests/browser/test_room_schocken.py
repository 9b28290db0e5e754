"""Room for Schocken: on every screen a decision is seen at once, without scrolling, overlap, truncation or shifts."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import pytest
from msgspec import Struct, convert
from playwright.async_api import Page, ViewportSize, expect

from .browsers import ROOMS
from .conftest import Invite
from .table_setup import Seen, fast_forward, open_table

_WIDE: Final = 1280
_ROUNDING: Final = 1.0
"""Boxes are rounded to pixels in different ways: half a pixel on either side is no fault."""

_BOXES: Final = """(selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  .map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const cut = element.scrollWidth - element.clientWidth > 1 && getComputedStyle(element).display !== 'inline'
    return { name: element.textContent.trim() || element.className, x, y, width, height, cut }
  })"""

_SCROLLS: Final = """() => ['html', 'main', 'section.own'].flatMap((selector) => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(selector)
  const [down, across] = [scrollHeight - clientHeight, scrollWidth - clientWidth]
  return down > 1 || across > 1 ? [[selector, down, across]] : []
})"""
"""The parts of the page that scroll, and how far."""


class Box(Struct, frozen=True):
    """The bounding box of an element, and whether its text is cut off."""

    name: str
    x: float
    y: float
    width: float
    height: float
    cut: bool

    def inside(self, size: ViewportSize) -> bool:
        right, bottom = self.x + self.width, self.y + self.height
        within = right <= size["width"] + _ROUNDING and bottom <= size["height"] + _ROUNDING
        return self.x >= -_ROUNDING and self.y >= -_ROUNDING and within

    def overlaps(self, other: Box) -> bool:
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across > _ROUNDING and down > _ROUNDING

    @property
    def place(self) -> tuple[int, ...]:
        return round(self.x), round(self.y), round(self.width), round(self.height)


async def boxes(page: Page, selector: str) -> list[Box]:
    found: Any = await page.evaluate(_BOXES, selector)
    return convert(found, list[Box])


async def check(page: Page, size: ViewportSize, *, apart: str, whole: str) -> None:
    """Nothing scrolls; all these elements are on the screen, none lies over another one, and no text is cut off."""
    assert await page.evaluate(_SCROLLS) == []
    seen = await boxes(page, apart)
    assert seen
    assert [box.name for box in seen if not box.inside(size)] == []
    assert [(one.name, other.name) for one, other in combinations(seen, 2) if one.overlaps(other)] == []
    assert [box.name for box in await boxes(page, whole) if box.cut or not box.inside(size)] == []


async def unmoved(page: Page, selector: str) -> list[tuple[int, ...]]:
    return [box.place for box in await boxes(page, selector)]


def _longest_hint(seen: Seen) -> bool:
    """A decision before a covered throw, which has the longest texts; any decision if none has come for a while."""
    pending, view = seen["game"]["pending"], seen["game"]["view"]
    decides = pending["kind"] == "decision" and pending["seat"] == seen["table"]["you"]
    return bool(decides and (seen["game"]["facts"]["covers_next"] or view["rounds"] > 3))


def named(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (5, "de"), (8, "de")])
async def test_schocken_has_room(invite: Invite, seats: int, language: str) -> None:
    player = await invite(language, size=ROOMS[0])
    page = player.page
    await open_table(player, "schocken", seats - 1, {"covered": "last"})
    await fast_forward(player, _longest_hint)
    await expect(page.locator(".choices .brings").first).not_to_be_empty()
    for size in ROOMS:
        await page.set_viewport_size(size)
        await check(
            page,
            size,
            apart=".felt li, .felt .middle, .tray .keep, .choices button, .now p",
            whole=".felt .name, .felt .told, .felt .stones, .choices span, .now p, .zone",
        )
        assert len(await boxes(page, ".felt li")) == seats, named(size)
        wide = size["width"] >= _WIDE
        least = 64 if wide else 40
        assert min(box.width for box in await boxes(page, ".tray .die")) >= least, named(size)
        if wide:
            assert all(box.width >= least for box in await boxes(page, ".felt .beneath .die")), named(size)
        rest = ".felt li, .felt .middle, .tray, .choices button, .now, header, section.own, main"
        before = await unmoved(page, rest)
        for die in (0, 1, 2, 1, 0, 2):  # all three are too many, which is told (S4)
            await page.locator(".tray .keep").nth(die).click()
            assert await unmoved(page, rest) == before, named(size)
