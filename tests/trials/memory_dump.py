"""All that a server in this process knows: what can be reached from it in memory, and the files of its store."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from weakref import ProxyTypes

from msgspec import Struct

from knobel.fair.hash_chain import LENGTH, HashChain
from knobel.fair.hashing import SIZE
from knobel.fair.participant import Participant

_FOREIGN: Final = (Participant, ModuleType)
"""Where the walk ends: at the players' devices, which are in this process only because it is a test; and at modules,
through which everything that was ever imported could be reached."""

_HEX: Final = re.compile(rb"[0-9a-f]{%d,}" % (2 * SIZE))


class Dump:
    """`values` are all hashes in it: what has their size, or is written so in hexadecimal digits. `whole` are its texts
    and bytes one after the other, for those that stand in the middle of something.
    """

    def __init__(self, folder: Path, *roots: object) -> None:
        parts = [path.read_bytes() for path in sorted(folder.iterdir())]
        parts += [_written(each) for each in reachable(*roots) if isinstance(each, bytes | bytearray | str | int)]
        self.whole = b"\0".join(parts)
        self.values = {part for part in parts if len(part) == SIZE}
        for digits in _HEX.findall(self.whole):
            for place in range(len(digits) - 2 * SIZE + 1):
                self.values.add(bytes.fromhex(digits[place : place + 2 * SIZE].decode()))

    def knows(self, value: bytes) -> bool:
        return value in self.values or value in self.whole

    def links(self, chain: HashChain, since: int) -> list[int]:
        """The links of a chain from number `since` on that are in here; each of them gives all before it."""
        known = [place for place in range(since, LENGTH + 1) if chain.link(place) in self.values]
        return known or [place for place in (since, LENGTH) if chain.link(place) in self.whole]


def _written(value: bytes | bytearray | str | int) -> bytes:
    if isinstance(value, int):
        return value.to_bytes(SIZE, "big") if 0 <= value < 256**SIZE else b""
    return value.encode(errors="replace") if isinstance(value, str) else bytes(value)


def reachable(*roots: object) -> Iterator[object]:
    """Everything that these objects lead to, each thing once."""
    seen, open_ends = set[int](), list[Any](roots)
    kept = list[object]()  # an object that were gone could leave its number to another one
    while open_ends:
        here = open_ends.pop()
        if id(here) in seen or type(here) in ProxyTypes or isinstance(here, _FOREIGN):  # a dead proxy has no class
            continue
        seen.add(id(here))
        kept.append(here)
        yield here
        if isinstance(here, Struct):  # those without `gc` show nothing to the collector
            open_ends += [getattr(here, name) for name in here.__struct_fields__]
        open_ends += gc.get_referents(here)
