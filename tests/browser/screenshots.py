"""Pictures of every page in both languages and themes, on a phone and on a wide screen, to be looked at.

    make screenshots [ARGS="FOLDER start zock"]

writes them to FOLDER (screenshots); with names of pages only those.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from ..server_process import ServerProcess
from .browsers import CHROMIUM, FLAGS, new_player
from .pages import PAGES


async def take(browser: Browser, base: str, folder: Path, place: str, language: str, theme: str, wide: bool) -> None:
    player = await new_player(browser, base, language, wide=wide, theme=theme)
    await PAGES[place](player)
    name = f"{place}-{language}-{theme}-{'wide' if wide else 'phone'}.png"
    await player.page.screenshot(path=folder / name, full_page=True)
    await player.context.close()
    print(folder / name, flush=True)


async def main(folder: Path, places: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, ServerProcess(Path(data) / "data", "--rate", "0") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for place in places:
                for language, theme in (("de", "dark"), ("en", "light")):
                    for wide in (False, True):
                        await take(browser, server.base, folder, place, language, theme, wide)
            await browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take pictures of the pages, to look at.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("screenshots"))
    parser.add_argument("page", nargs="*", default=[], help=f"of {', '.join(PAGES)}; all by default")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.folder, arguments.page or list(PAGES)))
