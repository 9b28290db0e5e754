"""Names that would like to be more than text are text on every page that shows names."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.async_api import expect

from .conftest import Invite
from .player import Player
from .policy import against_policy, watch_policy
from .shortcuts import hurry, stranger

NAMES: Final = (
    "<img src=x onerror=x()>",
    '"><svg onload=x()>',
    "שלום (3)",
    "{{7*7}} { $name }",
    "Z\u0334\u0334\u0334\u0334",
)
"""The worst of `tests/serve/hostile.py` that are names all the same; the first one is the host's."""

KNOCKER: Final = "<b onclick=x()>javascrip"

_ARM: Final = "globalThis.struck = false; globalThis.x = () => (globalThis.struck = true)"
_TAKEN_FOR_MARKUP: Final = "document.querySelectorAll('img[src=x], [onerror], [onload], [onclick]').length"
_TOO_WIDE: Final = "document.documentElement.scrollWidth > innerWidth"


async def _arm(player: Player) -> None:
    await player.context.add_init_script(_ARM)
    await watch_policy(player)


async def _check(player: Player, *names: str) -> None:
    """The names are there as text, and nothing came of them."""
    for name in names:
        await expect(player.page.get_by_text(name).first).to_be_attached()
    assert await player.page.evaluate(_TAKEN_FOR_MARKUP) == 0
    assert not await player.page.evaluate("struck")
    assert not await player.page.evaluate(_TOO_WIDE), "a name makes the page wider than the screen"
    assert await against_policy(player) == []


async def _ask(who: Player, code: str, command: dict[str, Any]) -> None:
    path = f"{who.base}/api/tables/{code}"
    seen = await (await who.context.request.get(path)).json()
    wish = {"id": f"{command['c']}-{seen['v']}", "v": seen["v"], "do": command}
    said = await (await who.context.request.post(f"{path}/commands", data=wish)).json()
    assert said["m"] == "ok", said


@pytest.mark.parametrize(("game", "guests"), [("schocken", 4), ("zock", 1), ("zocknroll", 4)])
async def test_names_are_text_on_every_page(invite: Invite, game: str, guests: int) -> None:
    """In the lobby, at the door and in each game; results, replays and lists are the same for all, so ZOCK's do."""
    host = await invite("de")
    await _arm(host)
    settings = {"pace": "instant", "throws": "auto"}
    options = {"games": 1} if game == "zock" else {}
    new = {"id": "new", "game": game, "name": NAMES[0], "options": options, "settings": settings}
    code = (await (await host.context.request.post(f"{host.base}/api/tables", data=new)).json())["code"]
    others = [await stranger(host) for _ in range(guests)]
    for other, name in zip(others, NAMES[1:], strict=False):
        await _ask(other, code, {"c": "join", "name": name})
    names = NAMES[1 : 1 + guests]

    await host.visit(f"/t/{code}")
    await _check(host, NAMES[0], *names)
    visitor = await stranger(host)
    await _arm(visitor)
    await visitor.visit(f"/t/{code}")
    await _check(visitor, NAMES[0], *names)

    await _ask(host, code, {"c": "change", "settings": {**settings, "door": "knock"}})
    await _ask(visitor, code, {"c": "join", "name": KNOCKER})
    await _ask(host, code, {"c": "start"})
    for other in others:
        await _ask(other, code, {"c": "leave"})  # a bot plays on under the name
    await _check(host, *names, KNOCKER)

    if game != "zock":
        return
    await hurry(host)
    await expect(host.rematch).to_be_visible()
    await _check(host, *names)
    await host.page.get_by_role("link", name=host.say("web-replay"), exact=True).click()
    await expect(host.button("web-replay-play")).to_be_visible()
    await _check(host, *names)
    await host.visit("/history")
    await _check(host, *names)
    await host.visit("/")
    await _check(host)
