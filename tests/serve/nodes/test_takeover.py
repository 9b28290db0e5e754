"""Owners that die, sleep or leave: other nodes take their tables over, and former owners write nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from knobel.serve.transport import close_codes
from knobel.store import Fenced
from knobel.store.leases import TTL
from knobel.store.retention import expire_tables

from .cluster import cluster

HELLO = {"c": "emote", "emote": "hello"}


async def test_a_dead_owner_is_replaced_when_its_lease_has_expired(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        dead, heir = made.nodes
        host = await dead.device()
        code = await host.make("zock", bots=1)
        before = await host.look(code)
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
        host = await asleep.device()
        code = await host.make("zock", bots=0, start=False)
        old = await host.look(code)
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
        host = await asleep.device()
        code = await host.make("zock", bots=0, start=False)
        await host.look(code)
        old = asleep.hub.tables[code]
        await asleep.die()
        assert await heir.hub.find(code) is not None
        with pytest.raises(Fenced):
            await made.append_refusal(code, old)
        assert made.answers(code) == 0


async def test_a_node_that_cannot_renew_forgets_its_tables_and_joins_again(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        node = made.nodes[0]
        host = await node.device()
        code = await host.make("zock", bots=1)
        seat = await host.look(code)
        first = node.node.owner
        node.time.skip(TTL)
        await node.time.advance(1)
        await seat.until(lambda: seat.closed is not None)
        assert code not in node.hub.tables
        again = await host.look(code)
        await again.play()
        assert node.node.owner.incarnation != first.incarnation


async def test_a_drained_node_hands_its_tables_over_and_the_game_goes_on(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        drained, heir = made.nodes
        host = await drained.device()
        code = await host.make("zock", bots=1, settings={"clock": 30})
        own = await host.look(code)
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


async def test_an_idle_table_gives_up_its_lease(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        first, second = made.nodes
        host = await first.device()
        code = await host.make("zock", bots=1)
        seat = await host.look(code)
        await seat.leave()
        for _ in range(70):
            await first.beat()
        assert code not in first.hub.tables
        await (await second.device(host.token)).look(code)
        assert code in second.hub.tables


async def test_a_connection_waits_while_a_dead_owner_has_its_lease(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        dead, heir = made.nodes
        host = await dead.device()
        code = await host.make("zock", bots=1)
        await host.look(code)
        dead.bus.cut = True  # it does not answer, but its lease is valid
        socket = (await heir.device(host.token)).look(code)
        await made.expire_while(dead, socket)
        assert code in heir.hub.tables


async def test_retention_keeps_tables_that_another_node_owns(tmp_path: Path) -> None:
    async with cluster(tmp_path) as made:
        host = await made.nodes[0].device()
        code = await host.make("zock", bots=0, start=False)
        seat = await host.look(code)
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
