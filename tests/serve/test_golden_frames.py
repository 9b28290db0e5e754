"""Golden frames: seeded games send every viewer the same bytes as before.

A digest changes only with what goes over the wire. After an intended change of that, copy the new digests from the
failure.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from .memory_server import Frame, memory_server

GOLDEN = {
    ("zock", 2, False): "d682c3da5606295d",
    ("zock", 2, True): "922db745088a4590",
    ("schocken", 3, False): "a56602632a9c1d77",
    ("schocken", 3, True): "03d1292dc7b6fc76",
    ("zocknroll", 3, False): "a3d3dc6f07f842f7",
    ("zocknroll", 3, True): "ade6304709b09818",
}
MOVES = 60


def last(moves: list[Frame]) -> Frame:
    return moves[-1]


@pytest.mark.parametrize(("game", "players", "fair"), GOLDEN)
async def test_all_viewers_get_the_same_bytes_as_before(tmp_path: Path, game: str, players: int, fair: bool) -> None:
    """People at all seats, a bot, a spectator from the beginning, and one who comes late and catches up."""
    async with memory_server(tmp_path, fair=fair) as server:
        devices = [await server.device() for _ in range(players + 2)]
        bots = 0 if game == "zock" else 1
        code = await devices[0].make(game, bots=bots, start=False, settings={"throws": "hand"})
        sockets = [await device.look(code) for device in devices[:-1]]
        for number, socket in enumerate(sockets[1:players]):
            await socket.ask("join", name=f"Guest {number}")
        await sockets[0].ask("start")
        for number in range(MOVES):
            for _ in range(8):
                await server.settle()
            turn = next((socket for socket in sockets if socket.my_turn), None)
            if turn is None:
                break
            await turn.act(last if number % 2 else lambda moves: moves[0])
        for _ in range(8):
            await server.settle()
        late = await devices[-1].look(code, since=5)
        await late.until(lambda: late.version == sockets[0].version)
        frames = [[socket.frames, [socket.version]] for socket in (*sockets, late)]
        assert min(socket.version for socket in sockets) > MOVES
    assert hashlib.sha256(repr(frames).encode()).hexdigest()[:16] == GOLDEN[game, players, fair]
