"""How long a person waits for the next own decision in Zock'n'Roll against three bots, in a real browser.

    python -m benchmarks.waiting [--decisions 30]

The person thinks for a second and a half, never taps to skip, and plays at the usual speed with the settings of a new
table. A wait begins when a decision is made and ends when the page asks for the next one; the person's own throws in
between, which are no waiting, are counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright
from playwright.async_api import TimeoutError as TooLate
from tests.browser.browsers import CHROMIUM, FLAGS, PHONE
from tests.browser.player import Player
from tests.server_process import ServerProcess

THINK_S: Final = 1.5
HAND_S: Final = 0.4
"""How long a person takes to reach for the cup, and holds it."""

_ASKS: Final = """([again, ...names]) => {
  const own = document.querySelector('section.own')
  if ([...document.querySelectorAll('button')].some((button) => button.textContent.trim() === again)) return 'over'
  if (!own) return null
  const usable = (button) => !button.disabled && button.ariaDisabled !== 'true' && button.checkVisibility()
  const buttons = [...own.querySelectorAll('button')].filter(usable)
  if (buttons.some((button) => names.some((name) => button.textContent.includes(name)))) return 'hand'
  return buttons.some((button) => button.ariaKeyShortcuts) ? 'decision' : null
}"""
"""What the page asks for: a decision, or the hand on the cup, to throw or to look."""


def hands(player: Player) -> list[str]:
    """The names of the buttons that begin another game, throw, or look under the cup."""
    names = [player.say("web-rematch")]
    for key in ("throw-cups", "throw-white", "look-first"):
        with contextlib.suppress(KeyError):  # not in every release
            names.append(player.say(f"web-zocknroll-{key}"))
    return names


async def next_question(page: Page, names: list[str], than: str | None = None) -> str | None:
    """Wait until the page asks for something, or for something else `than` before."""
    asks = f"(names) => {{ const asked = ({_ASKS})(names); return asked !== {than!r} && (asked ?? 'nothing') }}"
    wanted = asks if than else _ASKS
    asked = await page.wait_for_function(wanted, arg=names, timeout=120_000, polling="raf")
    return str(await asked.json_value())


async def use_hand(page: Page, names: list[str]) -> None:
    """Throw by holding the button for a moment, or look under the cup."""
    pattern = re.compile("|".join(map(re.escape, names[1:])))
    button = page.locator("section.own").get_by_role("button", name=pattern).first
    await button.hover(timeout=2_000)
    await page.mouse.down()
    await asyncio.sleep(HAND_S)
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


async def play(player: Player, decisions: int) -> Waits:
    chance, found, names, page = random.Random(1), Waits(), hands(player), player.page
    since, own, stays = None, 0.0, False
    while len(found.all) < decisions:
        asked = await next_question(page, names)
        now = time.monotonic()
        if asked == "over":
            break
        if asked == "hand":
            await asyncio.sleep(HAND_S)
            with contextlib.suppress(TooLate):  # the house has thrown
                await use_hand(page, names)
            own += time.monotonic() - now
            await asyncio.sleep(0.05)
            continue
        if since is not None:
            (found.staying if stays else found.leaving).append(now - since - own)
        await asyncio.sleep(THINK_S)
        stays = await decide(page, chance)
        since, own = time.monotonic(), 0.0
        await next_question(page, names, than="decision")
    return found


async def measure(base: str, decisions: int) -> Waits:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await browser.new_context(viewport=PHONE, locale="en-GB")
        ada = Player(context, await context.new_page(), base, "en")
        wish = {"id": "waiting", "game": "zocknroll", "name": "Ada", "bots": ["casual"] * 3, "start": True}
        made = await context.request.post(f"{base}/api/tables", data=wish)
        await ada.visit(f"/t/{(await made.json())['code']}")
        found = await play(ada, decisions)
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
