"""Film strips of throws in the browser, six pictures each, from recorded games in slow motion: `make pictures`."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from playwright.async_api import Browser, async_playwright
from tests.browser.browsers import CHROMIUM, FLAGS
from trials.spoilers.page import StagePage
from trials.spoilers.recording import Moment, Recording, record

from tools.browser_picture import BESIDE

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
RATE: Final = 0.08
"""So slow that the time that a picture takes does not matter."""


class Strip(Struct, frozen=True):
    """A moment of a recorded game: the first event of this kind that lifts all cups, or does not.

    `times` are those of the pictures, in milliseconds of the usual speed after the beginning.
    """

    name: str
    game: str
    seed: int
    event: str
    lifts: bool
    times: tuple[int, ...]


THROW: Final = (150, 480, 700, 900, 1100, 2000)
STRIPS: Final = (
    Strip("strip-zock", "zock", 2, "Throw", False, THROW),
    Strip("strip-schocken", "schocken", 4, "Throw", False, THROW),
    Strip("strip-zocknroll", "zocknroll", 4, "White", False, (60, 250, 450, 700, 900, 1900)),
    Strip("strip-lifting", "schocken", 4, "Throw", True, (300, 1400, 2300, 3200, 4600, 6200)),
)


def _found(strip: Strip, recording: Recording) -> Moment:
    """The moment of a strip."""
    for moment in recording.moments:
        if moment.event == strip.event and _lifts(moment) == strip.lifts:
            return moment
    raise SystemExit(f"{strip.name}: seed {strip.seed} has no such moment")


def _lifts(moment: Moment) -> bool:
    """Whether a round of Schocken ends: then all cups are lifted."""
    rounds = [_rounds(message) for message in (moment.before, moment.message)]
    return rounds[0] != rounds[1]


def _rounds(message: str) -> int:
    read = msgspec.json.decode(message)
    game = read["game"] if read["m"] == "snapshot" else read["steps"][-1]["game"]
    return int(game["view"].get("rounds", 0))


async def _taken(browser: Browser, strip: Strip) -> list[str]:
    recording = record(strip.game, strip.seed, 0)
    moment = _found(strip, recording)
    page = await StagePage.open(browser, recording, rate=RATE)
    page.choices = moment.choices
    await page.deliver(moment.before)
    await page.deliver(moment.message)
    loop = asyncio.get_running_loop()
    begun, pictures = loop.time(), list[str]()
    for time in strip.times:
        await asyncio.sleep(max(0, begun + time / 1000 / RATE - loop.time()))
        pictures.append(base64.b64encode(await page.page.screenshot()).decode())
    await page.close()
    return pictures


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        sheet = await browser.new_page()
        for strip in STRIPS:
            pictures = await _taken(browser, strip)
            made = await sheet.evaluate(BESIDE, [pictures, 420, 8])
            (FOLDER / f"{strip.name}.webp").write_bytes(base64.b64decode(made))
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
