"""WebSocket fast path: order of frames, batching and backpressure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from knobel.serve.limits.rate_limit import Limits
from knobel.serve.server import Server, uvicorn_config
from knobel.serve.transport.connection import FastConnection, FlushQueue
from knobel.serve.transport.listener import listen
from knobel.serve.transport.websocket import WebSocketProtocol, frame_header, read_text_frame

from .memory_server import MemoryServer, memory_server

_FRAME = Limits().command_size


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, (1 << 16) - 1, 1 << 16])
def test_frame_headers_equal_those_of_the_library(length: int) -> None:
    text = b"x" * length
    assert frame_header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def masked(text: bytes, kind: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A masked frame of a client."""
    return Frame(kind, text, fin).serialize(mask=True)


PING = masked(b"null")


IN_A_FRAME = bytes([0x81, 0x84, 0x20, 0x20, 0x81, 0x84, *b"\x11\x12\xb2\xb0"])
"""What looks like the frame of a text of its own when it comes alone."""

MASK = bytes([0x81 ^ ord("a"), 0x84 ^ ord("b"), 0, 0])
"""With this mask it is the middle of a longer text."""

OF_A_FRAME = bytes([0x81, 0x80 | len(IN_A_FRAME)]) + MASK + IN_A_FRAME


@pytest.mark.parametrize("length", [0, 1, 3, 4, 125, 126, 127, 1000, _FRAME])
def test_text_frames_are_parsed_as_by_the_library(length: int) -> None:
    text = ("ä" * length).encode()[: length // 2 * 2] + b"x" * (length % 2)
    frame = masked(text)
    assert read_text_frame(frame + b"more", 0, _FRAME) == (text.decode(), len(frame))
    assert read_text_frame(PING + frame, len(PING), _FRAME) == (text.decode(), len(PING + frame))


def test_a_partial_frame_is_not_parsed() -> None:
    assert read_text_frame(IN_A_FRAME, 0, _FRAME) == ("1234", len(IN_A_FRAME))


def test_other_frames_are_left_to_the_library() -> None:
    frame = masked(b"x" * 200)
    halves = [frame[:end] for end in range(len(frame))]
    others = [masked(b"x" * (_FRAME + 1)), masked(b"\xff"), masked(b"", Opcode.PING), masked(b"x", fin=False)]
    assert all(read_text_frame(PING + data, len(PING), _FRAME) is None for data in halves + others)
    assert read_text_frame(frame, 0, _FRAME) == ("x" * 200, len(frame))


class PausableTransport(asyncio.Transport):
    """A transport whose reading can be paused, and that takes all writes."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 1)})
        self.reading = True
        self.closing = False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def write(self, data: bytes | bytearray | memoryview) -> None: ...

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing


class RecordingProtocol(WebSocketProtocol):
    """A protocol that records its texts, and how often the library's parser was used."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        async def no_app(scope: Scope, receive: Receive, send: Send) -> None: ...

        super().__init__(uvicorn_config(no_app), ServerState(), {}, loop, limits=Limits())
        self.texts_received = list[str]()
        self.helped = 0
        self.tap = PausableTransport()
        self.connection_made(self.tap)
        request = (
            "GET / HTTP/1.1\r\nHost: knobel\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self.data_received(request.encode())
        self.conn.send_response(self.response)
        self.on_text = self.texts_received.append

    async def run_asgi(self) -> None:
        """There is no application."""

    def send_receive_event_to_app(self) -> None:
        self.helped += 1
        super().send_receive_event_to_app()


@pytest.mark.parametrize(
    ("stream", "texts", "plain"),
    [
        (masked(b"1") + masked(b"2") + masked(b"3"), ["1", "2", "3"], 3),
        (masked(b"1") + masked(b"2", fin=False) + masked(b"3", Opcode.CONT) + masked(b"4"), ["1", "23", "4"], 1),
        (masked(b"1") + masked(b"", Opcode.PONG) + masked(b"2"), ["1", "2"], 1),
        (OF_A_FRAME, [bytes(one ^ other for one, other in zip(IN_A_FRAME, MASK * 3, strict=False)).decode()], 1),
        (
            masked(b"1", fin=False) + masked(b"", Opcode.PONG) + masked(b"2", Opcode.CONT) + masked("ü".encode() * 90),
            ["12", "ü" * 90],
            0,
        ),
    ],
    ids=["texts", "a text in pieces", "a pong between", "a frame in a frame", "a pong between pieces"],
)
async def test_texts_arrive_in_order_wherever_the_stream_is_cut(stream: bytes, texts: list[str], plain: int) -> None:
    loop = asyncio.get_running_loop()
    whole = RecordingProtocol(loop)
    whole.data_received(stream)
    assert (whole.texts_received, len(texts) - whole.helped) == (texts, plain)
    for cut in range(1, len(stream)):
        protocol = RecordingProtocol(loop)
        protocol.data_received(stream[:cut])
        protocol.data_received(stream[cut:])
        assert protocol.texts_received == texts, f"cut at {cut}"


@pytest.mark.parametrize(
    ("first", "last"),
    [(b"", b""), (masked(b"", Opcode.PONG), b""), (b"", masked(b"z", Opcode.PING) + masked(b"200"))],
    ids=["texts", "with the library", "from some text on with the library"],
)
async def test_a_flood_is_parsed_in_batches_and_in_order(first: bytes, last: bytes) -> None:
    protocol = RecordingProtocol(asyncio.get_running_loop())
    texts = [str(number) for number in range(200)]
    protocol.data_received(first + b"".join([masked(text.encode()) for text in texts]) + last)
    told, turns = len(protocol.texts_received), 1
    assert told < 100
    assert not protocol.tap.reading
    protocol.data_received(masked(b"later"))  # as from a transport that was about to stop
    while not protocol.tap.reading:
        assert len(protocol.texts_received) - told < 100
        told, turns = len(protocol.texts_received), turns + 1
        await asyncio.sleep(0)
    assert protocol.texts_received == [*texts, *(["200"] if last else []), "later"]
    assert turns > 2
    protocol.data_received(masked(b"at once"))
    assert protocol.texts_received[-1] == "at once"


@pytest.mark.parametrize("first", [b"", masked(b"", Opcode.PONG)], ids=["texts", "with the library"])
async def test_frames_after_a_close_are_ignored(first: bytes) -> None:
    """Frames before it are handled, and neither a close nor a lost connection is delayed for ever."""
    protocol = RecordingProtocol(asyncio.get_running_loop())
    goodbye = masked(b"\x03\xe8", Opcode.CLOSE)
    protocol.data_received(first + masked(b"1") * 100 + goodbye + masked(b"2") * 100)
    async with asyncio.timeout(60):
        while not protocol.tap.closing:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert protocol.texts_received == ["1"] * 100
    lost = RecordingProtocol(asyncio.get_running_loop())
    lost.data_received(first + masked(b"1") * 100)
    lost.connection_lost(None)
    told = len(lost.texts_received)
    await asyncio.sleep(0)
    assert len(lost.texts_received) == told < 100


@asynccontextmanager
async def serving(server: MemoryServer) -> AsyncIterator[int]:
    """A real HTTP server for a memory server, on a local port."""
    listener, ready = listen("127.0.0.1", 0, or_any=False), asyncio.Event()
    running_server = Server(uvicorn_config(server.app), server.hub, ready.set)
    running = asyncio.create_task(running_server.serve([listener]))
    await ready.wait()
    try:
        yield listener.getsockname()[1]
    finally:
        running_server.should_exit = True
        await running


@asynccontextmanager
async def looking(server: MemoryServer) -> AsyncIterator[tuple[ClientConnection, int]]:
    """A WebSocket to a table where its device has to throw, and the version of the table."""
    anna = await server.device()
    code = await anna.make(settings={"throws": "hand"})
    first = await anna.look(code)
    await first.until(lambda: first.my_turn)
    async with serving(server) as port:
        address = f"ws://127.0.0.1:{port}/api/tables/{code}/ws?v={first.version}"
        async with connect(address, additional_headers={"cookie": f"knobel={anna.token}"}) as socket:
            yield socket, first.version


async def test_frames_of_one_read_are_answered_in_order(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server, looking(server) as (socket, version):
        throw = msgspec.json.encode({"id": "one", "v": version, "do": {"c": "throw"}}).decode()
        for text in ("null", throw, throw, "null"):
            await socket.send(text)
        texts_received = list[Any]()
        while not texts_received or "steps" not in texts_received[-1] or not texts_received[-1]["steps"]:
            frame = msgspec.json.decode(await socket.recv())
            texts_received.append(frame if frame else {"m": "pong"})
        kinds = [frame["m"] for frame in texts_received if frame["m"] != "here"]
        assert kinds == ["steps", "pong", "pong", "ok", "ok", "steps"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (masked(b"\xff"), 1007),
        (masked(b"null", Opcode.BINARY), 4400),
        (masked(b"{"), 4400),
        (masked(b"x" * (_FRAME + 1)), 1009),
        (masked(b"x" * (1 << 16)), 1009),
        (Frame(Opcode.TEXT, b"null").serialize(mask=False), 1002),
        (bytes([PING[0] | 0x40]) + PING[1:], 1002),
        (masked(b"null", Opcode.CONT), 1002),
        (PING + masked(b"\xff"), 1007),
    ],
    ids=["no text", "bytes", "no JSON", "long", "longer", "no mask", "reserved", "no beginning", "after a text"],
)
async def test_malformed_frames_close_the_connection(tmp_path: Path, frame: bytes, code: int) -> None:
    async with memory_server(tmp_path) as server, looking(server) as (socket, _):
        socket.transport.write(frame)
        await socket.wait_closed()
        assert socket.close_code == code


class BlockedProtocol:
    """A protocol with backpressure; `taken` are the frames of each write."""

    def __init__(self) -> None:
        self.loop = self
        self.call_soon = asyncio.get_running_loop().call_soon
        self.later = list[Callable[[], None]]()
        self.close_timeout = 3.0
        self.free = True
        self.taken = list[list[bytes]]()

    def call_later(self, _: float, call: Callable[[], None]) -> None:
        self.later.append(call)

    def abort(self) -> None: ...

    def write(self, frames: Sequence[bytes]) -> bool:
        if self.free:
            self.taken.append(list(frames))
        return self.free


class FailingProtocol(BlockedProtocol):
    """A protocol whose writes raise an error."""

    def write(self, frames: Sequence[bytes]) -> bool:
        raise ZeroDivisionError(frames)


async def test_frames_of_one_iteration_are_batched_and_stay_in_order() -> None:
    protocol, sent, reads = BlockedProtocol(), list[str](), asyncio.Event()

    async def send(message: Any) -> None:
        await reads.wait()
        sent.append(message.get("text") or message["type"])

    connection = FastConnection("device", send, 0.0, 1 << 20, cast("WebSocketProtocol", protocol), FlushQueue())
    connection.push(b"1")
    connection.push(b"2")
    await asyncio.sleep(0)
    assert protocol.taken == [[b"1", b"2"]]
    protocol.free = False
    connection.push(b"3")
    connection.push(b"4")
    await asyncio.sleep(0)
    connection.push(b"5")
    connection.close(4409)
    reads.set()
    async with asyncio.timeout(60):
        while "websocket.close" not in sent:
            await asyncio.sleep(0)
    assert sent == ["3", "4", "5", "websocket.close"]
    assert protocol.taken == [[b"1", b"2"]]


async def test_deferred_frames_leave_with_the_next_frame() -> None:
    protocol, sent = BlockedProtocol(), list[str]()

    async def send(message: Any) -> None:
        sent.append(message.get("text") or message["type"])

    connection = FastConnection("device", send, 0.0, 1 << 20, cast("WebSocketProtocol", protocol), FlushQueue())
    connection.push_later(b"1")
    await asyncio.sleep(0)
    assert protocol.taken == []
    connection.push(b"2")
    connection.push_later(b"3")
    await asyncio.sleep(0)
    assert protocol.taken == [[b"1", b"2", b"3"]]
    protocol.free = False
    connection.push(b"4")
    await asyncio.sleep(0)
    connection.push_later(b"5")
    async with asyncio.timeout(60):
        while len(sent) < 2:
            await asyncio.sleep(0)
    assert sent == ["4", "5"], "to a slow reader everything goes by the same way"


async def test_a_failing_connection_does_not_stop_the_flush(caplog: pytest.LogCaptureFixture) -> None:
    flush_queue, protocols = FlushQueue(), [BlockedProtocol(), FailingProtocol(), BlockedProtocol()]

    async def send(_: Any) -> None: ...

    lines = [
        FastConnection("device", send, 0.0, 1 << 20, cast("WebSocketProtocol", protocol), flush_queue)
        for protocol in protocols
    ]

    def news() -> None:
        for line in lines:
            line.push(b"1")
            line.push(b"2")

    with caplog.at_level("INFO"):
        flush_queue.run_and_flush(news)
    assert [protocol.taken for protocol in protocols] == [[[b"1", b"2"]], [], [[b"1", b"2"]]]
    assert "a line could not be written to" in caplog.text
    await asyncio.sleep(0)
    assert [protocol.taken for protocol in protocols] == [[[b"1", b"2"]], [], [[b"1", b"2"]]], "nothing is sent twice"


async def test_a_client_that_never_reads_is_closed_and_aborted() -> None:
    protocol, sent, never = BlockedProtocol(), list[Any](), asyncio.Event()

    async def send(message: Any) -> None:
        await never.wait()
        sent.append(message)

    connection = FastConnection("device", send, 0.0, 1 << 20, cast("WebSocketProtocol", protocol), FlushQueue())
    protocol.free = False
    connection.push(b"1")
    await asyncio.sleep(0)
    connection.push(b"x" * ((1 << 20) - 1))
    assert not connection.closing
    assert protocol.later == []
    connection.push(b"xx")
    assert connection.closing
    connection.close(4409)
    assert protocol.later == [protocol.abort]
    assert sent == []
    connection.end()
