"""Several players at one table: joining by link, network failures, reloads, a killed server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import expect

from ..server_process import ServerProcess
from .conftest import Invite
from .flaky_proxy import FlakyProxy
from .player import Player
from .traffic_recorder import TrafficRecorder


async def begin(ada: Player, ben: Player) -> None:
    """Ada makes a table for a short game, and Ben joins by the link."""
    await ada.visit("/new/zock")
    await ada.set_up("zock", options={"games": "1"})
    path = await ada.make_table()
    await ben.sit_down(path, "Ben")
    await ada.button("web-start").click()


async def stay(*players: Player) -> None:
    """Set a variable in the pages that a reload would clear."""
    for player in players:
        await player.page.evaluate("window.stayed = true")


async def stayed(player: Player) -> bool:
    return bool(await player.page.evaluate("window.stayed === true"))


async def test_players_join_by_link_a_bot_fills_a_seat_and_all_play_a_rematch(invite: Invite) -> None:
    ada, ben, cleo = await invite("de", wide=True), await invite("en"), await invite("de")
    await ada.visit("/new/zocknroll")
    await ada.set_up("zocknroll")
    path = await ada.make_table()
    await ben.sit_down(path, "Ben")
    await cleo.sit_down(path, "Cleo")
    await ada.page.get_by_label(ada.say("web-bot-level")).select_option("casual")
    await ada.page.get_by_role("button", name=ada.say("web-add-bot"), exact=True).click()
    await expect(ada.page.get_by_role("listitem")).to_have_count(4)
    await ada.button("web-start").click()
    await asyncio.gather(ada.play(), ben.play(), cleo.play())
    for player in (ada, ben, cleo):
        await expect(player.own.get_by_role("table").get_by_role("row")).to_have_count(5)
        await player.rematch.click()
    for player in (ada, ben, cleo):
        await expect(player.rematch).to_be_hidden()
    before = [player.moves for player in (ada, ben, cleo)]
    await asyncio.gather(ada.play(moves=1), ben.play(moves=1), cleo.play(moves=1))
    assert [player.moves for player in (ada, ben, cleo)] == [moves + 1 for moves in before]


async def test_a_phone_is_offline_and_another_one_reloads(invite: Invite, server: ServerProcess) -> None:
    async with FlakyProxy(server.port) as proxy:
        ada, ben = await invite("en"), await invite("en", base=proxy.base)
        heard = TrafficRecorder(ben.page)
        await begin(ada, ben)
        await stay(ben)
        bens_game = asyncio.create_task(ben.play())
        await ada.play(moves=3)
        proxy.cut()
        await ada.page.reload()
        await ada.button("web-emotes").click()
        await ada.button("emote-hello").click()  # Ben misses at least this one
        adas_game = asyncio.create_task(ada.play())
        await expect(ben.page.get_by_text(ben.say("web-lost-line"))).to_be_visible()  # by its heartbeat
        proxy.restore()
        await asyncio.gather(adas_game, bens_game)
        assert await stayed(ben)
        assert ada.moves > 3
        assert ben.moves > 3
        messages, versions = await heard.messages(), await heard.versions()
        assert [message["m"] for message in messages].count("snapshot") == 1, "a second snapshot was sent"
        assert versions == list(range(versions[0], versions[-1] + 1)), "a version is missing or was sent twice"


async def test_players_continue_after_the_server_was_killed(invite: Invite, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--rate", "0") as server:
        ada, ben = await invite("en", base=server.base), await invite("de", base=server.base)
        await begin(ada, ben)
        await stay(ada, ben)
        game = asyncio.gather(ada.play(), ben.play())
        await ada.in_the_game.wait()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await game
        assert await stayed(ada)
        assert await stayed(ben)


async def test_a_seat_is_transferred_to_a_phone_and_its_token_is_in_no_request(invite: Invite) -> None:
    ada, phone = await invite("en", wide=True), await invite("en")
    asked = list[str]()
    for player in (ada, phone):
        player.page.on("request", lambda request: asked.append(request.url))
    await ada.reachable("http://192.168.0.7")
    await ada.visit("/new/zock")
    await ada.set_up("zock", bots=1)
    table = await ada.make_table()
    await ada.button("web-carry").click()
    sheet = ada.page.get_by_role("dialog", name=ada.say("web-carry"))
    await expect(sheet.get_by_role("img", name=ada.say("web-qr"))).to_be_visible()
    shown = sheet.get_by_role("textbox", name=ada.say("web-link"), exact=True)
    await expect(shown).to_have_value(re.compile("^http://192.168.0.7/carry#"))
    link = await shown.input_value()
    _, _, token = link.partition("#")
    await phone.visit(link.removeprefix("http://192.168.0.7"))
    await phone.button("web-carry-take").click()
    await expect(phone.button("web-start")).to_be_visible()
    assert phone.page.url == phone.base + table
    assert len(token) == 32
    assert asked
    assert not [url for url in asked if token in url.partition("#")[0]]
