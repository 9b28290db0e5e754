"""Races: a hundred devices for one seat or one carry link."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import httpx

from .memory_server import Device, Frame, MemoryServer, carry_token, memory_server

RACERS = 100


async def _racers(server: MemoryServer) -> list[Device]:
    return [await server.device() for _ in range(RACERS)]


async def test_a_hundred_racers_for_one_seat(tmp_path: Path) -> None:
    """Half of them by WebSocket, half by HTTP, all with the same version."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make("zock", 0, start=False)
        racers = await _racers(server)
        sockets = [await racer.look(code) for racer in racers[: RACERS // 2]]
        version = sockets[0].version

        async def post(number: int, racer: Device) -> Frame:
            body = {"id": "mine", "v": version, "do": {"c": "join", "name": f"R{number}"}}
            said: Frame = (await racer.http.post(f"/api/tables/{code}/commands", json=body)).json()
            return said

        answers = await asyncio.gather(
            *(socket.ask("join", name=f"S{number}", v=version) for number, socket in enumerate(sockets)),
            *(post(number, racer) for number, racer in enumerate(racers[RACERS // 2 :])),
        )
        assert len(answers) == RACERS
        won = [answer for answer in answers if answer["m"] == "ok"]
        assert len(won) == 1
        for answer in answers:
            if answer["m"] == "no":
                assert (answer["why"], answer["sentence"]) == ("illegal", "all 2 seats of this table are taken")
                assert answer["rule"] == "K1"
        table = server.hub.tables[code].table
        assert len(table.seats) == 2
        seated = [
            place for racer in racers if (place := _seat(await racer.http.get(f"/api/tables/{code}"))) is not None
        ]
        assert seated == [1], "one device holds it"


async def test_a_hundred_racers_for_one_carry_link(tmp_path: Path) -> None:
    """It works for one device, also when that repeats the request."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make("zock", 0, start=False)
        link = (await anna.http.post(f"/api/tables/{code}/carry")).json()["url"]
        racers = await _racers(server)
        answers = await asyncio.gather(*(racer.http.post("/api/carry", json=carry_token(link)) for racer in racers))
        statuses = [answer.status_code for answer in answers]
        assert (statuses.count(200), statuses.count(410)) == (1, RACERS - 1)
        winner = racers[statuses.index(200)]
        assert (await winner.http.post("/api/carry", json=carry_token(link))).status_code == 200
        assert len(server.hub.tables[code].table.seats[0].devices) == 2


async def test_a_carry_link_is_used_while_its_owner_leaves(tmp_path: Path) -> None:
    """The owner's leaving is decided but not stored yet; the link must not lead to another seat."""
    async with memory_server(tmp_path) as server:
        anna, ben, cleo, dora = [await server.device() for _ in range(4)]
        code = await anna.make("schocken", 0, start=False)
        path = f"/api/tables/{code}/commands"
        for device, name in ((ben, "Ben"), (cleo, "Cleo")):
            await device.http.post(path, json={"id": "join", "v": 1, "do": {"c": "join", "name": name}})
        link = (await ben.http.post(f"/api/tables/{code}/carry")).json()["url"]
        disk = Event()
        server.services.store._writer.submit(lambda _: disk.wait(20), lambda _: None)
        left = asyncio.ensure_future(ben.http.post(path, json={"id": "leave", "v": 3, "do": {"c": "leave"}}))
        while server.hub.tables[code].head is server.hub.tables[code].table:
            await asyncio.sleep(0)
        carrying = asyncio.ensure_future(dora.http.post("/api/carry", json=carry_token(link)))
        for _ in range(20):
            await asyncio.sleep(0)
        disk.set()
        assert [(await answer).status_code for answer in (left, carrying)] == [200, 410]
        await server.settle()
        assert [len(seat.devices) for seat in server.hub.tables[code].table.seats] == [1, 1]
        assert _seat(await dora.http.get(f"/api/tables/{code}")) is None


def _seat(answer: httpx.Response) -> int | None:
    seat: int | None = answer.json()["table"]["you"]
    return seat
