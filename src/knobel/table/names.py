"""Names of people and bots: normalized Unicode, short, and unique at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from .commands import Refusal

LONGEST: Final = 24

BOT_NAMES: Final = (
    "Ada", "Bruno", "Carla", "Dieter", "Edda", "Fritz", "Greta", "Hanno", "Ilse", "Jupp", "Käthe", "Ludwig",
    "Mina", "Norbert", "Oda", "Paul", "Quirin", "Rosa", "Siggi", "Trude", "Udo", "Vera", "Willi", "Zenzi",
)  # fmt: skip
"""As many as the largest game has seats."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode calls printable but that are invisible: fillers, an empty Braille cell."""

_MOST_ACCENTS: Final = 4
"""Combining marks on one letter; more than any written language needs."""

_SELECTORS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Variation selectors, which phones put after many emoji."""


def clean(text: str) -> str:
    """The name in Unicode NFC, with single spaces; refused if it has invisible characters.

    >>> clean("  Anna   Lena ")
    'Anna Lena'
    >>> clean("  ")
    Traceback (most recent call last):
        ...
    knobel.table.commands.Refusal: a name has 1 to 24 characters
    """
    name = normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= LONGEST:
        raise Refusal("malformed", f"a name has 1 to {LONGEST} characters", key="error-name-length", most=LONGEST)
    if not (name.isprintable() and _BLANK.isdisjoint(name) and _legible(name)):
        raise Refusal("malformed", "a name holds only characters that can be seen", key="error-name-characters")
    return name


def _legible(name: str) -> bool:
    """Whether every combining mark follows a letter, and no letter has too many."""
    accents = _MOST_ACCENTS
    for mark in name:
        accents = accents + 1 if category(mark).startswith("M") else 0
        if accents > _MOST_ACCENTS:
            return False
    return True


def unique(name: str, taken: Iterable[str]) -> str:
    """The name, or the name with the first number that makes it different from all others at the table.

    >>> unique("anna", ["Anna", "Ben", "Anna 2"])
    'anna 3'
    """
    others = {alike(other) for other in taken}
    found, number = name, 1
    while alike(found) in others:
        number += 1
        ending = f" {number}"
        found = name[: LONGEST - len(ending)].rstrip() + ending
    return found


def first_free(names: Iterable[str], taken: Iterable[str]) -> str:
    """The first name that is not taken, or the last one with a number.

    >>> first_free(["Ada", "Bruno"], ["ada"])
    'Bruno'
    """
    others = tuple(taken)
    compared = {alike(other) for other in others}
    name = ""
    for name in names:
        if alike(name) not in compared:
            return name
    return unique(name, others)


def alike(name: str) -> str:
    """The name for comparisons: NFKC, case-folded, without variation selectors."""
    return "".join(mark for mark in normalize("NFKC", name).casefold() if mark not in _SELECTORS)
