"""Thinking-time clocks, stand-ins, and presence timeouts."""

from __future__ import annotations

from pathlib import Path

from .fakes import ManualTime
from .memory_server import MemoryServer, Socket, memory_server

CLOCK = {"clock": 30, "throws": "hand"}


async def _annas_turn(server: MemoryServer, **settings: object) -> tuple[str, Socket]:
    """Anna against a bot, on her turn to throw."""
    anna = await server.device()
    code = await anna.make(settings={**CLOCK, **settings})
    socket = await anna.look(code)
    await socket.until(lambda: socket.my_turn)
    await server.settle()
    return code, socket


def _clock(socket: Socket) -> tuple[int, int, bool]:
    clock = socket.last("steps")["clock"]
    return clock["seat"], clock["left"], clock["runs"]


async def test_each_turn_has_the_whole_time(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        code, socket = await _annas_turn(server)
        await server.time.advance(12)
        shown = server.hub.tables[code].clock
        assert shown is not None
        assert (shown.seat, shown.left, shown.limit, shown.runs) == (0, 18_000, 30_000, True)
        await socket.act()
        await socket.until(lambda: socket.my_turn)
        assert _clock(socket) == (0, 30_000, True)


async def test_after_a_timeout_a_stand_in_plays_until_the_player_is_back(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make(bots=0, start=False, settings={**CLOCK, "stand_in": "strong"})
        sockets = [await anna.look(code), await ben.look(code)]
        await sockets[1].ask("join", name="Ben")
        await sockets[0].ask("start", v=sockets[0].version)
        await sockets[0].until(lambda: any(socket.my_turn for socket in sockets))
        await server.settle()
        slow, other = sockets if sockets[0].my_turn else sockets[::-1]
        seat, version = sockets.index(slow), slow.version
        await server.time.advance(29)
        assert slow.version == version
        await server.time.advance(1)
        await slow.until(lambda: slow.table["seats"][seat].get("away") == "time")
        await slow.until(lambda: any('"by":"stand_in","level":"strong"' in step for step in slow.steps))
        assert ("zock", "strong") in server.bots.asked
        await other.until(lambda: other.my_turn)
        assert (await slow.ask("back"))["m"] == "ok"
        await slow.until(lambda: slow.table["seats"][seat]["away"] is None)


async def test_no_stand_in_plays_without_other_players(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        _, socket = await _annas_turn(server)
        await server.time.advance(30)
        await socket.until(lambda: socket.table["seats"][0].get("away") == "time" and socket.last("here")["asleep"])
        version = socket.version
        await server.time.advance(60)
        assert socket.version == version
        assert (await socket.ask("back"))["m"] == "ok"
        await socket.until(lambda: not socket.last("here")["asleep"] and socket.my_turn)
        assert _clock(socket)[0] == 0


async def test_an_emote_does_not_reset_the_clock(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        _, socket = await _annas_turn(server)
        await server.time.advance(10)
        await socket.ask("emote", emote="think")
        await server.settle()
        assert _clock(socket) == (0, 20_000, True)


async def test_the_clock_pauses_while_no_player_is_connected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        code, socket = await _annas_turn(server)
        watcher = await (await server.device()).look(code)
        await server.time.advance(10)
        await socket.leave()
        await watcher.until(lambda: watcher.last("here")["asleep"])
        assert watcher.last("here") == {"m": "here", "seats": [False, False], "watching": 1, "asleep": True}
        version = watcher.version
        await server.time.advance(60)
        assert watcher.version == version
        clock = server.hub.tables[code].clock
        assert clock is not None
        assert (clock.left, clock.runs) == (20_000, False)
        back = await server.device(server.services.secrets.authenticated(f"{1:032x}"))
        await back.look(code, version)
        await server.time.advance(19)
        assert watcher.version == version
        await server.time.advance(1)
        await watcher.until(lambda: watcher.table["seats"][0].get("away") == "time")


async def test_bots_pause_while_no_player_is_connected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make("schocken", 3, settings={"pace": "human"})
        socket = await anna.look(code)
        while socket.my_turn:
            await socket.act()
        await server.settle()
        await socket.leave()
        version = server.hub.tables[code].table.version
        await server.time.advance(30)
        assert server.hub.tables[code].table.version == version
        again = await anna.look(code)
        await server.time.advance(2)
        await again.until(lambda: again.version > version)


async def test_clocks_pause_while_the_server_is_down(tmp_path: Path) -> None:
    """The time left is saved every few seconds and at shutdown."""
    time = ManualTime()
    async with memory_server(tmp_path, time=time) as server:
        code, _ = await _annas_turn(server)
        await time.advance(11)
    time = ManualTime()
    async with memory_server(tmp_path, time=time) as server:
        anna = await server.device()
        await anna.look(code)
        clock = server.hub.tables[code].clock
        assert clock is not None
        assert (clock.left, clock.runs) == (19_000, True)


async def test_a_crash_refunds_at_most_five_seconds(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        code, _ = await _annas_turn(server)
        await server.time.advance(13)
        await server.settle()
        saved = server.services.store.clock(code)
        assert saved is not None
        assert 17_000 <= saved.left <= 22_000


async def test_a_silent_device_is_disconnected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        _, socket = await _annas_turn(server)
        await server.time.advance(80)
        socket.send("null")
        await socket.until(lambda: "0" in socket.frames)
        await server.time.advance(80)
        assert socket.closed is None
        await server.time.advance(20)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed == (4408, "nothing was heard for too long")


async def test_a_silent_device_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    """A phone without network does not read the close frame."""
    async with memory_server(tmp_path) as server:
        code, socket = await _annas_turn(server)
        watcher = await (await server.device()).look(code)
        socket.reading.clear()
        await server.time.advance(60)
        watcher.send("null")
        await server.time.advance(40)
        assert watcher.last("here")["seats"] == [False, False]
        assert watcher.last("here")["asleep"]
        socket.reading.set()


async def test_an_idle_table_is_dropped_and_read_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        code, socket = await _annas_turn(server)
        shown = socket.game
        await socket.leave()
        await server.time.advance(70)
        assert code not in server.hub.tables
        again = await (await server.device(server.services.secrets.authenticated(f"{1:032x}"))).look(code)
        assert again.game == shown


async def test_a_long_poll_counts_as_present_between_requests(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, cleo = await server.device(), await server.device()
        code = await anna.make(settings=CLOCK)
        watcher = await cleo.look(code)
        await anna.http.get(f"/api/tables/{code}/steps?since=0&wait=1")
        await watcher.until(lambda: watcher.last("here")["seats"] == [True, False])
        await anna.http.get(f"/api/tables/{code}/steps?since=0&wait=1")
        await server.settle()
        assert watcher.last("here")["watching"] == 1
        await server.time.advance(14)
        assert watcher.last("here")["seats"] == [True, False]
        await server.time.advance(2)
        await watcher.until(lambda: watcher.last("here")["seats"] == [False, False])
