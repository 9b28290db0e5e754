"""Device tokens: only those that this server issued are devices, and older players keep their seats."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from knobel.serve.tokens import TokenSource, digest
from knobel.store import Entry
from knobel.table import evolve
from knobel.table.events import Carried

from ..server_process import PATIENCE, ServerProcess
from .memory_server import memory_server

_OLD = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "token", [_OLD, _OLD * 2, TokenSource(key=b"another server").authenticated(_OLD), "0" * 64, "", _OLD.upper()]
)
async def test_a_token_chosen_by_a_client_is_replaced(tmp_path: Path, token: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device(token or " ")
        code = (await anna.http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})).json()["code"]
        table = server.hub.tables.get(code) or await server.hub.find(code)
        assert table is not None
        assert table.table.seat_of(digest(token)) is None
        issued = anna.http.cookies.jar
        assert any(server.services.secrets.is_issued(cookie.value or "") for cookie in issued)
        socket = await (await server.device(token or " ")).look(code)
        assert socket.accepted is not None
        assert any(name == b"set-cookie" for name, _ in socket.accepted["headers"])


async def test_a_player_of_an_earlier_version_keeps_the_seat(tmp_path: Path) -> None:
    """Its token has 32 digits, and the store knows it."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        live = server.hub.tables.get(code) or await server.hub.find(code)
        assert live is not None
        carried = Carried(0, digest(_OLD))
        last = live.table.version
        await asyncio.wrap_future(
            server.services.store.append(
                code, [Entry(last + 1, 1, carried)], before=live.table, after=evolve(live.table, carried)
            )
        )
        server.hub.reload([code])
        old = await server.device(_OLD)
        answer = await old.http.get(f"/api/tables/{code}")
        assert (answer.json()["table"]["you"], "set-cookie" in answer.headers) == (0, False)
        assert (await old.look(code)).table["you"] == 0


def test_issued_tokens_outlive_a_restart(tmp_path: Path) -> None:
    """The key is derived from the secret in the store."""
    with ServerProcess(tmp_path / "data") as server:
        with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
            code = http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"}).json()["code"]
            token = http.cookies["knobel"]
        server.stop()
        server.start()
        with httpx.Client(base_url=server.base, cookies={"knobel": token}, timeout=PATIENCE) as http:
            answer = http.get(f"/api/tables/{code}")
            assert (answer.json()["table"]["you"], "set-cookie" in answer.headers) == (0, False)
        with httpx.Client(base_url=server.base, cookies={"knobel": "f" * 32}, timeout=PATIENCE) as http:
            assert "set-cookie" in http.get(f"/api/tables/{code}").headers
