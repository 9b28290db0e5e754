"""Security headers of every response, and internal errors without secrets."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from knobel.rules import zocknroll
from knobel.serve import logs
from knobel.serve.transport.middleware import CONTENT_SECURITY_POLICY, SECURITY_HEADERS
from knobel.serve.workers.bot_process import ChosenMove
from knobel.store import Store

from .memory_server import MemoryServer, carry_token, memory_server

SECRETS = ("Annabella", "4711", "0123456789abcdef")
"""The text of an error, which must not appear anywhere."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The server log, as a running server writes it."""
    names = ("knobel", "uvicorn", "asyncio")
    before = [(logger.handlers, logger.level, logger.propagate) for logger in map(logging.getLogger, names)]
    stream = io.StringIO()
    logs.configure(stream)
    yield stream
    for logger, (handlers, level, propagate) in zip(map(logging.getLogger, names), before, strict=True):
        logger.handlers, logger.level, logger.propagate = handlers, level, propagate


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/t/baba-baba-baba", 200),
        ("GET", "/missing.js", 404),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 404),
        ("GET", "/api/games", 200),
        ("GET", "/api/me/tables", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/baba-baba-baba", 404),
        ("PUT", "/api/tables", 405),
        ("POST", "/api/tables", 400),
        ("OPTIONS", "/api/tables", 405),
    ],
)
async def test_every_response_has_security_headers(tmp_path: Path, method: str, path: str, status: int) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.request(method, path)
        assert answer.status_code in (status, 503 if path in ("/", "/t/baba-baba-baba") else status)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
        assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/%0A/", 404), ("GET", "/api/x%0Ay/", 404), ("PUT", "/api/tables", 405), ("POST", "/", 405)],
)
async def test_an_unknown_route_is_refused_without_a_redirect(
    tmp_path: Path, method: str, path: str, status: int
) -> None:
    """There are no redirects: their target would come from the client's `Host` header."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.request(method, path)
    assert (answer.status_code, answer.headers.get("location")) == (status, None)
    assert answer.json()["sentence"]
    assert ("allow" in answer.headers) == (status == 405)


def test_the_content_security_policy_forbids_inline_code() -> None:
    for word in ("unsafe-inline", "unsafe-eval", "unsafe-hashes", "data:", "blob:", "*", "http:", "https:"):
        assert word not in SECURITY_HEADERS["content-security-policy"], word
    assert (
        CONTENT_SECURITY_POLICY["default-src"]
        == CONTENT_SECURITY_POLICY["base-uri"]
        == CONTENT_SECURITY_POLICY["frame-ancestors"]
        == "'none'"
    )
    assert CONTENT_SECURITY_POLICY["require-trusted-types-for"] == "'script'"


def test_the_trusted_types_policies_are_those_of_the_client() -> None:
    trusted = Path(__file__).parents[2] / "web" / "src" / "lib" / "trustedTypes.ts"
    made = set(re.findall(r"createPolicy\('([\w-]+)'", trusted.read_text()))
    assert {*CONTENT_SECURITY_POLICY["trusted-types"].split()} == {"svelte-trusted-html", *made}


def _secretive(*_: object) -> None:
    raise ValueError(*SECRETS)


async def test_an_internal_error_shows_a_fault_id_and_logs_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        monkeypatch.setattr(server.services.store, "tables_of", _secretive)
        answer = await anna.http.get("/api/me/tables")
        assert answer.status_code == 500
        name = re.fullmatch(
            r"something went wrong here; it is not your fault \(request ([0-9a-f]{12})\)", answer.json()["sentence"]
        )
        assert name is not None
        assert answer.headers["x-content-type-options"] == "nosniff"
        _check(log, name[1])


async def test_a_refused_bot_move_logs_no_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """The sentence of the refusal would tell what its cup can form."""

    def think(_: str, __: str, view: zocknroll.State, done: Callable[[ChosenMove], None]) -> None:
        done(ChosenMove(1, {"e": "drop", "seat": view.queue[0], "row": "nothing like it"}, "casual"))

    async with memory_server(tmp_path) as server:
        monkeypatch.setattr(server.bots, "choose_move", think)
        anna = await server.device()
        socket = await anna.look(await anna.make("zocknroll", bots=2))
        while not log.getvalue():
            if socket.my_turn:
                await socket.act()
            await server.settle()
        (line,) = [json.loads(line) for line in log.getvalue().splitlines()]
        assert line.keys() == {"at", "level", "from", "what", "why", "rule"}
        assert (line["what"], line["why"], line["rule"]) == ("server command refused", "illegal", "N7")


async def test_a_failing_command_closes_with_the_fault_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket, other = await anna.look(code), await anna.look(code)
        monkeypatch.setattr(server.hub.tables[code], "ask", _secretive)
        socket.send({"id": "x", "v": 1, "do": {"c": "start"}})
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 1011
        assert other.closed is None
        _check(log, socket.closed[1].rpartition(" ")[2].rstrip(")"))


def _check(log: io.StringIO, name: str) -> None:
    line = json.loads(log.getvalue().splitlines()[-1])
    assert line["request"] == name
    assert line["error"].endswith("ValueError")
    assert "_secretive" in line["error"], "it says where"
    for secret in SECRETS:
        assert secret not in log.getvalue()


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "GZIP", "gzip, identity", "zstd"])
async def test_compressed_bodies_are_refused(tmp_path: Path, coding: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for path in ("/api/tables", "/api/records", "/api/values", "/api/training/answers"):
            answer = await anna.http.post(path, content=b"\x1f\x8b", headers={"content-encoding": coding})
            assert (answer.status_code, answer.json()["sentence"]) == (415, "a request comes as it is, not compressed")


async def test_the_cookie_is_secure_over_tls(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        for scheme, marked in (("http", False), ("https", True)):
            transport = httpx.ASGITransport(server.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://knobel") as browser:
                cookie = (await browser.get("/api/me/tables")).headers["set-cookie"]
                assert ("; Secure" in cookie) is marked
                assert "; HttpOnly; SameSite=Lax" in cookie
                assert "; Path=/;" in cookie
                assert "Domain" not in cookie


async def test_a_response_with_a_token_is_not_cached_by_proxies(tmp_path: Path) -> None:
    """A shared cache would hand the token to other clients."""
    async with memory_server(tmp_path) as server:
        for path in ("/", "/api/explorer/zock/openings", "/api/me/tables", "/api/address"):
            transport = httpx.ASGITransport(server.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://knobel") as browser:
                first = (await browser.get(path)).headers
                assert "set-cookie" in first, path
                assert "private" in first["cache-control"], path
                assert "public" not in first["cache-control"], path
                assert "set-cookie" not in (await browser.get(path)).headers, path


async def test_no_token_is_in_the_store_or_the_log(tmp_path: Path, log: io.StringIO) -> None:
    """Only digests of tokens are stored, so a leaked store opens no seat."""
    async with memory_server(tmp_path) as server:
        anna = await server.device("abcdef0123456789abcdef0123456789")
        code = await anna.make(start=False)
        link = (await anna.http.post(f"/api/tables/{code}/carry")).json()["url"]
        await anna.look(code)
        assert link.startswith("/carry#"), "browsers do not send the fragment"
        await server.settle()
        kept = _bytes_of(server, tmp_path)
        for token in (anna.token, carry_token(link)["token"]):
            assert token.encode() not in kept
            assert token not in log.getvalue()
        assert code.encode() in kept, "looked in the right place"


def _bytes_of(server: MemoryServer, folder: Path) -> bytes:
    assert isinstance(server.services.store, Store)
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())
