"""Fuzzing of HTTP requests and of raw bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final
from urllib.parse import quote

import msgspec

from .client import check_sentence
from .connection import Answer, Line, until
from .corpus import Asked, Corpus
from .mutation import NASTY, spoil_bytes, spoil_json, spoil_text
from .server import FuzzServer

_AT_ONCE: Final = 20
"""Concurrent requests."""

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")

_HEADERS: Final = (
    *("Content-Type: text/plain", "Content-Encoding: gzip", "Transfer-Encoding: chunked", "Content-Length: 5"),
    *("Expect: 100-continue", "Range: bytes=0-1", "Accept-Encoding: br, gzip", "Accept-Encoding: \xff", "Accept: */*"),
    *("If-None-Match: *", "Origin: null", "Origin: http://knobel", "Sec-Fetch-Site: cross-site", "X: " + "y" * 3000),
    *("Cookie: knobel=", "Cookie: knobel=\x80; knobel=x", "Cookie: " + "a=b;" * 500, "Authorization: Basic x"),
    *("X-Forwarded-For: ::1", "Forwarded: for=x", "Host: elsewhere", "Host:", "Connection: close"),
    *("Upgrade: websocket\r\nConnection: Upgrade", "Sec-WebSocket-Version: 12", "Sec-WebSocket-Key: x"),
)
"""Headers that the server reads."""

_OURS: Final = {503: {"coach", "thinking"}}
"""Statuses that are not the request's fault: the coach is busy here."""

_SUCCESS: Final = {101, 200, 201, 204, 304}
_REFUSED: Final = {400, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 422, 426, 429, 431}


class RequestFuzz:
    """Sends mutated requests for every route; `sent` counts them."""

    def __init__(self, fuzz_server: FuzzServer, corpus: Corpus, seed: int, tally: Counter[str]) -> None:
        self._server = fuzz_server
        self._tape = corpus
        self._tally = tally
        self._random = Random(f"requests {seed}")
        self.sent = 0

    async def round(self, most: int) -> None:
        end = self.sent + most
        while self.sent < end:
            waiting = [self._send() for _ in range(min(_AT_ONCE, end - self.sent))]
            self.sent += len(waiting)
            await until(partial(_answered, waiting), self._server.stored)
            for line, head, sure in waiting:
                if sure and not await line.answered(head):
                    raise AssertionError(f"a whole request was not answered: {bytes(line.fed[:600])!r}")
                self._check(line, head)
                line.disconnect()

    def _send(self) -> tuple[Line, bool, bool]:
        """Send a request: its connection, whether the method is HEAD, and whether an answer is certain."""
        random = self._random
        line = Line(self._server.stack, f"10.{random.randrange(64)}.1.1")
        asked = random.choice(self._tape.asked)
        method = random.choice(_METHODS) if random.random() < 0.1 else asked.method
        data, sure = self._bytes(method, asked)
        if random.random() < 0.1:
            data, sure = spoil_bytes(data, random), False
        cut = random.randrange(len(data)) if data and random.random() < 0.1 else 0
        for part in (data[:cut], data[cut:]) if cut else (data,):
            line.feed(part)
        return line, data.startswith(b"HEAD"), sure

    def _bytes(self, method: str, asked: Asked) -> tuple[bytes, bool]:
        random = self._random
        body = self._body(asked.body).encode("utf-8", "replace")
        lines = [f"{method} {self._address(asked)} HTTP/1.1", "Host: knobel"]
        if random.random() < 0.9:
            token = f"{random.choice((1, 2, random.getrandbits(128))):032x}"
            issue = random.random() < 0.9  # the others are not of this server
            lines.append(f"Cookie: knobel={self._server.services.secrets.authenticated(token) if issue else token}")
        odd = [random.choice(_HEADERS) for _ in range(random.choice((0, 0, 0, 1, 2)))]
        if body or method in ("POST", "PUT", "PATCH"):
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        sure = not odd and "wait=" not in lines[0] and len(body) < 10_000
        return "\r\n".join([*lines, *odd, "", ""]).encode("latin-1", "replace") + body, sure

    def _address(self, asked: Asked) -> str:
        """The path and query of a request, sometimes mutated."""
        random = self._random
        path, query = asked.path, asked.query
        if random.random() < 0.3:
            parts = path.split("/")
            place = random.randrange(len(parts))
            parts[place] = quote(self._word(parts[place]), safe="")
            path = "/".join(parts)
        if random.random() < 0.3:
            pairs = [pair for pair in query.split("&") if pair] or ["since=1", "lang=de"]
            place = random.randrange(len(pairs))
            key, _, value = pairs[place].partition("=")
            pairs[place] = f"{key}={quote(self._word(value), safe='')}"
            query = "&".join(pairs * random.choice((1, 1, 2)))
        return f"{path}?{query}" if query else path

    def _word(self, word: str) -> str:
        random = self._random
        return (spoil_text(word, random) if random.random() < 0.6 else str(random.choice(NASTY)))[:300]

    def _body(self, body: str) -> str:
        random = self._random
        if not body or random.random() < 0.2:
            return body if random.random() < 0.9 else "{}"
        if random.random() < 0.3 and body.startswith("{"):
            return msgspec.json.encode({**msgspec.json.decode(body), "id": f"{random.getrandbits(40)}"}).decode()
        return spoil_json(body, random) if body.startswith(("{", "[")) else spoil_text(body, random)

    def _check(self, line: Line, head: bool) -> None:
        answer = line.answer(head)
        if answer is None:
            self._tally["no answer"] += 1
            return
        self._tally[str(answer.status)] += 1
        if answer.status not in _SUCCESS and answer.status != 100:
            check_refusal(answer, head)


def _answered(waiting: Sequence[tuple[Line, bool, bool]]) -> bool:
    return all(line.over or line.answer(head) for line, head, _ in waiting)


def check_refusal(answer: Answer, head: bool = False) -> None:
    """A refusal has the right status and one sentence."""
    assert answer.status in _REFUSED or answer.status in _OURS, answer
    if head:
        return
    if answer.kind.startswith("application/json"):
        problem = msgspec.json.decode(answer.body)
        assert answer.status not in _OURS or problem["why"] in _OURS[answer.status], problem
        check_sentence(problem["sentence"])
    else:
        assert answer.kind.startswith("text/plain"), answer
        assert answer.status in _REFUSED, answer
        check_sentence(answer.body.decode().splitlines()[0])  # the library's refusals of handshakes go on to explain
