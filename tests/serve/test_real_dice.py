"""Tables with real dice over HTTP and WebSocket: one phone for all, a phone each, and what is taken back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from knobel.rules.records import loads

from .memory_server import memory_server
from .scribe import GUESTS, play_on, real_table


@pytest.mark.parametrize("game", GUESTS)
async def test_one_phone_tells_whole_games(tmp_path: Path, game: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, game)
        socket = await anna.look(code)
        await play_on(socket, Random(1))
        assert socket.table["phase"] == "over"
        record = await anna.http.get(f"/api/tables/{code}/record")
        assert loads(record.text).players == ("Anna", *GUESTS[game])
        assert (await socket.ask("rematch"))["m"] == "ok"
        await socket.until(lambda: socket.table["phase"] == "playing")
        await play_on(socket, Random(2))
        assert [tally["games"] for tally in socket.table["tally"]] == [2] * (1 + len(GUESTS[game]))
