"""Hostile player names in a browser: plain text on every page, without side effects.

    python -m trials names [--names N] [--seed S]

Markup, text from right to left, unseen characters, control codes, emoji, a megabyte: the names of
`tests/serve/hostile_names.py`, the worst first, the others in random order. Those that the server takes sit down
at tables of all three games, knock, win and lose, and are looked at on every page by the host and by a stranger; those
that it refuses are put into forms. The verifier page gets all of them, unfiltered, in records. Looked for are dialogs,
errors and warnings in the console, violations of the policy (Trusted Types included), code that ran, elements,
listeners and links that were made, requests elsewhere, unseen characters, names that reverse the text next to
them, and pages that are wider than a phone; and each name has to be there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Error, async_playwright, expect
from tests.browser.browsers import CHROMIUM, FLAGS
from tests.serve.hostile_names import HOSTILE
from tests.server_process import ServerProcess

from . import records
from .records import SINGLE_FILE
from .tables import Stage, Table, batches
from .witness import TIMEOUT_MS, Found, PageObserver

_WORST: Final = (
    "<img src=x onerror=x()>",
    "שלום (3)",
    "x" * 1_000_000,
    "مرحبا 3",
    "{ $name }",
    '"><svg onload=x()>',
    "a\u202eb",
    "a\u2069b",
    "a שלום b",
)
_FEW: Final = 3
"""Alarms that are enough at a table with few names."""

_HOSTS: Final = {"schocken": 1, "zocknroll": 1, "zock": 4}
"""Concurrent hosts per game: a game for two needs many tables."""


def chosen(most: int, seed: int) -> list[str]:
    others = [name for name in HOSTILE if name not in _WORST]
    random.Random(seed).shuffle(others)
    return [*_WORST, *others][:most]


async def at_tables(stage: Stage, game: str, tables: Sequence[Sequence[str]]) -> None:
    """Check tables of one game one by one; pages that do not depend on the game are checked in Schocken only."""
    whole, met = game == "schocken", list[str]()
    for batch in tables:
        print(f"{game} with {len(batch)}", file=sys.stderr, flush=True)
        table = Table(stage, game, batch)
        await table.make(door=whole)
        await table.start(devices=whole)
        met += table.names
        if whole:
            await table.look("table, just begun")
            await table.seal()
            await table.panels()
            await table.alarms(len(batch) if len(batch) > len(_WORST) else _FEW)
            await at_home(stage, table, met)
        replay = await table.finish()
        await table.replay(replay, analysed=game == "zock")
        if whole:
            await table.shut()
    await in_history(stage.host)


async def at_home(stage: Stage, table: Table, met: Sequence[str]) -> None:
    """Check the start page and the dice statistics of the table; they may show all names `met` so far."""
    host = stage.host
    await host.player.visit("/")
    await host.look("start", met, table.names)
    await host.player.visit(f"/honesty/{table.code}")
    await expect(host.page.get_by_role("heading", level=1)).to_be_visible(timeout=TIMEOUT_MS)
    await host.look("honesty of a table", met)
    await host.player.visit(f"/t/{table.code}")


async def in_history(host: PageObserver) -> None:
    """The history and the statistics of this device."""
    player = host.player
    await player.visit("/history")
    await expect(host.page.get_by_role("heading", level=2).first).to_be_visible(timeout=TIMEOUT_MS)
    more = player.page.get_by_role("button", name=player.say("web-history-more"))
    while await more.is_visible():
        await more.click()
    answer = await player.context.request.get(f"{player.base}/api/me/games", max_retries=3)
    played = {name for line in await answer.json() for name in line["names"]}
    await host.look("history", played, played)
    await player.visit("/honesty")
    await host.look("honesty", played)


async def in_forms(witness: PageObserver, names: Sequence[str], table: Table) -> None:
    """Refused names in the forms, past the length limit of the field."""
    player, page = witness.player, witness.page
    witness.refusals = True
    put = """([id, text]) => {
      const field = document.getElementById(id)
      field.value = JSON.parse(text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }"""
    for name in names:
        for path, button in (("/new/zock", "web-new-make"), (f"/t/{table.code}", "web-knock")):
            if not page.url.endswith(path):
                await player.visit(path)
            await expect(page.locator("#name")).to_be_visible(timeout=TIMEOUT_MS)
            await page.evaluate(put, ["name", json.dumps(name)])
            await player.button(button).click()
            if name.strip("\r\n"):  # a field takes no lines, and one that must not be empty says so outside the page
                said = page.get_by_role("alert").filter(has_text=re.compile(r"\S")).first
                await expect(said).to_be_attached(timeout=TIMEOUT_MS)
            await witness.look(f"form of {button}", [name, *table.names])
            assert page.url.endswith(path), f"{name!r:.50} was taken"
    await player.visit("/settings")
    for name in names:
        await page.evaluate(put, ["name", json.dumps(name)])
        await witness.look("settings", [name])
    witness.refusals = False


async def elsewhere(stage: Stage, names: Sequence[str], taken: Sequence[str], seed: int) -> None:
    """Names from files and forms: invalid ones are refused."""
    refused = [name for name in names if not records.kept(name)]
    await records.load(stage.host, names, refused, seed)
    lobby = Table(stage, "schocken", taken[:2])
    await lobby.make(door=False)
    await in_forms(stage.visitor, [name for name in refused if name == records.whole(name)], lobby)
    for address, place in ((f"{stage.base}/verify.html", "verifier"), (SINGLE_FILE.as_uri(), "verifier, one file")):
        print(place, file=sys.stderr, flush=True)
        await records.verify(stage.visitor, address, place, names, seed)
    for path in ("/", f"/t/{lobby.code}", "/history", "/new/zock", "/replay/none"):
        await stage.host.player.visit(path)
        await stage.host.check_trusted_types(path)


async def report_failure(part: Coroutine[Any, Any, None], stage: Stage) -> None:
    """Run a part of the trial; an error in it is reported as a finding, since a name may have broken a page."""
    try:
        await part
    except (AssertionError, Error) as broken:
        place = f"where it broke off, {stage.host.page.url}"
        for witness in (stage.host, stage.visitor):
            await witness.collect_complaints(place)
        stage.found.add(place, [" ".join(str(broken).split())[:300]])
    finally:
        await stage.close()


async def trial(browser: Browser, base: str, most: int, seed: int) -> Found:
    """Run all parts with so many names, tables concurrently."""
    names, found = chosen(most, seed), Found()
    taken = list(dict.fromkeys(filter(None, map(records.kept, names))))
    async with asyncio.TaskGroup() as group:
        for game, hosts in _HOSTS.items():
            tables = batches(game, taken)
            for host in range(min(hosts, len(tables))):
                stage = await Stage.of(browser, base, found)
                group.create_task(report_failure(at_tables(stage, game, tables[host::hosts]), stage))
        stage = await Stage.of(browser, base, found)
        group.create_task(report_failure(elsewhere(stage, names, taken, seed), stage))
    return found


async def run(most: int, seed: int) -> Found:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", "--rate", "0") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            found = await trial(browser, server.base, most, seed)
            await browser.close()
    return found


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--names", type=int, default=len(HOSTILE))
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    begun = time.monotonic()
    found = asyncio.run(run(given.names, given.seed))
    for line in found.report():
        print(line)
    print(
        f"names: {min(given.names, len(HOSTILE))} hostile names from seed {given.seed}, {found.sightings:,} sightings "
        f"in {found.looks:,} looks at {len(found.places)} places in {time.monotonic() - begun:,.0f} s: "
        + (f"NOT HELD, {len(found.wrong)} things wrong" if found.wrong else "text everywhere, and nothing came of it")
    )
    return 1 if found.wrong else 0
