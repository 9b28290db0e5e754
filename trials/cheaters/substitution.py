"""Servers that substitute hash chains: every throw verifies, but not with the chains of all players.

Each class knows what the verifier has to count in its record (`show`): throws without a player's own chain.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
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
"""Chains tried for one six: all of them fail once in 10^15 runs."""

GREED: Final = 4
"""Requests for which that is done."""

BEN: Final = 1
"""The victim's seat."""


class Shown(Struct, frozen=True):
    """The counts of a record."""

    alone: int = 0
    without: tuple[int, int] = (0, 0)
    changes: tuple[int, int] = (0, 0)


class Substitution(FairGame):
    """A dealer that substitutes chains up to request number `at`, or from there on; `first` are the seats whose anchors
    it accepts at the beginning.
    """

    first: Sequence[int] = (0, BEN)

    def __init__(self, session: Session, rng: random.Random, at: int) -> None:
        super().__init__(session, self.first, rng)
        self.at = at
        self.cheated = 0
        """Manipulated throws so far."""

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        self.before(len(self._wants))
        return super().want(absent)

    def before(self, number: int) -> None:
        """A hook before dice are requested."""

    def show(self) -> Shown:
        raise NotImplementedError


class IgnoresAllAnchors(Substitution):
    """It accepts no anchor until late in the game, and so knows the dice beforehand."""

    first = ()

    def before(self, number: int) -> None:
        if number == self.at:
            self.cheated = self._throw
            for seat in (0, BEN):
                self.new_device(seat)

    def show(self) -> Shown:
        return Shown(alone=self.cheated, without=(self.cheated, self.cheated))


class IgnoresOneAnchor(Substitution):
    """It ignores the anchor of one seat only."""

    first = (0,)

    def before(self, number: int) -> None:
        if number == self.at:
            self.cheated = self._throw
            self.new_device(BEN)

    def show(self) -> Shown:
        return Shown(without=(0, self.cheated))


class ChangesChains(Substitution):
    """It controls all devices, and before some requests starts a chain that gives a six."""

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


class ReplacesAChain(Substitution):
    """It uses its own chain in place of Ben's from the beginning.

    A record cannot show that: it equals a record of a game with another device of Ben's. Ben's device notices, and
    reveals nothing.
    """

    def __init__(self, session: Session, rng: random.Random, at: int) -> None:
        super().__init__(session, rng, at)
        self.device = Participant(rng.randbytes)
        self._versions = count(1)
        self.given = list[object]()
        """Reveals of Ben's device after the anchor that was ignored."""
        (self.anchor,) = self._tell(t="started", fair={"root": self.keys.root.hex()})
        for seat in self.people:
            self._tell(t="anchored", seat=seat, anchor=self.chains[seat].anchor.hex())

    def _tell(self, **entry: object) -> list[dict[str, object]]:
        return self.device.receive(BEN, {"m": "steps", "steps": [{"v": next(self._versions), "e": entry}]})

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        if self._wants:
            self._tell(t="played")
        self.given += self._tell(t="wanted", want=len(self._wants))
        return super().want(absent)

    def show(self) -> Shown:
        return Shown()


SUBSTITUTIONS: Final[tuple[type[Substitution], ...]] = (
    IgnoresAllAnchors,
    IgnoresOneAnchor,
    ChangesChains,
    ReplacesAChain,
)


def substitute(kind: type[Substitution], seed: int) -> Substitution:
    """A whole game of ZOCK with such a server."""
    rng = random.Random(f"{kind.__name__} {seed}")
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    server, bot = kind(session, rng, at=rng.randint(1, 8)), make_bot("random", session.game, SeededDice(seed))
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose)
    return server
