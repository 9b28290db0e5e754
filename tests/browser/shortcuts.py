"""Ways into the middle of a game that nobody has to play by hand: over HTTP, on the seat of the page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, TypeAlias

from playwright.async_api import expect

from .player import Player
from .words import LOCALES

Seen: TypeAlias = dict[str, Any]
"""A table as `GET /api/tables/CODE` shows it to this device."""


async def open_table(
    player: Player, game: str, bots: int, options: dict[str, Any] | None = None, **settings: Any
) -> None:
    """A game against bots that answer at once; its page is open, since nothing moves at a table without people."""
    wish = {
        "id": f"{game}-{id(player)}",
        "game": game,
        "name": "Ada",
        "bots": ["casual"] * bots,
        "options": options or {},
        "settings": {"pace": "instant", **settings},
        "start": True,
    }
    made = await player.context.request.post(f"{player.base}/api/tables", data=wish, max_retries=3)
    assert made.ok, await made.text()
    await player.visit(f"/t/{(await made.json())['code']}")
    await expect(player.own).to_be_visible()


async def hurry(player: Player, until: Callable[[Seen], bool] = lambda _: False) -> None:
    """Make the first move there is, again and again, until something is seen or the game is over."""
    path = player.page.url.replace("/t/", "/api/tables/")
    request = player.context.request
    for number in count():
        seen: Seen = await (await request.get(path, max_retries=3)).json()
        if seen["table"]["phase"] == "over" or until(seen):
            return
        pending = seen["game"]["pending"]
        if pending["kind"] in ("throw", "decision") and pending["seat"] == seen["table"]["you"]:
            move = {"c": "throw"} if pending["kind"] == "throw" else {"c": "move", "move": pending["moves"][0]}
            await request.post(
                f"{path}/commands", data={"id": f"hurry-{number}", "v": seen["v"], "do": move}, max_retries=3
            )


async def stranger(player: Player) -> Player:
    """Somebody else with a device of the same kind, until the journey is over."""
    browser = player.context.browser
    assert browser is not None
    context = await browser.new_context(reduced_motion="reduce", locale=LOCALES[player.say.language])
    other = Player(context, await context.new_page(), player.base, player.say.language)
    await other.settings(speed=0, takeBack=False)
    return other


async def knock(player: Player, name: str) -> None:
    """Somebody wants to sit down at the table of a page, and has to be let in."""
    guest = await stranger(player)
    path = player.page.url.replace("/t/", "/api/tables/")
    seen: Seen = await (await guest.context.request.get(path, max_retries=3)).json()
    wish = {"id": "knock", "v": seen["v"], "do": {"c": "join", "name": name}}
    await guest.context.request.post(f"{path}/commands", data=wish)
