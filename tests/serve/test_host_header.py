"""Invalid `Host` headers, and QR codes that contain the host."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import segno

from knobel.serve.transport import lan

from .memory_server import memory_server

NAMES = [
    "knobel",
    "knobel.example.org:8421",
    "192.168.178.20:8421",
    "[fe80::1]:8421",
    "xn--wrfel-kva.de",
    "my_box.local",
]
NO_NAMES = [
    "a" * 256,
    "a" * 8000,
    "a b",
    "a/b",
    "user@a",
    "a?b",
    "<a>",
    "a:port",
    "a:123456",
    "[::1",
    "würfel.de",
    "a,b",
]


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/qr.svg", "/api/address", "/healthz", "/nothing.here"])
async def test_an_invalid_host_is_refused(tmp_path: Path, path: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for name in NO_NAMES:
            answer = await anna.http.get(path, headers={b"host": name.encode()})
            assert (answer.status_code, answer.json()["why"]) == (400, "malformed"), name[:20]
            assert answer.json()["sentence"] == "the Host header has to name a host, in 255 characters at most"
            assert answer.headers["x-content-type-options"] == "nosniff"
        for name in NAMES:
            assert (await anna.http.get(path, headers={"host": name})).status_code not in (400, 500), name


async def test_two_host_headers_are_refused(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.get("/api/address", headers=[("host", "knobel"), ("host", "elsewhere")])
        assert answer.status_code == 400


class Threads:
    """Records the threads in which a function runs."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.seen = list[bool]()

    def __call__(self, *given: Any, **more: Any) -> Any:
        self.seen.append(threading.current_thread() is threading.main_thread())
        return self._function(*given, **more)


async def test_qr_codes_are_drawn_in_a_thread_and_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        lan.qr_svg.cache_clear()
        drawn = Threads(segno.make)
        monkeypatch.setattr(segno, "make", drawn)
        pictures = {(await anna.http.get("/api/qr.svg", params={"path": f"/t/{code}"})).content for _ in range(3)}
        assert (len(pictures), drawn.seen) == (1, [False])
        for _ in range(2):  # a secret is not cached
            assert (await anna.http.post(f"/api/tables/{code}/carry")).status_code == 201
        assert drawn.seen == [False] * 3


async def test_qr_codes_only_lead_to_pages(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for path in ("/" + "a" * 100, "/würfel", "/a b"):
            assert (await anna.http.get("/api/qr.svg", params={"path": path})).status_code == 400
        for path in ("/t/lido-kasu-reba", f"/replay/{'a' * 32}", "/?q=1"):
            assert (await anna.http.get("/api/qr.svg", params={"path": path})).status_code == 200
