"""Fair dice in the browser: the seal, the alarm, and the verification page."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from playwright.async_api import FilePayload, Locator, Page, WebSocketRoute, expect

from .conftest import Invite
from .player import Player
from .room import at_rest, resize
from .test_multiplayer import begin

Frame: TypeAlias = dict[str, Any]
UNCOVERED = """line => {
  const { x, y, width, height } = line.getBoundingClientRect()
  return line.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""
"""Whether the centre of an element is visible and not covered."""
SINGLE_FILE = Path(__file__).parents[2] / "web/verify/knobel-verify.html"


def seal(player: Player, count: int) -> Locator:
    return player.button("web-fair-seal", count=count)


def thrown(record: Frame) -> int:
    """The number of throws in a record: one per cup, and the lot for the starter."""
    dice: list[list[Any]] = [event.get("dice") or [] for event in record["events"]]
    lots = [event for event in record["events"] if event["e"] == "starter"]
    return len(lots) + sum(len(each) if isinstance(each[0], list) else 1 for each in dice if each)


async def record_of(player: Player) -> Frame:
    """The downloaded record of the finished game."""
    link = player.own.get_by_role("link", name=player.say("web-analyse-game"), exact=True)
    replay = ((await link.get_attribute("href")) or "").partition("?")[0].rpartition("/")[2]
    answer = await player.page.request.get(f"{player.base}/api/replays/{replay}/record")
    record: Frame = await answer.json()
    return record


@asynccontextmanager
async def playing(*players: Player) -> AsyncIterator[None]:
    """Both play in the background."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def on_the_way(page: Page, to_page: Callable[[Frame], Frame], to_server: Callable[[Frame], bool]) -> None:
    """Change frames to the page by `to_page`, and drop frames to the server unless `to_server` is true."""

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(json.dumps(to_page(json.loads(text)))))
        line.on_message(lambda text: server.send(text) if to_server(json.loads(text)) else None)

    await page.route_web_socket(re.compile(r"/ws(\?|$)"), connect)


async def test_two_phones_verify_every_throw_and_the_record_can_be_verified(invite: Invite, tmp_path: Path) -> None:
    ada, ben = await invite("de", wide=True), await invite("en")
    await begin(ada, ben)
    await asyncio.gather(ada.play(), ben.play())
    record = await record_of(ada)
    throws = thrown(record)
    await resize(ben.page, {"width": 360, "height": 600})
    for player in (ada, ben):
        await expect(seal(player, throws)).to_be_visible()
        verdict = player.own.get_by_text(player.say("web-fair-verified", count=throws))
        await expect(verdict).to_be_visible()
        await at_rest(player.page)
        assert await verdict.evaluate(UNCOVERED), "nobody has to scroll for it"
        await expect(player.page.get_by_text(player.say("web-fair-alarm"))).to_have_count(0)
    await seal(ben, throws).click()
    await expect(ben.page.get_by_text(ben.say("web-fair-all-there"))).to_be_visible()
    await ben.page.keyboard.press("Escape")
    for player in (ada, ben):
        await player.rematch.click()
    await expect(seal(ben, throws)).to_have_count(0)
    await expect(ben.page.get_by_role("button", name=re.compile("^Dice verified: [0-9]+ throws"))).to_be_visible()
    await expect(ben.page.get_by_text(ben.say("web-fair-alarm"))).to_have_count(0)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    knobel = Path(sys.executable).with_name("knobel")
    done = subprocess.run([knobel, "verify", "--json", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["throws"] == throws
    await verified_by_the_page(ada.page, f"{ada.base}/verify.html", record, throws)
    await verified_by_the_page(ada.page, SINGLE_FILE.as_uri(), record, throws)


async def verified_by_the_page(page: Page, address: str, record: Frame, throws: int) -> None:
    """The page accepts the record and says what it did not verify; it names the throw with a changed die."""
    await page.goto(address)
    result, file = page.locator("#result"), page.locator("#file")
    await file.set_input_files(_file(record))
    await expect(result.get_by_role("heading", level=2)).to_have_text(
        [f"Alle {throws} Würfe sind geprüft", "Nicht geprüft: Züge, Plätze, Ergebnis"]
    )
    await expect(result.get_by_text("knobel verify game.json")).to_be_visible()
    await expect(result.get_by_text("In der Aufzeichnung steht kein Ergebnis")).to_have_count(0)
    cut = {key: value for key, value in record.items() if key != "result"}
    await file.set_input_files(_file(cut))
    await expect(result.get_by_text("In der Aufzeichnung steht kein Ergebnis")).to_be_visible()
    event = max(place for place, each in enumerate(record["events"]) if each["e"] == "throw")
    other = json.loads(json.dumps(record))
    other["events"][event]["dice"][0] = other["events"][event]["dice"][0] % 6 + 1
    await file.set_input_files(_file(other))
    await expect(result).to_contain_text(f"Wurf {throws} (Ereignis {event + 1})")
    await page.get_by_role("button", name="English").click()
    await expect(result).to_contain_text("These dice are not right")


def _file(record: Frame) -> FilePayload:
    return FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(record).encode())


async def test_a_changed_die_raises_a_permanent_alarm(invite: Invite) -> None:
    ada, ben = await invite("en"), await invite("en")
    lied = list[int]()

    def lie(frame: Frame) -> Frame:
        for step in frame.get("steps", ()) if isinstance(frame, dict) else ():
            event = step["e"].get("event") or {}
            if step["e"]["t"] == "played" and event["e"] == "throw" and not lied:
                event["dice"][0] = event["dice"][0] % 6 + 1
                lied.append(step["v"])
        return frame

    await on_the_way(ada.page, lie, lambda _: True)
    await begin(ada, ben)
    alarm = ada.page.get_by_role("alert").filter(has_text=ada.say("web-fair-alarm"))
    async with playing(ada, ben):
        await expect(alarm).to_contain_text(ada.say("web-fair-wrong-dice"))
    await expect(alarm).to_contain_text(ada.say.like("web-fair-at-throw", "number"))
    await expect(ben.page.get_by_text(ben.say("web-fair-alarm"))).to_have_count(0)
    async with ada.page.expect_download() as saving:
        await alarm.get_by_role("button", name=ada.say("web-fair-evidence")).click()
    evidence = json.loads((await (await saving.value).path()).read_text())
    assert evidence["failure"]["why"] == "dice"
    assert evidence["entries"][-1]["v"] == lied[0]
    await ada.page.reload()
    await expect(alarm).to_contain_text(ada.say("web-fair-wrong-dice"))


async def test_a_device_that_never_answers_is_named_as_absent(invite: Invite) -> None:
    ada, ben = await invite("en"), await invite("en")
    await on_the_way(ben.page, lambda frame: frame, lambda frame: not frame or frame["do"]["c"] != "reveal")
    await begin(ada, ben)
    async with playing(ben):
        await ada.page.get_by_role("button", name=re.compile("^Dice verified")).click()
        await expect(
            ada.page.get_by_text(re.compile("Ben’s device did not answer (once|[0-9]+ times)"))
        ).to_be_visible()
    await expect(ada.page.get_by_text(re.compile("Ada’s device did not answer"))).to_have_count(0)


async def test_a_device_whose_anchor_is_dropped_shows_it(invite: Invite) -> None:
    ada, ben = await invite("en"), await invite("en")
    await on_the_way(ben.page, lambda frame: frame, lambda frame: not frame or frame["do"]["c"] != "anchor")
    await begin(ada, ben)
    await ben.button("web-fair-seal-apart").click()  # after the roll-off
    await expect(ben.page.get_by_text(ben.say("web-fair-none", names="Ben"))).to_be_visible()
    await expect(ada.button("web-fair-seal-apart")).to_have_count(0)
