"""Projections of a game's log: its record, the transcript of its dice, and counts of its dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from ..fair.statistics.counts import DiceCounts, count
from ..fair.transcript import Anchor, Section, Transcript, bound_names
from ..rules.records import dumps
from ..rules.session import Session
from .events import Anchored, BotSat, Disclosed, GameCommitment, Played, Rooted, Started, TableEvent, Wanted
from .withdrawal import game_events

_UNKNOWN = "0" * 64
"""In place of a secret that is not revealed yet."""


def record(game: str, names: Sequence[str], options: Mapping[str, object], entries: Iterable[TableEvent]) -> str:
    """The record of a game from its entries, without events that were taken back (R6).

    With verifiable dice the names are those at the start of the game, which the dice are bound to, even if a bot has
    replaced a person since.
    """
    entries = list(entries)
    fair = _transcript(entries)
    session = Session(game, names if fair is None else bound_names(fair.table), dict(options))
    for event in game_events(entries):
        session.play(event)
    return dumps(session, fair)


def _transcript(entries: Iterable[TableEvent]) -> Transcript | None:
    """The transcript of a game's dice; None if they cannot be verified."""
    collected: _Transcription | None = None
    for entry in entries:
        if isinstance(entry, Started):
            collected = None if entry.fair is None else _Transcription(entry.fair, entry.taken)
        elif collected is not None:
            collected.add(entry)
    return None if collected is None else collected.transcript()


class _Transcription:
    """Collects commitments and reveals, entry by entry, since a game started."""

    def __init__(self, commitment: GameCommitment, taken: int) -> None:
        self._commitment = commitment
        self._taken = taken
        self._roots = [commitment.root]
        self._anchors = [list[Anchor]()]
        self._wants = [list[tuple[str | None, ...]]()]
        self._secrets: tuple[str, ...] = ()
        self._open = False

    def add(self, entry: TableEvent) -> None:
        match entry:
            case Rooted(root=root):
                self._roots.append(root)
                self._anchors.append([])
                self._wants.append([])
            case Anchored(seat=seat, anchor=anchor):
                self._anchors[-1].append(Anchor(seat, anchor, self._since))
            case BotSat(seat=seat):
                self._anchors[-1].append(Anchor(seat, None, self._since))
            case Wanted():
                self._open = True
            case Played(links=links):
                self._open = False
                if links is not None:
                    self._wants[-1].append(links)
            case Disclosed(secrets=secrets):
                self._secrets = secrets

    @property
    def _since(self) -> int:
        """The want from which an anchor counts: the next one, not an open one."""
        return len(self._wants[-1]) + self._open

    def transcript(self) -> Transcript:
        secrets = self._secrets or (_UNKNOWN,) * len(self._roots)
        sections = zip(self._roots, secrets, self._anchors, self._wants, strict=True)
        return Transcript(
            self._commitment.game,
            self._commitment.table,
            tuple([Section(root, secret, tuple(anchors), tuple(wants)) for root, secret, anchors, wants in sections]),
            self._taken,
        )


Thrower: TypeAlias = Literal["person", "bot", "nobody"]
"""The thrower of dice; white dice and Jörg's belong to no player."""


class DiceTally:
    """The dice of the running or last game of a table, entry by entry.

    A table in memory keeps one, so that the end of a game does not read its whole log. Events that were taken over from
    another game are left out.
    """

    __slots__ = ("_cups", "_replaced")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._cups = list[Cup]()
        self._replaced = dict[int, int]()
        """How many cups had fallen when a bot took the seat of a person."""

    def add(self, entry: TableEvent) -> None:
        if isinstance(entry, Played):
            dice: Any = entry.event.dice
            if not dice or entry.by == "record":
                return
            if isinstance(dice[0], int):
                self._cups.append(_cup(entry.event.seat, dice))
            else:
                self._cups += [_cup(seat, thrown) for seat, thrown in enumerate(dice)]
        elif isinstance(entry, BotSat):
            self._replaced.setdefault(entry.seat, len(self._cups))
        elif isinstance(entry, Started):
            self._begin()

    def counts(self, levels: Sequence[str | None]) -> dict[Thrower, DiceCounts]:
        """The dice by who held the seat when they fell.

        `levels` are those of the bots that hold the seats now, None for people. Dice of a person who was removed later
        are still a person's.
        """
        throws = defaultdict[tuple[int | None, Thrower], list[Sequence[int]]](list)
        until = [self._replaced.get(seat, 0 if level else len(self._cups)) for seat, level in enumerate(levels)]
        for place, (seat, thrown) in enumerate(self._cups):
            if seat is None or seat >= len(levels):  # the seat after the last player is Jörg's
                throws[None, "nobody"].append(thrown)
            else:
                throws[seat, "person" if place < until[seat] else "bot"].append(thrown)
        counts = defaultdict[Thrower, DiceCounts](DiceCounts)
        for (_, thrower), fell in throws.items():
            counts[thrower] += count(fell)
        return counts


Cup: TypeAlias = tuple[int | None, tuple[int, ...]]
"""The seat and the dice of a cup."""


@cache
def _cup(seat: int | None, dice: tuple[int, ...]) -> Cup:
    """A cup for each of the few different ones, since a table keeps hundreds."""
    return seat, dice


def count_dice(log: Iterable[TableEvent], levels: Sequence[str | None]) -> dict[Thrower, DiceCounts]:
    """Count the dice of a game from its entries, as `DiceTally.counts` does."""
    tally = DiceTally()
    for entry in log:
        tally.add(entry)
    return tally.counts(levels)
