"""Plays a recorded game on one page, and the twins of its throws on another one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import Browser

from .check import Report, compare
from .page import CLIENT, Shown, StagePage
from .recording import Moment, Recording


async def play(browser: Browser, recording: Recording, client: Path = CLIENT, planted: str = "") -> Report:
    """The whole recording from its first message to its last; every throw is compared with its twins."""
    wide = bool(recording.seed % 2)
    page, other = [await StagePage.open(browser, recording, client, wide=wide, planted=planted) for _ in range(2)]
    report = Report(games=1)
    for moment in recording.moments:
        seen, twins = await asyncio.gather(page.play(moment.message, moment.choices), _play_twins(other, moment))
        report.sampled += sum(frame.count for frame in seen.frames)
        for twin in twins:
            report.add(compare(moment.event, seen, twin))
    await page.close()
    await other.close()
    return report


async def _play_twins(page: StagePage, moment: Moment) -> list[Shown]:
    """What each twin shows, from the position before the moment."""
    shown = list[Shown]()
    for twin in moment.twins:
        await page.deliver(moment.before)
        shown.append(await page.play(twin, moment.choices))
    return shown
