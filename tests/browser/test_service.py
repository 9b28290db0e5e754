"""A server as a service: the door code, the operator's texts, and the id of a device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from ..server_process import ServerProcess
from .conftest import Invite


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a door code, a privacy policy and an imprint."""
    folder: Path = tmp_path_factory.mktemp("guarded")
    (folder / "imprint.md").write_text("Ada Musterfrau, Würfelgasse 6")
    (folder / "knobel.toml").write_text(
        'door_code = "kila-bomu"\n[texts]\nprivacy = "built-in"\nimprint = "imprint.md"\n'
    )
    with ServerProcess(folder / "data", "--rate", "0", "--config", str(folder / "knobel.toml")) as running:
        yield running


async def test_a_newcomer_types_the_door_code_once(invite: Invite, guarded: ServerProcess) -> None:
    ada = await invite("de", base=guarded.base)
    page = ada.page
    await page.goto(f"{guarded.base}/")
    field = page.get_by_label(ada.say("web-door-code"), exact=True)
    await field.fill("bala-bala")
    await ada.button("web-door-go").click()
    await expect(page.get_by_text(ada.say("web-door-wrong"))).to_be_visible()
    await field.fill("Kila Bomu")
    await ada.button("web-door-go").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text(ada.say("ui-home-title"))
    await page.reload()
    await expect(field).to_have_count(0)


async def test_a_link_carries_the_door_code(invite: Invite, guarded: ServerProcess) -> None:
    ben = await invite("en", base=guarded.base)
    await ben.page.goto(f"{guarded.base}/join#door=kila-bomu")
    await expect(ben.page.get_by_role("heading", level=1)).to_have_text(ben.say("web-join-title"))
    assert ben.page.url == f"{guarded.base}/join"


async def test_texts_are_linked_and_a_device_finds_its_id(invite: Invite, guarded: ServerProcess) -> None:
    ada = await invite("de", base=guarded.base)
    page = ada.page
    await page.goto(f"{guarded.base}/#door=kila-bomu")
    await page.get_by_role("link", name=ada.say("web-text-imprint")).click()
    await expect(page.get_by_text("Ada Musterfrau, Würfelgasse 6")).to_be_visible()
    await page.goto(f"{guarded.base}/about/privacy")
    await expect(page.get_by_role("heading", name="Was gespeichert wird")).to_be_visible()
    await page.goto(f"{guarded.base}/settings")
    device = page.get_by_label(ada.say("web-settings-device"))
    await expect(device).not_to_have_value("")
    assert len(await device.input_value()) == 64
