"""Dishonest servers and players: each class cheats at one throw of a game of ZOCK in its own way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace
from tests.fair.honest import FairDice, FairGame, step

from knobel.bots import make_bot
from knobel.fair import throw_keys, throws
from knobel.fair.transcript import Transcript, table_text
from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice, Over
from knobel.rules.session import Session

TRIES: Final = 100
"""Attempts to find different dice; running out of them is a fault of the test."""

Links: TypeAlias = list[bytes | None]
Secret: TypeAlias = tuple[bytes, bytes]
"""The key of a throw, and what the players bring to it."""


class Cheat(FairGame):
    """A dealer that is honest except at request number `at`; the verifier must report one of the events in `caught`."""

    caught: Sequence[int | None] = ()

    def __init__(self, session: Session, rng: random.Random, at: int) -> None:
        super().__init__(session, (0, 1), rng)
        self.rng, self.at = rng, at

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        honest = super().want(absent)
        if len(self._wants) - 1 != self.at:
            return honest
        self.caught = [len(self.session.events)]
        return self.cheat([bytes.fromhex(link) if link else None for link in self._wants[-1]])

    def cheat(self, links: Links) -> FairDice:
        raise NotImplementedError

    def mixed(self, number: int, links: Links) -> bytes:
        """The mix of these links for a throw."""
        anchors = [self.chains[seat].anchor for seat in self.people]
        bound = throws.header(self.game, table_text(self.session).encode(), self.keys.root, anchors)
        return throws.mix(bound, number, links)

    def said(self, links: Links) -> FairDice:
        """The logged reveals, true or not, and the dice that follow from them."""
        self._wants[-1] = tuple(link.hex() if link else None for link in links)
        return FairDice(self, links)


class Loaded(FairDice):
    """The dice that another key or another mix would have given."""

    def __init__(self, server: FairGame, links: Links, tries: Callable[[bytes, bytes], Iterable[Secret]]) -> None:
        super().__init__(server, links)
        self._tries = tries

    def roll(self, count: int) -> Dice:
        """The first attempt that changes the dice."""
        secret = self._game.next_throw(self._links)
        honest = sorted(throws.dice(*secret, count))
        return next(dice for each in self._tries(*secret) if sorted(dice := throws.dice(*each, count)) != honest)


class SwapsKeys(Cheat):
    """The server uses the key of another throw."""

    def cheat(self, links: Links) -> FairDice:
        def others(_: bytes, mixed: bytes) -> Iterable[Secret]:
            return ((self.keys.key(throw), mixed) for throw in range(throw_keys.THROWS))

        return Loaded(self, links, others)


class ChoosesLate(Cheat):
    """The server chooses its secret once the players' are known, and says at the end that it was this one."""

    late: bytes | None = None

    def cheat(self, links: Links) -> FairDice:
        self.caught = [None]  # it is the secret that is wrong, not a throw

        def others(_: bytes, mixed: bytes) -> Iterable[Secret]:
            for late in (self.rng.randbytes(32) for _ in range(TRIES)):
                self.late = late
                yield throw_keys.ThrowKeys(late, self.game).key(self._throw - 1), mixed

        return Loaded(self, links, others)

    def transcript(self) -> Transcript:
        honest = super().transcript()
        (section,) = honest.sections
        secret = section.secret if self.late is None else self.late.hex()
        return replace(honest, sections=(replace(section, secret=secret),))


class RenewsTheRoot(ChoosesLate):
    """The same, and the record shows the root of the late secret: then throws are wrong from the first one on."""

    def cheat(self, links: Links) -> FairDice:
        loaded = super().cheat(links)
        self.caught = range(len(self.session.events) + 1)  # the first dice may be the same by chance
        return loaded

    def transcript(self) -> Transcript:
        late = super().transcript()
        (section,) = late.sections
        root = throw_keys.ThrowKeys(bytes.fromhex(section.secret), self.game).root.hex()
        return replace(late, sections=(replace(section, root=root),))


class TakesAnotherRoot(Cheat):
    """The server takes other keys when it knows what is wanted, and throws before any device can have an anchor.

    Each throw is what keys and devices give, but the first one it has chosen together with the keys.
    """

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        if not self._done and len(self._wants) == self.at:
            self.caught = [None]
            self.new_root(())
        elif self._done and not self.people:
            for seat in (0, 1):
                self.new_device(seat)
        return FairGame.want(self, absent)


class DropsSilently(Cheat):
    """The server drops or replaces a player's reveal, and does not log it."""

    def cheat(self, links: Links) -> FairDice:
        def others(key: bytes, _: bytes) -> Iterable[Secret]:
            for instead in (None, *(self.rng.randbytes(32) for _ in range(TRIES))):
                yield key, self.mixed(self._throw - 1, [instead, *links[1:]])

        return Loaded(self, links, others)


class HidesASeat(Cheat):
    """The server also omits the player from the log, as if there had been one device less."""

    def cheat(self, links: Links) -> FairDice:
        return self.said(links[1:])


class Replays(Cheat):
    """A player reveals again what was revealed before."""

    def cheat(self, links: Links) -> FairDice:
        return self.said([self.chains[0].link(self.at), *links[1:]])


class JumpsAhead(Cheat):
    """A player reveals a later link of the chain, having tried which one would be good."""

    def cheat(self, links: Links) -> FairDice:
        return self.said([self.chains[0].link(self.at + 2), *links[1:]])


class Invents(Cheat):
    """A player reveals something that was never promised."""

    def cheat(self, links: Links) -> FairDice:
        return self.said([self.rng.randbytes(32), *links[1:]])


CHEATS: Final[tuple[type[Cheat], ...]] = (
    *(SwapsKeys, ChoosesLate, RenewsTheRoot, TakesAnotherRoot, DropsSilently, HidesASeat),
    *(Replays, JumpsAhead, Invents),
)


def play(cheat: type[Cheat], seed: int) -> Cheat:
    """A game of ZOCK with one dishonest throw among the first ones."""
    rng = random.Random(f"{cheat.__name__} {seed}")
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    server, bot = cheat(session, rng, at=rng.randint(1, 8)), make_bot("random", session.game, SeededDice(seed))
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose)
    return server
