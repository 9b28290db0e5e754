"""The service worker: the client opens without a server and says so."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from ..server_process import ServerProcess
from .conftest import Invite

KEPT = """navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const look = () => active.state === 'activated' && done()
  active.addEventListener('statechange', look)
  look()
}))"""


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
        await ada.visit("/t/bala-kimo-rosu")
        await expect(ada.page.get_by_text(ada.say("web-lost-line"))).to_be_visible()


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
