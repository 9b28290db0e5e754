"""How many, or how much, may be somewhere at a time, in all and from one address."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from ...rules.errors import KnobelError


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


class QuotaExceeded(KnobelError):
    """Enough is waiting already."""


class Requester(Struct, frozen=True):
    """Who asks. Whoever sends no cookie is another device every time; the address stays the same."""

    device: str
    address: str


class Places:
    """Counts who waits.

    >>> places = Places(most=4, of_address=3, of_device=2)
    >>> phone, laptop, neighbour = Requester("phone", "a"), Asker("laptop", "a"), Asker("phone of another", "b")
    >>> [places.enter(asker) for asker in (phone, phone, phone, laptop, laptop, neighbour, neighbour)]
    [True, True, False, True, False, True, False]
    """

    def __init__(self, most: int, of_address: int, of_device: int) -> None:
        self._most = most
        self._of_address = of_address
        self._of_device = of_device
        self._all = 0
        self._devices = Counter[str]()
        self._addresses = Counter[str]()

    def enter(self, asker: Requester) -> bool:
        """Whether there is room for one more; if so it is counted."""
        free = (
            self._all < self._most
            and self._addresses[asker.address] < self._of_address
            and self._devices[asker.device] < self._of_device
        )
        if free:
            self._all += 1
            self._addresses[asker.address] += 1
            self._devices[asker.device] += 1
        return free

    def leave(self, asker: Requester) -> None:
        self._all -= 1
        for counts, name in ((self._addresses, asker.address), (self._devices, asker.device)):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]
