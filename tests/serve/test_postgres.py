"""The server with a store in PostgreSQL: in memory, and as a process that is killed, or whose database restarts."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner
from websockets.asyncio.client import connect

from knobel.cli import app
from tests.postgres import PostgresServer

from .first_moves import play
from .memory_server import memory_server
from .test_server_process import _http, _program

NEW = {"id": "a", "game": "zock", "name": "Anna", "bots": ["casual"], "start": True}
SETTINGS = {"settings": {"pace": "instant", "throws": "hand"}}


async def test_a_game_is_played_listed_and_read_again(postgres: PostgresServer) -> None:
    url = postgres.new_store()
    async with memory_server(url, fair=True) as server:
        anna = await server.device()
        code = await anna.make(options={"games": 1})
        socket = await anna.look(code)
        await socket.play()
        (game,) = (await anna.http.get("/api/me/games")).json()
        shown = [(await anna.http.get(path)).json() for path in _shown(code, game["replay"])]
    async with memory_server(url, fair=True) as server:
        anna = await server.device(anna.token)
        assert [(await anna.http.get(path)).json() for path in _shown(code, game["replay"])] == shown


def _shown(code: str, replay: str) -> tuple[str, ...]:
    return ("/api/me/tables", "/api/me/games", "/api/honesty", f"/api/replays/{replay}", f"/api/tables/{code}/stats")


async def _verify(http: httpx.AsyncClient, code: str, acknowledged: dict[str, Any], cookie: dict[str, str]) -> None:
    """Every acknowledged command is there once: its repeat gets the same answer, and the log has no gap."""
    for sent in acknowledged.values():
        if "answer" in sent:
            again = await http.post(f"/api/tables/{code}/commands", json=sent["command"], headers=cookie)
            assert again.json() == sent["answer"]
    steps = (await http.get(f"/api/tables/{code}/steps?since=0", headers=cookie)).json()["steps"]
    assert [step["v"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[-1]["v"] >= max(sent["answer"]["v"] for sent in acknowledged.values() if "answer" in sent)


async def test_after_kill_9_everything_acknowledged_is_there_once(tmp_path: Path, postgres: PostgresServer) -> None:
    acknowledged, store = dict[str, dict[str, Any]](), ("--store", postgres.new_database())
    async with (
        _program(tmp_path, *store) as (process, port),
        _http(port) as http,
    ):
        code = (await http.post("/api/tables", json={**NEW, **SETTINGS})).json()["code"]
        cookie = {"cookie": f"knobel={http.cookies['knobel']}"}
        async with connect(f"ws://127.0.0.1:{port}/api/tables/{code}/ws", additional_headers=cookie) as socket:
            await play(socket, 0, acknowledged, 25)
            process.send_signal(signal.SIGKILL)
            await process.wait()
    async with _program(tmp_path, *store) as (_, port), _http(port) as http:
        await _verify(http, code, acknowledged, cookie)
        async with connect(f"ws://127.0.0.1:{port}/api/tables/{code}/ws", additional_headers=cookie) as socket:
            await play(socket, 0, acknowledged, 30)


async def test_a_restart_of_postgresql_under_load_loses_nothing(tmp_path: Path) -> None:
    """Clients repeat what was not acknowledged, with the same id, until it is."""
    with PostgresServer(fsync=False) as server:
        async with (
            _program(tmp_path, "--store", server.new_database()) as (_, port),
            _http(port) as http,
        ):
            answer = await http.post("/api/tables", json={**NEW, "start": False})
            code, cookie = answer.json()["code"], {"cookie": f"knobel={http.cookies['knobel']}"}
            acknowledged, failures, halt = dict[str, dict[str, Any]](), 0, asyncio.Event()
            seen = 2

            async def knock(client: int) -> None:
                """Emotions, since they can always be sent."""
                nonlocal failures, seen
                number = 0
                while not halt.is_set():
                    number += 1
                    name = f"{client}-{number}"
                    command = {"id": name, "v": seen, "do": {"c": "emote", "emote": "luck"}}
                    while True:
                        reply = await http.post(f"/api/tables/{code}/commands", json=command, headers=cookie)
                        if reply.status_code == 200 and reply.json()["m"] == "ok":
                            acknowledged[name] = {"command": command, "answer": reply.json()}
                            seen = max(seen, reply.json()["v"])
                            break
                        failures += 1
                        await asyncio.sleep(0.02)

            clients = [asyncio.create_task(knock(client)) for client in range(4)]
            async with asyncio.timeout(60):
                for mode in ("fast", "immediate", None):
                    before = len(acknowledged)
                    while len(acknowledged) < before + 50:
                        await asyncio.sleep(0.01)
                    if mode is not None:
                        await asyncio.to_thread(server.stop, mode)
                        await asyncio.to_thread(server.start)
                halt.set()
                await asyncio.gather(*clients)
            assert failures > 0
            versions = [sent["answer"]["v"] for sent in acknowledged.values()]
            assert len(set(versions)) == len(versions), "none was stored twice"
            await _verify(http, code, acknowledged, cookie)


def test_the_password_of_the_store_is_not_shown(tmp_path: Path) -> None:
    url = "postgresql://knobel:s3cr3t@127.0.0.1:1/knobel"
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--data", str(tmp_path), "--store", url])
    assert "cannot be reached" in str(result.exception)
    assert "s3cr3t" not in str(result.exception) + result.output
