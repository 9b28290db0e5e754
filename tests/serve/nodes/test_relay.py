"""Clients at tables of other nodes: they play and watch as if the table were here, whatever happens to messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.serve.nodes.messages import Frame, decode_down, decode_envelope
from knobel.serve.transport import close_codes

from ..memory_server import Socket
from .cluster import Cluster, cluster


async def test_a_game_is_played_over_a_node_that_does_not_own_the_table(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, own = await owner.opened()
        seat = await (await edge.device(host.token)).look(code)
        await seat.play()
        await own.until(lambda: own.version == seat.version)
        assert code in owner.hub.tables
        assert code not in edge.hub.tables
        assert own.steps[-len(seat.steps) :] == seat.steps
        assert (edge.services.metrics.registry.get_sample_value("knobel_forwarded_commands_total") or 0) > 0


async def test_spectators_on_three_nodes_get_identical_frames_and_each_node_gets_them_once(tmp_path: Path) -> None:
    async with cluster(tmp_path, 3) as made:
        _, code, player = await made.nodes[0].opened("schocken", bots=2)
        watchers = [await (await node.device()).look(code) for node in made.nodes for _ in range(3)]
        await made.settle()
        begin, sent = player.version, len(made.bus.sent)
        await player.play()
        for watcher in watchers:
            await watcher.until(lambda each=watcher: each.version == player.version)  # type: ignore[misc]
        seen = {tuple(step for step in watcher.steps if _version(step) > begin) for watcher in watchers}
        assert len(seen) == 1
        relayed = _relayed_steps(made, sent)
        assert all(len(frame.clients) == 3 for frame in relayed), "every frame once for all three spectators of a node"
        assert len(relayed) == 2 * len({frame.frame for frame in relayed}), "once for each of the other two nodes"


def _version(step: str) -> int:
    return int(step.removeprefix('{"v":').partition(",")[0])


def _relayed_steps(made: Cluster, sent: int) -> list[Frame]:
    envelopes = [decode_envelope(message) for message in made.bus.sent[sent:]]
    items = [item for each in envelopes if each.kind == "down" for item in decode_down(each.body)]
    return [item for item in items if isinstance(item, Frame) and item.frame.startswith(b'{"m":"steps"')]


async def _foreign_table(made: Cluster) -> tuple[str, Socket]:
    """A table of the first node, and a seat that plays over the second."""
    owner, edge = made.nodes[:2]
    host, code, _ = await owner.opened()
    return code, await (await edge.device(host.token)).look(code)


async def test_a_lost_message_ends_the_relayed_connections_and_a_reconnect_misses_nothing(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        code, seat = await _foreign_table(made)
        made.bus.fault = lambda _: 0
        seat.send({"id": "lost", "v": seat.version, "do": {"c": "emote", "emote": "hello"}})
        await made.settle()
        made.bus.fault = lambda _: 1
        seat.send({"id": "next", "v": seat.version, "do": {"c": "emote", "emote": "hello"}})
        await seat.until(lambda: seat.closed is not None)
        assert seat.closed == (close_codes.RELOAD, close_codes.REASONS[close_codes.RELOAD])
        back = await (await made.nodes[1].device(seat.token)).look(code, since=seat.version)
        answer = await back.ask("emote", emote="hello", id="lost", v=seat.version)
        assert answer["m"] == "ok"
        repeat = await back.ask("emote", emote="hello", id="lost", v=seat.version)
        assert repeat == answer


async def test_a_repeated_message_ends_the_link_and_the_command_is_done_once(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        code, seat = await _foreign_table(made)
        made.bus.fault = lambda _: 2
        seat.send({"id": "twice", "v": seat.version, "do": {"c": "emote", "emote": "hello"}})
        await seat.until(lambda: seat.closed is not None)
        made.bus.fault = lambda _: 1
        await made.settle()
        back = await (await made.nodes[1].device(seat.token)).look(code, since=0)
        assert (await back.ask("emote", emote="hello", id="twice", v=seat.version))["m"] == "ok"
        emotes = [step for step in back.steps if '"t":"emoted"' in step]
        assert len(emotes) == 1


async def test_silence_ends_a_link_on_both_sides(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        code, seat = await _foreign_table(made)
        owner.bus.cut = True
        for _ in range(4):
            await edge.beat()
            await owner.beat()
        assert seat.closed is not None
        assert seat.closed[0] == close_codes.RELOAD
        live = owner.hub.tables[code]
        assert len(live.subscribers) == 1, "the owner has forgotten the relayed client, too"


async def test_heartbeats_keep_a_silent_link(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        _, seat = await _foreign_table(made)
        for _ in range(8):
            await edge.beat()
            await owner.beat()
            await made.settle()
        assert seat.closed is None
        assert (await seat.ask("emote", emote="hello"))["m"] == "ok"


async def test_what_is_too_large_for_one_message_comes_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knobel.serve.nodes.link.MAX_MESSAGE", 100)
    async with cluster(tmp_path) as made:
        _, seat = await _foreign_table(made)
        await seat.play()
        assert seat.table["phase"] == "over"


async def test_a_link_that_its_owner_does_not_know_is_reset(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        owner, _ = made.nodes
        _, seat = await _foreign_table(made)
        for downlink in list(owner.node._downlinks.values()):
            downlink.over = True  # as after a restart of its memory
        owner.node._downlinks.clear()
        seat.send({"id": "x", "v": seat.version, "do": {"c": "emote", "emote": "hello"}})
        await seat.until(lambda: seat.closed is not None)
        assert seat.closed is not None
        assert seat.closed[0] == close_codes.RELOAD
