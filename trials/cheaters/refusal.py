"""Selective abort: refusing to reveal before a bad throw, its gain and its visible cost."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple
from tests.fair.honest import FairDice, FairGame, step

from knobel.bots import make_bot
from knobel.fair import throws
from knobel.fair.statistics.p_values import p_of_sum
from knobel.fair.transcript import table_text
from knobel.fair.verify import Wrong, verify
from knobel.rules.dice import SeededDice
from knobel.rules.game import Over
from knobel.rules.session import Session

SIX: Final = 6


class Gain(Struct, frozen=True):
    """Sixes among the first dice of all throws, with and without refusals, and the absences in the record."""

    throws: int
    sixes: int
    honest: int
    absences: int

    def __add__(self, other: Gain) -> Gain:
        return Gain(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def gained(self) -> int:
        return self.sixes - self.honest

    def p(self, chance: float) -> float:
        """The p-value of so many sixes if each throw had this chance of one."""
        return p_of_sum(self.sixes - self.throws * chance, self.throws * chance * (1 - chance))


class Refusing(FairGame):
    """Before each throw it chooses absent devices; `allowed` are the candidates."""

    def __init__(self, session: Session, rng: random.Random, allowed: Sequence[Sequence[int]]) -> None:
        super().__init__(session, (0, 1), rng)
        self.rng, self._allowed = rng, allowed
        self.sixes = self.honest = self.throws = 0

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        chosen = self.choose(self._allowed)
        self.throws += 1
        self.honest += self.first(()) == SIX
        self.sixes += self.first(chosen) == SIX
        return super().want([*absent, *chosen])

    def choose(self, allowed: Sequence[Sequence[int]]) -> Sequence[int]:
        raise NotImplementedError

    def first(self, absent: Sequence[int], key: bytes | None = None) -> int:
        """The first die that would fall, by the key of the throw or by another one."""
        number = len(self._wants)
        links = [None if seat in absent else self.chains[seat].link(number + 1) for seat in self.people]
        anchors = [self.chains[seat].anchor for seat in self.people]
        bound = throws.header(self.game, table_text(self.session).encode(), self.keys.root, anchors)
        mixed = throws.mix(bound, self._throw, links)
        return throws.dice(key or self.keys.key(self._throw), mixed, 1)[0]


class Knowing(Refusing):
    """The server, alone or with the player who reveals last, knows the key and all links."""

    def choose(self, allowed: Sequence[Sequence[int]]) -> Sequence[int]:
        return next((absent for absent in allowed if self.first(absent) == SIX), ())


class Guessing(Refusing):
    """A player who reveals last knows the other links but not the key, and so can only guess."""

    def choose(self, allowed: Sequence[Sequence[int]]) -> Sequence[int]:
        guess = self.rng.randbytes(32)
        return next((absent for absent in allowed if self.first(absent, guess) == SIX), ())


def refuse(seed: int, kind: type[Refusing], allowed: Sequence[Sequence[int]]) -> Gain:
    """A match of ZOCK with refusals; its record must verify and list every absence."""
    session = Session("zock", ["Anna", "Ben"], {"games": 4})
    server = kind(session, random.Random(f"{kind.__name__} {seed}"), allowed)
    bot = make_bot("random", session.game, SeededDice(seed))
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose)
    found = verify(server.transcript(), session)
    if isinstance(found, Wrong):
        raise AssertionError(f"seed {seed}: {found.sentence}")
    return Gain(server.throws, server.sixes, server.honest, sum(found.absent))
