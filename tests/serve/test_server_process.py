"""The server as a process: durable after kill -9, and a clean stop on a signal."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from knobel.cli import app
from knobel.rules.errors import KnobelError
from knobel.serve.transport.listener import listen
from knobel.store import Store

from ..server_process import PATIENCE
from .first_moves import play


@asynccontextmanager
async def _program(data: Path, *more: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`knobel serve` as a child process, and its port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from knobel.cli import main; main()", "serve", "--port", "0", "--data", str(data)),
        *("--lang", "en", "--rate", "0", *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # a process group, as in a terminal
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.search(r":(\d+)/", line)
    assert found is not None, (line, await process.communicate())
    try:
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def _http(port: int) -> httpx.AsyncClient:
    """A client of a server that is still being loaded: its port is open before that."""
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)


NEW: dict[str, dict[str, Any]] = {
    "server": {"bots": ["casual"], "settings": {"pace": "instant", "throws": "hand"}},
    "real": {"guests": ["Ben"], "settings": {"dice": "real"}},
}


@pytest.mark.parametrize("dice", NEW)
async def test_after_kill_9_everything_acknowledged_is_there_once(tmp_path: Path, dice: str) -> None:
    acknowledged = dict[str, dict[str, Any]]()
    async with _program(tmp_path) as (process, port), _http(port) as http:
        new = {"id": "a", "game": "zock", "name": "Anna", "start": True, **NEW[dice]}
        code = (await http.post("/api/tables", json=new)).json()["code"]
        cookie = {"cookie": f"knobel={http.cookies['knobel']}"}
        address = f"ws://127.0.0.1:{port}/api/tables/{code}/ws"
        async with connect(address, additional_headers=cookie) as socket:
            await play(socket, 0, acknowledged, 25)
            process.send_signal(signal.SIGKILL)
            await process.wait()
    async with _program(tmp_path) as (_, port), _http(port) as http:
        for sent in acknowledged.values():
            again = await http.post(f"/api/tables/{code}/commands", json=sent["command"], headers=cookie)
            assert again.json() == sent["answer"]
        steps = (await http.get(f"/api/tables/{code}/steps?since=0", headers=cookie)).json()["steps"]
        assert [step["v"] for step in steps] == list(range(1, len(steps) + 1))
        assert steps[-1]["v"] >= max(sent["answer"]["v"] for sent in acknowledged.values())
        async with connect(f"ws://127.0.0.1:{port}/api/tables/{code}/ws", additional_headers=cookie) as socket:
            await play(socket, 0, acknowledged, 30)


async def _listen(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


BOT = """
import subprocess
import sys
from tests.bots.third_party_bots import first
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10_000)"])
"""
"""A third-party bot that starts a program."""


def _children(parent: int) -> dict[int, str]:
    """The processes that a process and its children have started, with their commands."""
    found = dict[int, str]()
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            above = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if above == parent:
                found[int(folder.name)] = (folder / "cmdline").read_text()
    for child in list(found):
        found |= _children(child)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere children look for themselves")
async def test_no_child_outlives_a_killed_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that are stopped stand for those that compute: neither comes to read that its input has ended."""
    (tmp_path / "starting_bot.py").write_text(BOT)
    here = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (here / "src", here, tmp_path))))
    bot = ("--third-party-bot", "mine=starting_bot:first")
    async with _program(tmp_path / "data", *bot) as (server, port), _http(port) as http:
        asked = {"variant": "B", "own": "39", "rival": "3"}
        (await http.get("/api/explorer/zock", params=asked)).raise_for_status()  # starts the coach
        wanted = ("bot_process", "coach.process", "third_party_process", "time.sleep")
        async with asyncio.timeout(PATIENCE):
            while not all(any(each in command for command in _children(server.pid).values()) for each in wanted):
                await asyncio.sleep(0.01)
        children = {os.pidfd_open(child): child for child in _children(server.pid)}
        try:
            for child in children.values():
                os.kill(child, signal.SIGSTOP)
            server.kill()
            left = dict(children)
            while left:
                ended, _, _ = await asyncio.to_thread(select.select, left, [], [], PATIENCE)
                assert ended, f"{len(left)} children live on"
                for each in ended:
                    del left[each]
        finally:
            for handle, child in children.items():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                os.close(handle)


async def test_a_signal_stops_the_server_cleanly(tmp_path: Path) -> None:
    async with _program(tmp_path) as (process, port), _http(port) as http:
        code = (await http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})).json()["code"]
        async with connect(f"ws://127.0.0.1:{port}/api/tables/{code}/ws") as socket:
            await socket.recv()
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await _listen(socket)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "the server restarts: come back")
        _, errors = await process.communicate()
        assert process.returncode == 0
        assert b"Traceback" not in errors
        happened = [msgspec.json.decode(line)["what"] for line in errors.splitlines() if line.startswith(b"{")]
        assert happened == ["started", "stopped"]


async def test_ctrl_c_stops_the_server_and_replaces_no_child_process(tmp_path: Path) -> None:
    """A terminal sends SIGINT to the whole process group."""
    async with _program(tmp_path) as (process, port), _http(port) as http:
        await http.get("/healthz")
        os.killpg(process.pid, signal.SIGINT)
        _, errors = await process.communicate()
        happened = [msgspec.json.decode(line)["what"] for line in errors.splitlines() if line.startswith(b"{")]
        assert happened == ["started", "stopped"]


async def test_the_log_contains_no_names(tmp_path: Path) -> None:
    async with _program(tmp_path) as (process, port), _http(port) as http:
        code = (await http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Annabella"})).json()["code"]
        await http.get(f"/api/tables/{code}")
        token = http.cookies["knobel"]
        process.send_signal(signal.SIGINT)
        output, errors = await process.communicate()
        for secret in ("Annabella", code, token):
            assert secret.encode() not in output + errors


async def test_a_store_belongs_to_one_server(tmp_path: Path) -> None:
    async with _program(tmp_path):
        result = await asyncio.to_thread(
            CliRunner().invoke, app, ["serve", "--port", "0", "--data", str(tmp_path), "--no-open"]
        )
        assert isinstance(result.exception, KnobelError)
        assert "a server uses this store already: http://" in str(result.exception)


async def test_a_running_store_can_be_copied(tmp_path: Path) -> None:
    async with _program(tmp_path) as (_, port), _http(port) as http:
        code = (await http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})).json()["code"]
        copy = tmp_path / "copy.db"
        result = await asyncio.to_thread(
            CliRunner().invoke, app, ["backup", str(copy), "--data", str(tmp_path), "--lang", "en"]
        )
        assert result.exit_code == 0, result.output
        with Store(copy) as store:
            assert store.last_version(code) == 2


def test_a_taken_port(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0, or_any=False) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["serve", "--port", str(port), "--data", str(tmp_path)])
        assert isinstance(result.exception, KnobelError)
        assert f"nothing can listen at 127.0.0.1, port {port}" in str(result.exception)
        with listen("127.0.0.1", port, or_any=True) as other:
            assert other.getsockname()[1] != port


@pytest.mark.parametrize("host", ["no such host", "ä" * 70, "a\0b"])
def test_an_invalid_host(host: str) -> None:
    with pytest.raises(KnobelError, match="nothing can listen at"):
        listen(host, 0, or_any=False)
