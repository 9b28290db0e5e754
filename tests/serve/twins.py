"""A game and its twin with other hidden dice, and all data that clients receive."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice

from .memory_server import Device, Frame, MemoryServer, Socket

Change = Callable[[int, Dice], Dice]


class TwinDice(SeededDice):
    """Seeded dice of which some throws, counted from 0, are changed."""

    def __init__(self, seed: int, change: Change) -> None:
        super().__init__(seed)
        self._change = change
        self._throws = -1

    def roll(self, count: int) -> Dice:
        fallen = super().roll(count)
        self._throws += 1
        return self._change(self._throws, fallen)


def same(_: int, dice: Dice) -> Dice:
    return dice


def turned(dice: Dice) -> Dice:
    """Other dice in each place."""
    return tuple(7 - die for die in dice)


async def _all_that_can_be_asked(device: Device, code: str) -> list[str]:
    """All responses of the API about a table to this device."""
    paths = ["", "/steps?since=0", "/choices", "/stats"]
    answers = [await device.http.get(f"/api/tables/{code}{path}") for path in paths]
    answers += [await device.http.get(f"/api/me/{what}") for what in ("tables", "games", "stats")]
    return [f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}" for answer in answers]


class WatchedTable:
    """A table of three people and a spectator; records all that they receive, in order."""

    def __init__(self, server: MemoryServer, code: str, devices: Sequence[Device], sockets: Sequence[Socket]) -> None:
        self.server = server
        self.code = code
        self.devices = devices
        self.sockets = sockets
        self.received: list[list[str]] = [[] for _ in devices]

    async def note(self) -> None:
        """Request everything, and record it with the frames so far."""
        await self.server.settle()
        for device, socket, received in zip(self.devices, self.sockets, self.received, strict=True):
            await socket.until(lambda: socket.version == self.server.hub.tables[self.code].table.version)  # noqa: B023 - it is awaited at once
            received += await _all_that_can_be_asked(device, self.code)

    def everything(self, who: int) -> list[str]:
        return [*self.sockets[who].frames, *self.received[who]]

    async def decide(self, choose: Callable[[list[Frame]], Frame]) -> None:
        """Act for the seat that has to decide."""
        seat = next(socket for socket in self.sockets if socket.my_turn)
        answer = await seat.act(choose)
        assert answer["m"] == "ok", answer
        await self.note()


async def table_of_three(server: MemoryServer, game: str, **settings: object) -> WatchedTable:
    devices = [await server.device() for _ in range(4)]
    code = await devices[0].make(game, 0, start=False, settings=settings)
    sockets = [await device.look(code) for device in devices]
    for socket, name in zip(sockets[1:3], ("Ben", "Cleo"), strict=True):
        await socket.ask("join", name=name, id=name)
    await server.settle()
    await sockets[0].ask("start", id="start")
    watched = WatchedTable(server, code, devices, sockets)
    await watched.note()
    return watched
