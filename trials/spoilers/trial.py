"""Spoilers: recorded games in a real browser, every animation frame compared with a twin that has other dice.

    python -m trials spoilers [--games 30] [--only zock] [--client FOLDER] [--workers 2]

A frame is spoiled if the page says something before the dice lie that depends on them: a text, an attribute, an
accessible name, or a choice that can be made. `--client` takes another built client, for example that of a release.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright
from tests.browser.browsers import CHROMIUM, FLAGS

from .check import Report
from .page import CLIENT
from .play import play
from .recording import record, viewer

GAMES: Final = ("zocknroll", "zock", "schocken")


async def run(games: dict[str, int], client: Path, workers: int, most: int | None) -> dict[str, Report]:
    """Play so many games of each kind, some of them at the same time."""
    reports = {game: Report() for game in games}
    free = asyncio.Semaphore(workers)

    async def one(browser: Browser, game: str, seed: int) -> None:
        async with free:
            begun = time.monotonic()
            made = await play(browser, record(game, seed, viewer(game, seed), most), client)
            reports[game].add(made)
            spoiled = f"{made.spoiled} of {made.frames} frames spoiled"
            took = f"{made.spoiled_throws} of {made.throws} throws and {spoiled}, {time.monotonic() - begun:.0f} s"
            print(f"{game} {seed}: {took}", file=sys.stderr, flush=True)

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        async with asyncio.TaskGroup() as group:
            for game, count in games.items():
                for seed in range(1, count + 1):
                    group.create_task(one(browser, game, seed))
        await browser.close()
    return reports


def table(reports: dict[str, Report]) -> list[str]:
    """The report as a Markdown table, and examples."""
    lines = [
        "| game | games | frames | throws, liftings | spoiled | frames before the dice lay | spoiled | by place |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game, report in reports.items():
        share = f"{report.spoiled:,} ({report.spoiled / max(report.frames, 1):.0%})"
        places = ", ".join(f"{place} {count:,}" for place, count in report.places.most_common())
        throws = f"{report.throws:,} | {report.spoiled_throws:,}"
        counts = f"{report.games} | {report.sampled:,} | {throws} | {report.frames:,} | {share}"
        lines.append(f"| {game} | {counts} | {places or '-'} |")
    examples = [
        f"{game}, {where}: {what}" for game, report in reports.items() for where, what in report.examples.items()
    ]
    return [*lines, "", *examples]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=30, help="of each kind")
    asked.add_argument("--only", choices=GAMES, action="append")
    asked.add_argument("--events", type=int, help="play only so many events of each game")
    asked.add_argument("--client", type=Path, default=CLIENT)
    asked.add_argument("--workers", type=int, default=2, help="games at the same time")
    given = asked.parse_args()
    begun = time.monotonic()
    kinds: tuple[str, ...] = tuple(given.only or GAMES)
    games = {kind: int(given.games) for kind in kinds}
    reports = asyncio.run(run(games, given.client, given.workers, given.events))
    whole = Report()
    for report in reports.values():
        whole.add(report)
    print("\n".join(table(reports)))
    unclear = f", {whole.unclear} without visible dice" if whole.unclear else ""
    print(
        f"spoilers: {whole.games} games, {whole.sampled:,} frames sampled, {whole.throws:,} throws and liftings"
        f"{unclear}, {whole.frames:,} frames before the dice lay, in {time.monotonic() - begun:,.0f} s: "
        + (f"NOT HELD, {whole.spoiled_throws:,} throws spoiled" if whole.spoiled_throws else "none spoiled")
    )
    return 1 if whole.spoiled_throws else 0
