"""Measures the layout of a page: which elements are on the screen, whole, apart and in their place."""

from __future__ import annotations

import asyncio
from itertools import combinations
from typing import Any, Final

from msgspec import Struct, convert
from playwright.async_api import Page, ViewportSize

from .player import TIMEOUT_MS

WIDE: Final = 1280
"""From this width on, dice are larger."""

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


_AT_REST: Final = """async ({ width, height }) => {
  // Observers of sizes run after the callbacks of a frame, and `afterPaint` after both.
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const look = () => JSON.stringify([...document.querySelectorAll('*')].map((each) => each.getBoundingClientRect()))
  const moves = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime < Infinity && !(effect.target instanceof SVGElement)
  for (let before = null; ;) {
    const sized = innerWidth === width && innerHeight === height
    await painted()
    const now = sized && document.fonts.status === 'loaded' && !document.getAnimations().some(moves) ? look() : null
    if (now !== null && now === before) return
    before = now
  }
}"""
"""Resolves when two painted frames in a row are the same, in the size of the window, with nothing loading or moving.

What moves inside a drawing does not count: a clock never rests.
"""


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


async def at_rest(page: Page) -> None:
    """Wait until the page is laid out: what is measured earlier can be a state between two frames that is not shown."""
    async with asyncio.timeout(TIMEOUT_MS / 1000):
        await page.evaluate(_AT_REST, page.viewport_size)


async def resize(page: Page, size: ViewportSize) -> None:
    """Change the size of the window, and wait until the page is laid out in it."""
    await page.set_viewport_size(size)
    await at_rest(page)


async def scrolls_sideways(page: Page) -> bool:
    await at_rest(page)
    return bool(await page.evaluate("document.documentElement.scrollWidth > innerWidth"))


async def boxes(page: Page, selector: str) -> list[Box]:
    found: Any = await page.evaluate(_BOXES, selector)
    return convert(found, list[Box])


async def check(page: Page, size: ViewportSize, *, apart: str, whole: str) -> None:
    """Nothing scrolls; all these elements are on the screen, none lies over another one, and no text is cut off."""
    await at_rest(page)
    scrolls: list[object] = await page.evaluate(_SCROLLS)
    assert scrolls == [], f"{named(size)}: {scrolls}"
    seen = await boxes(page, apart)
    assert seen
    assert [box.name for box in seen if not box.inside(size)] == []
    assert [(one.name, other.name) for one, other in combinations(seen, 2) if one.overlaps(other)] == []
    assert [box.name for box in await boxes(page, whole) if box.cut or not box.inside(size)] == []


async def unmoved(page: Page, selector: str) -> list[tuple[int, ...]]:
    await at_rest(page)
    return [box.place for box in await boxes(page, selector)]


def named(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"
