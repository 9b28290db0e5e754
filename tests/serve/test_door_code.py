"""Door code: a device shows it once before it can make or open tables; guesses are rate-limited."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest

from knobel.rules.errors import KnobelError
from knobel.serve.config import Config, load
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.tokens import TokenSource, digest, draw_door_code
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
        server.hub.door = Door("another", server.services.secrets)
        assert (await anna.http.get("/api/me/tables")).status_code == 401


async def test_guesses_are_rate_limited(tmp_path: Path) -> None:
    limits = Limits(door_guesses_of_address=RateLimit(1 / 60, 3))
    async with memory_server(tmp_path, options=CLOSED, limits=limits) as server:
        anna = await server.device()
        answers = [(await anna.http.post("/api/door", json={"code": str(guess)})).status_code for guess in range(4)]
        assert answers == [403, 403, 403, 429]


async def test_a_client_cannot_compute_the_cookie_from_a_guess(tmp_path: Path) -> None:
    """A client knows its device id and guesses the code, but not the secret of the store."""
    async with memory_server(tmp_path, options=CLOSED) as server:
        anna = await server.device()
        device = digest(anna.token)
        assert (await anna.http.get("/api/me")).json() == {"device": device}
        guesses = [hmac.digest(b"kilabomu", device.encode(), "sha256").hex()]
        guesses.append(Door("kila-bomu", TokenSource()).cookie(device, secure=False).split(";")[0].partition("=")[2])
        for guess in guesses:
            cookie = f"knobel={anna.token}; knobel-door={guess}"
            assert (await anna.http.get("/api/me/tables", headers={"cookie": cookie})).status_code == 401
            assert (await anna.look("lala-lala-lala", headers={"cookie": cookie})).closed is not None


async def test_refused_websockets_count_as_requests(tmp_path: Path) -> None:
    limits = Limits(requests_of_address=RateLimit(1 / 60, 3))
    async with memory_server(tmp_path, options=CLOSED, limits=limits) as server:
        anna = await server.device()
        closed = [(await anna.look("lala-lala-lala")).closed for _ in range(4)]
        codes = [each[0] for each in closed if each]
        assert codes == [*[close_codes.DOOR] * 3, close_codes.TOO_MANY]


async def test_a_device_without_a_cookie_gets_both(tmp_path: Path) -> None:
    async with memory_server(tmp_path, options=CLOSED) as server:
        anna = await server.device()
        anna.http.cookies.clear()
        assert (await anna.http.post("/api/door", json={"code": "kila-bomu"})).status_code == 200
        assert set(anna.http.cookies) == {"knobel", "knobel-door"}
        assert (await anna.http.get("/api/me/tables")).status_code == 200


@pytest.mark.parametrize("code", ["!!!", "", "a-b-c", " -- ", "é!1"])
def test_a_code_without_four_letters_or_digits_is_refused(code: str) -> None:
    with pytest.raises(KnobelError, match="--door-code must be a text with at least 4 letters or digits"):
        load(None, {}, {"door_code": code})
    assert load(None, {}, {"door_code": "47-11"}).config.door_code == "47-11"


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
    assert Door(code, TokenSource()).opens(code.upper())
