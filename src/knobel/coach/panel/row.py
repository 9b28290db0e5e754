"""What the panel of odds shows."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ...telling.phrase import Phrase

Kind: TypeAlias = Literal[
    "row", "grows", "wins", "ties", "wins_belief", "ties_belief", "usable", "finishing", "field", "reach", "stand"
]


class OddsRow(Struct, frozen=True):
    """Something that may happen, and its chance.

    `kind` says what sort of thing it is, for headings and icons. Zock'n'Roll: `row` (the best one at the end of the
    turn), `grows` (a better row than now), `wins` and `ties` (the best hand of round 3, or one of them, against any
    cups), `wins_belief` and `ties_belief` (against cups with which their owners would have stayed until now). ZOCK, of
    the next throw: `usable`, `finishing`, `field`. Schocken: `reach` the throw that leads, or a better one than the
    own, by keeping something; `stand` with the dice as they lie.
    """

    kind: Kind
    label: Phrase
    chance: float


class Panel(Struct, frozen=True):
    """Chances of one seat; `about` says what they are chances of. Without rows nothing of its own is open."""

    about: Phrase | None = None
    rows: tuple[OddsRow, ...] = ()
