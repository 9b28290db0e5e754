"""Servers whose dice are what keys and chains give, and that cheat with whose chains these are.

No throw of theirs is wrong. Each knows what a record has to `show`: to whom throws did not belong.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from tests.fair.honest import FairDice, FairGame, step

from knobel.bots import make_bot
from knobel.fair import throws
from knobel.fair.participant import Participant
from knobel.fair.transcript import table_text
from knobel.rules.dice import SeededDice
from knobel.rules.game import Over
from knobel.rules.session import Session

SIX: Final = 6
CHANCES: Final = 200
"""Chains that are tried for one six: all of them fail once in 10^15 times."""

GREED: Final = 4
"""Wants for which that is done."""

BEN: Final = 1
"""The seat that is cheated."""


class Shown(Struct, frozen=True):
    """What a record counts."""

    alone: int = 0
    without: tuple[int, int] = (0, 0)
    changes: tuple[int, int] = (0, 0)


class Usurper(FairGame):
    """A house that cheats with chains up to want number `at`, or from there on; `first` are the seats whose devices it
    takes at the beginning.
    """

    first: Sequence[int] = (0, BEN)

    def __init__(self, session: Session, mind: random.Random, at: int) -> None:
        super().__init__(session, self.first, mind)
        self.at = at
        self.cheated = 0
        """Throws that were not as they should be, so far."""

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        self.before(len(self._wants))
        return super().want(absent)

    def before(self, number: int) -> None:
        """What it does before dice are wanted."""

    def show(self) -> Shown:
        raise NotImplementedError


class TakesNobody(Usurper):
    """It takes nobody's anchor until late in the game: it alone knows the dice, before anybody asks for them."""

    first = ()

    def before(self, number: int) -> None:
        if number == self.at:
            self.cheated = self._throw
            for seat in (0, BEN):
                self.new_device(seat)

    def show(self) -> Shown:
        return Shown(alone=self.cheated, without=(self.cheated, self.cheated))


class TakesNotEverybody(Usurper):
    """The same with the anchor of one seat."""

    first = (0,)

    def before(self, number: int) -> None:
        if number == self.at:
            self.cheated = self._throw
            self.new_device(BEN)

    def show(self) -> Shown:
        return Shown(without=(0, self.cheated))


class ChangesChains(Usurper):
    """All devices are its own, and before some wants it begins another chain, one that gives a six."""

    def before(self, number: int) -> None:
        if not self.at <= number < self.at + GREED:
            return
        self.cheated += 1
        kept = list(self._anchors)
        for _ in range(CHANCES):
            self._anchors = list(kept)
            self.new_device(BEN)
            if self._coming() == SIX:
                return
        raise AssertionError("no chain gave a six")

    def _coming(self) -> int:
        """The first die that will fall."""
        number, seats = len(self._wants), (0, BEN)
        anchors = [self.chains[seat].anchor for seat in seats]
        links = [self.chains[seat].link(number - self._since[seat] + 1) for seat in seats]
        bound = throws.header(self.game, table_text(self.session).encode(), self.keys.root, anchors)
        return throws.dice(self.keys.key(self._throw), throws.mix(bound, self._throw, links), 1)[0]

    def show(self) -> Shown:
        return Shown(changes=(0, self.cheated))


class PutsItsOwn(Usurper):
    """From the beginning a chain of its own stands where that of Ben's device should.

    A record cannot show that, and does not: it is the one of a game at which another device of Ben's sat. His own
    device hears of it, and gives nothing away.
    """

    def __init__(self, session: Session, mind: random.Random, at: int) -> None:
        super().__init__(session, mind, at)
        self.device = Participant(mind.randbytes)
        self.given = list[object]()
        """What it gets from Ben's device after the anchor, which it never takes."""
        (self.anchor,) = self._tell(t="started", fair={"root": self.keys.root.hex()})
        for seat in self.people:
            self._tell(t="anchored", seat=seat, anchor=self.chains[seat].anchor.hex())

    def _tell(self, **entry: object) -> list[dict[str, object]]:
        return self.device.receive(BEN, {"m": "steps", "steps": [{"e": entry}]})

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        if self._wants:
            self._tell(t="played")
        self.given += self._tell(t="wanted", want=len(self._wants))
        return super().want(absent)

    def show(self) -> Shown:
        return Shown()


USURPERS: Final[tuple[type[Usurper], ...]] = (TakesNobody, TakesNotEverybody, ChangesChains, PutsItsOwn)


def usurp(kind: type[Usurper], seed: int) -> Usurper:
    """A game of ZOCK with one of them, to its end."""
    mind = random.Random(f"{kind.__name__} {seed}")
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    house, bot = kind(session, mind, at=mind.randint(1, 8)), make_bot("random", session.game, SeededDice(seed))
    while not isinstance(session.pending, Over):
        step(session, house, bot.choose)
    return house
