"""Room for ZOCK: on every screen both rows, the dice and the covers are seen at once."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .browsers import ROOMS
from .conftest import Invite
from .room import WIDE, boxes, check, named, resize
from .table_setup import open_position


@pytest.mark.parametrize(("variant", "language", "theme"), [("A", "de", "light"), ("B", "en", "dark")])
async def test_zock_has_room(invite: Invite, variant: str, language: str, theme: str) -> None:
    player = await invite(language, size=ROOMS[0], theme=theme)
    page = player.page
    most = 5 if variant == "B" else 2  # covers that the variant usually offers
    options = {"variant": variant, "games": 10}
    await open_position(player, "zock", 1, options, lambda _, pending: len(pending.moves) >= most)
    await expect(page.locator(".choices .brings").first).not_to_be_empty()
    for size in ROOMS:
        await resize(page, size)
        await check(
            page,
            size,
            apart=".flaps .flap, .choices button, .zock .die",
            whole=".rail .name, .rail .sums, .choices span",
        )
        assert len(await boxes(page, ".flaps .flap")) == 18, named(size)
        least = 64 if size["width"] >= WIDE else 40
        dice = [box.width for box in await boxes(page, ".zock .die")]
        assert min(dice) >= least, f"{named(size)}: {dice}"
