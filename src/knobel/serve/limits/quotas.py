"""How many, or how much, may be somewhere at a time, in all and from one address."""

from __future__ import annotations

from collections import Counter


class Doorway:
    """Counts who is in; who brings much counts for so many.

    >>> doorway = Doorway(3, 2)
    >>> [doorway.enter(address) for address in "aaabb"]
    [True, True, False, True, False]
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._inside = Counter[str]()
        self._all = 0

    def enter(self, address: str, many: int = 1) -> bool:
        """Whether there is room for so many more; if so they are counted."""
        if self._inside[address] + many > self._most_of_address or self._all + many > self._most:
            return False
        self._inside[address] += many
        self._all += many
        return True

    def leave(self, address: str, many: int = 1) -> None:
        self._all -= many
        self._inside[address] -= many
        if not self._inside[address]:
            del self._inside[address]
