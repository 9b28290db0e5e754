"""Score sheets on paper: every board fits its pages on A4 and on Letter, black on white under the dark theme, too."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from knobel.rules import boards

from .conftest import Invite
from .player import Player


async def printed(player: Player, paper: str) -> int:
    """Print the page to a PDF; how many pages it has."""
    pdf = await player.page.pdf(format=paper)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("board", boards.BOARDS)
async def test_zocknroll_has_a_sheet_for_each_player_with_the_rows_of_the_board(invite: Invite, board: str) -> None:
    player = await invite("en", theme="dark")
    await player.visit("/rules/zocknroll")
    await player.page.get_by_role("link", name=player.say("web-print"), exact=True).click()
    boards_offered = player.page.get_by_role("group", name=player.say("option-zocknroll-board"))
    await boards_offered.get_by_text(player.say(f"choice-zocknroll-board-{board}"), exact=True).click()
    sheets = player.page.get_by_role("table")
    for players, pages in ((3, 1), (6, 1), (12, 2)):
        await player.page.get_by_label(player.say("web-print-players")).select_option(str(players))
        await expect(sheets).to_have_count(players)
        assert [await printed(player, paper) for paper in ("A4", "Letter")] == [pages, pages]
    rows = await sheets.first.get_by_role("rowheader").all_text_contents()
    assert rows == [player.say(f"row-{row}") for row in boards.ROWS[board]]
    values = await sheets.first.locator(".value").all_text_contents()
    assert values == ["12", *(str(value) for _, value, _ in boards.BOARDS[board]), "1"]
    await player.page.emulate_media(media="print")
    colours = await player.page.evaluate(
        "['.paper', 'body'].map((part) => getComputedStyle(document.querySelector(part)))"
        ".map(({ color, backgroundColor, backgroundImage }) => [color, backgroundColor, backgroundImage])"
    )
    assert colours == [["rgb(0, 0, 0)", "rgb(255, 255, 255)", "none"], ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "none"]]
    await expect(player.button("web-rules-print")).to_be_hidden()


@pytest.mark.parametrize("game", ["zock", "schocken"])
async def test_the_other_games_need_one_page(invite: Invite, game: str) -> None:
    player = await invite("de")
    await player.visit(f"/new/{game}")
    await player.page.get_by_role("link", name=player.say("web-print"), exact=True).click()
    await expect(player.page.get_by_role("table")).to_have_count(2)
    if game == "schocken":
        await player.page.get_by_label(player.say("web-print-players")).select_option("24")
    assert [await printed(player, paper) for paper in ("A4", "Letter")] == [1, 1]
