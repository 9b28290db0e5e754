"""Requests of other origins are refused, by WebSocket and by every request that changes something."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import httpx
import pytest

from .memory_server import memory_server

BAD: Final = (
    "null",
    "",
    "http://evil.example",
    "https://knobel.evil.example",
    "http://evil-knobel",
    "http://knobel:81",
    "http://knobel.",
    "http://knobel@evil.example",
    "http://evil.example#http://knobel",
    "http://knobel/",
    "http://knobel http://evil.example",
    "http://evil.example\\@knobel",
    "file://knobel",
    "chrome-extension://knobel",
    "knobel",
)
"""Origins of pages that are not this server's, and what is no origin at all."""

WRITES: Final = (
    ("POST", "/api/tables"),
    ("POST", "/api/door"),
    ("POST", "/api/tables/CODE/commands"),
    ("POST", "/api/tables/CODE/carry"),
    ("POST", "/api/tables/CODE/weigh"),
    ("POST", "/api/carry"),
    ("DELETE", "/api/me/tables/CODE"),
    ("PUT", "/api/me/tables/CODE"),
    ("POST", "/api/records"),
    ("POST", "/api/replays/0123/analysis"),
    ("DELETE", "/api/replays/0123/analysis"),
    ("POST", "/api/positions"),
    ("POST", "/api/values"),
    ("POST", "/api/training/answers"),
    ("POST", "/api/clubs"),
    ("POST", "/api/clubs/join"),
    ("PATCH", "/api/clubs/0123"),
    ("DELETE", "/api/clubs/0123"),
    ("POST", "/api/clubs/0123/members"),
    ("PATCH", "/api/clubs/0123/members/1"),
    ("DELETE", "/api/clubs/0123/members/1"),
    ("POST", "/api/clubs/0123/members/1/link"),
    ("POST", "/api/clubs/0123/tables"),
    ("DELETE", "/api/clubs/0123/tables/CODE"),
    ("POST", "/api/clubs/0123/seasons"),
    ("PUT", "/api/clubs/0123/seasons/1"),
    ("DELETE", "/api/clubs/0123/seasons/1"),
    ("PATCH", "/api/clubs/0123/games/1"),
    ("DELETE", "/api/clubs/0123/games/1"),
    ("POST", "/api/clubs/0123/luck"),
    ("POST", "/api/clubs/0123/box"),
    ("POST", "/api/clubs/0123/box/payments"),
    ("POST", "/api/clubs/0123/box/expenses"),
    ("POST", "/api/clubs/0123/box/1/reverse"),
    ("PUT", "/api/clubs/0123/box/tariff"),
    ("POST", "/api/clubs/0123/import"),
)
"""Everything that is no GET; `test_authorisation.py` sees to it that this is all."""


def test_there_are_at_least_twelve_bad_origins() -> None:
    assert len(set(BAD)) == len(BAD) >= 12


@pytest.mark.parametrize("origin", BAD)
async def test_a_bad_origin_is_refused_everywhere(tmp_path: Path, origin: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        version = server.services.store.last_version(code)
        socket = await anna.look(code, headers={"origin": origin})
        assert socket.accepted is None
        assert socket.closed is not None
        assert socket.closed[0] == 4403
        for method, path in WRITES:
            answer = await anna.http.request(method, path.replace("CODE", code), headers={"origin": origin})
            assert (answer.status_code, answer.json()["sentence"]) == (403, "this page belongs to another server"), path
        assert server.services.store.last_version(code) == version, "nothing has happened"


@pytest.mark.parametrize("origin", ["http://knobel", "https://knobel", "HTTP://Knobel"])
async def test_the_own_origin_is_accepted(tmp_path: Path, origin: str) -> None:
    """A proxy may terminate TLS."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        assert (await anna.look(code, headers={"origin": origin})).closed is None
        made = {"id": "other", "game": "zock", "name": "Anna"}
        assert (await anna.http.post("/api/tables", json=made, headers={"origin": origin})).status_code == 201


async def test_over_tls_the_origin_has_to_be_https(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        transport = httpx.ASGITransport(server.app)
        made = {"id": "new", "game": "zock", "name": "Anna"}
        async with httpx.AsyncClient(transport=transport, base_url="https://knobel") as browser:
            for origin, status in (("http://knobel", 403), ("https://knobel", 201)):
                answer = await browser.post("/api/tables", json=made, headers={"origin": origin})
                assert answer.status_code == status


@pytest.mark.parametrize(
    "headers",
    [
        [("origin", "http://knobel"), ("origin", "http://evil.example")],
        [("origin", "http://knobel"), ("origin", "http://knobel")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ],
)
async def test_two_origins_are_refused_and_fetch_metadata_is_checked(
    tmp_path: Path, headers: list[tuple[str, str]]
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"}, headers=headers)
        assert answer.status_code == 403
