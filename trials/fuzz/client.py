"""A fuzzing WebSocket client at a table: it sends valid and malformed frames, and checks every answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from struct import pack
from typing import Any, Final

import msgspec

from knobel.fair.participant import Participant
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.transport import close_codes

from .connection import Line, until
from .mutation import spoil_bytes
from .server import FuzzServer

_TEXT, _BINARY, _CLOSE, _PING = 1, 2, 8, 9

REFUSALS: Final = {"illegal", "stale", "malformed", "forbidden", "closed", "limit"}
CLOSINGS: Final = {close_codes.MALFORMED, close_codes.TOO_MANY, 1000, 1001, 1002, 1003, 1007, 1009}
"""Codes with which a frame may end a connection."""

PING: Final = "null"


def masked(payload: bytes, kind: int = _TEXT, *, first: int = 0x80, mask: bytes = b"\x00\x00\x00\x00") -> bytes:
    """A frame of a client; `first` are the bits before the kind: the last one of a message, and the reserved ones."""
    size = len(payload)
    if size < 126:
        head = pack("!BB", first | kind, 0x80 | size)
    elif size < 1 << 16:
        head = pack("!BBH", first | kind, 0xFE, size)
    else:
        head = pack("!BBQ", first | kind, 0xFF, size)
    bits = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + bits.to_bytes(size, "big")


def broken(text: str, random: Random) -> bytes:
    """Bytes that are no frame, half a frame, or a frame with reserved bits."""
    payload, mask = text.encode("utf-8", "replace"), random.randbytes(4)
    whole = masked(payload, mask=mask)
    match random.randrange(14):
        case 0:
            return masked(payload, first=0x80 | random.choice((0x10, 0x20, 0x40, 0x70)))
        case 1:
            return masked(payload, random.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)))
        case 2:
            return bytes((0x81, min(125, len(payload)))) + payload[:125]  # without a mask
        case 3:
            return masked(payload, _BINARY, mask=mask)
        case 4:
            return masked(random.randbytes(random.randrange(200)), _PING, mask=mask)
        case 5:
            return masked(b"x", _PING, first=0)
        case 6:
            return masked(payload, 0)  # the rest of nothing
        case 7:
            return masked(payload, first=0) + masked(payload)  # a beginning inside of another
        case 8:
            return masked(payload[:-1] + random.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80")), mask=mask)
        case 9:
            length = random.choice((1 << 63, (1 << 64) - 1, Limits().command_size + 1, 1 << 31))
            return bytes((0x81, 0xFF)) + pack("!Q", length) + mask + payload
        case 10:
            code = pack("!H", random.randrange(1 << 16))
            return masked(random.choice((b"", b"\x03", b"\x03\xe8", code, code + b"\xff")), _CLOSE)
        case 11:
            return whole[: random.randrange(len(whole))]
        case 12:
            return spoil_bytes(whole, random)
    return random.randbytes(random.randrange(1, 200))


def in_pieces(text: str, random: Random) -> bytes:
    """A whole text in several frames, with a ping in between."""
    payload = text.encode()
    cut = random.randint(0, len(payload))
    return masked(payload[:cut], first=0) + masked(b"", _PING) + masked(payload[cut:], 0)


def named(text: str) -> str | None:
    """The id that an answer must have, parsed by another JSON parser than the server's."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name = said.get("id") if isinstance(said, dict) else None
    return name if isinstance(name, str) and re.fullmatch("[ -~]{1,64}", name) else None


class FuzzClient:
    """One device at a table; it reconnects after a close. `tally` counts answers."""

    def __init__(self, fuzz_server: FuzzServer, token: str, code: str, random: Random, tally: Counter[str]) -> None:
        self._server = fuzz_server
        self._tally = tally
        self._token = token
        self._code = code
        self._random = random
        self._device = Participant(random.randbytes)
        self._line: Line | None = None
        self._open = set[str]()
        self._pongs = 0
        self.version = 0
        self.you: int | None = None
        self.moves: list[Any] = []
        self.waiting: list[dict[str, Any]] = []

    async def connect(self) -> None:
        """Connect, unless connected."""
        if self._line is not None and not self._line.over:
            return
        address = f"10.{self._random.randrange(64)}.0.1"
        self._line = line = Line(self._server.stack, address)
        line.feed(
            f"GET /api/tables/{self._code}/ws HTTP/1.1\r\nHost: knobel\r\nCookie: knobel={self._token}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert await until(lambda: line.answer() is not None, self._server.stored), "no answer to a handshake"
        answer = line.answer()
        assert answer is not None
        assert answer.status == 101, answer
        del line.out[: line.out.index(b"\r\n\r\n") + 4]
        self._open.clear()

    async def say(self, text: str) -> bool:
        """Send a text, whole or fragmented. True if it has to be answered, else the server may close the connection.

        A close would drop earlier answers, so those are awaited first.
        """
        name = named(text)
        if name is None:
            await self.settle()
            await self.connect()
        else:
            self._open.add(name)
        assert self._line is not None
        self._line.feed(in_pieces(text, self._random) if self._random.random() < 0.03 else masked(text.encode()))
        return name is not None

    async def babble(self, text: str) -> None:
        """Send bytes that are no frame; they need no answer, and the connection is not used again."""
        assert self._line is not None
        line = self._line
        line.feed(broken(text, self._random))
        await self._server.stored()
        self._read()
        line.disconnect()

    async def settle(self) -> None:
        """Wait until everything is answered and the server has ponged, or has closed."""
        line, pongs = self._line, self._pongs
        assert line is not None
        line.feed(masked(PING.encode()))

        def done() -> bool:
            self._read()
            return line.over or (not self._open and self._pongs > pongs)

        assert await until(done, self._server.stored, 200), f"no answer to {sorted(self._open)[:3]}"

    def leave(self) -> None:
        if self._line is not None:
            self._line.disconnect()

    def _read(self) -> None:
        """Check everything received."""
        assert self._line is not None
        for kind, payload in frames_in(self._line.out):
            if kind == _TEXT:
                self._receive(msgspec.json.decode(payload))
            elif kind == _CLOSE:
                code = int.from_bytes(payload[:2], "big") if payload else 1000
                assert code in CLOSINGS or self._line.over, f"closed with {code}: {payload[2:]!r}"
                assert code != 1011, "the server had an error of its own"
                self._tally[str(code)] += 1
                self._line.close()

    def _receive(self, frame: Any) -> None:
        if frame == 0:
            self._pongs += 1
            return
        match frame["m"]:
            case "ok":
                self._open.discard(frame["id"])
                self._tally["ok"] += 1
            case "no":
                self._open.discard(frame["id"])
                self._tally[frame["why"]] += 1
                check_refusal(frame)
            case "snapshot":
                self._see(frame["v"], frame.get("table"), frame.get("game"))
            case "steps":
                for step in frame["steps"]:
                    self._see(step["v"], step.get("table"), step.get("game"))
        self.waiting += self._device.receive(self.you, frame)

    def _see(self, version: int, table: dict[str, Any] | None, game: dict[str, Any] | None) -> None:
        self.version = version
        if table is not None:
            self.you = table["you"]
        if game is not None:
            pending = game["pending"]
            self.moves = pending.get("moves", []) if pending.get("seat") == self.you else []


def check_refusal(said: dict[str, Any]) -> None:
    """A refusal has a known reason and one sentence."""
    assert said["why"] in REFUSALS, said
    check_sentence(said["sentence"])


def check_sentence(sentence: str) -> None:
    """One sentence is one line of some length, and no piece of a program."""
    assert 3 < len(sentence) < 400, sentence
    assert "\n" not in sentence, sentence
    assert "Traceback" not in sentence, sentence
    assert " object at 0x" not in sentence, sentence


def frames_in(out: bytearray) -> Iterator[tuple[int, bytes]]:
    """The whole frames of the server, taken out of what it wrote."""
    begin = 0
    while len(out) - begin >= 2:
        size, head = out[begin + 1], begin + 2
        if size >= 126:
            head += 2 if size == 126 else 8
            size = int.from_bytes(out[begin + 2 : head], "big")
        if head + size > len(out):
            break
        yield out[begin] & 15, bytes(out[head : head + size])
        begin = head + size
    del out[:begin]
