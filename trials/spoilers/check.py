"""The comparison of an entry with its twin: what a page says before the dice lie must not depend on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from .page import Frames, Shown

IN_THE_AIR: Final = ("shake", "fly")
"""The beats in which dice are thrown."""

_CHOICES: Final = ("panel", "board", "flaps")
"""The places where moves are chosen."""


class Report(Struct):
    """What was sampled: `frames` until the dice lay, the `spoiled` ones among them, and by what, with an example.

    On a busy machine a throw can be spoiled without a frame that shows it. `unclear` are throws without visible dice.
    """

    games: int = 0
    throws: int = 0
    unclear: int = 0
    frames: int = 0
    sampled: int = 0
    spoiled: int = 0
    spoiled_throws: int = 0
    places: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, other: Report) -> None:
        self.games += other.games
        self.throws += other.throws
        self.unclear += other.unclear
        self.frames += other.frames
        self.sampled += other.sampled
        self.spoiled += other.spoiled
        self.spoiled_throws += other.spoiled_throws
        self.places.update(other.places)
        self.examples = {**other.examples, **self.examples}


def compare(event: str, seen: Shown, twin: Shown, *, alone: bool = True) -> Report:
    """Compare the frames of an entry with all that its twin shows.

    While dice of an entry that came `alone` are in the air, no choice may appear at all, whether or not it depends on
    them.
    """
    known = {*twin.said, *(item for frame in twin.frames for item in frame.added)}
    lie = _lie(seen, known)
    report = Report(throws=1)
    if lie is None and seen.staged:
        lie = len(seen.frames)  # dice that are never shown are never told
    elif lie is None:
        report.unclear = 1
        lie = 0
    for frame in seen.frames[:lie]:
        report.frames += frame.count
        told = [item for item in frame.added if item not in known]
        if alone and _in_the_air(frame, seen.staged):
            told += [item for item in frame.added if _offers(item) and item not in told]
        if told:
            report.spoiled_throws = 1
            report.spoiled += frame.count
            report.places.update(dict.fromkeys({_place(item) for item in told}, frame.count))
            for item in sorted(told, key=_plain):
                report.examples.setdefault(f"{_place(item)} at {event}", item.replace("\t", ": ")[:200])
    return report


def _lie(seen: Shown, known: Iterable[str]) -> int | None:
    """The first frame in which the dice that differ can be seen lying; None if they never are."""
    for number, frame in enumerate(seen.frames):
        hidden = {*known, *frame.unseen}
        shows = any(item.startswith("die in ") and item not in hidden for item in frame.added)
        if shows and not _in_the_air(frame, seen.staged):
            return number
    return None


def _in_the_air(frame: Frames, staged: bool) -> bool:
    """By the beat; on a page without beats by the animation of a die."""
    return frame.beat in IN_THE_AIR if staged else frame.flying


def _place(item: str) -> str:
    return item.partition("\t")[0].rstrip("0123456789 ")


def _plain(item: str) -> int:
    """Sorts texts before attributes, for examples."""
    kind = item.split("\t")[1]
    return 0 if kind == "text" else 1 if kind.startswith("aria-label") else 2 if kind == "enabled" else 3


def _offers(item: str) -> bool:
    """Whether this is a choice that can be made now."""
    return item.split("\t")[1] == "enabled" and _place(item) in _CHOICES
