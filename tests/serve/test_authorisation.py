"""Authorisation: every command by role."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args

import pytest
from msgspec import Struct

from knobel.serve.tokens import digest
from knobel.table.commands import Command

from .memory_server import memory_server
from .roles import ROLES, RoleTable, role_table

Scene: TypeAlias = Callable[[RoleTable], Awaitable[None]]

HASH: Final = "ab" * 32


class Row(Struct, frozen=True):
    """A command, the state of the table, and the answer by role: `ok`, or why it is refused."""

    fields: dict[str, Any]
    answers: tuple[str, ...]
    scene: Scene


async def lobby(_: RoleTable) -> None:
    """The lobby, unchanged."""


async def throwing(table: RoleTable) -> None:
    await table.start()


async def deciding(table: RoleTable) -> None:
    await table.start()
    await table.until_turn("decision")


async def with_the_others_away(table: RoleTable) -> None:
    """The host's turn, so that no bot moves meanwhile."""
    await table.start()
    await table.until_turn("throw", "host")
    for seat in (1, 2):
        assert (await table.ask("host", "stand_in", seat=seat))["m"] == "ok"


async def with_an_open_door(table: RoleTable) -> None:
    settings = {"throws": "hand", "door": "open"}
    assert (await table.ask("host", "change", settings=settings))["m"] == "ok"


async def over(table: RoleTable) -> None:
    """A finished game; few stones make it short."""
    assert (await table.ask("host", "change", options={"stones": 3}))["m"] == "ok"
    await table.start()
    while table.sockets["host"].table["phase"] == "playing":
        await table.act()


async def real(table: RoleTable) -> None:
    """The lobby of a table with real dice, and a guest on seat 3."""
    assert (await table.ask("host", "change", settings={"door": "knock", "dice": "real"}))["m"] == "ok"
    assert (await table.ask("host", "seat_guest", name="guest"))["m"] == "ok"


async def with_two_on_the_bench(table: RoleTable) -> None:
    await real(table)
    assert (await table.ask("host", "sit_out", seat=3))["m"] == "ok"
    assert (await table.ask("player", "sit_out", seat=1))["m"] == "ok"


async def telling(table: RoleTable) -> None:
    """The player's first throw has to be told."""
    await real(table)
    assert (await table.ask("host", "start"))["m"] == "ok"
    assert (await table.ask("other", "tell", event={"e": "starter", "seat": 1}))["m"] == "ok"


async def told(table: RoleTable) -> None:
    """Two players have thrown."""
    await telling(table)
    for role, event in (("player", "throw"), ("player", "stand"), ("other", "throw")):
        seat = ROLES.index(role)
        dice = {"dice": [1, 2, 3]} if event == "throw" else {}
        assert (await table.ask(role, "tell", event={"e": event, "seat": seat, **dice}))["m"] == "ok"


_HOSTS: Final = ("ok", *["forbidden"] * 5)
_SEATS: Final = ("ok", "ok", "ok", *["forbidden"] * 3)

COMMANDS: Final[dict[str, Row]] = {
    # a removed device has to knock, even at an open table
    "join": Row({"name": "x"}, ("illegal", "illegal", "illegal", "ok", "ok", "ok"), with_an_open_door),
    "leave": Row({}, _SEATS, lobby),
    "seat_bot": Row({"level": "casual"}, _HOSTS, lobby),
    "seat_guest": Row({"name": "x"}, _HOSTS, real),
    "claim": Row({"seat": 3}, ("illegal", "illegal", "illegal", "ok", "ok", "ok"), real),  # those without a seat knock
    "sit_out": Row({"seat": 0}, _HOSTS, real),
    "sit_in": Row({"bench": 0}, ("ok", "ok", *["forbidden"] * 4), with_two_on_the_bench),
    "tell": Row({"event": {"e": "throw", "seat": 1, "dice": [1, 2, 3]}}, ("ok", "ok", *["forbidden"] * 4), telling),
    "take_back": Row({"to": 1}, _HOSTS, told),
    "unseat": Row({"seat": 2}, _HOSTS, lobby),
    "let_in": Row({"guest": 1}, _HOSTS, lobby),
    "turn_away": Row({"guest": 1}, _HOSTS, lobby),
    "change": Row({"game": "zocknroll"}, _HOSTS, lobby),
    "start": Row({}, _HOSTS, lobby),
    "throw": Row({}, ("illegal", "ok", "illegal", *["forbidden"] * 3), throwing),
    "move": Row({"move": {"e": "stand", "seat": 1}}, ("forbidden", "ok", *["forbidden"] * 4), deciding),
    "anchor": Row({"anchor": HASH}, _SEATS, throwing),
    "reveal": Row({"section": 0, "want": 99, "link": HASH}, (*["stale"] * 3, *["forbidden"] * 3), throwing),
    "protest": Row({"section": 0, "want": 99}, (*["stale"] * 3, *["forbidden"] * 3), throwing),
    "emote": Row({"emote": "hello"}, _SEATS, lobby),
    "rematch": Row({}, _SEATS, over),
    "hand_on": Row({"seat": 1}, _HOSTS, lobby),
    "stand_in": Row({"seat": 2}, _HOSTS, throwing),
    "back": Row({}, ("illegal", "ok", "ok", *["forbidden"] * 3), with_the_others_away),
    "close": Row({}, _HOSTS, lobby),
}


def test_every_command_is_in_the_matrix() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(Command)} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
async def test_commands_by_role(tmp_path: Path, command: str) -> None:
    """Roles that are refused try first, and nothing changes; then the others, one after the other."""
    row = COMMANDS[command]
    expected = dict(zip(ROLES, row.answers, strict=True))
    async with memory_server(tmp_path, fair=True) as server:
        table = await role_table(server)
        await row.scene(table)
        before = table.version
        refused = [role for role in ROLES if expected[role] != "ok"]
        for role in refused:
            said = await table.ask(role, command, **row.fields)
            assert (said["m"], said.get("why")) == ("no", expected[role]), (command, role, said)
            assert said["sentence"].count(".") == 0, "one sentence"
        assert table.version == before, "nothing has happened"
        for role in [role for role in ROLES if role not in refused]:
            said = await table.ask(role, command, **row.fields)
            assert said["m"] == "ok", (command, role, said)


async def test_a_removed_device_cannot_rejoin_at_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        table = await role_table(server)
        await with_an_open_door(table)
        assert (await table.ask("former", "join", name="former"))["m"] == "ok"
        assert server.hub.tables[table.code].table.seat_of(digest(table.devices["former"].token)) is None
        assert [guest["name"] for guest in table.sockets["host"].table["knocking"]][-1] == "former"
        for role in ("player", "spectator", "former"):
            assert table.sockets[role].table.get("knocking", []) == [], "only the host knows who knocks"
