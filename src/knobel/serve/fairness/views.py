"""Where the dice of a game come from, as everybody may know it."""

from __future__ import annotations

from msgspec import Struct

from ...table import Table


class Proof(Struct, frozen=True, gc=False):
    """The key of a throw that the viewer may know, and the twelve hashes beside its way up to the root, as one text."""

    throw: int
    key: str
    path: str


class AnchorShown(Struct, frozen=True):
    """What the device of a seat has promised, and since which want."""

    anchor: str
    since: int


class LinkShown(Struct, frozen=True):
    """What a device has revealed last, and for which want; before the first one its anchor."""

    want: int
    link: str


class WantShown(Struct, frozen=True):
    """Dice that are wanted now, and the number of their first throw."""

    want: int
    throw: int


class Coming(Struct, frozen=True):
    """What a device has promised while dice were wanted; None for one that takes no part any more."""

    seat: int
    anchor: str | None


class FairShown(Struct, frozen=True):
    """Where the dice of a game come from, under the root that holds; lists are by seats, bots have no anchor.

    `coming` counts after the want that is open. `absent` counts how often each device has not answered in this game,
    `protests` how often it says that it had.
    """

    game: str
    table: str
    section: int
    root: str
    anchors: tuple[AnchorShown | None, ...]
    known: tuple[LinkShown | None, ...]
    coming: tuple[Coming, ...]
    want: WantShown | None
    wants: int
    throws: int
    absent: tuple[int, ...]
    protests: tuple[int, ...]


def fair_shown(table: Table) -> FairShown | None:
    """Where the dice of the game come from; None if nobody can check that."""
    fair = table.fair
    if fair is None:
        return None
    made = [AnchorShown(promise.anchor, promise.since) if promise else None for promise in fair.promises]
    known = [LinkShown(promise.at, promise.link) if promise else None for promise in fair.promises]
    return FairShown(
        *(fair.game, fair.table, fair.section, fair.root, tuple(made), tuple(known)),
        tuple([Coming(seat, anchor) for seat, anchor in fair.coming]),
        None if table.wanted is None else WantShown(fair.wants, fair.throws),
        *(fair.wants, fair.throws, fair.absent),
        tuple([sum(seat == place for seat, _, _ in fair.protests) for place in range(len(fair.promises))]),
    )
