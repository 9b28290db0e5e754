"""The address file next to the store, and the exclusive listening port."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path

import pytest

from knobel.serve.instance import STORE, announced, running_address
from knobel.serve.transport import listener
from knobel.store import Store, is_locked

from .test_server_process import _program


def _address_file(data: Path) -> Path:
    return data / f"{STORE}.address"


def test_a_running_server_is_found_and_a_stopped_one_is_not(tmp_path: Path) -> None:
    async def run() -> None:
        async with _program(tmp_path) as (process, port):
            found = await asyncio.to_thread(running_address, tmp_path / STORE)
            assert found == f"http://127.0.0.1:{port}/"
            assert _address_file(tmp_path).stat().st_mode & 0o777 == 0o600
            process.send_signal(signal.SIGTERM)
            await process.wait()
        assert not _address_file(tmp_path).exists()
        assert running_address(tmp_path / STORE) is None

    asyncio.run(run())


def test_the_file_of_a_crashed_server_is_ignored_and_replaced(tmp_path: Path) -> None:
    async def run() -> None:
        async with _program(tmp_path) as (process, _):
            process.kill()
            await process.wait()
        assert _address_file(tmp_path).exists()
        assert running_address(tmp_path / STORE) is None
        async with _program(tmp_path) as (_, port):
            assert await asyncio.to_thread(running_address, tmp_path / STORE) == f"http://127.0.0.1:{port}/"

    asyncio.run(run())


def test_a_stale_file_with_the_address_of_another_store_is_ignored(tmp_path: Path) -> None:
    """Another server listens at the port of a crashed one: it is healthy, but this store's lock is free."""

    async def run() -> None:
        mine, other = tmp_path / "mine", tmp_path / "other"
        Store(_made(mine) / STORE).close()
        async with _program(other) as (_, port):
            _address_file(mine).write_text(f"http://127.0.0.1:{port}/\n")
            assert await asyncio.to_thread(running_address, other / STORE) is not None
            assert await asyncio.to_thread(running_address, mine / STORE) is None

    asyncio.run(run())


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"nonsense", b"https://127.0.0.1/", b"http://127.0.0.1:0/", b"http://[::1", b"http://x:99999/"],
)
def test_an_unreadable_address_is_ignored(tmp_path: Path, content: bytes) -> None:
    with Store(tmp_path / STORE):
        _address_file(tmp_path).write_bytes(content)
        assert running_address(tmp_path / STORE) is None


def test_the_lock_of_a_store_is_seen_without_taking_it(tmp_path: Path) -> None:
    path = tmp_path / STORE
    assert not is_locked(path)
    with Store(path):
        assert is_locked(path)
    assert not is_locked(path)
    Store(path).close()


def test_a_folder_that_takes_no_address_file_stops_no_server(tmp_path: Path) -> None:
    with announced(tmp_path / "missing" / STORE, ["http://127.0.0.1:1/"]):
        pass


@pytest.mark.parametrize(
    ("windows", "option"), [(True, 0xBEEF), (False, socket.SO_REUSEADDR)], ids=["Windows", "elsewhere"]
)
def test_the_port_is_exclusive(monkeypatch: pytest.MonkeyPatch, windows: bool, option: int) -> None:
    """`SO_REUSEADDR` shares a port on Windows, so it must not be set there."""
    options = list[tuple[int, int, int]]()

    class Recording(socket.socket):
        def setsockopt(self, *args: int) -> None:  # type: ignore[override]
            options.append(args)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "socket", Recording)
    if windows:
        monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", 0xBEEF, raising=False)
    listener.listen("127.0.0.1", 0, or_any=False).close()
    assert options == [(socket.SOL_SOCKET, option, 1)]


@pytest.mark.parametrize(
    ("host", "name"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]"), ("::", "localhost")]
)
def test_the_local_address_of_a_listening_socket(host: str, name: str) -> None:
    class Listener:
        def getsockname(self) -> tuple[str, int]:
            return host, 8421

    assert listener.local_address(Listener()) == f"http://{name}:8421/"  # type: ignore[arg-type]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
