"""Every page of the client, with content, for screenshots and accessibility tests."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from playwright.async_api import FilePayload, Locator, expect

from .player import Player
from .scribe import Scribe
from .table_setup import Seen, fast_forward, knock, open_table, second_player

VECTORS: Final = Path(__file__).parents[2] / "examples/fair-vectors.json"

Way: TypeAlias = Callable[[Player], Awaitable[None]]


def page(path: str, shows: Callable[[Player], Locator] | None = None) -> Way:
    """A page with an address; `shows` is its last element."""

    async def go(player: Player) -> None:
        await player.visit(path)
        await expect(player.page.get_by_role("heading", level=1)).to_be_visible()
        if shows is not None:
            await expect(shows(player)).to_be_visible()

    return go


def verified(valid: bool, kind: str) -> Way:
    """The verdict of the verifier page about the first valid or invalid record of the test vectors."""

    async def go(player: Player) -> None:
        await player.visit("/verify.html")
        vectors = json.loads(VECTORS.read_text("utf-8"))["records"]
        record = next(each["record"] for each in vectors if each["valid"] is valid)
        await player.page.locator("#file").set_input_files(
            FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(record).encode())
        )
        await expect(player.page.locator("#result")).to_have_class(kind)

    return go


def _chart(player: Player) -> Locator:
    """The explorer's choices for the chosen throw or cup."""
    return player.page.get_by_role("region", name=player.say("web-explorer-choices"))


async def puzzle(player: Player) -> None:
    """A puzzle of training, answered."""
    await player.visit("/training/zock?level=1&seed=0")
    covers = player.page.get_by_role("group", name=player.say("web-zock-covers")).get_by_role("button")
    await covers.last.click()
    await expect(player.button("web-training-next")).to_be_visible()


def _note(player: Player) -> Locator:
    """The note of a lesson."""
    return player.page.get_by_role("complementary", name=player.say("web-learn-note"))


def _chapter(player: Player) -> Locator:
    return player.page.get_by_role("heading", level=2).first


def _form(player: Player) -> Locator:
    return player.page.get_by_label(player.say("web-name"))


async def lobby(player: Player) -> None:
    await player.reachable()
    await player.visit("/new/zocknroll")
    await player.set_up("zocknroll", bots=1)
    await player.make_table()


async def arranging(player: Player) -> None:
    """The host's form to change the options."""
    await lobby(player)
    await player.button("web-change").click()
    await expect(player.page.get_by_role("dialog").get_by_role("group").first).to_be_visible()


def game(name: str, bots: int, options: dict[str, Any] | None = None, **settings: Any) -> Way:
    """A table during a game, at an own decision."""

    async def go(player: Player) -> None:
        await open_table(player, name, bots, options, **settings)
        await player.play(moves=1)
        await expect(player.choices().or_(player.rematch).last).to_be_visible()

    return go


def result(name: str, bots: int, options: dict[str, Any] | None = None) -> Way:
    """A finished game, played over HTTP."""

    async def go(player: Player) -> None:
        await open_table(player, name, bots, options)
        await fast_forward(player)
        await expect(player.rematch).to_be_visible()

    return go


_zock_result: Final = result("zock", 1, {"games": 1})


async def schocken_final(player: Player) -> None:
    """The final between the losers of both halves."""

    def final(seen: Seen) -> bool:
        return len(seen["game"]["view"]["lost"]) == 2 and seen["game"]["pending"]["seat"] == seen["table"]["you"]

    await open_table(player, "schocken", 1, {"stones": 3})
    await fast_forward(player, final)
    await expect(player.choices().or_(player.rematch).last).to_be_visible()


async def low_clock(player: Player) -> None:
    """Nine of thirty seconds are left for a decision."""
    await player.page.clock.install()
    await game("zock", 1, {"games": 1}, clock=30)(player)
    await player.page.clock.fast_forward(21_000)


async def knocking(player: Player) -> None:
    """A game with a join request."""
    await game("schocken", 1, None, door="knock")(player)
    await knock(player, "Ben")
    await expect(player.page.get_by_text(player.say("web-knocks", name="Ben"))).to_be_visible()


async def watching(player: Player) -> None:
    """A game as a spectator."""
    host = await second_player(player)
    await game("zocknroll", 3)(host)
    await player.page.goto(host.page.url)
    await expect(player.own.get_by_text(player.say("web-watching"))).to_be_visible()


async def doorstep(player: Player) -> None:
    """A table with a free seat."""
    host = await second_player(player)
    await lobby(host)
    await player.page.goto(host.page.url)
    await expect(player.button("web-sit-down")).to_be_visible()


async def lost_line(player: Player) -> None:
    await player.page.clock.install()
    await game("schocken", 2)(player)
    await player.context.set_offline(True)
    await player.page.clock.run_for(40_000)
    await expect(player.page.get_by_text(player.say("web-lost-line"))).to_be_visible()


async def lesson(player: Player) -> None:
    """The first question of a lesson."""
    await page("/learn/zock", _note)(player)
    onward, throw = player.button("web-learn-on"), player.button("web-zock-throw")
    asks = _note(player).get_by_text(player.say("web-learn-decide"))
    while not await asks.is_visible():
        await expect(onward.or_(throw).or_(asks).first).to_be_visible()
        if not await asks.is_visible():
            await onward.or_(throw).first.click()


async def spent_link(player: Player) -> None:
    await page("/carry#00000000000000000000000000000000")(player)
    await player.button("web-carry-take").click()
    await expect(player.page.get_by_text(player.say("web-carry-spent"))).to_be_visible()


async def replay(player: Player) -> None:
    await _zock_result(player)
    link = player.page.get_by_role("link", name=player.say("web-analyse-game"), exact=True)
    await player.visit(((await link.get_attribute("href")) or "").partition("?")[0])
    play = player.page.get_by_role("button", name=player.say("web-replay-play"), exact=True)
    await expect(play).to_be_visible()


async def history(player: Player) -> None:
    await _zock_result(player)
    await page("/history", _chapter)(player)


async def honesty(player: Player) -> None:
    """The dice statistics of a finished game."""
    await _zock_result(player)
    await page("/honesty", lambda player: player.page.get_by_role("table"))(player)


async def empty_honesty(player: Player) -> None:
    """The dice statistics of a table without a finished game."""
    await lobby(player)
    code = player.page.url.rpartition("/")[2]
    await page(f"/honesty/{code}", lambda player: player.page.get_by_text(player.say("web-honesty-empty")))(player)


async def seal(player: Player) -> None:
    """The fairness sheet of a game, with all values."""
    await game("zock", 1, {"games": 1})(player)
    await player.page.get_by_role("button", name=player.say.like("web-fair-seal", "count")).click()
    for fold in ("web-fair-numbers", "web-fair-remains"):
        await player.page.get_by_text(player.say(fold), exact=True).click()
    await expect(player.button("web-fair-copy")).to_be_visible()


async def ranking(player: Player) -> None:
    """The ranking of throws, over the table."""
    await game("schocken", 1)(player)
    await player.button("web-ranking", game="schocken").click()
    await expect(player.page.get_by_role("dialog")).to_be_visible()


async def explanation(player: Player) -> None:
    """The explanation of a symbol."""
    await game("schocken", 1)(player)
    await player.page.locator("button.explain").first.click()
    await expect(player.page.locator("[popover]").first).to_be_visible()


async def alarm(player: Player) -> None:
    """A page with a failed verification, after a reload."""
    await game("schocken", 2)(player)
    code = player.page.url.rpartition("/")[2]
    found = json.dumps({"failure": {"why": "promise", "throw": 17, "seat": 1}})
    await player.page.evaluate(
        "([key, found]) => sessionStorage.setItem(key, found)", [f"knobel.fair.failed.{code}", found]
    )
    await player.page.reload()
    await expect(player.button("web-fair-evidence")).to_be_visible()


async def real_schocken(player: Player) -> None:
    """A table with real dice: which dice stay, and the keypad for the others."""
    names, dice = ("Anna", "Ben", "Cem"), (6, 6, 2)
    scribe = Scribe(player)
    await scribe.set_up("schocken", names)
    await scribe.name("Ben")
    await scribe.asked("web-real-ask-throw", name="Ben", count=3)
    for die in dice:
        await player.page.keyboard.press(str(die))
    await scribe.asked("web-real-ask-keep", name="Ben")


async def real_undo(player: Player) -> None:
    """The preview of what is taken back."""
    await real_schocken(player)
    await player.page.keyboard.press("u")
    await expect(player.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()


async def real_lobby(player: Player) -> None:
    """The people of a real table before the first game."""
    wish: dict[str, Any] = {"id": f"real-{id(player)}", "game": "zocknroll", "name": "Anna", "guests": ["Ben", "Cleo"]}
    wish |= {"settings": {"dice": "real"}}
    made = await player.context.request.post(f"{player.base}/api/tables", data=wish)
    await player.visit(f"/t/{(await made.json())['code']}")
    await expect(player.button("web-real-add")).to_be_visible()


PAGES: Final[dict[str, Way]] = {
    "start": page("/"),
    "new-zock": page("/new/zock", _form),
    "new-schocken": page("/new/schocken", _form),
    "new-zocknroll": page("/new/zocknroll", _form),
    "new-real": page("/real/zocknroll", lambda player: player.button("web-real-begin")),
    "real-lobby": real_lobby,
    "real-schocken": real_schocken,
    "real-undo": real_undo,
    "join": page("/join"),
    "rules": page("/rules/schocken", _chapter),
    "print": page("/print/schocken"),
    "settings": page("/settings"),
    "learn": page("/learn/zocknroll", _note),
    "lesson": lesson,
    "carry": page("/carry#00000000000000000000000000000000"),
    "spent-link": spent_link,
    "lost": page("/nowhere"),
    "wrong-code": page("/t/laka-laka-laka"),
    "explorer-zock": page("/explorer/zock", _chart),
    "explorer-schocken": page("/explorer/schocken?players=3&before=652&limit=2", _chart),
    "explorer-zocknroll": page("/explorer/zocknroll?round=2&fates=1210&place=2&white=2446", _chart),
    "training": page("/training"),
    "drill": puzzle,
    "lobby": lobby,
    "arranging": arranging,
    "doorstep": doorstep,
    "zock": game("zock", 1, {"games": 1}),
    "schocken": game("schocken", 1),
    "schocken-six": game("schocken", 5),
    "schocken-final": schocken_final,
    "zocknroll": game("zocknroll", 2),
    "zocknroll-pro": game("zocknroll", 2, {"board": "pro"}),
    "zocknroll-six": game("zocknroll", 5),
    "zocknroll-eight": game("zocknroll", 7),
    "low-clock": low_clock,
    "knocking": knocking,
    "watching": watching,
    "lost-line": lost_line,
    "result": _zock_result,
    "result-schocken": result("schocken", 2, {"stones": 3}),
    "result-zocknroll": result("zocknroll", 3),
    "replay": replay,
    "history": history,
    "empty-history": page("/history"),
    "seal": seal,
    "ranking": ranking,
    "explanation": explanation,
    "alarm": alarm,
    "verify": page("/verify.html"),
    "verified": verified(True, "right"),
    "forged": verified(False, "wrong"),
    "honesty": honesty,
    "empty-honesty": empty_honesty,
}
