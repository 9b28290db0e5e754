"""The compose file without containers: two nodes, PostgreSQL, NATS and Caddy as it sets them up, on free ports."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from websockets.exceptions import WebSocketException

from tests.postgres import PostgresServer
from tests.serve.first_moves import play
from tests.server_process import PATIENCE, ServerProcess, free_port

from .proxies import DEPLOY, Authority, Proxy, running

PASSWORD = "0123456789abcdef"


@contextmanager
def _nats(folder: Path) -> Iterator[int]:
    """`nats-server` with the shipped configuration."""
    port, config = free_port(), folder / "nats.conf"
    text = (DEPLOY / "nats.conf").read_text("utf-8")
    assert "0.0.0.0:4222" in text
    assert "127.0.0.1:8222" in text
    config.write_text(text.replace("0.0.0.0:4222", f"127.0.0.1:{port}").replace("127.0.0.1:8222", "127.0.0.1:-1"))
    command = [str(Path(sys.executable).with_name("nats-server")), "-c", str(config)]
    with (folder / "nats.log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "NATS_PASSWORD": PASSWORD})
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                break
            except OSError:
                assert server.poll() is None, (folder / "nats.log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()


async def test_nats_allows_one_user_and_the_subjects_of_knobel(tmp_path: Path) -> None:
    with _nats(tmp_path) as port:
        errors = list[str]()

        async def keep(error: Exception) -> None:
            errors.append(str(error))

        stranger, client = Client(), Client()
        with pytest.raises(NatsError):
            await stranger.connect(f"nats://knobel:wrong@127.0.0.1:{port}", allow_reconnect=False, error_cb=_ignore)
        await stranger.close()
        await client.connect(f"nats://knobel:{PASSWORD}@127.0.0.1:{port}", error_cb=keep)
        for subject in ("knobel.all", "other.all"):
            await client.publish(subject, b"")
        await client.flush()
        async with asyncio.timeout(PATIENCE):
            while not errors:  # the client reports it in a task of its own
                await asyncio.sleep(0.01)
        await client.close()
        assert len(errors) == 1
        assert "other.all" in errors[0]


async def _ignore(_: Exception) -> None:
    """Otherwise it goes to the log."""


async def _play_on(proxy: Proxy, code: str, cookie: str, acknowledged: dict[str, Any], most: int) -> None:
    """As a page does: connect again when the connection ends, or when the server is not ready."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with proxy.socket(code, cookie) as line:
                    await play(line, 0, acknowledged, most)
                    return
            except (WebSocketException, OSError):
                unanswered = [name for name, move in acknowledged.items() if "answer" not in move]
                for name in unanswered:  # a real page sends it again; here the next connection decides anew
                    del acknowledged[name]
                await asyncio.sleep(0.2)


async def test_a_game_goes_on_while_one_node_after_the_other_restarts(postgres: PostgresServer, tmp_path: Path) -> None:
    store = postgres.new_store()
    with _nats(tmp_path) as port:
        cluster = ("--store", store, "--nats", f"nats://knobel:{PASSWORD}@127.0.0.1:{port}")
        trusted = ("--trusted-proxy", "127.0.0.1")
        nodes = [ServerProcess(tmp_path / name, *cluster, *trusted, "--node", name) for name in ("one", "two")]
        authority = Authority(tmp_path)
        with (
            nodes[0],
            nodes[1],
            running("caddy", authority, tmp_path / "caddy", (nodes[0].port, nodes[1].port)) as proxy,
        ):
            async with proxy.client() as http:
                settings = {"pace": "instant", "throws": "hand"}
                new = {
                    "id": "a",
                    "game": "zock",
                    "name": "Anna",
                    "start": True,
                    "bots": ["casual"],
                    "settings": settings,
                }
                code = (await http.post("/api/tables", json=new)).raise_for_status().json()["code"]
                cookie = http.cookies["knobel"]
            acknowledged = dict[str, Any]()
            await _play_on(proxy, code, cookie, acknowledged, 5)
            for node in nodes:
                node.stop()  # SIGTERM drains
                await _play_on(proxy, code, cookie, acknowledged, len(acknowledged) + 3)
                node.start()
                await _play_on(proxy, code, cookie, acknowledged, len(acknowledged) + 3)
            for node in nodes:
                async with httpx.AsyncClient(
                    base_url=node.base, headers={"cookie": f"knobel={cookie}"}, timeout=PATIENCE
                ) as http:
                    for sent in acknowledged.values():
                        again = await http.post(f"/api/tables/{code}/commands", json=sent["command"])
                        assert again.json() == sent["answer"]
