"""Chances as both reports write them."""

from __future__ import annotations

from typing import Final

from ...words import Words

_NOTHING: Final = 0.0005
"""Less reads 0.0 %."""


def percent(say: Words, chance: float) -> str:
    """A chance; without luck a result may be less than nothing, too."""
    return say("coach-percent", percent=100 * chance).replace("-", "−")


def signed(say: Words, change: float) -> str:
    """A change of a chance with its sign; nothing has none."""
    sign = "−" if change <= -_NOTHING else "+" if change >= _NOTHING else ""
    return sign + percent(say, abs(change))
