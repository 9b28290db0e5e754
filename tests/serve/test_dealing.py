"""Revealed links count until the dice have fallen."""

from __future__ import annotations

import random

from knobel.fair.hash_chain import HashChain
from knobel.serve.fairness.dealing import Dealing
from knobel.serve.fairness.keys import KeyPool, TableKeys
from knobel.serve.messages import Accepted, Ask
from knobel.table import AnchorTimeUp, Fell, ServerCommand, Table, due, evolve, rebuild
from knobel.table.commands import Anchor, Command, Join, Reveal, Settings, Start
from knobel.table.decide import create, handle, handle_server
from knobel.table.server import ServerInputs

from .fakes import ManualTime

BOTH = frozenset({0, 1})


def _wanting(decks: KeyPool, chains: dict[str, HashChain]) -> Table:
    """A table of two devices that waits for its first dice."""
    server = ServerInputs(None, lambda: "name", keys=decks)
    table = rebuild(create("code", "zock", {}, Settings(), "Anna", "anna", server))
    assert table is not None
    commands: list[tuple[str, Command]] = [("ben", Join("Ben")), ("anna", Start())]
    commands += [(device, Anchor(chain.anchor.hex())) for device, chain in chains.items()]
    for device, command in commands:
        for event in handle(table, device, command, table.version, server).events:
            table = evolve(table, event)
    for event in handle_server(table, AnchorTimeUp(table.moved), server).events:
        table = evolve(table, event)
    assert table.wanted is not None
    return table


async def test_a_revealed_link_is_kept_while_the_table_sleeps() -> None:
    """Otherwise a device whose link was accepted would count as absent, and protest."""
    rng = random.Random(1)
    decks, fallen = KeyPool(bytes(32), rng.randbytes), list[ServerCommand]()
    chains = {device: HashChain(rng.randbytes(32)) for device in ("anna", "ben")}
    table, dealing = _wanting(decks, chains), Dealing(TableKeys(decks), ManualTime(), fallen.append)
    links = {device: chain.link(1).hex() for device, chain in chains.items()}

    def reveal(device: str) -> None:
        ask = Ask(device, table.version, Reveal(0, 0, links[device]))
        assert isinstance(dealing.answer(table, table, device, ask, BOTH), Accepted)

    dealing.update(table, due(table), True, BOTH)
    reveal("anna")
    dealing.update(table, due(table), False, frozenset({0}))
    dealing.update(table, due(table), True, BOTH)
    reveal("ben")
    (fell,) = fallen
    assert isinstance(fell, Fell)
    assert fell.links == (links["anna"], links["ben"])
