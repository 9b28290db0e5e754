"""A scribe: tells what lies on the table, as a client with a keypad does."""

from __future__ import annotations

from random import Random
from typing import Any

from .memory_server import Device, Frame, Socket

REAL = {"dice": "real"}
SHORT: dict[str, dict[str, Any]] = {"zock": {"games": 1}, "zocknroll": {}, "schocken": {"stones": 2}}
GUESTS = {"zock": ("Ben",), "zocknroll": ("Ben", "Cleo"), "schocken": ("Ben", "Cleo")}


async def real_table(device: Device, game: str = "zocknroll", **more: Any) -> str:
    """A table of Anna and guests, whose game has started."""
    made = {"guests": GUESTS[game], "options": SHORT[game], "settings": REAL, **more}
    return await device.make(game, bots=0, **made)


def telling(game: Frame, chance: Random) -> Frame:
    """One of the moves that a game asks for, with random dice in place of zeros; covered ones stay 0."""
    pending: Frame = game["pending"]
    move: Frame = dict(chance.choice(pending["moves"]))
    if "dice" in move and not (game["real"]["covered"] and move["e"] == "throw"):
        move["dice"] = _thrown(move["dice"], chance)
    return move


def _thrown(dice: Any, chance: Random) -> Any:
    return [_thrown(cup, chance) if isinstance(cup, list) else chance.randint(1, 6) for cup in dice]


async def tell(socket: Socket, event: Frame, v: int | None = None) -> Frame:
    """Tell an event, and wait until it is shown."""
    answer = await socket.ask("tell", event=event, v=v)
    await socket.until(lambda: socket.version >= answer["v"])
    return answer


async def play_on(socket: Socket, chance: Random, events: int | None = None) -> None:
    """Tell so many events, or all until the game is over."""
    while socket.table["phase"] == "playing" and events != 0:
        assert socket.game is not None
        answer = await tell(socket, telling(socket.game, chance))
        assert answer["m"] == "ok", answer
        events = None if events is None else events - 1
