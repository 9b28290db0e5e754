"""A server of one's own for each worker, and browsers for everybody who comes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Browser, async_playwright

import knobel.serve

from ..server_process import ServerProcess
from .browsers import CHROMIUM, FLAGS, newcomer
from .player import Player

Invite: TypeAlias = Callable[..., Awaitable[Player]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    client = Path(knobel.serve.__file__).parent / "client" / "index.html"
    assert client.exists(), "the browser client is not built: run `make web`"
    with ServerProcess(tmp_path_factory.mktemp("server") / "data", "--rate", "0") as running:
        yield running


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    assert Path(CHROMIUM).exists(), f"there is no Chromium at {CHROMIUM}: install it, or set CHROME_PATH"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
def invite(chromium: Browser, server: ServerProcess) -> Invite:
    """Gives a new person a browser at this server, or at another `base`."""

    async def come(language: str = "en", *, base: str | None = None, **rest: Any) -> Player:
        return await newcomer(chromium, base or server.base, language, **rest)

    return come
