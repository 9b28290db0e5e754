"""Owners that die, sleep or leave: other nodes take their tables over, and former owners write nothing."""

from __future__ import annotations

import asyncio
import gc
import io
import threading
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import ANY

import pytest

from knobel.serve.live.hub import _GROUP_PAUSE
from knobel.serve.live.ownership import Unreachable
from knobel.serve.logs import configure
from knobel.serve.nodes.link import SILENCE
from knobel.serve.nodes.messages import decode_envelope
from knobel.serve.nodes.node import _CHECKS
from knobel.serve.transport import close_codes
from knobel.store import Entry, Fenced, StoreError
from knobel.store.connection import Connection
from knobel.store.leases import TTL, end_stalled
from knobel.store.retention import expire_tables

from ..memory_server import Socket
from .cluster import cluster

T = TypeVar("T")
HELLO = {"c": "emote", "emote": "hello"}


async def test_a_dead_owner_is_replaced_when_its_lease_has_expired(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        dead, heir = made.nodes
        host, code, before = await dead.opened()
        assert (await before.ask("emote", emote="hello"))["m"] == "ok"
        await dead.die()
        after = await (await heir.device(host.token)).look(code)
        await after.play()
        assert after.table["phase"] == "over"
        assert code in heir.hub.tables
        assert heir.services.metrics.registry.get_sample_value("knobel_takeovers_total") == 1


async def test_a_node_that_wakes_up_writes_nothing(tmp_path: Path) -> None:
    """A sleeping node does not know that another one has its table; the store does (fencing)."""
    async with cluster(tmp_path) as made:
        asleep, heir = made.nodes
        host, code, old = await asleep.opened(bots=0, start=False)
        await asleep.die()
        new = await (await heir.device(host.token)).look(code)
        last = made.store.last_version(code)
        old.send({"id": "late", "v": old.version, "do": HELLO})
        await old.until(lambda: old.closed is not None)
        assert old.closed == (close_codes.RELOAD, close_codes.REASONS[close_codes.RELOAD])
        assert not any('"late"' in frame for frame in old.frames), "it was never acknowledged"
        assert made.store.last_version(code) == last
        assert (await new.ask("emote", emote="hello", id="late"))["m"] == "ok"


async def test_an_append_with_an_old_epoch_is_fenced_even_if_the_version_fits(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        asleep, heir = made.nodes
        _, code, _ = await asleep.opened(bots=0, start=False)
        old = asleep.hub.tables[code]
        await asleep.die()
        assert await heir.hub.find(code) is not None
        with pytest.raises(Fenced):
            await made.append_refusal(code, old)
        assert made.answers(code) == 0


async def test_a_node_that_cannot_renew_forgets_its_tables_and_joins_again(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        node = made.nodes[0]
        host, code, seat = await node.opened()
        first = node.node.owner
        node.time.skip(TTL)
        await node.time.advance(1)
        await seat.until(lambda: seat.closed is not None)
        assert code not in node.hub.tables
        again = await host.look(code)
        await again.play()
        assert node.node.owner.incarnation != first.incarnation


async def test_a_node_that_has_just_joined_again_opens_links_that_last(tmp_path: Path) -> None:
    """It has a new address on the bus, at which it listens with its next check."""
    async with cluster(tmp_path) as made:
        owner, edge = made.nodes
        host, code, _ = await owner.opened(bots=0, start=False)
        edge.time.skip(TTL)
        await edge.time.advance(_CHECKS)
        while not edge.node.member:
            await asyncio.sleep(0.01)
        looking = asyncio.create_task((await edge.device(host.token)).look(code))
        await made.settle()
        while not looking.done():
            await edge.beat(_CHECKS)
        socket = await looking
        for _ in range(ceil(SILENCE / _CHECKS) + 1):
            for node in made.nodes:
                await node.beat(_CHECKS)
            await made.settle()
        assert socket.closed is None
        assert (await socket.ask("emote", emote="hello"))["m"] == "ok"


async def test_a_drained_node_hands_its_tables_over_and_the_game_goes_on(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        drained, heir = made.nodes
        host, code, own = await drained.opened(settings={"clock": 30})
        relayed = await (await heir.device(host.token)).look(code)
        await own.ask("emote", emote="hello")
        await drained.hub.hand_over()
        await relayed.until(lambda: relayed.closed is not None)
        assert relayed.closed == own.closed == (close_codes.STOPPING, close_codes.REASONS[close_codes.STOPPING])
        refused = await host.look(code)
        assert refused.closed == own.closed
        assert made.store.clock(code) is not None, "the clock is saved"
        after = await (await heir.device(host.token)).look(code)
        await after.play()
        assert code in heir.hub.tables
        assert heir.services.metrics.registry.get_sample_value("knobel_takeovers_total") == 0


async def test_a_drained_node_hands_over_a_few_tables_and_clients_at_a_time(tmp_path: Path) -> None:
    """All clients at once would make each other wait at the other nodes."""
    async with cluster(tmp_path) as made:
        drained, heir = made.nodes
        own, relayed = list[Socket](), list[Socket]()
        for _ in range(12):
            for node, sockets in ((drained, own), (heir, relayed)):
                host = await node.device()
                code = await host.make("zock", bots=0, start=False)
                at_heir = await (await heir.device(host.token)).look(code) if node is heir else None
                sockets.append(await host.look(code) if at_heir is None else await (await drained.device()).look(code))
        draining = asyncio.create_task(drained.hub.hand_over())
        for closed in (5, 10):
            await made.settle()
            for sockets in (own, relayed):
                assert sum(socket.closed is not None for socket in sockets) == closed
            assert (await own[-1].ask("emote", emote="hello"))["m"] == "ok", "the others play on"
            await drained.time.advance(_GROUP_PAUSE)
        await draining
        assert all(socket.closed == (close_codes.STOPPING, ANY) for socket in own + relayed)


async def test_an_idle_table_gives_up_its_lease(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        first, second = made.nodes
        host, code, seat = await first.opened()
        await seat.leave()
        for _ in range(70):
            await first.beat()
        assert code not in first.hub.tables
        await (await second.device(host.token)).look(code)
        assert code in second.hub.tables


async def test_a_connection_waits_while_a_dead_owner_has_its_lease(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        dead, heir = made.nodes
        host, code, _ = await dead.opened()
        dead.bus.cut = True  # it does not answer, but its lease is valid
        socket = (await heir.device(host.token)).look(code)
        await made.expire_while(dead, socket)
        assert code in heir.hub.tables


async def test_a_silent_owner_is_replaced_when_its_lease_ends_without_an_attempt_to_reach_it(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        dead, heir = made.nodes
        host, code, _ = await dead.opened()
        dead.bus.cut = dead.runner.broken = True
        soon = "UPDATE nodes SET expires = unixepoch('subsec') + 0.3 WHERE node = ?"
        await asyncio.wrap_future(made.store.write(lambda connection: connection.execute(soon, (dead.name,))))
        sent = len(made.bus.sent)
        answer = await (await heir.device(host.token)).http.get(f"/api/tables/{code}")
        assert (answer.status_code, code in heir.hub.tables) == (200, True)
        await (await heir.device(host.token)).look(code)
        assert not any(decode_envelope(message).kind == "up" for message in made.bus.sent[sent:])


async def test_retention_keeps_tables_that_another_node_owns(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        _, code, seat = await made.nodes[0].opened(bots=0, start=False)
        used = made.store.load(code)[-1].at
        await seat.leave()

        async def expire() -> dict[str, int]:
            cutoffs = {"lobby": used + 1}
            work = made.store.write(lambda connection: expire_tables(connection, cutoffs, "", 10, frozenset()))
            return (await asyncio.wrap_future(work)).deleted

        assert await expire() == {}
        made.nodes[0].hub.drop(code)
        await made.settle()
        assert await expire() == {"lobby": 1}
        assert made.store.load(code) == []


async def test_a_drained_node_takes_no_table(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        drained, heir = made.nodes
        host, code, _ = await drained.opened()
        await drained.hub.hand_over()
        answer = await host.http.get(f"/api/tables/{code}")
        assert (answer.status_code, answer.json()["why"]) == (503, "stopping")
        with pytest.raises(Unreachable):
            await drained.hub.access(code)
        assert await heir.hub.find(code) is not None


async def test_a_table_that_is_read_while_its_node_drains_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path) as made:
        drained, heir = made.nodes
        code = await (await drained.device()).make("zock", bots=1)
        claim, go_on = drained.node.claim, asyncio.Event()

        async def slow_claim(code: str) -> int | None:
            epoch = await claim(code)
            await go_on.wait()
            return epoch

        monkeypatch.setattr(drained.node, "claim", slow_claim)
        reading = asyncio.ensure_future(drained.hub.find(code))
        await made.settle()
        await drained.hub.hand_over()
        go_on.set()
        with pytest.raises(Unreachable):
            await reading
        assert code not in drained.hub.tables
        await made.settle()
        assert await heir.hub.find(code) is not None


async def test_a_client_that_leaves_while_a_table_is_claimed_causes_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path) as made:
        owner, other = made.nodes
        code = await (await owner.device()).make("zock", bots=1)
        assert await owner.hub.find(code) is not None
        claim, go_on, errors = other.node.claim, asyncio.Event(), list[dict[str, Any]]()

        async def slow_claim(code: str) -> int | None:
            await go_on.wait()
            return await claim(code)

        monkeypatch.setattr(other.node, "claim", slow_claim)
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        client = asyncio.ensure_future(other.hub.find(code))
        await made.settle()
        client.cancel()
        go_on.set()
        await made.settle()
        del client
        gc.collect()  # asyncio reports an error that was never asked for when its future is deleted
        assert errors == []


async def test_a_node_without_membership_is_not_healthy(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        node = made.nodes[0]
        http = (await node.device()).http
        assert (await http.get("/healthz")).status_code == 200
        node.time.skip(TTL)
        answer = await http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "why": "cluster"})


async def test_a_store_that_is_away_is_logged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.serve.nodes.membership._RETRY", 0)
    stream = io.StringIO()
    configure(stream)
    async with cluster(tmp_path) as made:
        node, tries = made.nodes[0], 0

        async def fail(_: Callable[[Connection], T]) -> T:
            nonlocal tries
            tries += 1
            raise StoreError("the database cannot be reached")

        monkeypatch.setattr(node.runner, "run", fail)
        node.time.skip(TTL)
        while tries < 5:
            await asyncio.sleep(0.01)
        assert stream.getvalue().count("the cluster cannot be joined") == 1


async def test_a_renewal_does_not_wait_for_the_end_of_stalled_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path) as made:
        node = made.nodes[0]
        run = node.runner.run

        async def hang_at_end_stalled(work: Callable[[Connection], T]) -> T:
            if work is end_stalled:
                await asyncio.Event().wait()
            return await run(work)

        monkeypatch.setattr(node.runner, "run", hang_at_end_stalled)
        for _ in range(2):
            await asyncio.wait_for(node.node.renew(), 60)
        assert node.node.member


async def test_a_database_that_does_not_answer_does_not_stop_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster(tmp_path) as made:
        node = made.nodes[0]
        code = await (await node.device()).make("zock", bots=1)
        load, answers = made.store.load, threading.Event()

        def hang(*args: Any) -> list[Entry]:
            answers.wait()
            return load(*args)

        monkeypatch.setattr(made.store, "load", hang)
        monkeypatch.setattr(made.store._database, "remote", True)
        monkeypatch.setattr("knobel.serve.live.reads._TIMEOUT", 0.05)
        with pytest.raises(Unreachable):
            await node.hub.find(code)
        answers.set()
        monkeypatch.undo()
        assert await node.hub.find(code) is not None
