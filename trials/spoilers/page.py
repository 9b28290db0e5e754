"""A page of the built client that plays recorded messages, without a server."""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Page, Route

import knobel.serve
from knobel.words import words

from .recording import Recording

CLIENT: Final = Path(knobel.serve.__file__).parent / "client"
_words: Final = words("en")
_BASE: Final = "http://localhost:1"
"""No request leaves the browser: all are answered here."""

_SAMPLER: Final = (Path(__file__).parent / "sampler.js").read_text()
_SETTINGS: Final = {"speed": 2, "takeBack": False, "sound": False}
_FACTOR: Final = 2
"""How much faster timers and animations run, in addition to the highest speed of the settings."""

_QUIET_MS: Final = 350
"""How long a page without beats changes nothing when it is at rest."""

_SETTLE_MS: Final = 80
"""The same for a page that says which beat runs: announcements come a moment after it."""

_LOOK: Final = """(name) => {
  const buttons = [...document.querySelectorAll('section.own button')]
  buttons.find((button) => button.textContent.trim() === name)?.click()
}"""
_PHONE: Final = (390, 844)
_WIDE: Final = (1280, 800)


class Frames(Struct):
    """Equal consecutive animation frames: how many, the running beat, whether a die is in the air, and what was added.

    An item is `place`, kind and value, separated by tabs; `unseen` are those of dice that are still invisible.
    """

    count: int
    beat: str | None
    flying: bool
    added: list[str]
    unseen: list[str]


class Shown(Struct):
    """What a page showed of an entry: its `frames`, and all items `said` in them or between two of them."""

    frames: list[Frames]
    said: list[str]

    @property
    def staged(self) -> bool:
        """Whether the page says which beat runs."""
        return any(frame.beat is not None for frame in self.frames)


class StagePage:
    """A table of a recording in a browser."""

    def __init__(self, context: BrowserContext, page: Page, client: Path) -> None:
        self._context = context
        self.page = page
        self._client = client
        self.choices = "{}"

    @staticmethod
    async def open(
        browser: Browser,
        recording: Recording,
        client: Path = CLIENT,
        *,
        wide: bool = False,
        still: bool = False,
        rate: float | None = None,
        planted: str = "",
    ) -> StagePage:
        """Open the table, with reduced motion if it is `still`; `planted` is a script that runs in the page, too.

        With a `rate`, 1 for the usual speed, nothing is sampled.
        """
        width, height = _WIDE if wide else _PHONE
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            service_workers="block",
            reduced_motion="reduce" if still else "no-preference",
        )
        factor, settings = (_FACTOR, _SETTINGS) if rate is None else (rate, {**_SETTINGS, "speed": 1})
        settings = {**settings, "throwForMe": recording.game == "zocknroll"}  # the own dice lie open, to be compared
        options = {"factor": factor, "quiet": _QUIET_MS, "settle": _SETTLE_MS, "samples": rate is None}
        await context.add_init_script(f"localStorage.setItem('knobel.settings', '{json.dumps(settings)}')")
        await context.add_init_script(f"{_SAMPLER}({json.dumps(options)})")
        await context.add_init_script(f"spoilers.open({json.dumps(recording.first)});{planted}")
        page = await context.new_page()
        made = StagePage(context, page, client)
        await context.route("**/*", made._answer)
        session = await context.new_cdp_session(page)
        await session.send("Animation.enable")
        await session.send("Animation.setPlaybackRate", {"playbackRate": factor})
        await page.goto(f"{_BASE}/t/{recording.code}")
        await page.locator("main#main").wait_for()
        return made

    async def deliver(self, message: str) -> None:
        """Deliver a snapshot."""
        await self.page.evaluate("(text) => spoilers.deliver(text)", message)

    async def set_up(self, message: str) -> None:
        """Deliver a snapshot, and wait until all that follows from it is said."""
        await self.page.evaluate("async (text) => void (await spoilers.play(text))", message)

    async def play(self, message: str, choices: str) -> Shown:
        """Deliver an entry, and return what the page shows until it is at rest again."""
        self.choices = choices
        shown: Any = await self.page.evaluate("(text) => spoilers.play(text)", message)
        return msgspec.convert(shown, Shown)

    async def look(self) -> None:
        """Look under the own cup, where the page asks for it."""
        await self.page.evaluate(_LOOK, _words("web-zocknroll-look-first"))

    async def beats(self) -> list[str]:
        """The beats of the last entry, in their order."""
        found: list[str] = await self.page.evaluate("() => spoilers.beats()")
        return found

    async def close(self) -> None:
        await self._context.close()

    async def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(_BASE).partition("?")[0].strip("/")
        file = self._client / path
        if path.endswith("/choices"):
            await route.fulfill(body=self.choices, content_type="application/json")
        elif path.startswith("api/"):
            await route.fulfill(status=404, body="{}", content_type="application/json")
        elif path and file.is_file():
            kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0]
            await route.fulfill(body=file.read_bytes(), content_type=kind or "application/octet-stream")
        else:
            await route.fulfill(body=(self._client / "index.html").read_bytes(), content_type="text/html")
