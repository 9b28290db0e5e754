"""Room for ZOCK: on every screen both rows, the dice and the covers are seen at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.async_api import expect

from .browsers import ROOMS
from .conftest import Invite
from .room import WIDE, boxes, check, named
from .table_setup import Seen, open_position


def _most_covers(variant: str) -> Callable[[Seen], bool]:
    """A decision between as many covers as the variant usually offers at most."""
    least = 5 if variant == "B" else 2

    def reached(seen: Seen) -> bool:
        pending = seen["game"]["pending"]
        own = pending["kind"] == "decision" and pending["seat"] == seen["table"]["you"]
        return bool(own and len(pending["moves"]) >= least)

    return reached


@pytest.mark.parametrize(("variant", "language", "theme"), [("A", "de", "light"), ("B", "en", "dark")])
async def test_zock_has_room(invite: Invite, variant: str, language: str, theme: str) -> None:
    player = await invite(language, size=ROOMS[0], theme=theme)
    page = player.page
    await open_position(player, "zock", 1, {"variant": variant, "games": 10}, _most_covers(variant))
    await expect(page.locator(".choices .brings").first).not_to_be_empty()
    for size in ROOMS:
        await page.set_viewport_size(size)
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
