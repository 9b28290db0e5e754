"""Checks pages with hostile names: the names are there as text, without dialogs, errors, elements or requests."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Final

from playwright.async_api import ConsoleMessage, Dialog, Page, Request
from tests.browser.csp import csp_violations, record_csp_violations
from tests.browser.player import Player
from tests.serve.hostile_names import HOSTILE

_HERE: Final = Path(__file__).parent
_LOOK: Final = (_HERE / "look.js").read_text()
_MARKUP: Final = [name for name in HOSTILE if "<" in name and 8 <= len(name) <= 60]
"""Names that must not become markup; shorter ones occur in templates, too."""

_WATCH: Final = f"({(_HERE / 'watch.js').read_text()})({json.dumps(_MARKUP)})"
TIMEOUT_MS: Final = 300_000
"""Timeout for a page to show what is expected, with many others open."""

_TRUSTING: Final = """() => {
  try { document.createElement('p').innerHTML = '<b>' } catch { return false }
  return true
}"""
"""Whether a page makes markup of any text."""

_TOO_SLOW: Final = re.compile("^(Failed to load resource|WebSocket connection).* (status of|code:) 408")
"""The request timeout on a busy machine: unrelated to names, and browsers retry."""

_MOST: Final = 20


class Found:
    """Counts of the checks, and the violations by place and text."""

    def __init__(self) -> None:
        self.looks = 0
        self.sightings = 0
        self.places = set[str]()
        self.wrong = dict[tuple[str, str], int]()

    def add(self, place: str, complaints: Iterable[str]) -> None:
        for complaint in complaints:
            if (place, complaint) not in self.wrong:
                print(f"WRONG: {place}: {complaint}", file=sys.stderr, flush=True)
            self.wrong[place, complaint] = self.wrong.get((place, complaint), 0) + 1

    def report(self) -> list[str]:
        """The first violations, one line each."""
        return [f"{place}: {complaint}" for place, complaint in list(self.wrong)[:_MOST]]


class PageObserver:
    """Checks the pages of one player; `alone` is the prefix of all allowed addresses."""

    def __init__(self, player: Player, found: Found) -> None:
        self.player, self.page, self.found = player, player.page, found
        self._complaints = list[str]()
        self.refusals = False
        """Whether the server may refuse something now: the browser writes that into the console."""

    async def begin(self) -> PageObserver:
        await self.player.context.add_init_script(_WATCH)
        await record_csp_violations(self.player)
        context, page = self.player.context, self.page
        context.set_default_timeout(TIMEOUT_MS)
        page.on("dialog", self._dialog)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complaints.append(f"an error: {error}"))
        context.on("request", self._request)
        context.on("page", self._opened)
        return self

    async def look(self, place: str, names: Collection[str], wanted: Iterable[str] = ()) -> None:
        """Look at the page; `names` are all that may be on it, `wanted` those that must be."""
        must = list(wanted)
        asked = json.dumps({"names": list(names), "wanted": must})  # half a character travels as JSON only
        seen: dict[str, Any] = await self.page.evaluate(_LOOK, asked)
        patience = time.monotonic() + TIMEOUT_MS / 1000
        while seen["missing"] and time.monotonic() < patience:
            await asyncio.sleep(0.1)
            seen = await self.page.evaluate(_LOOK, asked)
        self.found.looks += 1
        self.found.sightings += len(must) - len(seen["missing"])
        self.found.places.add(place)
        self.found.add(place, seen["wrong"])
        self.found.add(place, (f"a name is not there: {name!r:.100}" for name in seen["missing"]))
        await self.collect_complaints(place)

    async def collect_complaints(self, place: str) -> None:
        """Add the complaints of the page and the browser since the last call."""
        self.found.add(place, (f"against the policy: {broken}" for broken in await csp_violations(self.player)))
        self.found.add(place, self._complaints)
        self._complaints.clear()

    async def check_trusted_types(self, place: str) -> None:
        """The page refuses to make markup of a text (Trusted Types). It reports that in the console: do it last."""
        if await self.page.evaluate(_TRUSTING):
            self.found.add(place, ["without Trusted Types: any text can become markup"])
        await self.page.goto("about:blank")
        self._complaints.clear()

    async def _dialog(self, dialog: Dialog) -> None:
        self._complaints.append(f"a dialog: {dialog.message}")
        await dialog.dismiss()

    def _console(self, message: ConsoleMessage) -> None:
        if _TOO_SLOW.search(message.text) or (self.refusals and message.text.startswith("Failed to load resource")):
            return
        if message.type in ("error", "warning"):
            self._complaints.append(f"in the console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.player.base, "file://")):
            self._complaints.append(f"a request elsewhere: {request.url:.200}")

    def _opened(self, page: Page) -> None:
        self._complaints.append(f"another page: {page.url:.200}")
