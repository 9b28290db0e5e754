"""The short way of frames: past queues and tasks, but in order, and with everything that a slow reader needs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from knobel.serve.connection import WiredConnection
from knobel.serve.running import Server, config, listen
from knobel.serve.wire import Wire, header

from .worlds import World, world


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, (1 << 16) - 1, 1 << 16])
def test_headers_are_those_of_the_standard(length: int) -> None:
    text = b"x" * length
    assert header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@asynccontextmanager
async def serving(house: World) -> AsyncIterator[int]:
    """A real server for a world, at a port of this machine."""
    listener, ready = listen("127.0.0.1", 0, or_any=False), asyncio.Event()
    server = Server(config(house.app), house.hub, ready.set)
    running = asyncio.create_task(server.serve([listener]))
    await ready.wait()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def looking(house: World) -> AsyncIterator[tuple[ClientConnection, int]]:
    """A WebSocket to a table where its owner has to throw, and the version of that table."""
    anna = await house.device()
    code = await anna.make(settings={"throws": "hand"})
    first = await anna.look(code)
    await first.until(lambda: first.my_turn)
    async with serving(house) as port:
        address = f"ws://127.0.0.1:{port}/api/tables/{code}/ws?v={first.version}"
        async with connect(address, additional_headers={"cookie": f"knobel={anna.token}"}) as socket:
            yield socket, first.version


async def test_frames_of_one_moment_are_answered_in_their_order(tmp_path: Path) -> None:
    async with world(tmp_path) as house, looking(house) as (socket, version):
        throw = msgspec.json.encode({"id": "one", "v": version, "do": {"c": "throw"}}).decode()
        for text in ("null", throw, throw, "null"):
            await socket.send(text)
        heard = list[Any]()
        while not heard or "steps" not in heard[-1] or not heard[-1]["steps"]:
            frame = msgspec.json.decode(await socket.recv())
            heard.append(frame if frame else {"m": "pong"})
        kinds = [frame["m"] for frame in heard if frame["m"] != "here"]
        assert kinds == ["steps", "pong", "pong", "ok", "ok", "steps"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [(Frame(Opcode.TEXT, b"\xff"), 1007), (Frame(Opcode.BINARY, b"null"), 4400), (Frame(Opcode.TEXT, b"{"), 4400)],
    ids=["no text", "bytes", "no JSON"],
)
async def test_frames_that_nobody_understands_end_the_connection(tmp_path: Path, frame: Frame, code: int) -> None:
    async with world(tmp_path) as house, looking(house) as (socket, _):
        socket.transport.write(frame.serialize(mask=True))
        await socket.wait_closed()
        assert socket.close_code == code


class Jammed:
    """A wire that takes nothing until somebody reads; `taken` is what each writing took."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.free = True
        self.taken = list[list[bytes]]()

    def write(self, frames: Sequence[bytes]) -> bool:
        if self.free:
            self.taken.append(list(frames))
        return self.free


async def test_frames_of_one_turn_leave_together_and_a_slow_reader_gets_all_in_order() -> None:
    wire, sent, reads = Jammed(), list[str](), asyncio.Event()

    async def send(message: Any) -> None:
        await reads.wait()
        sent.append(message.get("text") or message["type"])

    connection = WiredConnection("device", send, 0.0, cast("Wire", wire))
    connection.push(b"1")
    connection.push(b"2")
    await asyncio.sleep(0)
    assert wire.taken == [[b"1", b"2"]]
    wire.free = False
    connection.push(b"3")
    connection.push(b"4")
    await asyncio.sleep(0)
    connection.push(b"5")
    connection.close(4409)
    reads.set()
    async with asyncio.timeout(20):
        while "websocket.close" not in sent:
            await asyncio.sleep(0)
    assert sent == ["3", "4", "5", "websocket.close"]
    assert wire.taken == [[b"1", b"2"]]
