"""Deletion of members and clubs: the bytes of the names leave the file of the store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from knobel.rules.records import loads
from knobel.store import Store
from knobel.store.sqlite import connect

from .club_server import ClubServer, club_server, play, seated
from .memory_server import MemoryServer, memory_server
from .scribe import play_on, real_table

GONE = "Zwetschgenkönig"
"""A name that occurs nowhere else."""


def _bytes(folder: Path) -> bytes:
    """Everything that the store has on disk."""
    return b"".join(file.read_bytes() for file in sorted(folder.glob("tables.db*")))


def _vacuumed(folder: Path) -> bytes:
    connection = connect(folder / "tables.db")
    connection.execute("VACUUM")
    connection.close()
    return _bytes(folder)


async def _everywhere(server: MemoryServer) -> tuple[ClubServer, str, str]:
    """A club in which the name stands wherever a name can stand."""
    club = await club_server(server)
    anna, gone = club.devices["founder"], club.devices["member"]
    await club.done("PATCH", "/members/3", {"name": GONE})
    code = await seated(server, (anna, "Anna"), (gone, GONE), game="zock")
    replay = await play(server, code, anna, gone)
    await club.done("POST", "/tables", {"code": code})
    await _analyse(server, replay)
    await play(server, code, anna, gone)
    listed = f"date,game,names,places\n2024-01-01,zock,Anna/{GONE},1/2"
    assert (await club.ask("founder", "POST", "/import", content=listed)).is_success
    fine = {"id": "x", "member": 2, "amount": 5, "reason": f"spilled beer on {GONE.lower()}, twice"}
    await club.done("POST", "/box", fine)
    await club.done("PUT", "/box/tariff", {"customs": [{"name": f"round for {GONE}", "cents": 100}]})
    shown = (await club.get("/evenings"))["evenings"][0]["evening"]
    game = (await club.get(f"/evenings/{shown}"))["games"][0]
    await club.done("PATCH", f"/games/{game['id']}", {"members": [1, None]})
    await club.done("POST", "/members/3/link")
    return club, code, replay


async def _analyse(server: MemoryServer, replay: str) -> None:
    """Keep an analysis with the name in it."""
    analysis = {"moments": [{"luck": [0.25, -0.25]}], "summaries": [{"name": "Anna"}, {"name": GONE}]}
    store = server.services.store
    found = store.game(replay)
    assert found is not None
    stored = store.keep_analysis(replay, 1, msgspec.json.encode(analysis), 0, found[0].names)
    assert await asyncio.wrap_future(stored)


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("what", ["/members/3", ""])
async def test_no_byte_of_the_name_is_left(tmp_path: Path, what: str, fair: bool) -> None:
    wanted = [GONE.encode(), GONE.lower().encode()]
    async with memory_server(tmp_path, fair=fair) as server:
        club, code, replay = await _everywhere(server)
        anna = club.devices["founder"].http
        assert all(name in _bytes(tmp_path) for name in wanted)
        said = await club.done("DELETE", what)
        assert said["tables"] == []
        assert "without a name" in said["sentence"]
        assert not [name for name in wanted if name in _bytes(tmp_path)]
        if what:
            standings = await club.get("/standings", "founder")
            assert [line["games"] for line in standings["lines"] if line["member"] == 3 and line["name"] is None] == [2]
            assert said["results"] == 2
            exported = (await club.ask("founder", "GET", "/export.json")).text
            assert GONE.casefold() not in exported.casefold()
        else:
            assert (await anna.get("/api/me/clubs")).json() == []
        table = (await anna.get(f"/api/tables/{code}")).json()["table"]
        names = ("Anna", "N. N.") if what else ("N. N.", "N. N. 2")
        assert tuple(seat["name"] for seat in table["seats"]) == names
        record = (await anna.get(f"/api/replays/{replay}/record")).text
        assert loads(record).players == names
        assert '"fair"' not in record
        await play(server, code, club.devices["founder"], club.devices["member"])
    assert not [name for name in wanted if name in _vacuumed(tmp_path)]
    with Store(tmp_path / "tables.db") as store:
        assert store.check() == []


async def test_a_table_keeps_the_name_while_a_game_runs(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        anna, carla = club.devices["founder"], club.devices["member"]
        code = await seated(server, (anna, "Anna"), (carla, "Carla"), game="zock")
        await club.done("POST", "/tables", {"code": code})
        assert (await (await anna.look(code)).ask("start"))["m"] == "ok"
        said = await club.done("DELETE", "/members/3")
        assert said["tables"] == [code]
        assert "a game runs at 1 table, where the name stays" in said["sentence"]


async def test_a_guest_without_a_phone_is_deleted_from_a_table_with_real_dice(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, "schocken", guests=(GONE, "Cleo"))
        socket = await anna.look(code)
        await play_on(socket, Random(1))
        made = (await anna.http.post("/api/clubs", json={"name": "Stammtisch", "from_table": code})).json()
        assert (await socket.ask("sit_out", seat=1))["m"] == "ok"
        deleted = await anna.http.delete(f"/api/clubs/{made['club']}/members/2")
        assert deleted.json()["results"] == 1
        assert GONE.encode() not in _bytes(tmp_path)
        table = (await anna.http.get(f"/api/tables/{code}")).json()["table"]
        assert [out["name"] for out in table["real"]["bench"]] == ["N. N."]
    assert GONE.encode() not in _vacuumed(tmp_path)


@pytest.mark.parametrize("name", ["schocken", "open", "casual", "created", "lobby"])
async def test_a_member_may_be_called_like_a_keyword(where: Path | str, name: str) -> None:
    async with memory_server(where) as server:
        anna = await server.device()
        code = await anna.make("schocken", start=False, name=name)
        before = (await anna.http.get(f"/api/tables/{code}")).json()["table"]
        made = (await anna.http.post("/api/clubs", json={"name": "Stammtisch", "from_table": code})).json()
        assert (await anna.http.delete(f"/api/clubs/{made['club']}")).status_code == 200
        after = (await anna.http.get(f"/api/tables/{code}")).json()["table"]
        assert after["seats"][0].pop("name") == "N. N."
        assert before["seats"][0].pop("name") == name
        assert after == before
        assert server.services.store.check() == []
