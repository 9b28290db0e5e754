"""Thinking time, stand-ins, and tables that sleep while nobody is there."""

from __future__ import annotations

from pathlib import Path

from .fakes import ManualTime
from .memory_server import MemoryServer, Socket, memory_server

CLOCK = {"clock": 30, "throws": "hand"}


async def _annas_turn(house: MemoryServer, **settings: object) -> tuple[str, Socket]:
    """Anna against a bot, who waits for her throw."""
    anna = await house.device()
    code = await anna.make(settings={**CLOCK, **settings})
    socket = await anna.look(code)
    await socket.until(lambda: socket.my_turn)
    await house.settle()
    return code, socket


def _clock(socket: Socket) -> tuple[int, int, bool]:
    clock = socket.last("steps")["clock"]
    return clock["seat"], clock["left"], clock["runs"]


async def test_each_turn_has_the_whole_time(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        code, socket = await _annas_turn(house)
        await house.time.pass_by(12)
        shown = house.hub.tables[code].clock
        assert shown is not None
        assert (shown.seat, shown.left, shown.limit, shown.runs) == (0, 18_000, 30_000, True)
        await socket.act()
        await socket.until(lambda: socket.my_turn)
        assert _clock(socket) == (0, 30_000, True)


async def test_after_a_timeout_a_stand_in_plays_until_the_player_is_back(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        anna, ben = await house.device(), await house.device()
        code = await anna.make(bots=0, start=False, settings={**CLOCK, "stand_in": "strong"})
        sockets = [await anna.look(code), await ben.look(code)]
        await sockets[1].ask("join", name="Ben")
        await sockets[0].ask("start", v=sockets[0].version)
        await sockets[0].until(lambda: any(socket.my_turn for socket in sockets))
        await house.settle()
        slow, other = sockets if sockets[0].my_turn else sockets[::-1]
        seat, version = sockets.index(slow), slow.version
        await house.time.pass_by(29)
        assert slow.version == version
        await house.time.pass_by(1)
        await slow.until(lambda: slow.table["seats"][seat].get("away") == "time")
        await slow.until(lambda: any('"by":"stand_in","level":"strong"' in step for step in slow.steps))
        assert ("zock", "strong") in house.bots.asked
        await other.until(lambda: other.my_turn)
        assert (await slow.ask("back"))["m"] == "ok"
        await slow.until(lambda: slow.table["seats"][seat]["away"] is None)


async def test_no_stand_in_plays_without_other_players(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        _, socket = await _annas_turn(house)
        await house.time.pass_by(30)
        await socket.until(lambda: socket.table["seats"][0].get("away") == "time" and socket.last("here")["asleep"])
        version = socket.version
        await house.time.pass_by(60)
        assert socket.version == version
        assert (await socket.ask("back"))["m"] == "ok"
        await socket.until(lambda: not socket.last("here")["asleep"] and socket.my_turn)
        assert _clock(socket)[0] == 0


async def test_an_emote_does_not_reset_the_clock(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        _, socket = await _annas_turn(house)
        await house.time.pass_by(10)
        await socket.ask("emote", emote="think")
        await house.settle()
        assert _clock(socket) == (0, 20_000, True)


async def test_the_clock_pauses_while_no_player_is_connected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        code, socket = await _annas_turn(house)
        watcher = await (await house.device()).look(code)
        await house.time.pass_by(10)
        await socket.leave()
        await watcher.until(lambda: watcher.last("here")["asleep"])
        assert watcher.last("here") == {"m": "here", "seats": [False, False], "watching": 1, "asleep": True}
        version = watcher.version
        await house.time.pass_by(60)
        assert watcher.version == version
        clock = house.hub.tables[code].clock
        assert clock is not None
        assert (clock.left, clock.runs) == (20_000, False)
        back = await house.device(f"{1:032x}")
        await back.look(code, version)
        await house.time.pass_by(19)
        assert watcher.version == version
        await house.time.pass_by(1)
        await watcher.until(lambda: watcher.table["seats"][0].get("away") == "time")


async def test_bots_pause_while_no_player_is_connected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        anna = await house.device()
        code = await anna.make("schocken", 3, settings={"pace": "human"})
        socket = await anna.look(code)
        while socket.my_turn:
            await socket.act()
        await house.settle()
        await socket.leave()
        version = house.hub.tables[code].table.version
        await house.time.pass_by(30)
        assert house.hub.tables[code].table.version == version
        again = await anna.look(code)
        await house.time.pass_by(2)
        await again.until(lambda: again.version > version)


async def test_clocks_pause_while_the_server_is_down(tmp_path: Path) -> None:
    """What was left is written down every few seconds and at the end, and goes on from there."""
    time = ManualTime()
    async with memory_server(tmp_path, time=time) as house:
        code, _ = await _annas_turn(house)
        await time.pass_by(11)
    time = ManualTime()
    async with memory_server(tmp_path, time=time) as house:
        anna = await house.device()
        await anna.look(code)
        clock = house.hub.tables[code].clock
        assert clock is not None
        assert (clock.left, clock.runs) == (19_000, True)


async def test_a_crash_refunds_at_most_five_seconds(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        code, _ = await _annas_turn(house)
        await house.time.pass_by(13)
        await house.settle()
        saved = house.services.store.clock(code)
        assert saved is not None
        assert 17_000 <= saved.left <= 22_000


async def test_a_silent_device_is_disconnected(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        _, socket = await _annas_turn(house)
        await house.time.pass_by(80)
        socket.send("null")
        await socket.until(lambda: "0" in socket.frames)
        await house.time.pass_by(80)
        assert socket.closed is None
        await house.time.pass_by(20)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed == (4408, "nothing was heard for too long")


async def test_a_silent_device_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    """A phone in a tunnel takes no frame, not even the one that says goodbye."""
    async with memory_server(tmp_path) as house:
        code, socket = await _annas_turn(house)
        watcher = await (await house.device()).look(code)
        socket.reading.clear()
        await house.time.pass_by(60)
        watcher.send("null")
        await house.time.pass_by(40)
        assert watcher.last("here")["seats"] == [False, False]
        assert watcher.last("here")["asleep"]
        socket.reading.set()


async def test_an_idle_table_is_dropped_and_read_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        code, socket = await _annas_turn(house)
        shown = socket.game
        await socket.leave()
        await house.time.pass_by(70)
        assert code not in house.hub.tables
        again = await (await house.device(f"{1:032x}")).look(code)
        assert again.game == shown


async def test_a_long_poll_counts_as_present_between_requests(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as house:
        anna, cleo = await house.device(), await house.device()
        code = await anna.make(settings=CLOCK)
        watcher = await cleo.look(code)
        await anna.http.get(f"/api/tables/{code}/steps?since=0&wait=1")
        await watcher.until(lambda: watcher.last("here")["seats"] == [True, False])
        await anna.http.get(f"/api/tables/{code}/steps?since=0&wait=1")
        await house.settle()
        assert watcher.last("here")["watching"] == 1
        await house.time.pass_by(14)
        assert watcher.last("here")["seats"] == [True, False]
        await house.time.pass_by(2)
        await watcher.until(lambda: watcher.last("here")["seats"] == [False, False])
