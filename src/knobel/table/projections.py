"""Projections of a game's log: its record, the transcript of its dice, and counts of its dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ..fair.statistics.counts import DiceCounts, count
from ..fair.transcript import Anchor, Section, Transcript, bound_names
from ..rules.game import Event
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


def count_dice(log: Sequence[TableEvent], levels: Sequence[str | None]) -> dict[Thrower, DiceCounts]:
    """Count the dice of a game by who held the seat when they fell.

    `levels` are those of the bots that hold its seats in the end, None for people. Dice of a person who was removed
    later are still a person's. Events that were taken over from another game are not counted.
    """
    removed = {entry.seat for entry in log if isinstance(entry, BotSat)}
    holders: list[Thrower] = [
        "person" if level is None or seat in removed else "bot" for seat, level in enumerate(levels)
    ]
    throws = defaultdict[tuple[int | None, Thrower], list[Sequence[int]]](list)
    for entry in log:
        if isinstance(entry, BotSat):
            holders[entry.seat] = "bot"
        elif isinstance(entry, Played) and entry.by != "record":
            for seat, cup in _cups(entry.event):
                if seat is not None and seat < len(holders):
                    throws[seat, holders[seat]].append(cup)
                else:
                    throws[None, "nobody"].append(cup)
    counts = defaultdict[Thrower, DiceCounts](DiceCounts)
    for (_, thrower), thrown in throws.items():
        counts[thrower] += count(thrown)
    return counts


def _cups(event: Event) -> Iterable[tuple[int | None, Sequence[int]]]:
    """The dice of an event with their seats; the seat after the last player is Jörg's."""
    dice: Any = event.dice
    if dice and isinstance(dice[0], int):
        return [(event.seat, dice)]
    return enumerate(dice)
