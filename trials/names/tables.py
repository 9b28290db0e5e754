"""Tables whose players all have hostile names, from joining to the replay."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any, Final

import httpx
from playwright.async_api import Browser, expect
from tests.browser.browsers import new_player
from tests.browser.table_setup import fast_forward

from .witness import TIMEOUT_MS, Found, PageObserver

SEATS: Final = {"schocken": 24, "zocknroll": 12, "zock": 2}
_LEAST: Final = {"schocken": 2, "zocknroll": 3, "zock": 2}
_OPTIONS: Final[dict[str, dict[str, Any]]] = {"schocken": {"stones": 3}, "zocknroll": {}, "zock": {"games": 1}}
_SETTINGS: Final = {"pace": "instant", "throws": "auto", "stand_in": "casual", "door": "knock"}


def batches(game: str, names: Sequence[str]) -> list[list[str]]:
    """The names at as few tables as there can be; where too few are left for a game, the first sit down again."""
    size = SEATS[game]
    found = [list(names[at : at + size]) for at in range(0, len(names), size)]
    short = _LEAST[game] - len(found[-1])
    if short > 0:
        found[-1] += [name for name in names if name not in found[-1]][:short]
    return found


class Guest:
    """A player without a browser."""

    def __init__(self, base: str) -> None:
        self.http = httpx.AsyncClient(base_url=base, timeout=TIMEOUT_MS / 1000)

    async def ask(self, code: str, **command: Any) -> dict[str, Any]:
        path = f"/api/tables/{code}"
        seen = (await self.http.get(path)).json()
        wish = {"id": secrets.token_hex(8), "v": seen["v"], "do": command}
        said: dict[str, Any] = (await self.http.post(f"{path}/commands", json=wish)).json()
        assert said["m"] == "ok", (command, said)
        return said


class Stage:
    """A host and a spectator with browsers, and guests."""

    def __init__(self, host: PageObserver, visitor: PageObserver, found: Found) -> None:
        self.host, self.visitor, self.found = host, visitor, found
        self.base = host.player.base
        self.guests = [Guest(self.base) for _ in range(max(SEATS.values()) - 1)]

    @staticmethod
    async def of(browser: Browser, base: str, found: Found) -> Stage:
        host = await PageObserver(await new_player(browser, base, "en"), found).begin()
        visitor = await PageObserver(await new_player(browser, base, "de"), found).begin()
        return Stage(host, visitor, found)

    async def close(self) -> None:
        for guest in self.guests:
            await guest.http.aclose()
        for witness in (self.host, self.visitor):
            await witness.player.context.close()

    async def ask(self, code: str, **command: Any) -> None:
        """The host asks something of the table."""
        path, request = f"{self.base}/api/tables/{code}", self.host.player.context.request
        seen = await (await request.get(path, max_retries=3)).json()
        wish = {"id": secrets.token_hex(8), "v": seen["v"], "do": command}
        said = await (await request.post(f"{path}/commands", data=wish, max_retries=3)).json()
        assert said["m"] == "ok", (command, said)

    async def seen(self, code: str) -> dict[str, Any]:
        answer = await self.host.player.context.request.get(f"{self.base}/api/tables/{code}", max_retries=3)
        seen: dict[str, Any] = await answer.json()
        return seen


class Table:
    """One table. Names are as the server stores them: of two that look the same one gets a number."""

    def __init__(self, stage: Stage, game: str, asked: Sequence[str]) -> None:
        self.stage, self.game, self.asked = stage, game, asked
        self.host, self.visitor = stage.host, stage.visitor
        self.guests = stage.guests[: len(asked) - 1]
        self.code = ""
        self.names = list[str]()

    @property
    def others(self) -> list[str]:
        """The names that a viewer sees: pages call the viewer "you"."""
        return self.names[1:]

    async def look(self, where: str, *, both: bool = True) -> None:
        place = f"{where} of {self.game}"
        await self.host.look(place, self.names, self.others)
        if both:
            await self.visitor.look(f"{place}, for others", self.names, self.names)

    async def make(self, *, door: bool) -> None:
        """All guests ask to join and are admitted. `door`: whether these pages are checked."""
        options, name = _OPTIONS[self.game], self.asked[0]
        new = {"id": secrets.token_hex(8), "game": self.game, "name": name, "options": options, "settings": _SETTINGS}
        made = await self.host.player.context.request.post(f"{self.stage.base}/api/tables", data=new, max_retries=3)
        self.code = (await made.json())["code"]
        for guest, wish in zip(self.guests, self.asked[1:], strict=True):
            await guest.ask(self.code, c="join", name=wish)
        standing = (await self.stage.seen(self.code))["table"]["knocking"]
        knockers = [each["name"] for each in standing]
        await self.host.player.visit(f"/t/{self.code}")
        if door:
            await self.host.look("door", [name, *knockers], knockers)
        for each in standing:
            await self.stage.ask(self.code, c="let_in", guest=each["guest"])
        self.names = [seat["name"] for seat in (await self.stage.seen(self.code))["table"]["seats"]]
        await self.visitor.player.visit(f"/t/{self.code}")
        if not door:
            return
        await self.look("lobby")
        player = self.host.player
        await player.button("web-host-tools").click()
        await self.look("host's sheet", both=False)
        await player.page.keyboard.press("Escape")

    async def start(self, *, devices: bool) -> None:
        """Start the game without checks; `devices` of the guests anchor a chain and never reveal."""
        await self.host.player.visit("/join")
        await self.stage.ask(self.code, c="start")
        if devices:
            for guest in self.guests:
                await guest.ask(self.code, c="anchor", anchor=secrets.token_hex(32))
        await self.host.player.visit(f"/t/{self.code}")
        await expect(self.host.player.own).to_be_visible(timeout=TIMEOUT_MS)

    async def seal(self) -> None:
        """The seal names seats whose device did not reveal or does not take part."""
        player = self.host.player
        await player.page.get_by_role("button", name=player.say.like("web-fair-seal", "count")).click()
        await player.page.get_by_text(player.say("web-fair-numbers"), exact=True).click()
        await expect(player.button("web-fair-copy")).to_be_visible(timeout=TIMEOUT_MS)
        await self.look("seal", both=False)
        text = await player.page.get_by_role("dialog").inner_text()
        self.stage.found.add("seal", [] if "did not answer" in text else ["no seat is reported as absent"])
        await player.page.keyboard.press("Escape")

    async def panels(self) -> None:
        """What can be opened at a table, and what is called across it."""
        player, page = self.host.player, self.host.page
        await self.guests[0].ask(self.code, c="emote", emote="hello")
        for drawer in ("web-log", "web-invite", "web-host-tools"):
            await page.get_by_role("button", name=player.say("web-menu"), exact=True).click()
            await page.get_by_role("dialog").get_by_role("button", name=player.say(drawer), exact=True).click()
            await self.host.look(f"{drawer} of {self.game}", self.names, self.others if "host" in drawer else ())
            await page.keyboard.press("Escape")

    async def alarms(self, most: int) -> None:
        """What is said if the device of a seat has not kept its promise, for each of them."""
        player = self.host.player
        key = f"knobel.fair.failed.{self.code}"
        for seat, name in list(enumerate(self.names))[:most]:
            found = json.dumps({"failure": {"why": "promise", "throw": 17, "seat": seat}})
            await player.page.evaluate("([key, found]) => sessionStorage.setItem(key, found)", [key, found])
            await player.page.reload()
            await expect(player.button("web-fair-evidence")).to_be_visible(timeout=TIMEOUT_MS)
            alarm = " ".join((await player.page.get_by_role("alert").first.inner_text()).split())
            self.stage.found.add("alarm", [] if name in alarm else [f"it does not name {name}"])
            await self.host.look("alarm", self.names, self.others)
        await player.page.get_by_role("button", name=player.say("web-fair-seal-broken")).click()
        await expect(player.page.get_by_role("dialog")).to_be_visible(timeout=TIMEOUT_MS)
        await self.look("seal, broken", both=False)
        await player.page.evaluate("key => sessionStorage.removeItem(key)", key)

    async def finish(self) -> str:
        """All but the host leave, bots play on under their names, and the result is shown; the name of the replay."""
        for guest in self.guests:
            await guest.ask(self.code, c="leave")
        await self.visitor.player.visit(f"/t/{self.code}")
        await self.look("table")
        await fast_forward(self.host.player)
        await expect(self.host.player.rematch).to_be_visible(timeout=TIMEOUT_MS)
        await self.look("result")
        await self.host.player.rematch.click()
        await self.look("result, again", both=False)
        return str((await self.stage.seen(self.code))["table"]["replay"])

    async def replay(self, replay: str, *, analysed: bool) -> None:
        """The replay at its beginning and its end, with the sheet to play on from there."""
        player, page = self.host.player, self.host.page
        board = page.get_by_role("region", name=player.say("web-coach-analysis"), exact=True)
        await player.visit(f"/replay/{replay}?{'analyse' if analysed else ''}")
        if analysed:
            await expect(board).to_be_visible(timeout=TIMEOUT_MS)
            await page.get_by_text(player.say("web-coach-table"), exact=True).click()
        await expect(page.get_by_text(player.say("web-fair-checking"))).to_have_count(0, timeout=TIMEOUT_MS)
        place = "analysis" if analysed else "replay"
        await self.host.look(f"{place} of {self.game}", self.names, self.names)
        await player.button("web-coach-play-on").click()
        await self.host.look(f"{place} of {self.game}, to play on", self.names, self.names)
        await page.keyboard.press("Escape")
        await page.keyboard.press("End")
        await self.host.look(f"{place} of {self.game}, its end", self.names, self.names)

    async def shut(self) -> None:
        """The table is closed: what is left of it is said to those who look on."""
        await self.stage.ask(self.code, c="close")
        await self.visitor.look(f"closed table of {self.game}", self.names)
