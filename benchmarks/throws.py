"""Long tasks while dice are thrown: the main thread of a real browser on a CPU that is throttled four times.

    python -m benchmarks.throws [--events 24] [--client FOLDER]

Recorded games are played at the usual speed, as in `python -m trials spoilers`. The browser's tracing gives every task
of the page's main thread between the arrival of a throw and its end, with its wall-clock time and its CPU time; both
include the throttling. On a machine that others use, the wall-clock time includes waiting for a core, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from playwright.async_api import Browser, async_playwright
from tests.browser.browsers import CHROMIUM, FLAGS
from trials.spoilers.page import CLIENT, StagePage
from trials.spoilers.recording import record

GAMES: Final = ("zocknroll", "zock", "schocken")
THROTTLE: Final = 4
LONG_MS: Final = 50
SEED: Final = 1
_CATEGORIES: Final = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "__metadata"]
_AT_REST: Final = "() => !document.querySelector('[data-beat]') && !document.getAnimations().some(runs)"
_RUNS: Final = """() => {
  window.runs = (each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < Infinity
}"""
_LONGEST_S: Final = 1.0
"""How long a page without beats is traced at least."""


class Longest(Struct):
    """The longest task of a throw, in milliseconds: by the clock, and of the CPU."""

    wall: float
    cpu: float


def longest(trace: bytes) -> Longest:
    """The longest task of the main thread of a page."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    main = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and _is_main(each)}
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in main]
    wall = max((each.get("dur", 0) for each in tasks), default=0)
    cpu = max((each.get("tdur", 0) for each in tasks), default=0)
    return Longest(wall / 1000, cpu / 1000)


def _is_main(metadata: dict[str, Any]) -> bool:
    return bool(metadata["args"]["name"] == "CrRendererMain")


async def measure(browser: Browser, game: str, client: Path, events: int) -> list[Longest]:
    recording = record(game, SEED, 0, events)
    page = await StagePage.open(browser, recording, client, usual=True)
    session = await page.page.context.new_cdp_session(page.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    await page.page.evaluate(_RUNS)
    found = list[Longest]()
    for moment in recording.moments:
        throws = bool(moment.twins)
        if throws:
            await browser.start_tracing(page=page.page, categories=_CATEGORIES)
        page.choices = moment.choices
        await page.deliver(moment.message)
        await asyncio.sleep(_LONGEST_S)
        await page.page.wait_for_function(_AT_REST, polling=100)
        if throws:
            found.append(longest(await browser.stop_tracing()))
    await page.close()
    return found


def line(game: str, found: list[Longest]) -> str:
    wall, cpu = [each.wall for each in found], [each.cpu for each in found]
    long = sum(each > LONG_MS for each in wall), sum(each > LONG_MS for each in cpu)
    return (
        f"| {game} | {len(found)} | {statistics.median(wall):.0f} | {max(wall):.0f} | {long[0]} "
        f"| {statistics.median(cpu):.0f} | {max(cpu):.0f} | {long[1]} |"
    )


async def run(client: Path, events: int) -> None:
    print("| game | throws | longest task, median ms | worst | > 50 ms | of CPU, median ms | worst | > 50 ms |")
    print("|---|---|---|---|---|---|---|---|")
    async with async_playwright() as playwright:
        for game in GAMES:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            print(line(game, await measure(browser, game, client, events)), flush=True)
            await browser.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--events", type=int, default=24, help="of each game")
    asked.add_argument("--client", type=Path, default=CLIENT)
    given = asked.parse_args()
    asyncio.run(run(given.client, given.events))


if __name__ == "__main__":
    main()
