"""Browsers receive nothing about hidden dice: games that differ only in them send the same bytes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

from knobel.rules.game import Dice

from ..serve.memory_server import Frame, MemoryServer, Socket, memory_server
from ..serve.twins import Change, TwinDice, same, turned
from .conftest import Invite
from .memory_http import served
from .player import Player
from .traffic_recorder import TrafficRecorder

REPEATABLE = """
let n = 0
crypto.getRandomValues = (bytes) => bytes.fill(n = (n + 1) % 256)
const later = setTimeout
setTimeout = (call, ms = 0, ...rest) => (ms < 2000 ? later(call, ms, ...rest) : 0)
"""
"""Makes what a page sends the same in every run: the ids of commands, and no request because some time has passed, as
for another connection or for the analysis of the finished game."""

ADA, DORA = 0, 1
"""The viewers: the first player, and a spectator."""


class Watched:
    """A table of Zock'n'Roll: Ada and Dora have recorded browsers; Ben and Cleo are clients without one."""

    def __init__(self, server: MemoryServer, code: str, browsers: list[Player], others: list[Socket]) -> None:
        self.server = server
        self.code = code
        self.ada = browsers[ADA]
        self.others = others
        self.heard = [TrafficRecorder(browser.page) for browser in browsers]

    @property
    def over(self) -> bool:
        return self.server.hub.tables[self.code].table.phase == "over"

    async def decide(self, *, stay: bool) -> None:
        """The deciding seat stays or drops, Ada by the buttons of her page."""
        other = next((socket for socket in self.others if socket.my_turn), None)
        if other is not None:
            answer = await other.act(lambda moves: _chosen(moves, stay))
            assert answer["m"] == "ok", answer
        else:
            before = self.server.hub.tables[self.code].head.version
            choices = self.ada.choices()
            await (choices.first if stay else choices.last).click()
            await self.heard[ADA].until(before + 1)
        await self.settle()

    async def settle(self) -> None:
        """Wait until all clients are up to date, and Ada's page has its answer if it asks what she can do."""
        await self.server.settle()
        version = self.server.hub.tables[self.code].table.version
        for heard in self.heard:
            await heard.until(version)
        for other in self.others:
            await other.until(lambda: other.version >= version)  # noqa: B023 - waited for before the next turn of the loop
        if not self.over and not any(other.my_turn for other in self.others):
            await expect(self.ada.choices().first).to_be_visible()
        for heard in self.heard:
            await heard.answered()


def _chosen(moves: list[Frame], stay: bool) -> Frame:
    return moves[0] if stay else next(move for move in moves if move["e"] == "drop")


@asynccontextmanager
async def _table(invite: Invite, folder: Path, seed: int, change: Change) -> AsyncIterator[Watched]:
    async with memory_server(folder, TwinDice(seed, change)) as server, served(server) as base:
        ada, ben, cleo, dora = [await server.device() for _ in range(4)]
        code = await ada.make("zocknroll", 0, start=False)
        others = [await device.look(code) for device in (ben, cleo)]
        for socket, name in zip(others, ("Ben", "Cleo"), strict=True):
            await socket.ask("join", name=name, id=name)
        browsers = [await invite("en", base=base) for _ in (ada, dora)]
        watched = Watched(server, code, browsers, others)
        for device, browser in zip((ada, dora), browsers, strict=True):
            await browser.context.add_init_script(REPEATABLE)
            await browser.context.add_cookies([{"name": "knobel", "value": device.token, "url": base}])
            await browser.visit(f"/t/{code}")
            await expect(browser.page.get_by_text("Cleo", exact=True).first).to_be_visible()
            await expect(browser.page.get_by_role("img", name=browser.say("web-qr"))).to_be_visible()
        for heard in watched.heard:
            await heard.answered()
        before = server.hub.tables[code].head.version
        await watched.ada.button("web-start").click()
        await watched.heard[ADA].until(before + 1)
        await watched.settle()
        yield watched
        for browser in browsers:
            await browser.context.close()


@pytest.mark.parametrize(("viewer", "hidden"), [(ADA, {1, 2, 3}), (DORA, {0, 1, 2, 3})], ids=["player", "spectator"])
async def test_cups_stay_hidden_until_they_are_lifted(
    invite: Invite, tmp_path: Path, viewer: int, hidden: set[int]
) -> None:
    """All stay: the games differ in all cups that are hidden from the viewer, and in nothing else."""

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw in hidden else dice  # the cups are the first throws of the turn

    async with (
        _table(invite, tmp_path / "one", 2, same) as first,
        _table(invite, tmp_path / "two", 2, change) as second,
    ):
        twins = (first, second)
        for _ in range(5):
            for twin in twins:
                await twin.decide(stay=True)
            assert await first.heard[viewer].everything() == await second.heard[viewer].everything()
        for twin in twins:
            await twin.decide(stay=True)
        assert await first.heard[viewer].everything() != await second.heard[viewer].everything(), "the cups are lifted"


async def test_jorgs_cup_stays_hidden_for_a_whole_game(invite: Invite, tmp_path: Path) -> None:
    """All always drop, so Jörg's dice stay hidden to the end, including the result."""

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw % 5 == 3 else dice  # three cups, Jörg's, and the white dice

    async with (
        _table(invite, tmp_path / "one", 5, same) as first,
        _table(invite, tmp_path / "two", 5, change) as second,
    ):
        twins = (first, second)
        while not first.over:
            for twin in twins:
                await twin.decide(stay=False)
        assert second.over
        for twin in twins:
            await expect(twin.ada.rematch).to_be_visible()
        for viewer in (ADA, DORA):
            assert await first.heard[viewer].everything() == await second.heard[viewer].everything()
        states = [twin.server.hub.tables[twin.code].table.state for twin in twins]
        assert states[0] != states[1], "the games are not the same one"
