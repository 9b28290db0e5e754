"""Plays a recorded game on one page, and the twins of its throws on another one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from .check import Report, compare
from .page import CLIENT, Shown, StagePage
from .recording import Moment, Recording, joined

BURSTS: Final = 5
"""Every so many throws one is delivered together with the entry before it, and so waits for its turn."""


async def play(browser: Browser, recording: Recording, client: Path = CLIENT, planted: str = "") -> Report:
    """The whole recording from its first message to its last; every throw is compared with its twins."""
    wide = bool(recording.seed % 2)
    page, other = [await StagePage.open(browser, recording, client, wide=wide, planted=planted) for _ in range(2)]
    report, last = Report(games=1), None
    for moment in recording.moments:
        seen, twins = await asyncio.gather(page.play(moment.message, moment.choices), _play_twins(other, moment))
        report.sampled += _frames(seen)
        for twin in twins:
            report.add(compare(moment.event, seen, twin))
        repeats = last is not None and last.dice == moment.dice  # the same dice again cannot be told apart
        if last is not None and twins and not repeats and report.throws % BURSTS == BURSTS - 1:
            report.add(await _burst(other, last, moment))
        last = moment
        await page.look()
    await page.close()
    await other.close()
    return report


async def _play_twins(page: StagePage, moment: Moment) -> list[Shown]:
    """What each twin shows, from the position before the moment."""
    shown = list[Shown]()
    for twin in moment.twins:
        await page.set_up(moment.before)
        await page.look()
        shown.append(await page.play(twin, moment.choices))
    return shown


async def _burst(page: StagePage, last: Moment, moment: Moment) -> Report:
    """A throw that has been received while the entry before it is shown."""
    shown = list[Shown]()
    for message in (moment.message, moment.twins[0]):
        await page.set_up(last.before)
        shown.append(await page.play(joined(last.message, message), moment.choices))
    report = compare(f"{moment.event} that waits", *shown, alone=False)
    report.sampled = _frames(shown[0])
    return report


def _frames(shown: Shown) -> int:
    return sum(frame.count for frame in shown.frames)
