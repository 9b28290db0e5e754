"""The rule pages of the games, whole and rule by rule."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

_RULE: Final = re.compile(
    r"""
    ^\#{3}\ (?P<number>[A-Z]\d+)\ ·\ .+\n   # the heading of a rule …
    (?:(?!\#|---$).*\n)*                    # … and all lines up to the next heading or the closing rule
    """,
    re.MULTILINE | re.VERBOSE,
)


class Rulebook(NamedTuple):
    """The rules of a game in one language, in Markdown.

    `text` is the whole page; `rules` holds each numbered rule with its heading, in the order of the page.
    """

    text: str
    rules: dict[str, str]


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """The rule page of a game.

    >>> print(rulebook("zock", "en").rules["K1"])
    ### K1 · Players and material
    <BLANKLINE>
    Two players. Each has nine open fields, 1 to 9, with flaps that cover them. There are two dice.
    """
    page = files("knobel.words").joinpath("rules", f"{game}.{language}.md").read_text("utf-8")
    return Rulebook(page, {rule["number"]: rule[0].strip() for rule in _RULE.finditer(page)})
