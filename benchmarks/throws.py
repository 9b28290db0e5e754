"""Long tasks while dice are thrown: the main thread of a real browser on a CPU that is throttled four times.

    python -m benchmarks.throws [--events 24] [--client FOLDER]

Recorded games are played at the usual speed, as in `python -m trials spoilers`. The browser's tracing gives every task
of the page's main thread between the arrival of a throw and its end, with its wall-clock time and its CPU time; both
include the throttling. On a machine that others use, the wall-clock time includes waiting for a core, too: every throw
is played three times, and its best run counts.
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
REPEATS: Final = 3
"""How often each throw is played: its shortest run counts, the others waited for something else."""

_CATEGORIES: Final = ["disabled-by-default-devtools.timeline", "__metadata"]
_AT_REST: Final = "() => !document.querySelector('[data-beat]') && !document.getAnimations().some(runs)"
_RUNS: Final = """() => {
  window.runs = (each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < Infinity
}"""
_DELIVER: Final = """(texts) => {
  window.deliver = (number) => setTimeout(() => spoilers.deliver(texts[number]), 50)
}"""
"""The messages are on the page before, so that a task contains what the client does with one, and nothing else."""

_LEAST_S: Final = 1.0
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
    page = await StagePage.open(browser, recording, client, rate=1)
    session = await page.page.context.new_cdp_session(page.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    await page.page.evaluate(_RUNS)
    thrown = [moment for moment in recording.moments if moment.twins]
    await page.page.evaluate(_DELIVER, [moment.message for moment in thrown])
    found = list[Longest]()
    for number, moment in enumerate(thrown):
        page.choices = moment.choices
        runs = [await _traced(browser, page, moment.before, number) for _ in range(REPEATS)]
        found.append(Longest(min(run.wall for run in runs), min(run.cpu for run in runs)))
    await page.close()
    return found


async def _traced(browser: Browser, page: StagePage, before: str, number: int) -> Longest:
    """Deliver a throw to the position before it."""
    await page.deliver(before)
    await asyncio.sleep(_LEAST_S / 2)
    await browser.start_tracing(page=page.page, categories=_CATEGORIES)
    await page.page.evaluate("(number) => deliver(number)", number)
    await asyncio.sleep(_LEAST_S)
    await page.page.wait_for_function(_AT_REST, polling=100)
    return longest(await browser.stop_tracing())


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
