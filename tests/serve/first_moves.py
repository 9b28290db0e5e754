"""A seat that plays the first moves of a game over a WebSocket."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import httpx
import msgspec

from knobel.fair.participant import Participant

from .scribe import telling


class TextSocket(Protocol):
    """What a seat needs of a WebSocket."""

    async def recv(self) -> str | bytes: ...
    async def send(self, message: str, /) -> None: ...


async def new_table(http: httpx.AsyncClient) -> str:
    """The code of a new table at which a bot plays along; the client has the seat 0."""
    settings = {"pace": "instant", "throws": "hand"}
    new = {"id": "a", "game": "zock", "name": "Anna", "start": True, "bots": ["casual"], "settings": settings}
    code: str = (await http.post("/api/tables", json=new)).raise_for_status().json()["code"]
    return code


async def play(socket: TextSocket, you: int, acknowledged: dict[str, dict[str, Any]], most: int) -> int:
    """Play ZOCK until so many commands are acknowledged; returns the last version."""
    version, game, device = 0, None, Participant()
    while True:
        frame = msgspec.json.decode(await socket.recv())
        for number, part in enumerate(device.receive(you, frame)):
            said = {"id": f"dice-{len(acknowledged)}-{version}-{number}", "v": version, "do": part}
            await socket.send(msgspec.json.encode(said).decode())
        if frame["m"] == "snapshot":
            version, game = frame["v"], frame["game"]
        for step in frame.get("steps", ()):
            version, game = step["v"], step.get("game", game)
        if frame["m"] == "ok" and frame["id"].startswith("dice"):
            continue
        if frame["m"] == "ok":
            acknowledged[frame["id"]]["answer"] = frame
            if len(acknowledged) == most:
                return version
        elif game is not None and frame["m"] in ("snapshot", "steps") and (do := _next(game, you, len(acknowledged))):
            name = f"c{len(acknowledged)}"
            command = {"id": name, "v": version, "do": do}
            acknowledged[name] = {"command": command}
            await socket.send(msgspec.json.encode(command).decode())


def _next(game: dict[str, Any], you: int, number: int) -> dict[str, Any] | None:
    """The next command of a seat, or of a device that tells for all and takes every tenth telling back."""
    pending = game["pending"]
    if "real" in game and number % 10 == 9:
        return {"c": "take_back", "to": game["real"]["undo"]}
    if "real" in game:
        return {"c": "tell", "event": telling(game, Random(number))}
    if pending["seat"] != you or pending["kind"] not in ("throw", "decision"):
        return None
    return {"c": "throw"} if pending["kind"] == "throw" else {"c": "move", "move": pending["moves"][0]}
