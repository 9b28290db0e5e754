"""The picture of the table in the browser, from real games with dice that fall the same every time: `make pictures`."""

from __future__ import annotations

import asyncio
import base64
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect
from tests.browser.browsers import CHROMIUM, FLAGS, new_player
from tests.browser.memory_http import served
from tests.browser.table_setup import Seen, fast_forward, open_table
from tests.serve.memory_server import MemoryServer, memory_server

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "browser.webp"
LATE = 5
"""The turn or round from which a table has something to show."""

BESIDE = """async ([pictures, height, gap]) => {
  const images = await Promise.all(pictures.map(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    return createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  }))
  const widths = images.map((image) => Math.round(image.width * height / image.height))
  const sheet = new OffscreenCanvas(widths.reduce((sum, width) => sum + width) + gap * (images.length - 1), height)
  const pen = sheet.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  let x = 0
  images.forEach((image, place) => {
    pen.drawImage(image, x, 0, widths[place], height)
    x += widths[place] + gap
  })
  const blob = await sheet.convertToBlob({ type: 'image/webp', quality: 0.82 })
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}"""
"""Pictures of any size side by side, as WebP: the browser has all that takes."""


def _in_full_swing(seen: Seen) -> bool:
    """A few turns or rounds have been played, and it is the own decision."""
    pending, stage = seen["game"]["pending"], seen["game"]["stage"]["values"]
    ours = pending["kind"] == "decision" and pending["seat"] == seen["table"]["you"]
    return bool(ours and stage.get("turn", stage["round"]) >= LATE)


async def _taken(browser: Browser, server: MemoryServer, game: str, bots: int, *, wide: bool, theme: str) -> str:
    async with served(server) as base:
        ada = await new_player(browser, base, "en", wide=wide, theme=theme)
        await open_table(ada, game, bots, throws="auto")
        await fast_forward(ada, _in_full_swing)
        await expect(ada.choices().first).to_be_visible()
        await ada.page.wait_for_load_state("networkidle")
        picture = await ada.page.screenshot()
        await ada.context.close()
        return base64.b64encode(picture).decode()


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with tempfile.TemporaryDirectory() as folder:
            async with memory_server(Path(folder) / "wide", seed=4) as server:
                table = await _taken(browser, server, "zocknroll", 3, wide=True, theme="dark")
            async with memory_server(Path(folder) / "phone", seed=4) as server:
                phone = await _taken(browser, server, "schocken", 3, wide=False, theme="light")
        page = await browser.new_page()
        PICTURE.write_bytes(base64.b64decode(await page.evaluate(BESIDE, [[table, phone], 740, 20])))
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
