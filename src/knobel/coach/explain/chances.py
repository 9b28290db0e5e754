"""Chances in sentences: two of them side by side, and estimates with their error."""

from __future__ import annotations

from math import ceil
from typing import Final

from ...fair.statistics.p_values import Z95
from ...telling.phrase import Phrase, Said, phrase
from ...telling.terms import percent

ONLY: Final = 0.9
"""*Only* is said of a chance that is at most this share of the greater one."""


def differ(one: float, other: float) -> bool:
    """Whether two chances differ as they are told, in whole per cent."""
    return percent(one) != percent(other)


def against(greater: float, chance: float) -> Phrase:
    """The smaller of two chances: `only 20 %`, or `75 %` beside 80 %."""
    return phrase("coach-only" if chance <= ONLY * greater else "coach-at", chance=percent(chance))


def estimated(chance: float, error: float) -> Said:
    """A chance with its 95 % margin in whole per cent, rounded up; the chance alone if it is exact."""
    if error == 0:
        return percent(chance)
    return phrase("coach-estimate", chance=percent(chance), error=ceil(100 * Z95 * error))
