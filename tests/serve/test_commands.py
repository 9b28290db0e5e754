"""Commands: stored, then acknowledged, then published; idempotent."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from knobel.serve.live import table
from knobel.serve.messages import Ask
from knobel.store import CommandKey, Entry, Store, StoreError
from knobel.store.writer import Done
from knobel.table import Carry, Refusal
from knobel.table.commands import Emote
from knobel.table.events import Emoted, Sat

from .memory_server import memory_server


async def test_a_whole_game_of_each_kind_against_bots(tmp_path: Path) -> None:
    for number, (game, bots) in enumerate((("zock", 1), ("schocken", 3), ("zocknroll", 3))):
        async with memory_server(tmp_path / game, seed=number) as server:
            anna = await server.device()
            socket = await anna.look(await anna.make(game, bots))
            await socket.play()
            assert socket.game is not None
            assert socket.game["result"] is not None
            assert socket.table["replay"]


async def test_the_answer_comes_before_its_steps(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(settings={"throws": "hand"}))
        await socket.until(lambda: socket.my_turn)
        seen = len(socket.frames)
        await socket.act()
        await socket.until(lambda: len(socket.frames) >= seen + 2)
        kinds = [msgspec.json.decode(text)["m"] for text in socket.frames[seen : seen + 2]]
        assert kinds == ["ok", "steps"]


async def test_a_repeated_command_is_idempotent(tmp_path: Path) -> None:
    """Repeated in flight, afterwards, on another connection, by HTTP, and after a restart."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(settings={"throws": "hand"}, options={"games": 1})
        socket = await anna.look(code)
        await socket.until(lambda: socket.my_turn)
        command = {"id": "one", "v": socket.version, "do": {"c": "throw"}}
        before = socket.version
        socket.send(command)
        socket.send(command)
        await socket.until(lambda: len(_answers(socket.frames)) == 2)
        socket.send(command)
        await socket.until(lambda: len(_answers(socket.frames)) == 3)
        other = await anna.look(code)
        other.send(command)
        await other.until(lambda: len(_answers(other.frames)) == 1)
        by_http = await anna.http.post(f"/api/tables/{code}/commands", json=command)
        answers = {*_answers(socket.frames), *_answers(other.frames), by_http.text}
        assert len(answers) == 1
        emote = {"id": "two", "v": before, "do": {"c": "emote", "emote": "hello"}}
        greeted = (await anna.http.post(f"/api/tables/{code}/commands", json=emote)).text
        version = server.hub.tables[code].table.version
        thrown = [text for text in socket.steps if '"e":{"t":"played","event":{"e":"throw","seat":0' in text]
        assert len(thrown) == 1
        assert version > before
    async with memory_server(tmp_path) as server:
        anna = await server.device(anna.token)
        again = await anna.http.post(f"/api/tables/{code}/commands", json=command)
        assert again.text == answers.pop()
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=emote)).text == greeted
        assert server.hub.tables[code].table.version == version


def _answers(frames: list[str]) -> list[str]:
    return [text for text in frames if text.startswith(('{"m":"ok"', '{"m":"no"'))]


async def test_a_repeated_refused_command_stays_refused(tmp_path: Path) -> None:
    """A refused command stays refused, even when it would be legal later."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        socket = await anna.look(code)
        refused = await socket.ask("start", id="early")
        assert (refused["m"], refused["rule"]) == ("no", "K1")
        early = refused["v"]
        await socket.ask("seat_bot", level="casual")
        assert await socket.ask("start", id="early", v=early) == refused
        assert (await socket.ask("start"))["m"] == "ok"


async def test_a_repeated_refusal_that_cannot_be_read_is_no_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        socket = await anna.look(code)
        refused = await socket.ask("start", id="early")

        def fail(*_: object) -> bytes:
            raise StoreError("the database has gone")

        monkeypatch.setattr(server.services.store, "answer", fail)
        socket.send({"id": "early", "v": refused["v"], "do": {"c": "start"}})
        await socket.until(lambda: socket.closed is not None)
        monkeypatch.undo()
        assert code not in server.hub.tables
        assert "failed" not in caplog.text
        assert await (await anna.look(code)).ask("start", id="early", v=refused["v"]) == refused


async def test_creating_a_table_is_idempotent(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert await anna.make() == await anna.make()


async def test_of_two_commands_on_one_version_one_is_stale(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(settings={"throws": "hand"})
        first, second = await anna.look(code), await anna.look(code)
        await first.until(lambda: first.my_turn)
        version = first.version
        assert (await first.ask("throw", v=version))["m"] == "ok"
        late = await second.ask("throw", v=version)
        assert (late["m"], late["why"]) == ("no", "stale")


async def test_an_emote_makes_no_move_stale(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(settings={"throws": "hand"}))
        await socket.until(lambda: socket.my_turn)
        version = socket.version
        await socket.ask("emote", emote="hello")
        assert (await socket.ask("throw", v=version))["m"] == "ok"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"id":"a","v":1,"do":{"c":"fly"}}', "Invalid value 'fly'"),
        ('{"id":"a","v":"one","do":{"c":"throw"}}', "Expected `int`"),
        ('{"id":"a","v":1,"do":{"c":"throw","dice":[6,6]}}', "unknown field `dice`"),
        ('{"id":"a","v":1}', "missing required field `do`"),
    ],
)
async def test_a_malformed_command_is_explained(tmp_path: Path, text: str, sentence: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        socket.send(text)
        await socket.until(lambda: bool(_answers(socket.frames)))
        answer = socket.last("no")
        assert (answer["id"], answer["why"]) == ("a", "malformed")
        assert sentence in answer["sentence"]


@pytest.mark.parametrize("text", ["", "{", "[" * 10_000, '"hello"', "17"])
async def test_a_frame_without_an_id_closes_the_connection(tmp_path: Path, text: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        socket.send(text)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed == (4400, "this frame is no command")


@pytest.mark.parametrize("ahead", [1, 10**30])
async def test_a_future_version_is_refused_now_and_later(tmp_path: Path, ahead: int) -> None:
    """If it were accepted, a repeat could not be found among the entries after that version."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(bots=0, start=False))
        early = socket.version + ahead
        first = await socket.ask("emote", id="early", v=early, emote="hello")
        assert (first["m"], first["why"]) == ("no", "stale")
        for _ in range(3):
            await socket.ask("emote", emote="luck")
        assert await socket.ask("emote", id="early", v=early, emote="hello") == first


async def test_a_command_with_an_old_version_is_done_once(tmp_path: Path) -> None:
    """Emotes do not depend on the version, so they may arrive late and be repeated even later."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        socket = await anna.look(code)
        for v in (-(10**30), 0, 1):
            await socket.ask("emote", emote="luck")
            first = await socket.ask("emote", id=f"late {v}", v=v, emote="hello")
            assert first["m"] == "ok"
            assert await socket.ask("emote", id=f"late {v}", v=v, emote="hello") == first
            again = await anna.look(code)
            assert await again.ask("emote", id=f"late {v}", v=v, emote="hello") == first
        said = [entry.event for entry in server.services.store.load(code)]
        assert said.count(Emoted(0, "hello")) == 3


async def test_the_answer_of_an_older_server_is_repeated(tmp_path: Path) -> None:
    """It stored the whole answer; now the store keeps the version of an accepted command only."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        log = server.services.store.load(code)
    host = next(entry.event for entry in log if isinstance(entry.event, Sat))
    version, whole = len(log), f'{{"m":"ok","id":"old","v":{len(log) + 1}}}'
    with Store(tmp_path / "tables.db") as store:
        key = CommandKey(code, host.device, "old")
        store.append(code, [Entry(version + 1, 0, Emoted(0, "hello"))], key, whole.encode(), seen=version).result()
    async with memory_server(tmp_path) as server:
        anna = await server.device(anna.token)
        command = {"id": "old", "v": version, "do": {"c": "emote", "emote": "hello"}}
        assert (await anna.http.post(f"/api/tables/{code}/commands", json=command)).text == whole


async def test_a_ping_gets_a_pong(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make())
        socket.send("null")
        await socket.until(lambda: "0" in socket.frames)


async def test_a_failed_commit_is_neither_acknowledged_nor_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(settings={"throws": "hand"})
        socket = await anna.look(code)
        await socket.until(lambda: socket.my_turn)
        version, seen = socket.version, len(socket.frames)
        store = server.services.store
        keep = store._writer.submit

        def fail(write: object, done: Done) -> None:
            def broken(connection: object) -> None:
                raise StoreError("the disk is full: the store cannot be written")

            keep(broken, done)

        monkeypatch.setattr(store._writer, "submit", fail)
        command = {"id": "one", "v": version, "do": {"c": "throw"}}
        socket.send(command)
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 4409
        assert len(socket.frames) == seen
        refused = await anna.http.post(f"/api/tables/{code}/commands", json=command)
        assert (refused.status_code, refused.json()["why"]) == (503, "store")
        monkeypatch.undo()
        again = await anna.look(code, version)
        assert (await again.ask("throw", id="one", v=version))["m"] == "ok"


async def test_creating_a_table_concurrently_is_idempotent(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        first, second = await asyncio.gather(anna.make(), anna.make())
        assert first == second
        assert len((await anna.http.get("/api/me/tables")).json()) == 1


async def test_a_dropped_table_decides_no_more_commands(tmp_path: Path) -> None:
    """It is ahead of the store by an entry that was never written."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket = await anna.look(code)
        lost, device = server.hub.tables[code], next(iter(server.hub.tables[code].subscribers)).device
        behind_its_back = Entry(lost.head.version + 1, 0, Emoted(0, "hello"))
        await asyncio.wrap_future(server.services.store.append(code, [behind_its_back]))
        socket.send({"id": "one", "v": lost.head.version, "do": {"c": "emote", "emote": "ouch"}})
        await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert socket.closed[0] == 4409
        again = await anna.look(code)
        await again.ask("emote", emote="thanks")
        answers = list[bytes | None]()
        lost.ask(device, Ask("two", lost.head.version, Emote("luck")), answers.append)
        with pytest.raises(Refusal, match="read anew"):
            lost.apply(Carry(device, "another"))
        await server.settle()
        assert answers == [None]
        log = [entry.event for entry in server.services.store.load(code)]
        assert log[-2:] == [Emoted(0, "hello"), Emoted(0, "thanks")]


async def test_an_error_while_publishing_reloads_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(start=False)
        socket = await anna.look(code)
        with monkeypatch.context() as mistake:
            mistake.setattr(table, "publish", lambda *_: 1 / 0)
            answer = await socket.ask("emote", emote="hello")
            await socket.until(lambda: socket.closed is not None)
        assert socket.closed is not None
        assert (answer["m"], socket.closed[0]) == ("ok", 4409)
        assert b"knobel_failed_commits_total 1.0" in server.services.metrics.text()
        again = await anna.look(code, socket.version)
        assert again.version == answer["v"]
