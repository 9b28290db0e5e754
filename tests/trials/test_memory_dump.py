"""A dump of the server's memory and store before a throw does not determine the dice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct
from trials.cheaters.trial import LIMIT

from knobel.fair.hash_chain import HashChain
from knobel.fair.hashing import SIZE
from knobel.fair.statistics.p_values import chi_square, chi_square_tail
from knobel.rules.dice import FACES
from knobel.rules.game import Dice, Event
from knobel.serve.fairness.dealing import Dealing
from knobel.serve.live.table import LiveTable
from knobel.table.fairness import Fairness, Promise

from ..serve.memory_server import MemoryServer, Socket, memory_server
from ..serve.test_verifiable_dice import entries, pair, steps
from .memory_dump import Dump

FALLEN: Final = 4
"""Wants before the one that is looked at, so that each device has revealed something."""

DICE: Final = 2
"""Those of a throw of ZOCK."""

EACH: Final = 100
"""How often each of its throws is expected."""


class Table(Struct, frozen=True):
    """A server at which dice of `anna` and `ben` are wanted, and everything that it knows then."""

    here: MemoryServer
    live: LiveTable
    anna: Socket
    ben: Socket
    dump: Dump

    @property
    def fair(self) -> Fairness:
        assert self.live.table.fair is not None
        return self.live.table.fair

    @property
    def dealing(self) -> Dealing:
        return self.live._dealing

    def secrets(self, socket: Socket) -> tuple[HashChain, int]:
        """What only the device of a player has: its chain, and the link for the next dice."""
        chain, since = socket.fair._chain, socket.fair._since
        assert chain is not None
        assert since is not None
        return chain, self.fair.wants - since + 1

    def fall(self, link: bytes) -> Event:
        """What the server would let fall, if Anna's device revealed this link."""
        revealed = self.dealing._links | {self.anna.table["you"]: link.hex()}
        return self.dealing._fallen(self.live.table, self.fair, [revealed.get(seat) for seat in self.fair.seats])


async def until_wanted(here: MemoryServer, *sockets: Socket) -> None:
    """Play until some dice have fallen, and others are requested for which no link is revealed."""
    while True:
        await here.settle()
        playing = next((socket for socket in sockets if socket.my_turn), None)
        fallen = len([entry for entry in entries(sockets[0], "played") if "links" in entry])
        for socket in sockets:
            socket.answers = fallen < FALLEN
        if fallen >= FALLEN and steps(sockets[0])[-1]["e"]["t"] == "wanted":
            return
        if playing is not None:
            answer = await playing.act()
            assert answer["m"] == "ok", answer


@pytest.fixture
async def stopped(tmp_path: Path) -> AsyncIterator[Table]:
    """Dice are wanted; Ben's device has revealed its link, Anna's has not."""
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here)
        await until_wanted(here, anna, ben)
        before = anna.version
        ben.send({"id": "reveal", "v": before, "do": ben.fair.repeat()[0]})
        await here.settle()
        assert anna.version == before, "the dice wait for Anna's device"
        live = here.hub.tables[anna.table["code"]]
        yield Table(here, live, anna, ben, Dump(tmp_path, here.hub, here.services, here.app))


async def test_it_holds_no_link_that_was_not_revealed(stopped: Table) -> None:
    for socket, revealed in ((stopped.anna, 0), (stopped.ben, 1)):
        chain, place = stopped.secrets(socket)
        assert place > FALLEN
        assert stopped.dump.links(chain, place + revealed) == []


async def test_it_does_hold_what_the_server_knows(stopped: Table, tmp_path: Path) -> None:
    """Else that nothing was found would say nothing."""
    (anna, place), (ben, _) = stopped.secrets(stopped.anna), stopped.secrets(stopped.ben)
    decks, fair = stopped.here.services.key_pool, stopped.fair
    assert decks is not None
    stored = [anna.anchor, ben.anchor, anna.link(place - 1), ben.link(place - 1), bytes.fromhex(fair.root)]
    in_memory = [bytes.fromhex(decks.secret(fair.game, fair.section)), ben.link(place)]
    assert all(map(stopped.dump.knows, stored + in_memory))
    assert list(map(Dump(tmp_path).knows, stored + in_memory)) == [True] * len(stored) + [False] * len(in_memory)


def test_it_holds_what_the_collector_does_not_see(tmp_path: Path) -> None:
    """A table's objects form no reference cycles, so the dump reaches all of them."""
    link = bytes(range(SIZE))
    assert Dump(tmp_path, [Promise("", 0, link.hex(), 0)]).knows(link)


async def test_it_leaves_every_throw_open(stopped: Table) -> None:
    """With all that is in it, and anything in place of the one link that is not, all throws are equally likely."""
    rng, ways = random.Random("dump"), list(product(FACES, repeat=DICE))
    fell = Counter(dice_of(stopped.fall(rng.randbytes(SIZE))) for _ in range(EACH * len(ways)))
    p = chi_square_tail(chi_square([fell[way] for way in ways], [EACH] * len(ways)), len(ways) - 1)
    assert p >= LIMIT, f"p {p}: {fell.most_common(3)}"


async def test_and_what_falls_then_is_what_the_missing_link_gives(stopped: Table) -> None:
    chain, place = stopped.secrets(stopped.anna)
    foretold = stopped.fall(chain.link(place))
    before = stopped.anna.version
    stopped.anna.send({"id": "reveal", "v": before, "do": stopped.anna.fair.repeat()[0]})
    await stopped.anna.until(lambda: stopped.anna.version > before)
    fallen = entries(stopped.anna, "played")[-1]
    assert fallen["links"][stopped.anna.table["you"]] == chain.link(place).hex()
    assert tuple(fallen["event"]["dice"]) == dice_of(foretold)


def dice_of(event: Event) -> Dice:
    dice: Dice = getattr(event, "dice", ())
    return dice


async def test_no_link_is_revealed_before_its_dice_are_requested(tmp_path: Path) -> None:
    """Both devices answer every request at once while a decision is pending."""
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here)
        await anna.until(lambda: anna.my_turn or ben.my_turn)
        await here.settle()
        dump = Dump(tmp_path, here.hub, here.services, here.app)
        fair = here.hub.tables[anna.table["code"]].table.fair
        assert fair is not None
        for socket in (anna, ben):
            chain, since = socket.fair._chain, socket.fair._since
            assert chain is not None
            assert since is not None
            assert dump.knows(chain.link(fair.wants - since)), "the last one was revealed"
            assert dump.links(chain, fair.wants - since + 1) == []
