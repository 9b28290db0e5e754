"""Three hundred hostile names in every input: each is cleaned, or refused with one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.limits.rate_limit import RateLimit

from .hostile_names import HOSTILE, harmless
from .memory_server import FREE, Device, Frame, Socket, memory_server

_MANY = replace(FREE, new_tables_of_address=RateLimit(0, 0))
_RECORD = json.loads(dumps(play_out("zock", ["A", "B"], seed=1)))


def test_there_are_three_hundred() -> None:
    assert len(HOSTILE) >= 300


def _check_refusal(said: Frame) -> None:
    assert said["why"] in ("malformed", "limit"), said
    sentence = said["sentence"]
    assert sentence.isprintable()
    assert len(sentence) < 300, "it does not repeat what it refuses"


async def _named(device: Device, answer: httpx.Response) -> str | None:
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    if answer.status_code != 201:
        assert answer.status_code in (400, 413), answer.text
        _check_refusal(answer.json())
        return None
    table = (await device.http.get(f"/api/tables/{answer.json()['code']}")).json()
    name: str = table["table"]["seats"][0]["name"]
    return name


async def test_names_of_table_creators(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=_MANY) as server:
        anna = await server.device()
        taken = 0
        for number, name in enumerate(HOSTILE):
            body = json.dumps({"id": f"{number}", "game": "zock", "name": name})
            kept = await _named(anna, await anna.http.post("/api/tables", content=body))
            if kept is not None:
                taken += 1
                assert harmless(kept), (name, kept)
        assert 100 < taken < 200


async def _join(guest: Socket, name: str) -> Frame:
    """A lone surrogate can only be sent escaped; then the JSON is invalid, and the command has no id."""
    if any("\ud800" <= mark <= "\udfff" for mark in name):
        guest.send(json.dumps({"id": "half", "v": guest.version, "do": {"c": "join", "name": name}}))
        await guest.until(lambda: guest.closed is not None)
        return {"m": "no", "why": "malformed", "sentence": (guest.closed or (0, ""))[1]}
    return await guest.ask("join", name=name)


async def test_names_of_players(tmp_path: Path) -> None:
    """By WebSocket; all other clients get the name unchanged."""
    async with memory_server(tmp_path, limits=_MANY) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("schocken", 0, start=False)
        host, guest = await anna.look(code), await ben.look(code)
        for name in HOSTILE:
            if guest.closed is not None:
                guest = await ben.look(code)
            said = await _join(guest, name)
            if said["m"] == "no":
                _check_refusal(said)
                continue
            await host.until(lambda: host.version >= said["v"])  # noqa: B023 - it is awaited at once
            shown = host.table["seats"][1]["name"]
            assert harmless(shown), (name, shown)
            left = await guest.ask("leave", v=said["v"])
            assert left["m"] == "ok", left
            await host.until(lambda: host.version >= left["v"])  # noqa: B023 - it is awaited at once


async def test_names_in_uploaded_records(tmp_path: Path) -> None:
    """Replays and statistics show the names of uploaded records."""
    async with memory_server(tmp_path, limits=_MANY) as server:
        anna = await server.device()
        for name in HOSTILE:
            body = json.dumps({**_RECORD, "players": [name, "B"]})
            answer = await anna.http.post("/api/records", content=body)
            if answer.status_code == 201:
                assert harmless(name), name
            else:
                assert answer.status_code in (400, 413, 422), answer.text
                assert answer.json()["sentence"].isprintable()
        lines = (await anna.http.get("/api/me/games")).json()
        assert len(lines) > 50
        assert all(harmless(name) for line in lines for name in line["names"])
