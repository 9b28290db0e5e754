"""Hands of Schocken as they are written in a question: `652`, or `1??` where dice are covered."""

from __future__ import annotations

from typing import Final

from ...rules.errors import BadPosition, shown
from ...rules.game import FACE_DOWN
from ...rules.schocken import MOST_THROWS, Hand, Options

COVERED: Final = "?"


def lying(options: Options, text: str, begins: bool, limit: int) -> Hand:
    """The hand of somebody who has finished, when the beginner took `limit` throws.

    >>> lying(Options(), "652", begins=True, limit=1)
    Hand(kept=(), thrown=(2, 5, 6), throws=1)
    >>> lying(Options(), "1??", begins=True, limit=3)
    Hand(kept=(1,), thrown=(0, 0), throws=3)
    """
    kept = tuple(sorted(int(mark) for mark in text if mark in "123456"))
    if len(text) != 3 or text != text.rstrip(COVERED).ljust(3, COVERED) or len(kept) != len(text.rstrip(COVERED)):
        raise BadPosition(f"a hand is three dice such as 652, or 1?? with covered ones, not {shown(text)}", "S4")
    throws = _throws(options, begins, limit, covered=len(kept) < 3)
    if throws is None:
        how = "covered" if len(kept) < 3 else "open"
        raise BadPosition(f"after {limit} throws of the beginner no hand lies {how} like {shown(text)}", "S5")
    return Hand((), kept, throws) if len(kept) == 3 else Hand(kept, (FACE_DOWN,) * (3 - len(kept)), throws)


def _throws(options: Options, begins: bool, limit: int, covered: bool) -> int | None:
    """After how many throws somebody can have ended so; the most, where it is open (S5)."""
    hides = MOST_THROWS if begins or options.covered == "third" else limit
    if options.covered == "none":
        return None if covered else limit
    if covered:
        return hides if hides == limit else None
    if begins:
        return limit if limit < hides else None
    return min(limit, hides - 1) or None
