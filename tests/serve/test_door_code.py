"""Door code: a device shows it once before it can make or open tables; guesses are rate-limited."""

from __future__ import annotations

from pathlib import Path

from knobel.serve.config import Config
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.tokens import draw_door_code
from knobel.serve.transport import close_codes
from knobel.serve.transport.door import Door

from .memory_server import memory_server

CLOSED = Config(door_code="Kila-Bomu")
NEW = {"id": "x", "game": "zock", "name": "Anna"}


async def test_only_devices_that_have_shown_the_code_make_and_open_tables(tmp_path: Path) -> None:
    async with memory_server(tmp_path, options=CLOSED) as server:
        anna, ben = await server.device(), await server.device()
        for method, path in (("POST", "/api/tables"), ("GET", "/api/me/tables"), ("GET", "/api/tables/lala-lala-lala")):
            answer = await anna.http.request(method, path, json=NEW if method == "POST" else None)
            assert (answer.status_code, answer.json()["why"]) == (401, "door"), path
        for path in ("/", "/api/games", "/api/rules/zock/de", "/healthz"):
            assert (await anna.http.get(path)).status_code == 200, path
        wrong = await anna.http.post("/api/door", json={"code": "bala-bala"})
        assert (wrong.status_code, wrong.json()["why"]) == (403, "door")
        assert (await anna.http.post("/api/door", json={"code": " kila bomu"})).status_code == 200
        code = await anna.make(start=False)
        stranger = await ben.look(code)
        assert stranger.closed == (close_codes.DOOR, close_codes.REASONS[close_codes.DOOR])
        cookie = f"knobel={anna.token}; knobel-door={anna.http.cookies['knobel-door']}"
        guest = await anna.look(code, headers={"cookie": cookie})
        assert guest.closed is None


async def test_the_cookie_is_bound_to_the_device_and_to_the_code(tmp_path: Path) -> None:
    async with memory_server(tmp_path, options=CLOSED) as server:
        anna, ben = await server.device(), await server.device()
        await anna.http.post("/api/door", json={"code": "kila-bomu"})
        ben.http.cookies.set("knobel-door", anna.http.cookies["knobel-door"])
        assert (await ben.http.get("/api/me/tables")).status_code == 401
        server.hub.door = Door("another")
        assert (await anna.http.get("/api/me/tables")).status_code == 401


async def test_guesses_are_rate_limited(tmp_path: Path) -> None:
    limits = Limits(door_guesses_of_address=RateLimit(1 / 60, 3))
    async with memory_server(tmp_path, options=CLOSED, limits=limits) as server:
        anna = await server.device()
        answers = [(await anna.http.post("/api/door", json={"code": str(guess)})).status_code for guess in range(4)]
        assert answers == [403, 403, 403, 429]


async def test_without_a_door_nothing_is_asked_for(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await anna.http.get("/api/me/tables")).status_code == 200
        assert (await anna.http.post("/api/door", json={"code": "x"})).status_code == 200
        assert "knobel-door" not in anna.http.cookies


def test_a_drawn_code_can_be_read_aloud() -> None:
    code = draw_door_code()
    assert len(code) == 9
    assert code[4] == "-"
    assert Door(code).opens(code.upper())
