"""Page object of the phone that lies on a real table: tells dice and decisions, and counts its taps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from playwright.async_api import Locator, expect

from .player import Player

_COUNT_TAPS: Final = """
addEventListener('click', (event) => { if (event.isTrusted) globalThis.taps = (globalThis.taps ?? 0) + 1 }, true)
"""

_MIDDLES: Final = """
(keys) => keys.map((key) => key.getBoundingClientRect()).map((at) => [at.x + at.width / 2, at.y + at.height / 2])
"""


class Scribe:
    """Taps what is asked; each question has to be on the screen in its own words before it is answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.say = player.say

    async def set_up(self, game: str, names: Sequence[str], options: dict[str, str] | None = None) -> str:
        """Make a table with real dice on its page; the path of the table."""
        await self.page.add_init_script(_COUNT_TAPS)
        await self.player.visit(f"/real/{game}")
        for place, name in enumerate(names, 1):
            field = self.page.get_by_label(self.say("web-real-name", place=place), exact=True)
            await field.fill(name)
            await field.press("Enter")
        for option, choice in (options or {}).items():
            await self.player.choose(game, option, choice)
        await self.button("web-real-begin").tap()
        await self.asked("web-real-ask-roll-off" if game == "zock" else "web-real-ask-starter", name=names[0])
        return self.page.url.removeprefix(self.player.base)

    def button(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    async def asked(self, key: str, **values: str | int) -> None:
        """The line in large letters."""
        await expect(self.player.own.get_by_text(self.say(key, **values), exact=True)).to_be_visible()

    async def taps(self) -> int:
        """How many taps the page has seen since it was loaded."""
        return int(await self.page.evaluate("globalThis.taps ?? 0"))

    async def dice(self, values: Iterable[int]) -> None:
        """Tap faces of the keypad where they are drawn: the layout does not move from one die to the next."""
        keypad = self.page.get_by_role("group", name=self.say("web-real-keypad"), exact=True)
        await expect(keypad.get_by_role("button", name="1", exact=True)).not_to_have_attribute("aria-disabled", "true")
        places = await keypad.get_by_role("button").evaluate_all(_MIDDLES)
        for value in values:
            await self.page.touchscreen.tap(*places[value - 1])

    async def name(self, name: str) -> None:
        await self.player.own.get_by_role("button", name=name, exact=True).tap()

    async def choice(self, key: str, **values: str | int) -> None:
        """A choice whose name begins with this text."""
        name = re.compile(f"^{re.escape(self.say(key, **values))}")
        await self.player.own.get_by_role("button", name=name).first.tap()

    async def take_back(self, entries: int) -> None:
        """Withdraw the last entries, after a look at the preview."""
        await self.button("web-take-back").tap()
        sheet = self.page.get_by_role("dialog")
        await expect(sheet.get_by_role("listitem").first).to_be_visible()
        if entries > 1:
            await sheet.get_by_role("listitem").nth(entries - 1).get_by_role("button").tap()
        await sheet.get_by_role("button", name=self.say("web-real-undo", count=entries), exact=True).tap()
        await expect(sheet).to_have_count(0)
