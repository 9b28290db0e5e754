"""Page object of a player: finds elements by role and name."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Final

from playwright.async_api import BrowserContext, Locator, Page, expect

from .words import Say

IN_THE_GAME: Final = 3
"""The number of moves after which `in_the_game` is set."""

TIMEOUT_MS: Final = 180_000
"""Timeout of all actions and expectations: the coach may have to compute tables first, on a busy machine."""

expect.set_options(timeout=TIMEOUT_MS)


class Player:
    """One browser context, which is one device; `say` gives the texts in its language."""

    def __init__(self, context: BrowserContext, page: Page, base: str, language: str) -> None:
        context.set_default_timeout(TIMEOUT_MS)
        self.context = context
        self.page = page
        self.base = base
        self.say = Say(language)
        self.moves = 0
        self.in_the_game = asyncio.Event()

    @property
    def own(self) -> Locator:
        return self.page.get_by_role("region", name=self.say("web-yours"), exact=True)

    @property
    def rematch(self) -> Locator:
        return self.own.get_by_role("button", name=self.say("web-rematch"), exact=True)

    def button(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **values))

    async def visit(self, path: str) -> None:
        await self.page.goto(self.base + path)

    def card(self, game: str) -> Locator:
        """The card of a game on the start page."""
        title = self.page.get_by_role("heading", name=self.say(f"game-{game}"), exact=True)
        return self.page.get_by_role("article").filter(has=title)

    async def set_up(self, game: str, *, bots: int = 0, options: dict[str, str] | None = None) -> None:
        """Fill in the page of a new table: bots that answer at once, and options by the names of their choices."""
        say, page = self.say, self.page
        await page.get_by_label(say("web-name")).fill("Ada")
        for _ in range(bots):
            await page.get_by_role("button", name=say("web-new-bot-in")).click()
        for option, choice in (options or {}).items():
            await self.choose(game, option, choice)
        await page.get_by_text(say("web-new-manners"), exact=True).click()
        pace = page.get_by_role("group", name=say("web-table-pace"))
        await pace.get_by_text(say("web-table-pace-instant"), exact=True).click()

    async def choose(self, game: str, option: str, choice: str) -> None:
        """Set an option on the page of a new table, by the name of its choice."""
        name, count = self.say(f"option-{game}-{option}"), f"count-{game}-{option}"
        if choice.isdecimal() and self.say.has(count):
            group = self.page.get_by_role("group", name=name)
            await group.get_by_text(self.say(count, count=int(choice)), exact=True).click()
            return
        if choice.isdecimal():
            await self.page.get_by_role("textbox", name=name, exact=True).fill(choice)
            return
        group = self.page.get_by_role("group", name=name)
        await group.get_by_text(self.say(f"choice-{game}-{option}-{choice}"), exact=True).click()

    async def make_table(self) -> str:
        """Create a table and wait in its lobby; the path of the table."""
        await self.button("web-new-make").click()
        await expect(self.page.get_by_role("heading", name=self.say("web-who-is-here"))).to_be_visible()
        return self.page.url.removeprefix(self.base)

    async def reachable(self, address: str = "http://192.168.0.7:8421") -> None:
        """Let the server say an address at which other devices reach it, as with `--lan`."""
        await self.page.route("**/api/address", lambda route: route.fulfill(json={"origin": address}))

    async def sit_down(self, path: str, name: str) -> None:
        """Follow a link and take a seat."""
        await self.visit(path)
        await self.page.get_by_label(self.say("web-name")).fill(name)
        await self.button("web-sit-down").click()
        await expect(self.page.get_by_text(name, exact=True).first).to_be_visible()

    def choices(self) -> Locator:
        """The buttons that advance any of the games; of a decision the one that ends the game soonest."""
        say, own = self.say, self.own
        throws = "|".join(re.escape(say(key)) for key in ("web-zock-throw", "web-schocken-throw"))
        throw = own.get_by_role("button", name=re.compile(f"^({throws})"))
        cover = own.get_by_role("group", name=say("web-zock-covers")).get_by_role("button")
        stand = own.get_by_role("button", name=say.like("web-schocken-stand", "throw"))
        row = own.locator("button[aria-keyshortcuts]")
        return stand.or_(cover).or_(row).or_(throw)

    @property
    def enabled(self) -> Locator:
        """The own buttons that take a press: while a move is sent, neither a button nor a key does anything."""
        return self.own.locator("button:not(:disabled, [aria-disabled=true])")

    async def play(self, moves: int | None = None) -> None:
        """Play until the game is over, or so many moves."""
        choices, over = self.choices().and_(self.enabled), self.rematch
        end = None if moves is None else self.moves + moves
        while end is None or self.moves < end:
            await expect(choices.or_(over).first).to_be_visible()
            if await over.is_visible():
                return
            await choices.last.click()  # only this press takes the choice away
            self.moves += 1
            if self.moves == IN_THE_GAME:
                self.in_the_game.set()

    async def settings(self, **liked: Any) -> None:
        """Preset the settings of this device in its local storage."""
        text = json.dumps(json.dumps(liked))
        await self.context.add_init_script(
            f"if (!localStorage.getItem('knobel.settings')) localStorage.setItem('knobel.settings', {text})"
        )
