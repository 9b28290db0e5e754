"""Commands of the operator on a running server: moderation, blocks, personal data, and the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.admin.server import admin_app
from knobel.serve.tokens import digest
from knobel.store.check import problems
from knobel.store.schema import MIGRATIONS

from .club_server import club_server, play, seated
from .memory_server import MemoryServer, memory_server

TOKEN = "0" * 32


class Operator:
    """`knobel admin`, on the level of HTTP."""

    def __init__(self, server: MemoryServer, http: httpx.AsyncClient) -> None:
        self.server = server
        self.http = http

    async def ask(self, do: str, status: int = 200, **values: Any) -> Any:
        body = {"who": "root", "command": {"do": do, **values}}
        answer = await self.http.post("/admin", json=body, headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == status, answer.text
        await self.server.settle()
        return answer.json()


@asynccontextmanager
async def _operator(folder: Path | str, **more: Any) -> AsyncIterator[Operator]:
    async with memory_server(folder, **more) as server:
        transport = httpx.ASGITransport(admin_app(server.hub, TOKEN))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            yield Operator(server, http)


async def test_commands_need_the_token_and_have_to_be_known(where: Path | str) -> None:
    async with _operator(where) as operator:
        body = {"who": "root", "command": {"do": "blocks"}}
        assert (await operator.http.post("/admin", json=body)).status_code == 401
        wrong = {"authorization": f"Bearer {'1' * 32}"}
        assert (await operator.http.post("/admin", json=body, headers=wrong)).status_code == 401
        foreign = {b"authorization": "Bearer \xe9".encode("latin-1")}
        assert (await operator.http.post("/admin", json=body, headers=foreign)).status_code == 401
        await operator.ask("delete-everything", 400)
        assert (await operator.http.get("/metrics")).status_code == 200


async def test_web_pages_cannot_read_metrics_by_dns_rebinding(tmp_path: Path) -> None:
    """A page whose name resolves to this computer sends its own name as the host."""
    async with _operator(tmp_path) as operator:
        for path in ("/metrics", "/healthz", "/admin"):
            answer = await operator.http.get(path, headers={"host": "evil.example:9100"})
            assert (answer.status_code, "knobel_" in answer.text) == (421, False), path
        for host in ("localhost:9100", "127.0.0.1", "[::1]:9100", "10.0.0.5:9100"):
            assert (await operator.http.get("/metrics", headers={"host": host})).status_code == 200, host
        transport = httpx.ASGITransport(admin_app(operator.server.hub, TOKEN, any_host=True))
        async with httpx.AsyncClient(transport=transport, base_url="http://one:9100") as http:
            assert (await http.get("/metrics")).status_code == 200, "another container of a compose file"


@pytest.mark.parametrize("seconds", [1e300, 1e12, 0, -1])
async def test_a_block_has_a_sensible_end(tmp_path: Path, seconds: float) -> None:
    async with _operator(tmp_path) as operator:
        refused = await operator.ask("block", 422, network="192.0.2.7", seconds=seconds)
        assert refused["key"] == "error-admin-block-time"
        assert await operator.ask("blocks") == []


async def test_list_and_show(where: Path | str) -> None:
    async with _operator(where) as operator:
        anna = await operator.server.device()
        lobby, playing = await anna.make(start=False, id="1"), await anna.make(id="2")
        assert {row["code"] for row in await operator.ask("list")} == {lobby, playing}
        (row,) = await operator.ask("list", phase="lobby")
        assert (row["code"], row["game"], row["seats"][0]) == (lobby, "zock", "Anna")
        assert row["size"] > 100
        assert await operator.ask("list", game="schocken") == []
        assert await operator.ask("list", before=1) == []
        shown = await operator.ask("show", code=lobby.upper())
        assert shown["seats"][0] == {"name": "Anna", "devices": [digest(anna.token)]}
        assert shown["maker"] == digest(anna.token)
        assert (await operator.ask("show", 422, code="lala-lala-lala"))["key"] == "error-admin-table"
        assert (await operator.ask("show", 422, code="x"))["key"] == "error-admin-code"
        assert await operator.ask("log") == [], "reading is not audited"


@pytest.mark.parametrize("fair", [False, True])
async def test_close_ends_a_running_game_and_reaches_connected_clients(where: Path | str, fair: bool) -> None:
    async with _operator(where, fair=fair) as operator:
        anna = await operator.server.device()
        code = await anna.make()
        socket = await anna.look(code)
        await operator.ask("close", code=code)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 4409, "the client reconnects"
        again = await anna.look(code)
        assert again.table["phase"] == "closed"
        assert (await operator.ask("close", 422, code=code))["key"] == "error-admin-closed"
        (line,) = await operator.ask("log")
        assert (line["who"], line["action"], line["detail"]) == ("root", "close", {"code": code})


async def test_an_analysis_that_runs_while_a_name_is_replaced_is_not_stored(where: Path | str) -> None:
    """It quotes the old name. The next one, and replays, have the new name."""
    async with _operator(where) as operator:
        server = operator.server
        anna = await server.device()
        socket = await anna.look(code := await anna.make())
        await socket.play()
        path = f"/api/replays/{socket.table['replay']}"
        assert '"Anna"' in (await anna.http.get(path)).text
        server.coach.going.clear()
        assert (await anna.http.post(f"{path}/analysis")).json()["state"] in ("waiting", "running")
        await server.settle()
        await operator.ask("rename", code=code, seat=0, name="Nice")
        server.coach.going.set()
        while (state := (await anna.http.get(f"{path}/analysis?wait=20")).json()["state"]) in ("waiting", "running"):
            pass
        assert state == "cancelled"
        again = (await anna.http.post(f"{path}/analysis")).json()
        while again["state"] in ("waiting", "running"):
            again = (await anna.http.get(f"{path}/analysis?wait=20")).json()
        assert again["state"] == "done"
        assert "Anna" not in str(again)
        assert "Nice" in str(again)
        assert '"Anna"' not in (await anna.http.get(path)).text, "no cached replay"


async def test_rename_replaces_a_name_everywhere_but_not_during_a_game(where: Path | str) -> None:
    async with _operator(where) as operator:
        anna = await operator.server.device()
        code = await anna.make(options={"games": 1}, name="Rude")
        refused = await operator.ask("rename", 422, code=code, seat=0, name="Nice")
        assert refused["key"] == "error-admin-playing"
        socket = await anna.look(code)
        await socket.play()
        await socket.leave()
        assert (await operator.ask("rename", 422, code=code, seat=9, name="Nice"))["key"] == "error-admin-seat"
        await operator.ask("rename", code=code, seat=0, name="Nice")
        table = (await anna.look(code)).table
        assert table["seats"][0]["name"] == "Nice"
        (game,) = (await anna.http.get("/api/me/games")).json()
        record = (await anna.http.get(f"/api/replays/{game['replay']}/record")).text
        assert "Nice" in record
        assert "Rude" not in record
        log = await operator.ask("log")
        assert "Rude" not in str(log) + str(await operator.ask("show", code=code))
        assert not operator.server.services.store.check()


@pytest.mark.parametrize("how", ["rename", "new-code"])
async def test_a_table_that_is_being_read_is_read_anew_after_a_change(
    where: Path | str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("knobel.serve.live.hub.BATCH", 5)
    async with _operator(where) as operator:
        hub = operator.server.hub
        anna = await operator.server.device()
        code = await anna.make(start=False, name="Rude")
        socket = await anna.look(code)
        while socket.version < 12:
            await socket.ask("emote", emote="hello")
        await socket.leave()
        hub.drop(code)
        read, reading, go_on = hub.read, asyncio.Event(), asyncio.Event()

        async def held(work: Callable[..., Any], *args: Any) -> Any:
            found = await read(work, *args)
            reading.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(hub, "read", held)
        asked = asyncio.create_task(anna.http.get(f"/api/tables/{code}"))
        await reading.wait()
        change: dict[str, Any] = {"seat": 0, "name": "Nice"} if how == "rename" else {}
        new = (await operator.ask(how, code=code, **change))["code"]
        go_on.set()
        if how == "rename":
            assert (await asked).json()["table"]["seats"][0]["name"] == "Nice"
            assert (await anna.look(code)).table["seats"][0]["name"] == "Nice"
        else:
            assert (await asked).status_code == 404
            assert code not in hub.tables
            assert (await anna.look(new)).version == 12


async def test_a_new_code_keeps_the_table_and_ends_old_links(where: Path | str) -> None:
    async with _operator(where) as operator:
        anna = await operator.server.device()
        old = await anna.make(options={"games": 1})
        socket = await anna.look(old)
        await socket.play()
        new = (await operator.ask("new-code", code=old))["code"]
        assert new != old
        assert (await anna.http.get(f"/api/tables/{old}")).status_code == 404
        again = await anna.look(new)
        assert again.table["code"] == new
        assert again.table["phase"] == "over"
        assert [row["code"] for row in (await anna.http.get("/api/me/tables")).json()] == [new]
        (game,) = (await anna.http.get("/api/me/games")).json()
        assert (await anna.http.get(f"/api/replays/{game['replay']}/record")).status_code == 200
        assert await anna.make(options={"games": 1}) == new, "a repeat of the request that made it gets the new code"
        assert (await again.ask("emote", emote="laugh"))["m"] == "ok"
        assert not operator.server.services.store.check()
        rows: Any = operator.server.services.store.read(
            lambda connection: [
                connection.execute(f"SELECT count(*) FROM {table} WHERE code = ?", (old,)).get
                for table in ("entries", "tables", "holders", "games", "answers", "refusals", "fallen", "club_games")
            ]
        )
        assert set(rows) == {0}


async def test_blocks_refuse_requests_and_open_connections(where: Path | str) -> None:
    async with _operator(where) as operator:
        anna = await operator.server.device(address="192.0.2.7")
        ben = await operator.server.device(address="198.51.100.1")
        code = await anna.make()
        socket = await anna.look(code)
        await operator.ask("block", network="192.0.2.0/24", seconds=3600)
        assert [row["network"] for row in await operator.ask("blocks")] == ["192.0.2.0/24"]
        answer = await anna.http.get("/api/games")
        assert (answer.status_code, answer.json()["why"]) == (403, "blocked")
        socket.send("null")
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 4403
        assert (await anna.look(code)).closed is not None
        assert (await ben.http.get("/api/games")).status_code == 200
        operator.server.time.skip(3601)
        await operator.server.time.advance(60)
        refreshing = operator.server.hub.housekeeping._refreshing
        assert refreshing is not None
        await refreshing  # it reads a database in a thread
        assert (await anna.http.get("/api/games")).status_code == 200
        await operator.server.settle()
        kept: Any = operator.server.services.store.read(
            lambda connection: connection.execute("SELECT network FROM blocks").fetchall()
        )
        assert kept == [], "an address is not kept longer than its block"
        await operator.ask("block", network="192.0.2.7")
        assert (await anna.http.get("/api/games")).status_code == 403
        await operator.ask("unblock", network="192.0.2.7")
        assert (await anna.http.get("/api/games")).status_code == 200
        assert (await operator.ask("unblock", 422, network="192.0.2.7"))["key"] == "error-admin-not-blocked"
        assert (await operator.ask("block", 422, network="nowhere"))["key"] == "error-admin-network"


@pytest.mark.parametrize(
    ("network", "blocked"),
    [
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
    ],
)
async def test_mapped_addresses_are_blocked_as_ipv4(tmp_path: Path, network: str, blocked: str) -> None:
    async with _operator(tmp_path) as operator:
        devices = [await operator.server.device(address=each) for each in ("192.0.2.7", "::ffff:192.0.2.7", "::1")]
        assert (await operator.ask("block", network=network))["network"] == blocked
        assert [(await each.http.get("/api/games")).status_code for each in devices] == [403, 403, 200]
        await operator.ask("unblock", network=network)
        assert [(await each.http.get("/api/games")).status_code for each in devices] == [200] * 3


async def test_a_block_within_an_ipv6_network_reaches_open_connections(tmp_path: Path) -> None:
    async with _operator(tmp_path) as operator:
        anna = await operator.server.device(address="2001:db8::1:7")
        socket = await anna.look(await anna.make())
        assert (await operator.ask("block", network="2001:db8::1:0/112"))["network"] == "2001:db8::/64"
        socket.send("null")
        await socket.until(lambda: socket.closed is not None)


async def test_a_device_is_exported_and_erased(where: Path | str) -> None:
    async with _operator(where) as operator:
        server = operator.server
        club = await club_server(server)
        founder, anna = club.devices["founder"], club.devices["member"]
        code = await seated(server, (founder, "Otto"), (anna, "Vroni"))
        await club.ask("founder", "POST", "/tables", json={"code": code})
        await play(server, code, founder, anna)
        running = await anna.make(id="running", name="Vroni")
        record = dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=3))
        assert (await anna.http.post("/api/records", content=record)).status_code == 201
        device = digest(anna.token)
        exported = await operator.ask("export-device", device=device)
        assert {row["code"] for row in exported["seats"]} == {code, running}
        assert len(exported["games"]) == 2
        assert exported["commands"]
        assert len(exported["clubs"]) == 1

        erased = await operator.ask("erase-device", device=device)
        assert erased["playing"] == [running]
        assert erased["changed"] == [code]
        assert erased["records"] == 1
        assert len(erased["club_members"]) == 1
        await operator.ask("close", code=running)
        assert (await operator.ask("erase-device", device=device))["changed"] == [running]
        after = await operator.ask("export-device", device=device)
        assert not any(rows for name, rows in after.items() if name != "device"), after
        shown = await operator.ask("show", code=code)
        assert [seat["name"] for seat in shown["seats"]] == ["Otto", "N. N."]
        events: Any = server.services.store.read(
            lambda connection: connection.execute("SELECT event, device FROM entries").fetchall()
        )
        assert not any(b"Vroni" in event or device.encode() in event or device == owner for event, owner in events)
        assert not server.services.store.check()
        found = server.services.store.read(lambda store: list(problems(store, len(MIGRATIONS), lists=True)))
        assert found == [], "lists and logs tell the same"
        assert [line["action"] for line in await operator.ask("log")] == [
            *("export-device", "erase-device", "close", "erase-device", "export-device")
        ]
        assert (await operator.ask("erase-device", 422, device="abc"))["key"] == "error-admin-device"
