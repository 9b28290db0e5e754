"""Chromium and new browser contexts, one per player."""

from __future__ import annotations

import os
from typing import Any, Final

from playwright.async_api import Browser, ViewportSize

from .player import Player
from .words import LOCALES

CHROMIUM: Final = os.environ.get("CHROME_PATH", "/usr/bin/chromium")
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)
PHONE: Final = ViewportSize(width=360, height=740)
WIDE: Final = ViewportSize(width=1280, height=800)


async def new_player(
    browser: Browser, base: str, language: str = "en", *, wide: bool = False, theme: str = "dark", **liked: Any
) -> Player:
    """A new player with a browser context, without animations and without undo window."""
    context = await browser.new_context(
        viewport=WIDE if wide else PHONE,
        has_touch=not wide,
        locale=LOCALES[language],
        reduced_motion="reduce",
        color_scheme="light" if theme == "light" else "dark",
    )
    player = Player(context, await context.new_page(), base, language)
    await player.settings(**{"speed": 0, "takeBack": False, "theme": theme, **liked})
    return player
