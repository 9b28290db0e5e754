"""Wrong codes: guesses of strangers lock no player out, and tell strangers nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.store import Store

from .memory_server import Device, MemoryServer, memory_server

_WRONG = "baba-baba-baba"
_LIMITS = Limits(wrong_codes_of_address=RateLimit(1 / 3, 5))


async def _guess(server: MemoryServer) -> Device:
    """A stranger who has used up the wrong codes of the address."""
    stranger = await server.device()
    for _ in range(5):
        assert (await stranger.http.get(f"/api/tables/{_WRONG}")).status_code == 404
    return stranger


@pytest.mark.parametrize("asleep", [False, True])
async def test_players_are_not_refused_for_guesses_of_strangers(tmp_path: Path, asleep: bool) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        anna = await server.device()
        code = await anna.make("schocken", bots=0, start=False)
        stranger = await _guess(server)
        own = [(await anna.http.get(f"/api/tables/{_WRONG}")).status_code for _ in range(4)]
        assert own == [404, 404, 404, 429], "her own tries are used up, too"
        if asleep:
            server.hub.tables.clear()
        for _ in range(10):
            assert (await anna.http.get(f"/api/tables/{code}")).status_code == 200
        socket = await anna.look(code)
        assert socket.closed is None
        assert (await socket.ask("emote", emote="hello"))["m"] == "ok"
        club = await anna.http.post("/api/clubs", json={"name": "Club", "from_table": code})
        assert club.status_code == 201, club.text
        for known in (code, _WRONG):
            assert (await stranger.http.get(f"/api/tables/{known}")).status_code == 429
            assert (await stranger.look(known)).closed == (4429, "too much at once: try it again later")


async def test_a_stranger_learns_nothing_from_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers and look-ups are the same for right and wrong codes."""
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        code = await (await server.device()).make()
        stranger, asked = await _guess(server), list[str]()

        def noting(name: str) -> None:
            found = getattr(Store, name)

            def noted(*args: object) -> object:
                asked.append(name)
                return found(*args)

            monkeypatch.setattr(Store, name, noted)

        for name in ("holds_seat", "knows_device", "load", "last_version"):
            noting(name)
        seen = list[tuple[object, ...]]()
        for tried in (code, _WRONG):
            answer = await stranger.http.get(f"/api/tables/{tried}")
            socket = await stranger.look(tried)
            seen.append((answer.status_code, answer.content, dict(answer.headers), socket.closed, tuple(asked)))
            asked.clear()
        assert seen[0] == seen[1]
        assert seen[0][-1] == ("holds_seat", "knows_device") * 2


async def test_a_device_that_has_played_here_has_a_few_tries_of_its_own(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        anna, ben = await server.device(), await server.device(address="10.0.0.2")
        await anna.make()
        code = await ben.make(id="ben")
        await _guess(server)
        assert (await anna.http.get(f"/api/tables/{code}")).status_code == 200, "a right code, as a new guest"
        statuses = [(await anna.http.get(f"/api/tables/{_WRONG}")).status_code for _ in range(5)]
        assert statuses == [404, 404, 404, 429, 429]
        assert (await anna.http.get(f"/api/tables/{code}")).status_code == 429


async def test_many_devices_of_an_address_share_their_tries(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_LIMITS) as server:
        devices = [await server.device() for _ in range(6)]
        codes = [await device.make(id=f"table {n}", start=False) for n, device in enumerate(devices)]
        await _guess(server)
        statuses = [
            (await device.http.get(f"/api/tables/{_WRONG}")).status_code for device in devices for _ in range(3)
        ]
        assert statuses == [404] * 6 + [429] * 12
        for device, code in zip(devices, codes, strict=True):
            assert (await device.http.get(f"/api/tables/{code}")).status_code == 200
