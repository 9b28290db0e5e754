"""State of the verifiable dice of a game: the devices' commitments, reveals, and throws that are still covered."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..fair.throw_keys import THROWS
from ..fair.throws import SPARE
from ..rules import schocken, zocknroll
from ..rules.game import FACE_DOWN, Event, State
from .events import GameCommitment, Rooted


class Promise(Struct, frozen=True, gc=False):
    """The commitment of a seat's device: its `anchor` counts since a want; `link` is the last reveal, for want `at`.

    `missed` says that it did not answer the last want.
    """

    anchor: str
    since: int
    link: str
    at: int
    missed: bool = False


class Covered(Struct, frozen=True, gc=False):
    """A throw that is still hidden from some viewers: the dice in a cup."""

    throw: int
    cup: int


class Fairness(Struct, frozen=True, gc=False):
    """The dice of one game. `section` is the number of its root; `wants` and `throws` count those under this root.

    `promises` are the commitments of devices by seat, and `coming` the changes that take effect after the open want.
    `anchored` counts the anchors of each seat since the last dice. `called` says that dice were wanted under this root.
    `absent` and `protests` count for the whole game.
    """

    game: str
    table: str
    root: str
    tops: str
    promises: tuple[Promise | None, ...]
    section: int = 0
    wants: int = 0
    throws: int = 0
    called: bool = False
    coming: tuple[tuple[int, str | None], ...] = ()
    covered: tuple[Covered, ...] = ()
    absent: tuple[int, ...] = ()
    protests: tuple[tuple[int, int, int], ...] = ()
    anchored: tuple[int, ...] = ()

    @property
    def seats(self) -> list[int]:
        """The seats whose devices take part in the dice."""
        return [seat for seat, promise in enumerate(self.promises) if promise is not None]

    @property
    def devices(self) -> int:
        """The number of devices that take part in the dice."""
        return sum([promise is not None for promise in self.promises])

    @property
    def used_up(self) -> bool:
        return self.throws > THROWS - SPARE


def bound(commitment: GameCommitment, seats: int) -> Fairness:
    """The state at the start of a game."""
    return Fairness(
        *(commitment.game, commitment.table, commitment.root, commitment.tops),
        (None,) * seats,
        absent=(0,) * seats,
        anchored=(0,) * seats,
    )


def rooted(fair: Fairness, event: Rooted) -> Fairness:
    """The state under another root: all but the counters of the game is reset."""
    return replace(
        fair,
        root=event.root,
        tops=event.tops,
        section=fair.section + 1,
        promises=(None,) * len(fair.promises),
        wants=0,
        throws=0,
        called=False,
        covered=(),
        anchored=(0,) * len(fair.promises),
    )


def promised(fair: Fairness, seat: int, anchor: str | None, open_want: bool) -> Fairness:
    """Another device takes part for a seat, or none; an open want is not affected."""
    count = fair.anchored[seat] + (anchor is not None)
    anchored = (*fair.anchored[:seat], count, *fair.anchored[seat + 1 :])
    if open_want:
        return replace(fair, coming=(*fair.coming, (seat, anchor)), anchored=anchored)
    return replace(fair, promises=_changed(fair, seat, anchor), anchored=anchored)


def _changed(fair: Fairness, seat: int, anchor: str | None) -> tuple[Promise | None, ...]:
    promise = None if anchor is None else Promise(anchor, fair.wants, anchor, fair.wants - 1)
    return (*fair.promises[:seat], promise, *fair.promises[seat + 1 :])


def fallen(fair: Fairness, event: Event, after: State, links: tuple[str | None, ...]) -> Fairness:
    """The state after an answered want; `after` is the position in a spectator's view."""
    promises, absent, given = list(fair.promises), fair.absent, iter(links)
    for seat, promise in enumerate(fair.promises):
        if promise is None:
            continue
        link = next(given)
        if link is None:
            absent = (*absent[:seat], absent[seat] + 1, *absent[seat + 1 :])
            promises[seat] = replace(promise, missed=True)
        else:
            promises[seat] = Promise(promise.anchor, promise.since, link, fair.wants)
    cups = cups_of(event)
    done = replace(
        fair,
        promises=tuple(promises),
        absent=absent,
        wants=fair.wants + 1,
        throws=fair.throws + len(cups),
        coming=(),
        anchored=(0,) * len(promises),
        covered=covered(fair, cups, after),
    )
    for seat, anchor in fair.coming:
        done = replace(done, promises=_changed(done, seat, anchor))
    return done


def covered(fair: Fairness, cups: tuple[int | None, ...], after: State) -> tuple[Covered, ...]:
    """The throws that are still hidden from spectators, after a want for these cups or after an event without dice."""
    if cups == (None,) and not fair.covered:
        return ()
    before = () if len(cups) > 1 else fair.covered  # a throw of all cups replaces the old ones
    fresh = [Covered(fair.throws + place, cup) for place, cup in enumerate(cups) if cup is not None]
    return tuple([throw for throw in (*before, *fresh) if not sees(after, throw.cup)])


def cups_of(event: Event) -> tuple[int | None, ...]:
    """The throws of an event, each by the number of its cup; None for open dice and for a lot."""
    dice = event.dice
    if dice and isinstance(dice[0], tuple):
        return tuple(range(len(dice)))
    return (event.seat if isinstance(event, schocken.Throw) else None,)


def sees(view: State, cup: int) -> bool:
    """Whether a view shows the dice in a cup (N5, S5)."""
    match view:
        case zocknroll.State(cups=cups):
            return cup < len(cups) and FACE_DOWN not in cups[cup]
        case schocken.State(hands=hands):
            return FACE_DOWN not in hands[cup].thrown
    return True
