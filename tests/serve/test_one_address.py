"""Two hundred phones behind one address (NAT, a proxy of a mobile network): play within the default limits."""

from __future__ import annotations

import asyncio
from itertools import chain
from pathlib import Path

from knobel.serve.api.static_files import ClientFiles
from knobel.serve.limits.rate_limit import Limits

from .memory_server import MemoryServer, Socket, memory_server

_PHONES = 200
_SIZES = {"zock": 2, "schocken": 8}
_TABLES = {"zock": 72, "schocken": 7}
_ARRIVAL = 0.15
"""Seconds between two phones: all of them scan the code on the wall within half a minute."""

_PAGES = ("/", "/api/games", "/api/me/tables", "/api/address")
_WRONG = "/api/tables/lala-lala-lala"


async def _arrive(server: MemoryServer) -> list[list[Socket]]:
    """All players load the page and sit down; one in twenty mistypes the code."""
    tables, phones = list[list[Socket]](), 0
    for game, size in ((game, _SIZES[game]) for game, count in _TABLES.items() for _ in range(count)):
        sockets, code = list[Socket](), ""
        for seat in range(size):
            phone = await server.device()
            phones += 1
            await server.time.advance(_ARRIVAL)
            for path in _PAGES:
                assert (await phone.http.get(path)).status_code != 429, (phones, path)
            if phones % 20 == 0:
                assert (await phone.http.get(_WRONG)).status_code == 404, phones
            if seat == 0:
                code = await phone.make(game, 0, start=False)
            sockets.append(await phone.look(code))
            if seat > 0:
                answer = await sockets[-1].ask("join", name=f"Player {seat}")
                assert answer["m"] == "ok", (phones, answer)
        assert (await sockets[0].ask("start"))["m"] == "ok"
        tables.append(sockets)
    assert phones == _PHONES
    return tables


async def _play(server: MemoryServer, tables: list[list[Socket]], turns: int) -> None:
    """At every table a player decides once a second, after the page has fetched the choices."""
    for _ in range(turns):
        await server.settle()
        for sockets in tables:
            await _latest(sockets)
            acting = next((socket for socket in sockets if socket.my_turn), None)
            if acting is not None:
                choices = await acting.device.http.get(f"/api/tables/{acting.table['code']}/choices")
                assert choices.status_code == 200
                answer = await acting.act()
                assert answer["m"] == "ok", answer
        await server.time.advance(1)


async def _latest(sockets: list[Socket]) -> None:
    for socket in sockets:
        await socket.until(lambda each=socket: each.version == max(other.version for other in sockets))  # type: ignore[misc]


async def _reconnect(server: MemoryServer, tables: list[list[Socket]]) -> list[list[Socket]]:
    """The wireless network was away: all phones come back in the same moment, as they would after a restart."""
    for socket in chain(*tables):
        await socket.leave()

    async def again(old: Socket) -> Socket:
        socket = await old.device.look(old.table["code"])
        assert socket.closed is None
        return socket

    back = [await asyncio.gather(*map(again, sockets)) for sockets in tables]
    await server.settle()
    return back


async def test_play_of_200_phones_is_not_refused(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits()) as server:
        tables = await _arrive(server)
        await _play(server, tables, 4)
        tables = await _reconnect(server, tables)
        await _play(server, tables, 2)
        for socket in chain(*tables):
            assert socket.closed is None
            assert not any('"why":"limit"' in frame for frame in socket.frames)


def test_200_phones_may_load_all_files_at_once() -> None:
    assert _PHONES * len(ClientFiles()._files) <= Limits().files_of_address.burst
