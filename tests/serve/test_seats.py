"""Seats without accounts: device cookies, access, carry links and table codes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from threading import Event

import pytest

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.tokens import TokenSource, parse_table_code

from .memory_server import carry_token, memory_server


async def test_a_new_device_gets_a_token_that_no_script_can_read(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        anna.http.cookies.clear()
        answer = await anna.http.get("/api/me/tables")
        cookie = answer.headers["set-cookie"]
        assert re.fullmatch(r"knobel=[0-9a-f]{64}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax", cookie)
        assert "set-cookie" not in (await anna.http.get("/api/me/tables")).headers


async def test_only_the_device_that_holds_a_seat_plays_it(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        code = await anna.make(settings={"throws": "hand"})
        own, other = await anna.look(code), await stranger.look(code)
        await own.until(lambda: own.my_turn)
        assert other.table["you"] is None
        refused = await other.ask("throw", v=own.version)
        assert (refused["m"], refused["why"]) == ("no", "forbidden")


async def test_other_origins_are_refused(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make()
        foreign = {"origin": "https://elsewhere.example"}
        answer = await anna.http.post("/api/tables", json={}, headers=foreign)
        assert (answer.status_code, answer.json()["why"]) == (403, "forbidden")
        socket = await anna.look(code, headers=foreign)
        assert socket.accepted is None
        assert socket.closed is not None
        own = await anna.look(code, headers={"origin": "http://knobel"})
        assert own.accepted is not None


async def test_a_carry_link_works_once_and_expires(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, phone, late = await server.device(), await server.device(), await server.device()
        code = await anna.make(settings={"throws": "hand"})
        assert (await phone.http.post(f"/api/tables/{code}/carry")).status_code == 403
        link = (await anna.http.post(f"/api/tables/{code}/carry")).json()["url"]
        taken = await phone.http.post("/api/carry", json=carry_token(link))
        assert taken.json() == {"code": code}
        again = await phone.http.post("/api/carry", json=carry_token(link))  # as if the answer had been lost on its way
        assert (again.status_code, again.content) == (taken.status_code, taken.content)
        assert (await late.http.post("/api/carry", json=carry_token(link))).status_code == 410
        socket = await phone.look(code)
        await socket.until(lambda: socket.my_turn)
        assert (await socket.act())["m"] == "ok"
        link = (await anna.http.post(f"/api/tables/{code}/carry")).json()["url"]
        await server.time.advance(601)
        assert (await late.http.post("/api/carry", json=carry_token(link))).status_code == 410
        assert (await late.http.post("/api/carry", json={"token": "nonsense"})).json()["why"] == "spent"


async def test_only_the_host_sees_knocking_guests(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben, cleo = [await server.device() for _ in range(3)]
        code = await anna.make("schocken", 1, start=False, settings={"door": "knock"})
        host, guest, watcher = [await device.look(code) for device in (anna, ben, cleo)]
        await guest.ask("join", name="Ben")
        await host.until(lambda: bool(host.table["knocking"]))
        await watcher.until(lambda: watcher.version == host.version)
        assert host.table["knocking"] == [{"guest": 1, "name": "Ben"}]
        assert guest.table["knocked"]
        assert not any("Ben" in text for text in watcher.frames)
        await host.ask("let_in", guest=1)
        await guest.until(lambda: guest.table["you"] == 2)
        await watcher.until(lambda: watcher.last("here")["seats"] == [True, False, True])


async def test_newcomers_at_the_door_are_not_spectators(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben, cleo, dora = [await server.device() for _ in range(4)]
        code = await anna.make(bots=0, start=False, settings={"door": "knock", "throws": "hand"})
        host = await anna.look(code)

        async def watching() -> int:
            await server.settle()
            count: int = host.last("here")["watching"]
            return count

        guest = await ben.look(code)
        assert await watching() == 0, "a form asks for a name"
        await guest.ask("join", name="Ben")
        assert await watching() == 0, "the guest waits to be let in"
        await host.ask("let_in", guest=1)
        await cleo.look(code)
        await cleo.look(code)
        assert await watching() == 1, "the table is full, and one device with two tabs watches"
        await host.ask("start")
        late = await dora.look(code)
        assert await watching() == 2
        await late.ask("join", name="Dora")
        assert await watching() == 1


async def test_a_table_that_does_not_exist(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for code in ("baba-baba-baba", "nonsense", "%00"):
            assert (await anna.http.get(f"/api/tables/{code}")).status_code == 404
            assert (await anna.look(code)).closed == (4404, "there is no such table")


async def test_table_codes_are_parsed_leniently(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make()
        heard = code.upper().replace("-", " ")
        assert (await anna.http.get(f"/api/tables/{heard}")).json()["table"]["code"] == code
        assert (await anna.look(heard.replace(" ", ""))).table["code"] == code


async def test_wrong_codes_are_rate_limited(tmp_path: Path) -> None:
    limits = Limits(wrong_codes_of_address=RateLimit(1 / 3, 5))
    async with memory_server(tmp_path, limits=limits) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make()
        for _ in range(5):
            assert (await ben.http.get("/api/tables/baba-baba-baba")).status_code == 404
        assert (await ben.http.get("/api/tables/baba-baba-baba")).status_code == 429
        assert (await ben.http.get(f"/api/tables/{code}")).status_code == 429
        assert (await ben.look(code)).closed == (4429, "too much at once: try it again later")
        await server.time.advance(3)
        assert (await ben.http.get(f"/api/tables/{code}")).status_code == 200


def test_codes_are_hard_to_guess_and_easy_to_say() -> None:
    codes = {TokenSource().code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(re.fullmatch(r"([bdfghjklmnprst][aeiou]){2}(-([bdfghjklmnprst][aeiou]){2}){2}", code) for code in codes)
    assert (14 * 5) ** 6 > 2**36


@pytest.mark.parametrize("text", ["", "baba", "baba-baba-bab", "x" * 10_000, "bäba-baba-baba", "baba/baba/bab."])
def test_invalid_table_codes(text: str) -> None:
    assert parse_table_code(text) is None


async def test_the_host_role_passes_on_after_the_presence_timeout(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben, cleo = [await server.device() for _ in range(3)]
        code = await anna.make("schocken", bots=1, start=False)
        host, absent, there = await anna.look(code), await ben.look(code), await cleo.look(code)
        await absent.ask("join", name="Ben")
        await there.ask("join", name="Cleo")
        await absent.leave()
        await host.leave()
        await there.until(lambda: there.last("here")["seats"] == [False, False, False, True])
        await server.time.advance(60)
        assert there.table["host"] == 0
        await server.time.advance(5)
        assert there.table["host"] == 3
        back = await anna.look(code)
        there.send("null")
        await server.time.advance(70)
        assert back.table["host"] == 3, "the former host does not take the role back"


async def test_the_host_timeout_pauses_while_no_other_player_is_connected(tmp_path: Path) -> None:
    """If all players disconnect and come back later, the host stays host."""
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("schocken", bots=0, start=False)
        host, guest = await anna.look(code), await ben.look(code)
        await guest.ask("join", name="Ben")
        watcher = await (await server.device()).look(code)
        await host.leave()
        await guest.leave()
        await server.time.advance(80)
        guest = await ben.look(code)
        await server.time.advance(50)
        await anna.look(code)
        watcher.send("null")
        await server.time.advance(60)
        assert guest.table["host"] == 0


async def test_cookies_of_other_programs_on_the_same_machine_do_not_hide_ours(tmp_path: Path) -> None:
    """`localhost` has one cookie jar for all ports, and other programs may set malformed cookies."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        for others in ('theme={"dark": [1, 2]}', "a b=1", "foo@bar=1", 'open="quote', "knobel=nonsense", "=;;"):
            for cookie in (f"{others}; knobel={anna.token}", f"knobel={anna.token}; {others}"):
                socket = await anna.look(code, headers={"cookie": cookie})
                assert socket.table["you"] == 0, cookie


async def test_two_devices_that_open_a_carry_link_at_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, phone, tablet = [await server.device() for _ in range(3)]
        code = await anna.make(start=False)
        socket = await anna.look(code)
        link = (await anna.http.post(f"/api/tables/{code}/carry")).json()["url"]
        disk = Event()
        server.services.store._writer.submit(lambda _: disk.wait(20), lambda _: None)
        first = asyncio.ensure_future(phone.http.post("/api/carry", json=carry_token(link)))
        while server.hub.tables[code].head is server.hub.tables[code].table:
            await asyncio.sleep(0)
        second = asyncio.ensure_future(tablet.http.post("/api/carry", json=carry_token(link)))
        while not second.done() and server.hub.tables[code].head.version < socket.version + 2:
            await asyncio.sleep(0)
        disk.set()
        assert [(await answer).status_code for answer in (first, second)] == [200, 410]
        await server.settle()
        assert socket.closed is None
