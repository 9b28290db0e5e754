"""Whole games by the accessibility tree alone: every control has a role and a name, and what happens is announced."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Error

from .accessibility import Node, ScreenReader
from .conftest import Invite
from .player import TIMEOUT_MS, Player
from .table_setup import open_table
from .test_keyboard import FEWEST
from .words import Say

GAMES = [("zock", 1, {"games": 1}), ("schocken", 1, {"stones": 3}), ("zocknroll", 2, {})]


def moves(say: Say, own: Node) -> list[Node]:
    """The buttons of the own area that make a move, by their names; those that end the game soonest come last."""
    throws = tuple(say(key) for key in ("web-zock-throw", "web-schocken-throw"))
    covers = own.find("group", say("web-zock-covers"))
    stand = say.like("web-schocken-stand", "throw")
    throw = [node for node in own.buttons() if node.name.startswith(throws)]
    rows = [node for node in own.buttons() if re.fullmatch("[1-9]", str(node.get("keyshortcuts")))]
    return [
        *throw,
        *rows,
        *(covers.buttons() if covers else []),
        *(node for node in own.buttons() if stand.search(node.name)),
    ]


def announcements(page: Node) -> set[str]:
    return {text.name for node in page.below() if node.role == "status" for text in node.below() if text.name}


async def next_move(ada: Player, reader: ScreenReader) -> Node | None:
    """The button that ends the game soonest, as soon as there is one; None when the game is over."""
    async with asyncio.timeout(TIMEOUT_MS / 1000):
        while True:
            own = (await reader.read()).find("region", ada.say("web-yours"))
            if own is not None and own.find("button", ada.say("web-rematch")):
                return None
            if own is not None and (found := moves(ada.say, own)):
                return found[-1]


async def other_announcements(reader: ScreenReader, before: set[str]) -> set[str]:
    """What is announced next: a moment after each move, the move and what followed from it."""
    async with asyncio.timeout(TIMEOUT_MS / 1000):
        while (now := announcements(await reader.read())) <= before:
            pass
        return now


@pytest.mark.parametrize(("game", "bots", "options"), GAMES, ids=[game for game, _, _ in GAMES])
async def test_a_whole_game_by_the_accessibility_tree(
    invite: Invite, game: str, bots: int, options: dict[str, int]
) -> None:
    ada = await invite("en")
    await open_table(ada, game, bots, options)
    reader, announced, pressed = await ScreenReader.on(ada.page), set[str](), 0
    while (move := await next_move(ada, reader)) is not None:
        before = announcements(await reader.read())
        try:
            await reader.press(move)
        except Error:
            continue  # it was gone by then
        pressed += 1
        announced |= await other_announcements(reader, before)
    assert pressed >= FEWEST[game]
    assert len(announced) > 1
    assert any("Bruno" in line for line in announced), "what the rival did"
