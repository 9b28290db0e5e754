"""How long a person waits for the next own decision in Zock'n'Roll against three bots, in a real browser.

    python -m benchmarks.waiting [--decisions 30]

The person thinks for a second and a half, never taps to skip, and plays at the usual speed with the settings of a new
table. A wait begins when a decision is made and ends when the page asks for the next one; the person's own throws in
between, which are no waiting, are counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright
from tests.browser.browsers import CHROMIUM, FLAGS, PHONE
from tests.browser.player import Player
from tests.server_process import ServerProcess

THINK_S: Final = 1.5
THROW_S: Final = 0.5
"""How long a person takes to reach for the cup."""

_ASKS: Final = """() => {
  const usable = (button) => !button.disabled && button.ariaDisabled !== 'true' && button.checkVisibility()
  const own = document.querySelector('section.own')
  if (!own) return null
  if (document.querySelector('section.own.over, .end')) return 'over'
  const choices = [...own.querySelectorAll('button[aria-keyshortcuts]')].filter(usable)
  if (choices.some((button) => button.ariaKeyShortcuts !== 'Space')) return 'decision'
  return choices.length ? 'throw' : null
}"""


async def next_question(page: Page) -> str:
    """Wait until the page asks for something."""
    asked = await page.wait_for_function(_ASKS, timeout=120_000, polling="raf")
    return str(await asked.json_value())


async def throw(page: Page) -> None:
    """Hold the cup for a moment, and let go."""
    cup = page.locator("section.own button[aria-keyshortcuts='Space']").first
    await cup.hover()
    await page.mouse.down()
    await asyncio.sleep(THROW_S)
    await page.mouse.up()


async def decide(page: Page, chance: random.Random) -> bool:
    """Stay, or take the best row; whether the turn goes on for this seat."""
    choices = page.locator("section.own button[aria-keyshortcuts]:not(:disabled):not([aria-keyshortcuts='Space'])")
    chosen = choices.nth(chance.randrange(min(await choices.count(), 2)))
    stays = await chosen.get_attribute("aria-keyshortcuts") == "1"
    await chosen.click(timeout=2_000)
    return stays


class Waits:
    """Seconds from a decision to the next one: in the same turn, and after having left it. Own throws do not count."""

    def __init__(self) -> None:
        self.staying = list[float]()
        self.leaving = list[float]()

    @property
    def all(self) -> list[float]:
        return self.staying + self.leaving


async def play(page: Page, decisions: int) -> Waits:
    chance, found = random.Random(1), Waits()
    since, own, stays = None, 0.0, False
    while len(found.all) < decisions:
        asked = await next_question(page)
        now = time.monotonic()
        if asked == "over":
            break
        if asked == "throw":
            await asyncio.sleep(THROW_S)
            await throw(page)
            await page.wait_for_function(f"() => ({_ASKS})() !== 'throw'", polling="raf")
            own += time.monotonic() - now
            continue
        if since is not None:
            (found.staying if stays else found.leaving).append(now - since - own)
        await asyncio.sleep(THINK_S)
        stays = await decide(page, chance)
        since, own = time.monotonic(), 0.0
        await page.wait_for_function(f"() => ({_ASKS})() !== 'decision'", polling="raf")
    return found


async def measure(base: str, decisions: int) -> Waits:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await browser.new_context(viewport=PHONE, locale="en-GB")
        ada = Player(context, await context.new_page(), base, "en")
        wish = {"id": "waiting", "game": "zocknroll", "name": "Ada", "bots": ["casual"] * 3, "start": True}
        made = await context.request.post(f"{base}/api/tables", data=wish)
        await ada.visit(f"/t/{(await made.json())['code']}")
        found = await play(ada.page, decisions)
        await browser.close()
        return found


def summary(seconds: list[float]) -> str:
    if not seconds:
        return "none"
    return f"{len(seconds)}: median {statistics.median(seconds):.1f} s, from {min(seconds):.1f} to {max(seconds):.1f} s"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--decisions", type=int, default=30)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        found = asyncio.run(measure(server.base, given.decisions))
    print(f"all waits between own decisions: {summary(found.all)}")
    print(f"after staying: {summary(found.staying)}")
    print(f"after leaving the turn: {summary(found.leaving)}")


if __name__ == "__main__":
    main()
