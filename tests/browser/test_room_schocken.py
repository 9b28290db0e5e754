"""Room for Schocken: on every screen a decision is seen at once, without scrolling, overlap, truncation or shifts."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from knobel.rules import schocken
from knobel.telling.facts.schocken import covers_next

from .browsers import ROOMS
from .conftest import Invite
from .room import WIDE, boxes, check, named, resize, unmoved
from .table_setup import open_position


def _longest_hint(view: schocken.State, _: object) -> bool:
    """A decision before a covered throw, which has the longest texts, when stones have been dealt out."""
    return covers_next(view, view.seat) and view.rounds > 1


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (5, "de"), (8, "de")])
async def test_schocken_has_room(invite: Invite, seats: int, language: str) -> None:
    player = await invite(language, size=ROOMS[0])
    page = player.page
    await open_position(player, "schocken", seats - 1, {"covered": "last"}, _longest_hint)
    await expect(page.locator(".choices .brings").first).not_to_be_empty()
    for size in ROOMS:
        await resize(page, size)
        await check(
            page,
            size,
            apart=".felt li, .felt .middle, .tray .keep, .choices button, .now p",
            whole=".felt .name, .felt .told, .felt .stones, .choices span, .now p, .zone",
        )
        assert len(await boxes(page, ".felt li")) == seats, named(size)
        wide = size["width"] >= WIDE
        least = 64 if wide else 40
        assert min(box.width for box in await boxes(page, ".tray .die")) >= least, named(size)
        if wide:
            assert all(box.width >= least for box in await boxes(page, ".felt .beneath .die")), named(size)
        rest = ".felt li, .felt .middle, .tray, .choices button, .now, header, section.own, main"
        before = await unmoved(page, rest)
        for die in (0, 1, 2, 1, 0, 2):  # all three are too many, which is told (S4)
            await page.locator(".tray .keep").nth(die).click()
            assert await unmoved(page, rest) == before, named(size)
