"""How much of something long may be asked for at the same time: by one device, from one address, and in all."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from ...rules.errors import KnobelError


class TooMany(KnobelError):
    """Enough is waiting already."""


class Asker(Struct, frozen=True):
    """Who asks. Whoever sends no cookie is another device every time; the address stays the same."""

    device: str
    address: str


class Places:
    """Counts who waits.

    >>> places = Places(most=4, of_address=3, of_device=2)
    >>> phone, laptop, neighbour = Asker("phone", "a"), Asker("laptop", "a"), Asker("phone of another", "b")
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

    def enter(self, asker: Asker) -> bool:
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

    def leave(self, asker: Asker) -> None:
        self._all -= 1
        for counts, name in ((self._addresses, asker.address), (self._devices, asker.device)):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]
