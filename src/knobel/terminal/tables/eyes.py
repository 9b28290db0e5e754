"""How a table is looked at."""

from __future__ import annotations

from msgspec import Struct

from ...words import Words
from ..look import Colours


class Eyes(Struct, frozen=True):
    """In which words and colours, how wide, with which names; `acting` is the seat whose turn it is.

    `picked` are the fields of ZOCK that are about to be covered, None where none can be picked.
    """

    say: Words
    colours: Colours
    names: tuple[str, ...]
    width: int
    acting: int | None = None
    picked: tuple[int, ...] | None = None
