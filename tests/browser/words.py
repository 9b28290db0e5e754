"""The client's texts, to find elements by role and name."""

from __future__ import annotations

import re
from typing import Final

from knobel.words import words

LOCALES: Final = {"en": "en-GB", "de": "de-DE"}


class Say:
    """The messages of one language, as text, or as a pattern with an unknown value."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = words(language)

    def __call__(self, key: str, **values: str | int) -> str:
        return self._words(key, **values)

    def has(self, key: str) -> bool:
        return self._words.has(key)

    def like(self, key: str, unknown: str) -> re.Pattern[str]:
        """A pattern of a text with one value that can be anything."""
        before, after = self._words(key, **{unknown: "\0"}).split("\0")
        return re.compile(re.escape(before) + ".*" + re.escape(after))
