"""Random tokens: table codes that can be read aloud, device tokens, ids of replays, carry links."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

_SYLLABLES: Final = tuple(first + vowel for first in "bdfghjklmnprst" for vowel in "aeiou")
"""70 syllables that sound alike in German and English and are easy to tell apart; 6 of them hold 36.8 bits."""

_CODE: Final = re.compile(r"(?:[bdfghjklmnprst][aeiou]){6}")
_TOKEN: Final = re.compile(r"[0-9a-f]{32}")
_DEVICE_TOKEN: Final = re.compile(r"[0-9a-f]{64}")
_MAC: Final = 32
"""Hexadecimal digits of the message authentication code (MAC) in a device token."""

LONGEST_CODE: Final = 64
"""Characters of a table code as typed."""

Draw = Callable[[int], int]
"""A random number below the given one."""


class TokenSource:
    """Generates tokens; `draw` is the system's randomness, or a repeatable source in tests.

    `key` authenticates device tokens and door cookies; all servers of a store have the same.
    """

    def __init__(self, draw: Draw = secrets.randbelow, key: bytes | None = None) -> None:
        self._draw = draw
        self._key = secrets.token_bytes(32) if key is None else key

    def code(self) -> str:
        """A new table code.

        >>> TokenSource(lambda most: most // 2).code()
        'lala-lala-lala'
        """
        return _grouped("".join(_SYLLABLES[self._draw(len(_SYLLABLES))] for _ in range(6)))

    def token(self) -> str:
        """128 random bits as hexadecimal text."""
        return f"{self._draw(1 << 128):032x}"

    def device_token(self) -> str:
        """A new device token: 128 random bits with a MAC, so that clients cannot choose their tokens.

        >>> source = TokenSource()
        >>> source.is_issued(source.device_token()), source.is_issued("ab" * 32)
        (True, False)
        """
        return self.authenticated(self.token())

    def authenticated(self, token: str) -> str:
        """A token with its MAC in front."""
        return self.mac(token)[:_MAC] + token

    def mac(self, text: str) -> str:
        """The HMAC of a text, which only the servers of a store can compute."""
        return hmac.digest(self._key, text.encode(), "sha256").hex()

    def is_issued(self, token: str) -> bool:
        """Whether this is a device token that was made with the same key."""
        if _DEVICE_TOKEN.fullmatch(token) is None:
            return False
        return hmac.compare_digest(self.authenticated(token[_MAC:]), token)


def draw_door_code() -> str:
    """A new door code: eight letters that can be read aloud, 24.5 bits; guesses are rate-limited."""
    return "-".join("".join(secrets.choice(_SYLLABLES) for _ in range(2)) for _ in range(2))


def normal_door_code(text: str) -> str:
    """The letters and digits of a door code: case, spaces and dashes do not matter.

    >>> normal_door_code(" Kila Bomu")
    'kilabomu'
    """
    return "".join(mark for mark in text.casefold() if mark.isalnum())


def _grouped(letters: str) -> str:
    return "-".join(letters[begin : begin + 4] for begin in (0, 4, 8))


def parse_table_code(text: str) -> str | None:
    """Parse a table code as typed: case, spaces and dashes do not matter. None if it is invalid.

    >>> parse_table_code(" Lala LaLA–lala"), parse_table_code("la la")
    ('lala-lala-lala', None)
    """
    if len(text) > LONGEST_CODE or not is_text(text):
        return None
    letters = "".join(mark for mark in text.lower() if mark.isalnum())
    return _grouped(letters) if _CODE.fullmatch(letters) else None


def is_text(decoded: str) -> bool:
    """Whether a decoded path or query was text: without NUL, and UTF-8; decoders put U+FFFD for other bytes."""
    return "\0" not in decoded and "\ufffd" not in decoded


def is_token(text: str) -> bool:
    """Whether a text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def digest(token: str) -> str:
    """SHA-256 of a token, which is stored in its place."""
    return sha256(token.encode()).hexdigest()
