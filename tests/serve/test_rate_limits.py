"""Rate limits and quotas: a clear refusal, without effect on other clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knobel.serve.limits.rate_limit import Limits, RateLimit

from .memory_server import memory_server


async def test_too_many_commands_of_one_connection(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands=RateLimit(2, 3))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        answers = [await socket.ask("emote", emote="hurry") for _ in range(4)]
        assert [answer["m"] for answer in answers] == ["ok", "ok", "ok", "no"]
        assert answers[3]["why"] == "limit"
        await server.time.advance(0.5)
        assert (await socket.ask("emote", emote="thanks"))["m"] == "ok"


async def test_a_connection_with_a_hundred_refusals_is_closed(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands=RateLimit(1, 3))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        for number in range(300):
            socket.send({"id": str(number), "v": socket.version, "do": {"c": "emote", "emote": "hurry"}})
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed == (4429, "too much at once: try it again later")
        assert sum('"limit"' in text for text in socket.frames) == 100


async def test_a_connection_that_waits_after_refusals_stays_open(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands=RateLimit(1, 1), emotes=RateLimit(0, 0))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        for _ in range(150):
            answers = [(await socket.ask("emote", emote="hurry"))["m"] for _ in range(2)]
            assert answers == ["ok", "no"]
            await server.time.advance(1.1)
        assert socket.closed is None


async def test_too_many_commands_of_one_address(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands_of_address=RateLimit(1, 2))) as server:
        anna = await server.device()
        code = await anna.make()
        first, second = await anna.look(code), await anna.look(code)
        assert (await first.ask("emote", emote="hurry"))["m"] == "ok"
        assert (await second.ask("emote", emote="hurry"))["m"] == "ok"
        assert (await second.ask("emote", emote="hurry"))["why"] == "limit"
        command = {"id": "x", "v": 1, "do": {"c": "emote", "emote": "hello"}}
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=command)).status_code == 429


async def test_too_many_connections(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(connections_of_address=2)) as server:
        anna = await server.device()
        code = await anna.make()
        first, second = await anna.look(code), await anna.look(code)
        assert (await anna.look(code)).closed == (4429, "too much at once: try it again later")
        await first.leave()
        assert (await anna.look(code)).closed is None
        assert second.closed is None


async def test_an_ipv6_prefix_counts_as_one_address(tmp_path: Path) -> None:
    """An IPv6 client has a whole /64 network of addresses."""
    async with memory_server(
        tmp_path, limits=Limits(new_tables_of_address=RateLimit(1 / 20, 2), connections_of_address=1)
    ) as server:
        anna, ben, cleo = [
            await server.device(address=each) for each in ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")
        ]
        code = await anna.make()
        assert (await anna.look(code)).closed is None
        assert (await ben.look(code)).closed == (4429, "too much at once: try it again later")
        assert (await cleo.look(code)).closed is None
        new = [{"id": str(number), "game": "zock", "name": "Ben", "bots": []} for number in range(4)]
        answers = [
            await each.http.post("/api/tables", json=a) for each, a in zip((ben, ben, anna, cleo), new, strict=True)
        ]
        statuses = [answer.status_code for answer in answers]
        assert statuses == [201, 429, 429, 201]


async def test_a_long_poll_counts_as_a_connection(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(connections_of_address=1)) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        await anna.look(code)
        refused = await anna.http.get(f"/api/tables/{code}/steps?since=0&wait=1")
        assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        assert (await anna.http.get(f"/api/tables/{code}/steps?since=0")).status_code == 200


async def test_opening_connections_is_rate_limited(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(requests_of_address=RateLimit(1, 2))) as server:
        anna = await server.device()
        code = await anna.make()
        assert (await anna.look(code)).closed is None
        assert (await anna.look(code)).closed == (4429, "too much at once: try it again later")


async def test_too_many_files_of_the_client(tmp_path: Path) -> None:
    """Files have a limit of their own: a client can create a table right after loading."""
    async with memory_server(
        tmp_path, limits=Limits(files_of_address=RateLimit(1, 2), requests_of_address=RateLimit(1, 2))
    ) as server:
        anna = await server.device()
        assert [(await anna.http.get("/")).status_code for _ in range(3)][2] == 429
        assert "files" in (await anna.http.get("/icon.svg")).json()["sentence"]
        assert (await anna.http.get("/api/games")).status_code == 200
        await server.time.advance(1)
        assert (await anna.http.get("/")).status_code != 429


async def test_too_many_frames_that_are_no_commands(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands=RateLimit(1, 2))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        for _ in range(3):
            socket.send('{"id":"a"}')
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 4429
        assert sum('"malformed"' in text for text in socket.frames) == 2


async def test_too_many_pings(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(commands=RateLimit(1, 2))) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(start=False))
        for _ in range(5):
            socket.send("null")
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert (socket.frames.count("0"), socket.closed[0]) == (2, 4429)


async def test_a_closing_connection_takes_no_commands(tmp_path: Path) -> None:
    """It would get no answer; the client repeats the command after reconnecting."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket = await anna.look(code)
        version = socket.version
        socket.send("17")
        socket.send({"id": "late", "v": version, "do": {"c": "emote", "emote": "hello"}})
        await socket.until(lambda: socket.closed is not None)
        await server.settle()
        assert server.hub.tables[code].table.version == version


async def test_too_many_records(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(new_tables_of_address=RateLimit(1 / 60, 1))) as server:
        anna = await server.device()
        answers = [await anna.http.post("/api/records", content=b"{}") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [422, 429]


async def test_a_body_that_never_ends(tmp_path: Path) -> None:
    forever = asyncio.Event()

    async def dribble() -> AsyncIterator[bytes]:
        yield b"{"
        await forever.wait()

    async with memory_server(tmp_path, limits=Limits(body_timeout=0)) as server:
        anna = await server.device()
        answer = await anna.http.post("/api/tables", content=dribble())
        assert (answer.status_code, answer.json()["why"]) == (408, "limit")


async def test_too_many_tables(tmp_path: Path) -> None:
    async with memory_server(tmp_path, limits=Limits(new_tables_of_address=RateLimit(1 / 60, 2))) as server:
        anna = await server.device()
        answers = [
            await anna.http.post("/api/tables", json={"id": name, "game": "zock", "name": "Anna"}) for name in "abc"
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429]


@pytest.mark.parametrize("path", ["/api/me/tables", "/api/games", "/api/rules/zock/de", "/api/schema.json"])
async def test_too_many_requests(tmp_path: Path, path: str) -> None:
    async with memory_server(tmp_path, limits=Limits(requests_of_address=RateLimit(1, 3))) as server:
        anna = await server.device()
        answers = [await anna.http.get(path) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


async def test_a_body_that_is_too_large(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.post("/api/tables", content=b" " * (16_384 + 1))
        assert (answer.status_code, answer.json()["sentence"]) == (413, "a request holds 16384 bytes at most")


async def test_a_stalled_reader_is_closed_and_a_slow_one_gets_everything(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket = await anna.look(code)
        connection = next(iter(server.hub.tables[code].subscribers))
        socket.reading.clear()
        frames = [f'{{"m":"{number}","pad":"{"x" * 30_000}"}}' for number in range(60)]
        for frame in frames[:30]:
            connection.push(frame.encode())
        socket.reading.set()
        await socket.until(lambda: socket.frames[-30:] == frames[:30])
        await server.settle()
        socket.reading.clear()
        for frame in frames:
            connection.push(frame.encode())
        socket.reading.set()
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed == (4413, "too much is waiting to be read: come back")


async def test_malformed_bodies_are_explained(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for body, status, words in (
            (b"", 400, "truncated"),
            (b"[" * 9000, 400, "malformed"),
            (b'{"id":"a","game":"poker","name":"Anna"}', 422, "the game must be one of"),
            (b'{"id":"a","game":"zock","name":""}', 400, "a name has 1 to 24 characters"),
            (b'{"id":"a","game":"zock","name":"A","options":{"variant":"Z"}}', 422, "variant must be one of"),
            (b'{"id":"a","game":"zock","name":"A","bots":["jorg"]}', 422, "jorg plays only zocknroll"),
            (b'{"id":"a","game":"zock","name":"A","start":true}', 422, "exactly 2 players"),
            (b'{"id":"","game":"zock","name":"A"}', 400, "an identifier as the schema describes it"),
        ):
            answer = await anna.http.post("/api/tables", content=body)
            assert answer.status_code == status, answer.text
            assert words in answer.json()["sentence"]
