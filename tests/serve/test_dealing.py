"""Revealed links count until the dice have fallen."""

from __future__ import annotations

import random

from msgspec.structs import replace

from knobel.fair.hash_chain import HashChain
from knobel.rules import zocknroll
from knobel.serve.fairness.dealing import HAND_TIMEOUT, MAX_WRONG, SHORT_TIMEOUT, TIMEOUT, Dealing
from knobel.serve.fairness.keys import KeyPool, TableKeys
from knobel.serve.messages import Accepted, Ask, Refused
from knobel.table import AnchorTimeUp, Fell, ServerCommand, Table, due, evolve, rebuild
from knobel.table.commands import Anchor, Command, Join, Reveal, SeatBot, Settings, Start
from knobel.table.decide import create, handle, handle_server
from knobel.table.server import ServerInputs

from .fakes import ManualTime

BOTH = frozenset({0, 1})


def _wanting(decks: KeyPool, chains: dict[str, HashChain], game: str = "zock") -> Table:
    """A table of two devices, and of a bot where the game needs three, that waits for its first dice."""
    server = ServerInputs(None, lambda: "name", keys=decks)
    table = rebuild(create("code", game, {}, Settings(), "Anna", "anna", server))
    assert table is not None
    commands: list[tuple[str, Command]] = [("ben", Join("Ben")), ("anna", Start())]
    if game == "zocknroll":
        commands.insert(1, ("anna", SeatBot("casual")))
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


class _Throws:
    """A game of Zock'n'Roll of Anna, Ben and a bot whose dice fall by hand."""

    def __init__(self) -> None:
        rng = random.Random(1)
        self.time, self.fallen = ManualTime(), list[ServerCommand]()
        decks = KeyPool(bytes(32), rng.randbytes)
        self.chains = {device: HashChain(rng.randbytes(32)) for device in ("anna", "ben")}
        self.server = ServerInputs(None, lambda: "name", keys=decks)
        self.table = _wanting(decks, self.chains, "zocknroll")
        self.dealing = Dealing(TableKeys(decks), self.time, self.fallen.append)

    def deal(self) -> None:
        self.dealing.update(self.table, due(self.table), True, BOTH)

    def reveal(self, *devices: str) -> None:
        """The devices answer the open want."""
        assert self.table.fair is not None
        want = self.table.fair.wants
        for device in devices:
            ask = self.ask(want, self.chains[device].link(want + 1).hex())
            assert isinstance(self.dealing.answer(self.table, self.table, device, ask, BOTH), Accepted)

    def ask(self, want: int, link: str) -> Ask:
        return Ask("reveal", self.table.version, Reveal(0, want, link))

    def fall(self) -> None:
        """Apply the dice that have fallen, up to the next want."""
        fell = self.fallen.pop()
        for event in handle_server(self.table, fell, self.server).events:
            self.table = evolve(self.table, event)
        self.deal()

    async def waits(self) -> float:
        """Seconds until the dice fall."""
        waited = 0.0
        while not self.fallen:
            await self.time.advance(0.5)
            waited += 0.5
        return waited


async def test_cups_wait_for_the_hand_of_every_person() -> None:
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()  # the lot
    game.reveal("anna")
    assert await game.waits() == HAND_TIMEOUT


async def test_white_dice_wait_long_only_for_the_starter() -> None:
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()
    game.reveal("anna", "ben")
    game.fall()
    assert isinstance(game.table.state, zocknroll.State)
    names = {0: "anna", 1: "ben"}
    game.table = replace(game.table, state=replace(game.table.state, starter=0))
    game.deal()
    game.reveal(names[1])
    assert await game.waits() == HAND_TIMEOUT
    game.fallen.clear()
    game.deal()
    game.reveal(names[0])
    assert await game.waits() == TIMEOUT


async def test_a_device_that_missed_the_last_throw_is_not_waited_for_long() -> None:
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()
    game.reveal("anna")
    assert await game.waits() == HAND_TIMEOUT
    game.fall()
    game.reveal("anna")
    assert await game.waits() == SHORT_TIMEOUT


async def test_a_device_with_a_wrong_link_is_not_waited_for_long() -> None:
    """It has answered: its person holds no dice in the hand any more."""
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()
    game.reveal("anna")
    refused = game.dealing.answer(game.table, game.table, "ben", game.ask(1, "0" * 64), BOTH)
    assert isinstance(refused, Refused)
    assert refused.why == "illegal"
    assert await game.waits() == SHORT_TIMEOUT


async def test_a_device_that_corrects_a_wrong_link_takes_part() -> None:
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()
    game.dealing.answer(game.table, game.table, "ben", game.ask(1, "0" * 64), BOTH)
    game.reveal("ben")
    game.reveal("anna")
    (fell,) = game.fallen
    assert isinstance(fell, Fell)
    assert fell.links == (game.chains["anna"].link(2).hex(), game.chains["ben"].link(2).hex())


async def test_a_device_that_has_begun_a_new_chain_is_not_waited_for_long() -> None:
    """As after a reload that has missed dice: the link of its old chain will never come."""
    game = _Throws()
    game.deal()
    game.reveal("anna", "ben")
    game.fall()
    game.reveal("anna")
    for event in handle(game.table, "ben", Anchor("a" * 64), game.table.version, game.server).events:
        game.table = evolve(game.table, event)
    game.deal()
    assert await game.waits() == SHORT_TIMEOUT


async def test_links_that_come_late_are_not_wrong_links_of_the_next_dice() -> None:
    game = _Throws()
    over = replace(game.table, phase="over", wanted=None)
    for _ in range(MAX_WRONG):
        link = game.chains["ben"].link(1).hex()
        assert isinstance(game.dealing.answer(over, over, "ben", game.ask(0, link), BOTH), Refused)
    game.deal()
    game.reveal("anna", "ben")
