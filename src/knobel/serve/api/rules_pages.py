"""The rule book as HTML, whole and rule by rule, each rule with its number as an anchor."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt

from ...words.rulebook import rulebook
from ..documents import RulesPage


@cache
def rules_page(game: str, language: str) -> RulesPage:
    """The rules of a game.

    >>> rules_page("zock", "en").rules["K8"].startswith('<h3 id="K8">')
    True
    """
    book = rulebook(game, language)
    return RulesPage(_html(book.text), {number: _html(rule) for number, rule in book.rules.items()})


def _html(text: str) -> str:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for token, following in pairwise(tokens):
        number, dot, _ = following.content.partition(" · ")
        if token.type == "heading_open" and dot:
            token.attrSet("id", number)
        if token.attrs.pop("style", None) == "text-align:right":  # the policy of the pages takes no styles in markup
            token.attrSet("class", "right")
    return str(reader.renderer.render(tokens, reader.options, {}))
