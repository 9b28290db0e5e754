"""Names that nobody guesses: table codes that can be read out loud, device tokens, replays, carry links."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

_SYLLABLES: Final = tuple(first + vowel for first in "bdfghjklmnprst" for vowel in "aeiou")
"""Letters that sound alike in German and English and unlike each other: 70 syllables, so 6 of them hold 36.8 bits."""

_CODE: Final = re.compile(r"(?:[bdfghjklmnprst][aeiou]){6}")
_TOKEN: Final = re.compile(r"[0-9a-f]{32}")

Draw = Callable[[int], int]
"""A random number below the one that is given."""


class TokenSource:
    """Where new names come from; `draw` is the system's randomness unless somebody needs it repeatable."""

    def __init__(self, draw: Draw = secrets.randbelow) -> None:
        self._draw = draw

    def code(self) -> str:
        """A new table code.

        >>> TokenSource(lambda most: most // 2).code()
        'lala-lala-lala'
        """
        return _grouped("".join(_SYLLABLES[self._draw(len(_SYLLABLES))] for _ in range(6)))

    def token(self) -> str:
        """128 random bits that can stand in an address or a cookie."""
        return f"{self._draw(1 << 128):032x}"


def _grouped(letters: str) -> str:
    return "-".join(letters[begin : begin + 4] for begin in (0, 4, 8))


def parse_table_code(text: str) -> str | None:
    """A table code as a person types it: capitals, spaces and dashes do not matter. None if it cannot be one.

    >>> parse_table_code(" Lala LaLA–lala"), read_code("la la")
    ('lala-lala-lala', None)
    """
    letters = "".join(mark for mark in text[:64].lower() if mark.isalnum())
    return _grouped(letters) if _CODE.fullmatch(letters) else None


def is_token(text: str) -> bool:
    """Whether a text has the form of a token of this house."""
    return _TOKEN.fullmatch(text) is not None


def digest(token: str) -> str:
    """What is remembered of a token: enough to know it again, too little to make it."""
    return sha256(token.encode()).hexdigest()
