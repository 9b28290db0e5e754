"""How long it takes to cover what is open in ZOCK, as if there were no rival."""

from __future__ import annotations

from functools import lru_cache

from ...rules.dice import multisets
from ...rules.zock import Fields, Options, covers

_FALLS = 6**2


def throws_to_close(options: Options, fields: Fields) -> float:
    """The expected number of own throws until all is covered, by who wants that as soon as possible.

    >>> throws_to_close(Options(), (5,))  # 1-4 and 2-3, each in two ways: one throw in nine
    9.0
    """
    return _expected(options.variant, options.two_digit, fields, 1.0)


def hand_overs_to_close(options: Options, fields: Fields) -> float:
    """The same where only throws that cannot be used count, because who covers throws again (variant A)."""
    return _expected(options.variant, options.two_digit, fields, 0.0)


@lru_cache(maxsize=1 << 12)
def _expected(variant: str, two_digit: str, fields: Fields, cost: float) -> float:
    """`cost` is what a throw counts that can be used; one that cannot counts 1, and leaves everything as it was."""
    if not fields:
        return 0.0
    used, later = 0, 0.0
    for dice, weight in multisets(2):
        offered = covers(variant, two_digit, dice, fields)
        if offered:
            used += weight
            later += weight * min(
                _expected(variant, two_digit, tuple(field for field in fields if field not in cover), cost)
                for cover in offered
            )
    return (_FALLS - used + cost * used + later) / used
