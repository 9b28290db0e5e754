"""Set up tables and positions over HTTP, for the seat of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias
from uuid import uuid4

from msgspec import to_builtins
from playwright.async_api import APIResponse, expect

from knobel.bots import play_out
from knobel.rules.game import Decision
from knobel.rules.records import dumps
from knobel.rules.session import Session
from knobel.table.names import BOT_NAMES

from .player import Player
from .words import LOCALES

Seen: TypeAlias = dict[str, Any]
"""A table as `GET /api/tables/CODE` shows it to this device."""


async def open_table(
    player: Player, game: str, bots: int, options: dict[str, Any] | None = None, **settings: Any
) -> None:
    """A game against instant bots, with its page open: a table without people sleeps."""
    wish = {
        "id": uuid4().hex,
        "game": game,
        "name": "Ada",
        "bots": ["casual"] * bots,
        "options": options or {},
        "settings": {"pace": "instant", **settings},
        "start": True,
    }
    await _open(player, wish)


async def _open(player: Player, wish: dict[str, Any]) -> None:
    made = await _post(player, "/api/tables", wish)
    await player.visit(f"/t/{(await made.json())['code']}")
    await expect(player.own).to_be_visible()


async def _post(player: Player, path: str, data: Any) -> APIResponse:
    answer = await player.context.request.post(player.base + path, data=data, max_retries=3)
    assert answer.ok, await answer.text()
    return answer


async def upload(player: Player, session: Session) -> str:
    """Upload the record of a game; the id of its replay."""
    await player.visit("/join")  # the first page sets the device cookie
    answer = await _post(player, "/api/records", dumps(session))
    return str((await answer.json())["replay"])


async def play_on(player: Player, session: Session, step: int, seat: int = 0, **more: Any) -> None:
    """A table that continues a finished game after `step` events: the same position in every run."""
    wish = {
        "id": uuid4().hex,
        "game": session.game.name,
        "name": "Ada",
        "bots": ["casual"] * (len(session.players) - 1),
        "settings": {"pace": "instant"},
        "start": True,
        "from_replay": {"replay": await upload(player, session), "step": step, "seat": seat},
        **more,
    }
    await _open(player, wish)


async def fast_forward(player: Player, until: Callable[[Seen], bool] = lambda _: False) -> bool:
    """Play the first legal move until the predicate is true or the game is over; tells whether it became true."""
    path = player.page.url.replace("/t/", "/api/tables/")
    request = player.context.request
    number = 0
    while True:
        number += 1
        seen: Seen = await (await request.get(path, max_retries=3)).json()
        if (reached := until(seen)) or seen["table"]["phase"] == "over":
            return reached
        pending = seen["game"]["pending"]
        if pending["kind"] in ("throw", "decision") and pending["seat"] == seen["table"]["you"]:
            move = {"c": "throw"} if pending["kind"] == "throw" else {"c": "move", "move": pending["moves"][0]}
            await request.post(
                f"{path}/commands", data={"id": f"hurry-{number}", "v": seen["v"], "do": move}, max_retries=3
            )


async def open_position(
    player: Player, game: str, bots: int, options: dict[str, Any], until: Callable[[Any, Decision[Any]], bool]
) -> None:
    """A table at the first decision of the page's seat in seeded games where the predicate is true of view and moves.

    It is the same in every run, but for the dice that fall afterwards.
    """
    for session in _seeded(game, bots, options):
        for step in range(len(session.events)):
            view = session.game.view(session.state_at(step), 0)
            pending = session.game.pending(view)
            if isinstance(pending, Decision) and pending.seat == 0 and until(view, pending):
                await play_on(player, session, step)
                return


async def open_end(player: Player, game: str, bots: int, options: dict[str, Any]) -> None:
    """A table whose game ends in the same way in every run, with a move of the page's seat."""
    for session in _seeded(game, bots, options):
        last, pending = session.events[-1], session.game.pending(session.state_at(len(session.events) - 1))
        if isinstance(pending, Decision) and pending.seat == 0 and not last.dice:
            await play_on(player, session, len(session.events) - 1)
            path = player.page.url.removeprefix(player.base).replace("/t/", "/api/tables/")
            seen: Seen = await (await player.context.request.get(player.base + path, max_retries=3)).json()
            ask = {"id": "end", "v": seen["v"], "do": {"c": "move", "move": to_builtins(last)}}
            await _post(player, f"{path}/commands", ask)
            return


def _seeded(game: str, bots: int, options: dict[str, Any]) -> Iterator[Session]:
    return (play_out(game, BOT_NAMES[: bots + 1], options, seed=seed) for seed in count())


async def second_player(player: Player) -> Player:
    """Another player with a browser context of the same kind."""
    browser = player.context.browser
    assert browser is not None
    context = await browser.new_context(reduced_motion="reduce", locale=LOCALES[player.say.language])
    other = Player(context, await context.new_page(), player.base, player.say.language)
    await other.settings(speed=0, takeBack=False)
    return other


async def knock(player: Player, name: str) -> None:
    """A guest asks to join the table of the page."""
    guest = await second_player(player)
    path = player.page.url.replace("/t/", "/api/tables/")
    seen: Seen = await (await guest.context.request.get(path, max_retries=3)).json()
    wish = {"id": "knock", "v": seen["v"], "do": {"c": "join", "name": name}}
    await guest.context.request.post(f"{path}/commands", data=wish)
