"""German and English texts from one Fluent file per language; rule pages are in `rulebook`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGES: Final = ("en", "de")

_ENTRY: Final = re.compile(r"^([a-z][\w-]*) *=", re.MULTILINE)
_VARIABLE: Final = re.compile(r"\{ *\$([\w-]+) *\}")


class Words:
    """The messages of one language, each parsed on first use.

    Messages without selectors or formatted numbers need no Fluent runtime: it takes longer to load than most commands
    run. No message refers to another, so each can be parsed alone.

    >>> Words("de")("game-zock")
    'ZOCK'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._entries = _entries(source(language))
        self._plain: dict[str, str | None] = {}
        self._bundle: FluentBundle | None = None

    def __call__(self, key: str, **values: str | int | float) -> str:
        """The text of a key; a missing key or value is a bug and raises."""
        plain = self._plain.get(key, "")
        if plain == "":
            plain = self._plain[key] = plain_text(self._entries[key])
        if plain is None or not all(isinstance(value, str) for value in values.values()):
            return self._formatted(key, values)
        return _VARIABLE.sub(lambda name: str(values[name[1]]), plain) if "{" in plain else plain

    def _formatted(self, key: str, values: Mapping[str, str | int | float]) -> str:
        bundle = self._bundle
        if bundle is None:
            from fluent.runtime import FluentBundle

            bundle = self._bundle = FluentBundle([self.language], use_isolating=False)
        if not bundle.has_message(key):  # several threads may add the same message: the first one stays
            from fluent.runtime import FluentResource

            bundle.add_resource(FluentResource(self._entries[key]))
        message = bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = bundle.format_pattern(message.value, dict(values))
        if errors:
            raise errors[0]
        return str(text)

    def label(self, key: str) -> str:
        """The word for a key of a drawing: a row, a game, or a label of its own."""
        kind = next(kind for kind in ("row", "game", "label") if self.has(f"{kind}-{key}"))
        return self(f"{kind}-{key}")

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in self._entries


def _entries(text: str) -> dict[str, str]:
    """The entries of a Fluent source by their names.

    >>> _entries("# of games\\nzock = ZOCK\\nbots = { $count ->\\n    [one] a bot\\n   *[other] bots\\n}\\n")
    {'zock': 'zock = ZOCK\\n', 'bots': 'bots = { $count ->\\n    [one] a bot\\n   *[other] bots\\n}\\n'}
    """
    begins = [*_ENTRY.finditer(text)]
    ends = [entry.start() for entry in begins[1:]] + [len(text)]
    return {entry[1]: text[entry.start() : end] for entry, end in zip(begins, ends, strict=True)}


def plain_text(entry: str) -> str | None:
    """The pattern of an entry that holds text and simple variables only; None if it needs the Fluent runtime.

    >>> plain_text("won = { $name } wins\\n"), plain_text("won = { NUMBER($points) }\\n")
    ('{ $name } wins', None)
    """
    if "{" in _VARIABLE.sub("", entry):
        return None
    first, *rest = entry.partition("=")[2].split("\n")
    lines = [line for line in rest if not line.startswith("#")]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "\n".join([first.strip(), *(line[indent:].rstrip() for line in lines)]).strip("\n")


def source(language: str) -> str:
    """The Fluent source of a language."""
    return Path(__file__).with_name(f"{language}.ftl").read_text("utf-8")


@cache
def words(language: str) -> Words:
    """The words of a language, read once."""
    return Words(language)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English if it asks for another one.

    >>> preferred_language({"LANG": "de_AT.UTF-8"}), preferred_language({"KNOBEL_LANG": "en", "LANG": "de_DE"})
    ('de', 'en')
    """
    for name in ("KNOBEL_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(name):
            codes = (re.split("[_.@-]", locale)[0].lower() for locale in asked.split(":"))
            return next((code for code in codes if code in LANGUAGES), "en")
    return "en"
