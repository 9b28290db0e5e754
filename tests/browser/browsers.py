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
ROOMS: Final = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((360, 640), (390, 664), (390, 844), (844, 390), (1280, 800), (1920, 1080))
)
"""The screens on which a table has to fit: phones with and without the bars of the browser, upright and on the side."""


async def new_player(
    browser: Browser,
    base: str,
    language: str = "en",
    *,
    wide: bool = False,
    size: ViewportSize | None = None,
    theme: str = "dark",
    **liked: Any,
) -> Player:
    """A new player with a browser context, without animations and without undo window."""
    viewport = size or (WIDE if wide else PHONE)
    context = await browser.new_context(
        viewport=viewport,
        has_touch=viewport["width"] < WIDE["width"],
        locale=LOCALES[language],
        reduced_motion="reduce",
        color_scheme="light" if theme == "light" else "dark",
    )
    player = Player(context, await context.new_page(), base, language)
    await player.settings(**{"speed": 0, "takeBack": False, "theme": theme, **liked})
    return player
