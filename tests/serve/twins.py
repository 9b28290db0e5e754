"""A game and its twin, whose hidden dice differ, and all that anybody receives of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice

from .memory_server import Device, Frame, MemoryServer, Socket

Change = Callable[[int, Dice], Dice]


class TwinDice(SeededDice):
    """Seeded dice of which some throws, counted from 0, are changed after they have fallen."""

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
    """Other dice, each of them."""
    return tuple(7 - die for die in dice)


async def _all_that_can_be_asked(device: Device, code: str) -> list[str]:
    """Every answer of the API about a table, as this device gets it."""
    paths = ["", "/steps?since=0", "/choices", "/stats"]
    answers = [await device.http.get(f"/api/tables/{code}{path}") for path in paths]
    answers += [await device.http.get(f"/api/me/{what}") for what in ("tables", "games", "stats")]
    return [f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}" for answer in answers]


class WatchedTable:
    """A table of three people and somebody who watches; all they receive is kept in the order of its coming."""

    def __init__(self, house: MemoryServer, code: str, devices: Sequence[Device], sockets: Sequence[Socket]) -> None:
        self.house = house
        self.code = code
        self.devices = devices
        self.sockets = sockets
        self.received: list[list[str]] = [[] for _ in devices]

    async def note(self) -> None:
        """Ask for everything that can be asked, and keep it with the frames so far."""
        await self.house.settle()
        for device, socket, received in zip(self.devices, self.sockets, self.received, strict=True):
            await socket.until(lambda: socket.version == self.house.hub.tables[self.code].table.version)  # noqa: B023 - it is awaited at once
            received += await _all_that_can_be_asked(device, self.code)

    def everything(self, who: int) -> list[str]:
        return [*self.sockets[who].frames, *self.received[who]]

    async def decide(self, choose: Callable[[list[Frame]], Frame]) -> None:
        """Whoever has to decide does so."""
        seat = next(socket for socket in self.sockets if socket.my_turn)
        answer = await seat.act(choose)
        assert answer["m"] == "ok", answer
        await self.note()


async def table_of_three(house: MemoryServer, game: str, **settings: object) -> WatchedTable:
    devices = [await house.device() for _ in range(4)]
    code = await devices[0].make(game, 0, start=False, settings=settings)
    sockets = [await device.look(code) for device in devices]
    for socket, name in zip(sockets[1:3], ("Ben", "Cleo"), strict=True):
        await socket.ask("join", name=name, id=name)
    await house.settle()
    await sockets[0].ask("start", id="start")
    watched = WatchedTable(house, code, devices, sockets)
    await watched.note()
    return watched
