"""How long tables stand still: the time until the next shown step while a bot, dice or a person is due."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

from ..common.percentiles import quantile

LONG: Final = 6.0
"""Seconds from which on a pause is explained: a lease ends after 3, and a client that was refused meanwhile may wait
for 2 until it comes back."""


class Pauses:
    """The longest pause of each table after each fault.

    A pause belongs to the fault with most of it between its own begin and that of the next fault: a table that a kill
    stops for long goes on after another fault has begun.
    """

    def __init__(self) -> None:
        self._begins = list[float]()
        self._kinds = list[str]()
        self._longest = dict[tuple[int, str], float]()
        self._explained = list[str]()

    def fault(self, kind: str, now: float) -> None:
        self._begins.append(now)
        self._kinds.append(kind)

    def add(self, code: str, begin: float, end: float, why: str | None) -> None:
        """A table has stood still; `why` explains a long pause."""
        fault = self._fault_of(begin, end)
        if fault is None:
            return
        at = fault, code
        self._longest[at] = max(self._longest.get(at, 0.0), end - begin)
        if why is not None:
            name = f"fault {fault + 1}, {self._kinds[fault]}, begun {begin - self._begins[fault]:+.1f} s"
            self._explained.append(f"{name}: {code} stood still for {end - begin:.1f} s; {why}")

    def _fault_of(self, begin: float, end: float) -> int | None:
        """The number of the fault that a pause belongs to; None before the first one."""
        begins = self._begins
        among = range(max(0, bisect_right(begins, begin) - 1), bisect_right(begins, end))

        def share(fault: int) -> float:
            until = begins[fault + 1] if fault + 1 < len(begins) else end
            return min(end, until) - max(begin, begins[fault])

        return max(among, key=share, default=None)

    def tell(self, say: Callable[[str], None]) -> None:
        """Say of the long pauses since the last call what their tables waited for."""
        for sentence in self._explained:
            say(sentence)
        self._explained.clear()

    def table(self) -> list[str]:
        """One line for each kind of fault."""
        kinds = defaultdict[str, list[float]](list)
        for (fault, _), seconds in self._longest.items():
            kinds[self._kinds[fault]].append(seconds)
        return [f"{kind}: {summary(kinds[kind], count)}" for kind, count in sorted(Counter(self._kinds).items())]


def summary(pauses: list[float], faults: int) -> str:
    """
    >>> summary([0.1, 0.2, 7.5], 1)
    '1 fault, p50 0.2 s, p99 7.5 s, max 7.5 s, 1 of 3 over 6 s'
    """
    named = f"{faults} fault{'s' * (faults != 1)}"
    if not pauses:
        return f"{named}, not measured"
    p50, p99, most = [quantile(pauses, share) for share in (0.5, 0.99, 1)]
    over = sum(seconds > LONG for seconds in pauses)
    return f"{named}, p50 {p50:.1f} s, p99 {p99:.1f} s, max {most:.1f} s, {over} of {len(pauses)} over {LONG:.0f} s"
