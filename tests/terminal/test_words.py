"""Fluent messages of the terminal: none missing, none unused."""

from __future__ import annotations

import re
from pathlib import Path

import knobel
from knobel.words import source, words

MADE_UP = ("ui-home-", "ui-result-", "ui-setup-dice-")
"""Beginnings of words whose ends the program fills in."""


def _used() -> set[str]:
    package = Path(knobel.__file__).parent
    files = [
        package / "cli" / "play.py",
        *(path for room in ("telling", "terminal") for path in (package / room).rglob("*.py")),
    ]
    return {
        key for path in files for key in re.findall(r'["\']((?:ui|log)-[a-z-]*[a-z])["\']', path.read_text("utf-8"))
    }


def test_every_word_that_is_used_is_there() -> None:
    say = words("en")
    assert [key for key in sorted(_used()) if not say.has(key)] == []


def test_every_word_that_is_there_is_used() -> None:
    known = set(re.findall(r"^((?:ui|log)-[a-z-]+) =", source("en"), re.MULTILINE))
    assert [key for key in sorted(known - _used()) if not key.startswith(MADE_UP)] == []
