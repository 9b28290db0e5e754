"""German and English: all words of knobel, from one Fluent file per language; the rules are in `rulebook`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES: Final = ("en", "de")


_ENTRY: Final = re.compile(r"^([a-z][\w-]*) *=", re.MULTILINE)


class Words:
    """The words of one language. A command needs few of them, so each entry is understood when somebody asks for it;
    that is enough, since none mentions another.

    >>> Words("de")("game-zock")
    'ZOCK'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._unread = _entries(source(language))

    def __call__(self, key: str, **values: str | int | float) -> str:
        """The text of a key; a missing key or value is a bug and raises."""
        if (entry := self._unread.get(key)) is not None:
            self._bundle.add_resource(FluentResource(entry))
            self._unread.pop(key, None)  # not before: another thread may ask for the same
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, values)
        if errors:
            raise errors[0]
        return str(text)

    def label(self, key: str) -> str:
        """The word for a key of a drawing: a row, a game, or a label of its own."""
        kind = next(kind for kind in ("row", "game", "label") if self.has(f"{kind}-{key}"))
        return self(f"{kind}-{key}")

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in self._unread or self._bundle.has_message(key)


def _entries(text: str) -> dict[str, str]:
    """The entries of a Fluent source by their names.

    >>> _entries("# of games\\nzock = ZOCK\\nbots = { $count ->\\n    [one] a bot\\n   *[other] bots\\n}\\n")
    {'zock': 'zock = ZOCK\\n', 'bots': 'bots = { $count ->\\n    [one] a bot\\n   *[other] bots\\n}\\n'}
    """
    begins = [*_ENTRY.finditer(text)]
    ends = [entry.start() for entry in begins[1:]] + [len(text)]
    return {entry[1]: text[entry.start() : end] for entry, end in zip(begins, ends, strict=True)}


def source(language: str) -> str:
    """The Fluent source of a language."""
    return files(__name__).joinpath(f"{language}.ftl").read_text("utf-8")


@cache
def words(language: str) -> Words:
    """The words of a language, read once."""
    return Words(language)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English where it asks for another one.

    >>> preferred_language({"LANG": "de_AT.UTF-8"}), preferred_language({"KNOBEL_LANG": "en", "LANG": "de_DE"})
    ('de', 'en')
    """
    for name in ("KNOBEL_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(name):
            codes = (re.split("[_.@-]", locale)[0].lower() for locale in asked.split(":"))
            return next((code for code in codes if code in LANGUAGES), "en")
    return "en"
