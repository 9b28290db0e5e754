"""A club with a device for each role, and tables whose games count for it."""

from __future__ import annotations

from typing import Any, Final

import httpx

from .memory_server import Device, MemoryServer, Socket, carry_token

ROLES: Final = ("stranger", "former", "member", "treasurer", "founder")
NAMES: Final = {"founder": "Anna", "treasurer": "Ben", "member": "Carla", "former": "Dora"}
NUMBERS: Final = {"founder": 1, "treasurer": 2, "member": 3, "former": 4}


class ClubServer:
    """A club with its devices by role; Anna founded it, Ben is treasurer, Carla a member, and Dora was one."""

    def __init__(self, server: MemoryServer, club: str, devices: dict[str, Device]) -> None:
        self.server = server
        self.club = club
        self.devices = devices

    @property
    def path(self) -> str:
        return f"/api/clubs/{self.club}"

    async def ask(self, role: str, method: str, path: str = "", **more: Any) -> httpx.Response:
        """A request of a role to the club; `path` is relative to it."""
        return await self.devices[role].http.request(method, self.path + path, **more)

    async def get(self, path: str = "", role: str = "member") -> Any:
        answer = await self.ask(role, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def done(self, method: str, path: str, body: Any = None, role: str = "founder") -> Any:
        """A request that succeeds."""
        answer = await self.ask(role, method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json()


async def club_server(server: MemoryServer) -> ClubServer:
    devices = {role: await server.device() for role in ROLES}
    made = await devices["founder"].http.post("/api/clubs", json={"name": "Stammtisch", "you": "Anna"})
    assert made.status_code == 201, made.text
    club = ClubServer(server, made.json()["club"], devices)
    for role in ("treasurer", "member", "former"):
        await club.done("POST", "/members", {"name": NAMES[role]})
        await tie(club, NUMBERS[role], devices[role])
    await club.done("PATCH", "/members/2", {"role": "treasurer"})
    await club.done("DELETE", "/members/4")
    return club


async def tie(club: ClubServer, member: int, device: Device) -> None:
    """Tie a device to a member by a link."""
    link = await club.done("POST", f"/members/{member}/link")
    joined = await device.http.post("/api/clubs/join", json=carry_token(link["url"]))
    assert joined.json() == {"club": club.club, "member": member}


async def seated(server: MemoryServer, *people: tuple[Device, str], game: str = "schocken", **options: Any) -> str:
    """A table with these people in its lobby; a game of Schocken is short."""
    (host, name), *others = people
    chosen = {"stones": 2} if game == "schocken" else {"games": 1} if game == "zock" else {}
    code = await host.make(game, 0, start=False, name=name, options=chosen | options, id=str(id(people)))
    for device, other in others:
        assert (await (await device.look(code)).ask("join", name=other))["m"] == "ok"
    return code


async def play(server: MemoryServer, code: str, *devices: Device) -> str:
    """Play a game to its end; the secret id of its record. The first device is the host's."""
    sockets = [await device.look(code) for device in devices]
    again = sockets[0].table["phase"] == "over"
    for socket in sockets if again else sockets[:1]:
        assert (await socket.ask("rematch" if again else "start"))["m"] == "ok"
    await server.settle()
    while sockets[0].table["phase"] != "over":
        turn = next((socket for socket in sockets if socket.my_turn), None)
        if turn is not None:
            answer = await turn.act(lambda moves: moves[0])
            assert answer["m"] == "ok", answer
        await server.settle()
        await _caught_up(sockets)
    replay: str = sockets[0].table["replay"]
    for socket in sockets:
        await socket.leave()
    return replay


async def _caught_up(sockets: list[Socket]) -> None:
    newest = max(socket.version for socket in sockets)
    for socket in sockets:
        await socket.until(lambda: socket.version >= newest)  # noqa: B023 - it is awaited at once
