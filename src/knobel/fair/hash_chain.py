"""Hash chain: the commitment of a player's device. Each link is the hash of the next one.

The device publishes the anchor, which commits it to all links, and reveals one link for each want. The next link cannot
be computed from the known ones.
"""

from __future__ import annotations

from typing import Final

from .hashing import SIZE, before, digest, sha256
from .throw_keys import THROWS

LENGTH: Final = THROWS
"""Links after an anchor: one for every throw under a root."""

(_BEFORE,) = before("chain", SIZE)


class HashChain:
    """All links of a chain that ends in a device's secret; link 0 is the anchor.

    >>> chain = HashChain(bytes(32))
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
    """Whether `link` comes so many steps after the known one: hashing it that often gives `known`."""
    if len(link) != SIZE:
        return False
    for _ in range(steps):
        link = sha256(_BEFORE + link)
    return link == known
