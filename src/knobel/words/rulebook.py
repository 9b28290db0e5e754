"""The rule pages of the games: whole, rule by rule, in one minute, and as plain text for terminals."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from . import words

_RULE: Final = re.compile(
    r"""
    ^\#{3}\ (?P<number>[A-Z]\d+)\ ·\ .+\n   # the heading of a rule …
    (?:(?!\#|---$).*\n)*                    # … and all lines up to the next heading or the closing line
    """,
    re.MULTILINE | re.VERBOSE,
)
_MARKS: Final = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|\*([^*]+)\*")
_HEADING: Final = re.compile(r"#+ +(.*)")
_MOST_STEPS: Final = 5
_ITEM: Final = re.compile(r"- |\d+\. ")
_BLOCK: Final = re.compile(r"\n{2,}|\n(?=- |\d+\. |#)")


REAL_DICE: Final = "real-dice"
"""The rules that all games share where people throw real dice; every game's page holds them, too."""


class Rulebook(NamedTuple):
    """The rules of a game in one language, in Markdown.

    `text` is the whole page; `rules` holds each numbered rule with its heading, in the order of the page.
    """

    text: str
    rules: dict[str, str]


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """The rule page of a game, or of real dice.

    >>> print(rulebook("zock", "en").rules["K1"])
    ### K1 · Players and material
    <BLANKLINE>
    Two players. Each has nine open fields, 1 to 9, with flaps that cover them. There are two dice.
    """
    page = _page(game, language)
    if game != REAL_DICE:
        rules, line, closing = page.rpartition("\n---\n")
        page = f"{rules}\n{_page(REAL_DICE, language)}{line}{closing}"
    return Rulebook(page, {rule["number"]: rule[0].strip() for rule in _RULE.finditer(page)})


def _page(name: str, language: str) -> str:
    return (Path(__file__).parent / "rules" / f"{name}.{language}.md").read_text("utf-8")


def summary(game: str, language: str) -> tuple[str, ...]:
    """The rules of a game in one minute, step by step.

    >>> summary("zock", "en")[0]
    'You each have nine open fields, 1 to 9. Cover all nine first and you win the game.'
    """
    say = words(language)
    keys = (f"minute-{game}-{step}" for step in range(1, _MOST_STEPS + 1))
    return tuple(say(key) for key in keys if say.has(key))


def page_with_summary(game: str, language: str) -> str:
    """The rule page of a game with its summary after the introduction, in Markdown; real dice have no summary."""
    if game == REAL_DICE:
        return rulebook(game, language).text
    introduction, rules = rulebook(game, language).text.split("\n## ", 1)
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(summary(game, language), 1))
    return f"{introduction}\n## {words(language)('rules-minute')}\n\n{steps}\n\n## {rules}"


def plain_page(markdown: str, width: int, heading: str = "{}") -> str:
    """The Markdown of a rule page as text of this width; `heading` is a format for headings, such as bold.

    >>> print(plain_page("### K1 · Dice\\n\\nOption `games`: *ten*\\n\\n- one\\n- two", 40))
    K1 · Dice
    <BLANKLINE>
    Option games: ten
    <BLANKLINE>
    - one
    - two
    """
    parts: list[str] = []
    for block in _BLOCK.split(markdown.strip()):
        if title := _HEADING.fullmatch(block):
            lines = [heading.format(line) for line in wrap(_unmarked(title[1]), width)]
        elif block.startswith("|"):
            lines = _table(block, width)
        elif block == "---":
            lines = ["─" * width]
        else:
            item = _ITEM.match(block)
            further = " " * len(item[0]) if item else ""
            lines = wrap(_unmarked(block), width, subsequent_indent=further, break_on_hyphens=False)
        follows_item = parts and _ITEM.match(parts[-1]) and _ITEM.match(block)
        parts += [*([] if not parts or follows_item else [""]), "\n".join(lines)]
    return "\n".join(parts)


def _unmarked(text: str) -> str:
    return _MARKS.sub(lambda found: found[1] or found[2] or found[3], text)


def _table(block: str, width: int) -> list[str]:
    """A table in columns; the widest column wraps where the page is narrow, so that no number is cut."""
    head, rule, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n"))
    rows = [[_unmarked(cell) for cell in row] for row in (head, *body)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * len(widths) - 2 > width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in rows:
        cells = [wrap(cell, size) or [""] for cell, size in zip(row, widths, strict=True)]
        for count in range(max(map(len, cells))):
            shown = [cell[count] if count < len(cell) else "" for cell in cells]
            aligned = (
                each.rjust(size) if mark.endswith(":") else each.ljust(size)
                for each, size, mark in zip(shown, widths, rule, strict=True)
            )
            lines.append("  ".join(aligned).rstrip())
    return lines
