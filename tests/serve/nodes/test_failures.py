"""Failures at one client, message or table of a link: everything else of the node goes on."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send

from knobel.serve.live.ownership import Unreachable
from knobel.serve.nodes.messages import Envelope, encode
from knobel.serve.supervised import FAILURES
from knobel.serve.transport import close_codes

from ..memory_server import Socket
from .cluster import Cluster, ClusterNode, cluster


async def _watched(made: Cluster, watchers: int) -> tuple[str, list[Socket]]:
    """A table of the first node, and clients of the second at it."""
    owner, edge = made.nodes[:2]
    _, code, _ = await owner.opened()
    sockets = [await (await edge.device()).look(code) for _ in range(watchers)]
    await made.settle()
    return code, sockets


async def _beat(node: ClusterNode, times: int) -> None:
    for _ in range(times):
        await node.beat()


async def test_the_end_of_a_link_removes_all_its_clients_and_heartbeats_go_on(tmp_path: Path) -> None:
    """The first client that is gone changes who is present, and the others are still at the table then."""
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        code, _ = await _watched(made, 4)
        assert len(owner.hub.tables[code].subscribers) == 5
        edge.bus.cut = True
        await _beat(owner, 6)
        assert len(owner.hub.tables[code].subscribers) == 1
        await _beat(edge, 6)
        edge.bus.cut = False
        other = await (await edge.device()).look(code)
        for _ in range(4):
            await owner.beat()
            await edge.beat()
            await made.settle()
        assert other.closed is None, "the owner still sends heartbeats"


async def test_a_failing_link_does_not_end_the_heartbeats_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = FAILURES["link to another node"]
    async with cluster(tmp_path, 3) as made:
        owner, _, third = made.nodes
        code, _ = await _watched(made, 1)
        seat = await (await third.device()).look(code)
        await made.settle()
        failing = next(iter(owner.node._downlinks.values()))

        def fail() -> None:
            raise ValueError

        monkeypatch.setattr(failing, "beat", fail)
        for _ in range(4):
            await owner.beat()
            await third.beat()
            await made.settle()
        monkeypatch.undo()
        assert seat.closed is None
        assert FAILURES["link to another node"] > failures


async def test_a_command_that_cannot_be_sent_is_refused_and_the_others_are_done(tmp_path: Path) -> None:
    """JSON has numbers that MessagePack has not."""
    async with cluster(tmp_path) as made:
        _, (bad, good) = await _watched(made, 2)
        bad.send({"id": "large", "v": 10**30, "do": {"c": "emote", "emote": "hello"}})
        answer = await good.ask("emote", emote="hello")
        assert answer["m"] == "no", "a spectator has no seat"
        assert answer["why"] != "malformed"
        await bad.until(lambda: any('"large"' in frame for frame in bad.frames))
        assert '"malformed"' in bad.frames[-1]
        assert bad.closed is None


async def test_a_message_that_cannot_be_handled_is_logged_and_ends_its_link(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with cluster(tmp_path) as made:
        owner, _ = made.nodes
        code, (watcher,) = await _watched(made, 1)
        downlink = next(iter(owner.node._downlinks.values()))
        number = downlink._incoming.expected
        owner.node._receive(encode(Envelope("up", downlink.source, downlink.link, number, body=encode(["nonsense"]))))
        await watcher.until(lambda: watcher.closed is not None)
        assert watcher.closed == (close_codes.RELOAD, close_codes.REASONS[close_codes.RELOAD])
        assert len(owner.hub.tables[code].subscribers) == 1
        assert "a message of another node cannot be handled" in caplog.messages


async def test_a_damaged_table_is_refused_over_another_node_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        code, _ = await _watched(made, 0)
        damage = "UPDATE entries SET at = at + 1 WHERE code = ? AND version = 2"
        await asyncio.wrap_future(made.store.write(lambda connection: connection.execute(damage, (code,))))
        del owner.hub.tables[code]
        with caplog.at_level(logging.ERROR, "knobel"):
            seat = await (await edge.device()).look(code)
            await seat.until(lambda: seat.closed is not None)
        assert seat.closed == (close_codes.DAMAGED, close_codes.REASONS[close_codes.DAMAGED])
        assert "a table is damaged; knobel check says which" in caplog.messages


@pytest.mark.parametrize("error", [Unreachable("it has moved"), ValueError("a fault")])
async def test_a_table_that_cannot_be_read_closes_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        code, _ = await _watched(made, 0)

        async def fail(_: str) -> None:
            raise error

        live = owner.hub.tables.pop(code)
        monkeypatch.setattr(owner.hub, "find", fail)
        seat = await (await edge.device()).look(code)
        await asyncio.wait_for(seat.until(lambda: seat.closed is not None), 60)
        monkeypatch.undo()
        owner.hub.tables[code] = live
        assert seat.closed == (close_codes.RELOAD, close_codes.REASONS[close_codes.RELOAD])


async def test_a_forwarded_request_that_fails_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        code, _ = await _watched(made, 1)

        async def fail(_: Scope, __: Receive, ___: Send) -> None:
            raise ValueError

        monkeypatch.setattr(next(iter(owner.node._downlinks.values())), "_app", fail)
        answer = await asyncio.wait_for((await edge.device()).http.get(f"/api/tables/{code}"), 60)
        assert (answer.status_code, answer.json()["why"]) == (500, "error")
