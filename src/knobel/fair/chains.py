"""A player's half: a chain of secrets, each the hash of the next, made by the player's own device.

The device publishes the anchor, and reveals one link for each throw. Nobody can tell the next link from those that are
known, and the device cannot change its mind about it.
"""

from __future__ import annotations

from typing import Final

from .hashing import SIZE, before, digest, sha256
from .keys import THROWS

LENGTH: Final = THROWS
"""Links behind an anchor: one for every throw under a root."""

(_BEFORE,) = before("chain", SIZE)


class Chain:
    """All links of a device's secret; link 0 is the anchor.

    >>> chain = Chain(bytes(32))
    >>> follows(chain.link(5), chain.anchor, 5), follows(chain.link(5), chain.link(4)), follows(chain.link(5), b"?")
    (True, True, False)
    """

    def __init__(self, secret: bytes) -> None:
        links = [digest("chain end", secret)]
        for _ in range(LENGTH):
            links.append(sha256(_BEFORE + links[-1]))
        self._links = links[::-1]

    @property
    def anchor(self) -> bytes:
        return self._links[0]

    def link(self, place: int) -> bytes:
        return self._links[place]


def follows(link: bytes, known: bytes, steps: int = 1) -> bool:
    """Whether a link lies so many steps behind one that is known."""
    if len(link) != SIZE:
        return False
    for _ in range(steps):
        link = sha256(_BEFORE + link)
    return link == known
