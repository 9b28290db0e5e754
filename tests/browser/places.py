"""Every page of the client, with something on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeAlias

from playwright.async_api import expect

from .player import Player

Way: TypeAlias = Callable[[Player], Awaitable[None]]


def page(path: str) -> Way:
    """A page that can be opened by its address."""

    async def go(player: Player) -> None:
        await player.visit(path)
        await expect(player.page.get_by_role("heading", level=1)).to_be_visible()

    return go


async def lobby(player: Player) -> None:
    await player.visit("/new/zocknroll")
    await player.set_up("zocknroll", bots=1)
    await player.make_table()


def game(name: str, bots: int, options: dict[str, str] | None = None) -> Way:
    """A table in the middle of a game, at a decision of one's own."""

    async def go(player: Player) -> None:
        await player.visit(f"/new/{name}")
        await player.set_up(name, bots=bots, options=options)
        await player.button("web-new-start").click()
        await player.play(moves=1)
        await expect(player.choices().or_(player.rematch).last).to_be_visible()

    return go


async def result(player: Player) -> None:
    """A game that has ended. It is not played by hand here, since other tests do that, but over HTTP."""
    await game("zock", 1, {"games": "1"})(player)
    path = player.page.url.replace("/t/", "/api/tables/")
    request = player.context.request
    for number in count():
        seen = await (await request.get(path)).json()
        if seen["table"]["phase"] == "over":
            break
        pending = seen["game"]["pending"]
        if pending["seat"] == seen["table"]["you"]:
            move = {"c": "throw"} if pending["kind"] == "throw" else {"c": "move", "move": pending["moves"][0]}
            await request.post(f"{path}/commands", data={"id": f"hurry-{number}", "v": seen["v"], "do": move})
    await expect(player.rematch).to_be_visible()


async def replay(player: Player) -> None:
    await result(player)
    await player.page.get_by_role("link", name=player.say("web-replay"), exact=True).click()
    await expect(player.page.get_by_role("heading", level=1)).to_be_visible()


async def history(player: Player) -> None:
    await result(player)
    await page("/history")(player)


PLACES: Final[dict[str, Way]] = {
    "start": page("/"),
    "new-zock": page("/new/zock"),
    "new-schocken": page("/new/schocken"),
    "new-zocknroll": page("/new/zocknroll"),
    "join": page("/join"),
    "rules": page("/rules/schocken"),
    "settings": page("/settings"),
    "learn": page("/learn/zocknroll"),
    "carry": page("/carry/00000000000000000000000000000000"),
    "lost": page("/nowhere"),
    "wrong-code": page("/t/laka-laka-laka"),
    "lobby": lobby,
    "zock": game("zock", 1, {"games": "1"}),
    "schocken": game("schocken", 1),
    "zocknroll": game("zocknroll", 2),
    "zocknroll-pro": game("zocknroll", 2, {"board": "pro"}),
    "result": result,
    "replay": replay,
    "history": history,
    "empty-history": page("/history"),
}
