"""Forwarded headers: believed from trusted proxies only, over real connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.server import Server, uvicorn_config
from knobel.serve.transport.listener import listen
from knobel.serve.transport.proxies import TrustedProxies

from ..server_process import PATIENCE
from .memory_server import memory_server

_WRONG = "/api/tables/baba-baba-baba"


@asynccontextmanager
async def _served(folder: Path, *trusted: str) -> AsyncIterator[str]:
    """The address of a server on loopback with one wrong code per address."""
    limits = Limits(wrong_codes_of_address=RateLimit(0.001, 1))
    async with memory_server(folder, limits=limits) as memory:
        listener, ready = listen("127.0.0.1", 0, or_any=False), asyncio.Event()
        server = Server(uvicorn_config(memory.app, limits, trusted), memory.hub, ready.set)
        running = asyncio.create_task(server.serve([listener]))
        await ready.wait()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


async def _statuses(base: str, forwarded: Sequence[str]) -> list[int]:
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        return [(await http.get(_WRONG, headers={"x-forwarded-for": each})).status_code for each in forwarded]


async def test_forwarded_headers_are_ignored_by_default_also_from_loopback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    async with _served(tmp_path) as base:
        assert await _statuses(base, ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) == [404, 429, 429]
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
            answer = await http.get("/api/address", headers={"x-forwarded-proto": "https", "host": "knobel.example"})
            assert answer.json()["origin"] == "http://knobel.example"
            assert "Secure" not in answer.headers["set-cookie"]


async def test_a_trusted_proxy_names_the_client(tmp_path: Path) -> None:
    async with _served(tmp_path, "127.0.0.0/8") as base:
        assert await _statuses(base, ["203.0.113.1", "203.0.113.2", "203.0.113.1"]) == [404, 404, 429]
        lies = [f"198.51.100.{n}, 203.0.113.9" for n in range(3)]
        assert await _statuses(base, lies) == [404, 429, 429], "the proxy has appended the address that it sees"
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
            answer = await http.get("/api/address", headers={"x-forwarded-proto": "https", "host": "knobel.example"})
            assert answer.json()["origin"] == "https://knobel.example"
            assert "; Secure" in answer.headers["set-cookie"]


async def test_another_peer_is_not_believed(tmp_path: Path) -> None:
    async with _served(tmp_path, "10.0.0.0/8", "::1") as base:
        assert await _statuses(base, ["203.0.113.1", "203.0.113.2"]) == [404, 429]


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1:4711"], "203.0.113.1"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.1, 10.9.9.9"], "203.0.113.1"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.1,10.9.9.9 , 10.0.0.1"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1", "10.9.9.9"], "203.0.113.1"),
        ("10.0.0.1", ["10.9.9.9"], "10.9.9.9"),
        ("10.0.0.1", ["203.0.113.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1, <script>, 10.9.9.9"], "10.9.9.9"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", [","], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1, " * 500 + "10.9.9.9"], "203.0.113.1"),
        ("10.0.0.1", ["[203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["::ffff:203.0.113.1"], "203.0.113.1"),
        ("172.16.0.9", ["203.0.113.1"], "203.0.113.1"),
        ("::ffff:172.16.0.9", ["203.0.113.1"], "203.0.113.1"),
        ("172.16.1.9", ["203.0.113.1"], "172.16.1.9"),
        ("fd00::1", ["203.0.113.1"], "203.0.113.1"),
        ("192.0.2.1", ["203.0.113.1"], "192.0.2.1"),
        ("127.0.0.1", ["203.0.113.1"], "127.0.0.1"),
        ("somewhere", ["203.0.113.1"], "somewhere"),
    ],
)
async def test_the_client_is_the_right_most_address_that_is_no_proxy(
    peer: str, headers: list[str], client: str
) -> None:
    seen = list[str]()

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        seen.append(scope["client"][0])

    async def never() -> dict[str, object]:
        raise AssertionError

    async def nothing(_: object) -> None:
        raise AssertionError

    forwarded = [(b"x-forwarded-for", each.encode()) for each in headers]
    scope = {"type": "http", "client": (peer, 1), "headers": forwarded, "scheme": "http"}
    await TrustedProxies(app, ["10.0.0.0/8", "::ffff:172.16.0.0/120", "fd00::/64"])(scope, never, nothing)
    assert seen == [client]


async def test_a_peer_without_an_address_is_not_trusted() -> None:
    """As at a Unix-domain socket."""
    seen = list[object]()

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        seen.append(scope["client"])

    forwarded = [(b"x-forwarded-for", b"203.0.113.1")]
    scope = {"type": "http", "client": None, "headers": forwarded, "scheme": "http"}
    await TrustedProxies(app, ["0.0.0.0/0", "::/0"])(scope, None, None)  # type: ignore[arg-type]  # never called
    assert seen == [None]
