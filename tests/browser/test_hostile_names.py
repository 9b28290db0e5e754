"""Names that would like to be more than text are text on every page that shows names: `trials names` with few."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Browser
from trials.names.trial import trial

from ..server_process import ServerProcess

FEW: Final = 4
"""Markup, two right-to-left names, and one of a megabyte."""


async def test_names_are_text_on_every_page(chromium: Browser, server: ServerProcess) -> None:
    found = await trial(chromium, server.base, FEW, seed=1)
    assert not found.wrong, found.report()
