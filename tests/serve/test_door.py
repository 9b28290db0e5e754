"""Door of a table: one client takes one seat, and a guest who was sent away waits before knocking again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from knobel.serve.limits.rate_limit import Limits

from .memory_server import Device, Frame, MemoryServer, memory_server

_LIMITS = Limits()


async def _open(server: MemoryServer, door: str = "open") -> tuple[str, Device]:
    host = await server.device(address="10.9.9.9")
    return await host.make("schocken", bots=0, start=False, settings={"door": door}), host


def _join(number: int, v: int = 1) -> dict[str, Any]:
    return {"id": f"join-{number}", "v": v, "do": {"c": "join", "name": f"Guest {number}"}}


async def test_requests_without_a_cookie_take_one_seat(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, _ = await _open(server)
        client = await server.device()
        said = list[Frame]()
        for number in range(10):
            client.http.cookies.clear()
            said.append((await client.http.post(f"/api/tables/{code}/commands", json=_join(number))).json())
        assert len(server.hub.tables[code].table.seats) == 2
        assert {answer["why"] for answer in said[1:]} == {"limit"}
        assert "cookie" in said[1]["sentence"]
        await server.time.advance(60)
        client.http.cookies.clear()
        again = await client.http.post(f"/api/tables/{code}/commands", json=_join(10))
        assert again.status_code == 200


async def test_sockets_without_a_cookie_take_one_seat(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, _ = await _open(server)
        said = list[Frame]()
        for number in range(5):
            socket = await (await server.device("no token of this server")).look(code)
            said.append(await socket.ask("join", name=f"Guest {number}"))
        assert [answer["m"] for answer in said] == ["ok", *["no"] * 4]
        assert {answer["why"] for answer in said[1:]} == {"limit"}


async def test_a_round_behind_one_router_sits_down_at_once(tmp_path: Path) -> None:
    """Eight phones with their cookies join in the same moment; of very many, the rest waits some seconds."""
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, _ = await _open(server)
        said = list[Frame]()
        sockets = [await (await server.device()).look(code) for _ in range(10)]
        for number, socket in enumerate(sockets):
            said.append(await socket.ask("join", name=f"Guest {number}"))
        assert [answer["m"] for answer in said] == ["ok"] * 8 + ["no"] * 2
        assert (said[8]["why"], "network" in said[8]["sentence"]) == ("limit", True)
        await server.time.advance(2)
        assert (await sockets[-1].ask("join", name="Late"))["m"] == "ok"
        elsewhere = await (await server.device(address="10.0.0.2")).look(code)
        assert (await elsewhere.ask("join", name="Elsewhere"))["m"] == "ok"


async def test_a_guest_who_was_turned_away_waits_longer_each_time(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, host = await _open(server, "knock")
        own = await host.look(code)
        guest = await (await server.device()).look(code)
        waits = list[int]()
        for _ in range(3):
            assert (await guest.ask("join", name="Guest"))["m"] == "ok"
            await own.until(lambda: bool(own.table["knocking"]))
            assert (await own.ask("turn_away", guest=own.table["knocking"][0]["guest"]))["m"] == "ok"
            await own.until(lambda: not own.table["knocking"])
            refused = await guest.ask("join", name="Guest")
            assert (refused["m"], refused["why"]) == ("no", "limit")
            waits.append(next(int(word) for word in refused["sentence"].split() if word.isdecimal()))
            server.time.skip(waits[-1] - 1)
            assert (await guest.ask("join", name="Guest"))["m"] == "no"
            server.time.skip(1)
        assert waits == [30, 60, 120]
        assert (await guest.ask("join", name="Guest"))["m"] == "ok"


@pytest.mark.parametrize("door", ["knock", "open"])
async def test_new_devices_of_an_address_that_was_sent_away_twice_wait(tmp_path: Path, door: str) -> None:
    """A single attacker has as many devices as it wants; others are not concerned."""
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, host = await _open(server, door)
        own = await host.look(code)
        for number in range(2):
            guest = await (await server.device()).look(code)
            assert (await guest.ask("join", name=f"Guest {number}"))["m"] == "ok"
            await own.until(lambda: bool(own.table["knocking"]) or len(own.table["seats"]) > 1)
            if door == "knock":
                answer = await own.ask("turn_away", guest=own.table["knocking"][0]["guest"])
            else:
                answer = await own.ask("unseat", seat=1)
            assert answer["m"] == "ok"
            await own.until(lambda: not own.table["knocking"] and len(own.table["seats"]) == 1)
        third = await (await server.device()).look(code)
        assert (await third.ask("join", name="Guest 3"))["why"] == "limit"
        neighbour = await (await server.device(address="10.0.0.2")).look(code)
        assert (await neighbour.ask("join", name="Neighbour"))["m"] == "ok"
        await server.time.advance(30)
        assert (await third.ask("join", name="Guest 3"))["m"] == "ok"


async def test_a_guest_who_was_let_in_is_forgiven(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code, host = await _open(server, "knock")
        own = await host.look(code)
        guest = await (await server.device()).look(code)
        for decision in ("turn_away", "let_in"):
            assert (await guest.ask("join", name="Guest"))["m"] == "ok"
            await own.until(lambda: bool(own.table["knocking"]))
            assert (await own.ask(decision, guest=own.table["knocking"][0]["guest"]))["m"] == "ok"
            await own.until(lambda: not own.table["knocking"])
            await server.time.advance(30)
        assert (await guest.ask("leave"))["m"] == "ok"
        assert (await guest.ask("join", name="Guest"))["m"] == "ok"
