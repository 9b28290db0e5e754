"""Pictures of every page in both languages and themes, on a phone and on a wide screen, to be looked at.

    make screenshots [ARGS="FOLDER start zock"]

writes them to FOLDER (screenshots); with names of pages only those. `--rooms` takes what is seen without scrolling, on
every screen on which a table has to fit.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from itertools import product
from pathlib import Path

from playwright.async_api import Browser, ViewportSize, async_playwright

from ..server_process import ServerProcess
from .browsers import CHROMIUM, FLAGS, PHONE, ROOMS, WIDE, new_player
from .pages import PAGES


async def take(
    browser: Browser, base: str, path: Path, place: str, language: str, theme: str, size: ViewportSize, whole: bool
) -> None:
    player = await new_player(browser, base, language, size=size, theme=theme)
    await PAGES[place](player)
    await player.page.screenshot(path=path, full_page=whole)
    await player.context.close()
    print(path, flush=True)


async def main(folder: Path, places: list[str], rooms: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    named = {"phone": PHONE, "wide": WIDE}
    sizes = {f"{size['width']}x{size['height']}": size for size in ROOMS} if rooms else named
    with tempfile.TemporaryDirectory() as data, ServerProcess(Path(data) / "data", "--rate", "0") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for place, (language, theme), (name, size) in product(
                places, (("de", "dark"), ("en", "light")), sizes.items()
            ):
                path = folder / f"{place}-{language}-{theme}-{name}.png"
                await take(browser, server.base, path, place, language, theme, size, not rooms)
            await browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take pictures of the pages, to look at.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("screenshots"))
    parser.add_argument("page", nargs="*", default=[], help=f"of {', '.join(PAGES)}; all by default")
    parser.add_argument("--rooms", action="store_true", help="what is seen without scrolling, on six screens")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.folder, arguments.page or list(PAGES), arguments.rooms))
