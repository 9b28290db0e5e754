"""Verification of a whole game: every die must follow from what was committed before it could be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..rules.errors import BadRecord
from ..rules.session import Session
from .hash_chain import follows
from .throw_keys import THROWS, ThrowKeys
from .throws import SPARE, Cup, Throw, dice, header, lot, mix, throws_of
from .transcript import Section, Transcript, same_table


class Verified(Struct, frozen=True):
    """Every throw is right. For each seat `absent` counts wants that its device did not answer, `without` throws that
    no device took part in for it, and `changes` replaced hash chains: a device that can replace its chain at will, and
    knows all others, can choose dice.

    `alone` counts the throws that the server's keys decided by themselves, and `taken` the events that came from
    another game and are not covered.
    """

    throws: int
    absent: tuple[int, ...]
    without: tuple[int, ...]
    changes: tuple[int, ...]
    alone: int
    taken: int

    def whole(self, people: Iterable[int]) -> bool:
        """Whether every throw is covered and depended on one device of each of these seats and on one chain of it.

        Then no party can have chosen a throw, provided that one of those devices was honest and drew its chain at
        random, which a record cannot prove.
        """
        counts = self.alone, self.taken, *self.absent, *self.changes, *[self.without[seat] for seat in people]
        return not any(counts)


class Wrong(Struct, frozen=True):
    """The first error: at an event of the record, or None as `event` if it concerns the whole game.

    `why` is its kind, a key for translations, `seat` the one whose device is concerned, and `part` the number of the
    section, from 1 on, if there are several. `refused` is the reason if the event breaks a rule of the game.
    """

    why: str
    sentence: str
    event: int | None = None
    seat: int | None = None
    part: int | None = None
    refused: BadRecord | None = None


Wants: TypeAlias = Iterator[tuple[int, tuple[Throw, ...]]]
"""The places of the events with dice, and their throws."""


class _Refused(Exception):
    """The events go on with one that breaks a rule, so whether it has dice is unknown."""


def verify(transcript: Transcript, session: Session, refused: BadRecord | None = None) -> Verified | Wrong:
    """Check the dice of a game against the transcript in its record, and name the first error.

    `refused` is the event that breaks a rule after the events of the session, or a wrong result.
    """
    try:
        found = _verify(transcript, session, refused)
    except _Refused:
        assert refused is not None
        return Wrong("event", str(refused), refused.event, refused=refused)
    if refused is None or isinstance(found, Wrong):
        return found
    return Wrong("event", str(refused), refused.event, refused=refused)


def _verify(transcript: Transcript, session: Session, refused: BadRecord | None) -> Verified | Wrong:
    if not same_table(transcript.table, session):
        return Wrong("table", "the dice were thrown for another table: game, options or names differ")
    cut_off = refused is not None and refused.event is not None
    if transcript.taken < 0 or (transcript.taken > len(session.events) and not cut_off):
        return Wrong("taken", "so many events cannot have come from another game")
    wants, counters = _wants(session, transcript.taken, cut_off), _Counters(len(session.players))
    roots, left = set[str](), 0
    for number, section in enumerate(transcript.sections, start=1):
        if section.root in roots:  # some of its keys are public, and dice could be predicted
            return Wrong("again", "the server's keys had been used before", part=number)
        if left >= SPARE:  # a server that may change roots at will can choose dice
            return Wrong("early", "there were keys left, and yet the server has taken others", part=number)
        roots.add(section.root)
        before = counters.throws
        wrong = _Section(transcript, section, counters).check(wants)
        if wrong is not None:
            return wrong if len(transcript.sections) == 1 else replace(wrong, part=number)
        left = THROWS - (counters.throws - before)
    untold = next(wants, None)
    if untold is not None:
        return Wrong("untold", "nothing is said about where these dice came from", untold[0])
    absent, without, changes = tuple(counters.absent), tuple(counters.without), tuple(counters.changes)
    return Verified(counters.throws, absent, without, changes, counters.alone, transcript.taken)


def _wants(session: Session, taken: int, cut_off: bool) -> Wants:
    for place, event in enumerate(session.events[taken:], start=taken):
        throws = throws_of(session.game.pending(session.state_at(place)), event)
        if throws:
            yield place, throws
    if cut_off:
        raise _Refused


class _Counters:
    """Counters of the verification."""

    def __init__(self, seats: int) -> None:
        self.throws = self.alone = 0
        self.absent, self.without, self.changes = [0] * seats, [0] * seats, [0] * seats

    def count(self, links: dict[int, str | None], throws: int) -> None:
        """Count throws of one want; `links` are by the seats whose devices have an anchor."""
        self.throws += throws
        self.alone += 0 if any(links.values()) else throws
        for seat in range(len(self.absent)):
            if seat not in links:
                self.without[seat] += throws
            elif links[seat] is None:
                self.absent[seat] += 1


class _Section:
    """Verification of the throws under one root, in order."""

    def __init__(self, transcript: Transcript, section: Section, counters: _Counters) -> None:
        self._game = bytes.fromhex(transcript.game)
        self._table = transcript.table.encode()
        self._section = section
        self._root = bytes.fromhex(section.root)
        self._keys = ThrowKeys(bytes.fromhex(section.secret), self._game)
        self._counters = counters
        self._anchors = list[bytes | None]([None] * len(counters.absent))
        self._known = list[tuple[int, bytes]]([(0, b"")] * len(counters.absent))
        """For each seat the want and the link of its last reveal."""
        self._promised = set[int]()

    def check(self, wants: Wants) -> Wrong | None:
        """The first error, if there is one."""
        if self._keys.root != self._root:
            return Wrong("secret", "the server's secret is not the one that it had committed to")
        throw = 0
        for number, links in enumerate(self._section.wants):
            problem = self._apply_anchors(number)
            here = next(wants, None)
            if here is None:
                return problem or Wrong("unwanted", "dice were thrown that the game never wanted")
            event, throws = here
            problem = problem or self._check_links(number, links)
            if problem is not None:
                return replace(problem, event=event)
            if throw + len(throws) > THROWS:
                return Wrong("full", f"a root has keys for {THROWS} throws only", event)
            for each in throws:
                if not self._is_right(each, throw, links):
                    return Wrong("dice", "the dice are not those that the keys and the players' secrets give", event)
                throw += 1
            self._counters.count(dict(zip(self._devices, links, strict=True)), len(throws))
        return None

    def _apply_anchors(self, number: int) -> Wrong | None:
        """Apply the anchors that count from this want on."""
        for anchor in self._section.anchors:
            if anchor.since == number:
                if not 0 <= anchor.seat < len(self._anchors):
                    return Wrong("seat", f"there is no seat {anchor.seat}")
                if anchor.anchor is None:
                    self._anchors[anchor.seat] = None
                else:
                    self._counters.changes[anchor.seat] += anchor.seat in self._promised
                    self._promised.add(anchor.seat)
                    self._anchors[anchor.seat] = bytes.fromhex(anchor.anchor)
                    self._known[anchor.seat] = number - 1, bytes.fromhex(anchor.anchor)
        return None

    @property
    def _devices(self) -> list[int]:
        """The seats whose devices have an anchor."""
        return [seat for seat, anchor in enumerate(self._anchors) if anchor is not None]

    def _check_links(self, number: int, links: tuple[str | None, ...]) -> Wrong | None:
        seats = self._devices
        if len(seats) != len(links):
            return Wrong(
                "links", f"{len(links)} devices answered or were absent, where {len(seats)} had promised secrets"
            )
        for seat, link in zip(seats, links, strict=True):
            if link is None:
                continue
            since, known = self._known[seat]
            revealed = bytes.fromhex(link)
            if not follows(revealed, known, number - since):
                return Wrong(
                    "promise", f"what the device of seat {seat} revealed is not what it had promised", seat=seat
                )
            self._known[seat] = number, revealed
        return None

    def _is_right(self, throw: Throw, number: int, links: tuple[str | None, ...]) -> bool:
        bound = header(self._game, self._table, self._root, self._anchors)
        mixed = mix(bound, number, [bytes.fromhex(link) if link else None for link in links])
        key = self._keys.key(number)
        if isinstance(throw, Cup):
            return dice(key, mixed, len(throw.fell)) == throw.fell
        return lot(key, mixed, throw.among) == throw.drawn
