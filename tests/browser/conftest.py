"""Fixtures: one server and one Chromium per worker, and browser contexts for players."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

import knobel.serve

from ..server_process import ServerProcess
from .browsers import CHROMIUM, FLAGS, new_player
from .player import Player

HERE: Final = Path(__file__).parent
Invite: TypeAlias = Callable[..., Awaitable[Player]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    client = Path(knobel.serve.__file__).parent / "client" / "index.html"
    assert client.exists(), "the browser client is not built: run `make web`"
    with ServerProcess(tmp_path_factory.mktemp("server") / "data", "--rate", "0") as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All async tests share an event loop, because the shared browser belongs to one."""
    journeys = (item for item in items if item.path.parent == HERE and pytest_asyncio.is_async_test(item))
    for journey in journeys:
        journey.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One for each worker: starting it takes longer than many tests."""
    assert Path(CHROMIUM).exists(), f"there is no Chromium at {CHROMIUM}: install it, or set CHROME_PATH"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def invite(chromium: Browser, server: ServerProcess) -> AsyncIterator[Invite]:
    """Open a browser context for a new player at this server, or at another `base`; it is closed after the test."""

    async def come(language: str = "en", *, base: str | None = None, **rest: Any) -> Player:
        return await new_player(chromium, base or server.base, language, **rest)

    yield come
    for context in chromium.contexts:
        await context.close()
