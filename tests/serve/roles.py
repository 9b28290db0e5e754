"""A table with all roles: host, two players, and three devices without a seat."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from .memory_server import Device, Frame, MemoryServer, Socket

ROLES: Final[tuple[str, ...]] = ("host", "player", "other", "spectator", "stranger", "former")
"""`player` is the one who has to act while a game runs. The stranger knows the code, and has never looked at the table;
the former player had a seat until the host removed them."""

SEATED: Final = ROLES[:3]


class RoleTable:
    """A table of three players with the devices around it, by role."""

    def __init__(self, server: MemoryServer, code: str, devices: dict[str, Device], sockets: dict[str, Socket]) -> None:
        self.server = server
        self.code = code
        self.devices = devices
        self.sockets = sockets

    @property
    def version(self) -> int:
        return self.server.hub.tables[self.code].table.version

    async def ask(self, role: str, command: str, **fields: Any) -> Frame:
        """Send a command with the newest version; the stranger uses HTTP."""
        socket = self.sockets.get(role)
        if socket is not None:
            await socket.until(lambda: socket.version == self.version)
            return await socket.ask(command, **fields)
        body = {"id": f"{role}-{command}", "v": self.version, "do": {"c": command, **fields}}
        answer = await self.devices[role].http.post(f"/api/tables/{self.code}/commands", json=body)
        said: Frame = answer.json()
        return said

    async def start(self) -> None:
        """Play until the seat of `player` has to throw."""
        assert (await self.ask("host", "start"))["m"] == "ok"
        await self.rest()
        await self.until_turn("throw")

    async def until_turn(self, kind: str, role: str = "player") -> None:
        """Play until that seat has to act in that way."""
        socket = self.sockets[role]
        while not (self._turn is socket and _waits_for(socket) == kind):
            await self.act()

    async def act(self) -> None:
        """Act for the seat whose turn it is, and wait until all devices have seen it."""
        assert (turn := self._turn) is not None
        assert (answer := await turn.act())["m"] == "ok", answer
        await self.rest()

    async def rest(self) -> None:
        """Return when a seat has to act or the game is over, and all devices have seen it."""
        async with asyncio.timeout(60):
            while self._moves:
                await self.server.settle()

    @property
    def _moves(self) -> bool:
        """Whether dice are falling, or not all devices have seen them."""
        head = self.server.hub.tables[self.code].head
        seen = all(socket.version == head.version for socket in self.sockets.values())
        return head.wanted is not None or not seen or (head.phase == "playing" and self._turn is None)

    @property
    def _turn(self) -> Socket | None:
        """The seat that has to act."""
        return next((self.sockets[role] for role in SEATED if self.sockets[role].my_turn), None)


def _waits_for(socket: Socket) -> str:
    assert socket.game is not None
    kind: str = socket.game["pending"]["kind"]
    return kind


async def role_table(server: MemoryServer, **settings: object) -> RoleTable:
    """A table of Schocken in its lobby, with guest number 1 knocking."""
    devices = {role: await server.device() for role in ROLES}
    chosen = {"pace": "human", "throws": "hand", "help": "all", **settings}
    code = await devices["host"].make("schocken", 0, start=False, settings=chosen)
    sockets = {role: await devices[role].look(code) for role in ROLES if role != "stranger"}
    made = RoleTable(server, code, devices, sockets)
    for role in ("player", "other", "former"):
        assert (await made.ask(role, "join", name=role))["m"] == "ok"
    assert (await made.ask("host", "unseat", seat=3))["m"] == "ok"
    guest = await (await server.device()).look(code)
    assert (await made.ask("host", "change", settings={**chosen, "door": "knock"}))["m"] == "ok"
    await guest.until(lambda: guest.version == made.version)
    assert (await guest.ask("join", name="guest"))["m"] == "ok"
    await server.settle()
    return made
