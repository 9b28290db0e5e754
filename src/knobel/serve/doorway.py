"""How many may be somewhere at a time, in all and from one address."""

from __future__ import annotations

from collections import Counter


class Doorway:
    """Counts who is in.

    >>> doorway = Doorway(3, 2)
    >>> [doorway.enter(address) for address in "aaabb"]
    [True, True, False, True, False]
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._inside = Counter[str]()
        self._all = 0

    def enter(self, address: str) -> bool:
        """Whether there is room for one more; if so it is counted."""
        if self._inside[address] >= self._most_of_address or self._all >= self._most:
            return False
        self._inside[address] += 1
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
