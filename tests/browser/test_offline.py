"""The installed app: the client opens without a server and says so, and an upgrade is never missed."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path

from playwright.async_api import Page, expect
from starlette.types import Receive, Scope, Send

import knobel.serve
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import make_app

from ..serve.memory_server import memory_server
from ..server_process import ServerProcess
from .conftest import Invite
from .memory_http import served
from .player import TIMEOUT_MS

KEPT = """navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const look = () => active.state === 'activated' && done()
  active.addEventListener('statechange', look)
  look()
}))"""


NEXT = "knobel-0123456789ab"
"""The name of the next build."""

TAKEN_OVER = """async (name) => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration()
  const cached = await caches.has(name) && (await (await caches.open(name)).match('/'))
  return cached && !installing && !waiting && active.state === 'activated'
}"""


async def test_the_client_opens_without_a_server_after_one_visit(invite: Invite, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ada = await invite(base=server.base)
        await ada.visit("/")
        await ada.page.evaluate(KEPT)
        server.kill()
        await ada.visit("/")
        await expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        await ada.page.get_by_role(
            "link", name=ada.say("web-settings-title")
        ).click()  # a chunk that was not loaded before
        await expect(ada.page.get_by_role("heading", level=1, name=ada.say("web-settings-title"))).to_be_visible()
        for language, path in (("en", "/rules/zock"), ("de", "/rules/schocken")):  # which were not open before
            await ada.settings(language=language)
            await ada.visit(path)
            await expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
        await ada.settings(language="en")
        await ada.visit("/t/bala-kimo-rosu")
        await expect(ada.page.get_by_role("heading", level=1, name=ada.say("web-no-connection"))).to_be_visible()
        await expect(ada.button("web-try-now")).to_be_visible()


def _next_build(folder: Path, target: Path) -> None:
    """Copy a build with another name of every file, and so with another service worker."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("*.br"))
    assets = target / "assets"
    names = {file.name: f"next-{file.name}" for file in assets.iterdir()}
    for file in (target / "index.html", target / "worker.js", *assets.iterdir()):
        text = re.sub(r"\w[\w.-]*-[\w-]{8}\.(?:js|css)", lambda name: names.get(name[0], name[0]), file.read_text())
        (file.parent / names.get(file.name, file.name)).write_text(re.sub(r"knobel-[0-9a-f]{12}", NEXT, text))
        if file.name in names:
            file.unlink()


async def _build(page: Page) -> str:
    """The script of an open page."""
    return (await page.locator('script[type="module"]').get_attribute("src") or "").removeprefix("/assets/")


async def test_an_upgrade_is_loaded_at_once_and_leaves_open_pages_whole(invite: Invite, tmp_path: Path) -> None:
    first = Path(knobel.serve.__file__).parent / "client"
    _next_build(first, tmp_path / "next")
    async with memory_server(tmp_path) as memory:
        apps = {folder: make_app(memory.hub, ClientFiles(folder)) for folder in (first, tmp_path / "next")}
        installed = first

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await apps[installed](scope, receive, send)

        memory.app = app
        async with served(memory) as base:
            ada = await invite(base=base, wide=True)
            page, old = ada.page, await ada.context.new_page()
            await page.clock.install()
            for each in (page, old):
                await each.goto(base)
                await expect(each.get_by_role("heading", level=1)).to_be_visible()
            await page.clock.fast_forward(5_000)
            await page.evaluate(KEPT)
            before = await _build(page)

            installed = tmp_path / "next"
            await page.clock.fast_forward(70_000)
            await page.get_by_role("link", name=ada.say("web-settings-title")).click()  # asks for the newest build
            async with page.expect_navigation(url="**/", wait_until="load"):
                await page.get_by_role("link", name=ada.say("web-home")).click()
            await expect(page.get_by_role("heading", level=1)).to_be_visible()
            after = await _build(page)
            assert after != before

            await page.clock.fast_forward(5_000)
            async with asyncio.timeout(TIMEOUT_MS / 1000):
                while not await page.evaluate(TAKEN_OVER, NEXT):
                    await asyncio.sleep(0.1)
            await (await ada.context.new_cdp_session(old)).send("Network.clearBrowserCache")
            await old.get_by_role("link", name=ada.say("web-settings-title")).click()  # a chunk that the server has not
            await expect(old.get_by_role("heading", level=1, name=ada.say("web-settings-title"))).to_be_visible()
            assert await _build(old) == before
        await page.reload()  # the server is gone
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert await _build(page) == after


async def test_no_csp_violation_no_console_error_and_no_missing_file(invite: Invite) -> None:
    """Checks the console, page errors and HTTP statuses of several pages."""
    ada = await invite(wide=True)
    said: list[str] = []
    ada.page.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    ada.page.on("pageerror", lambda error: said.append(str(error)))
    ada.page.on("response", lambda got: said.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    for path in ("/", "/new/schocken", "/join", "/history", "/rules/zock", "/settings", "/learn/schocken"):
        await ada.visit(path)
        await expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        await ada.page.wait_for_load_state("networkidle")
    await ada.visit("/new/zock")
    await ada.set_up("zock", bots=1)
    await ada.make_table()
    await ada.button("web-start").click()
    await ada.play(moves=2)
    assert said == []
