"""`knobel rules`: the rules of a game, to read."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any, Final

import click

from ..words.rulebook import REAL_DICE, page_with_summary, plain_page, rulebook
from .commands import GameName, as_json, command, lang, speech

_READABLE: Final = 100
"""Longer lines are hard to follow."""


def _complete_number(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    game = ctx.params.get("game")
    numbers = rulebook(game, speech().language).rules if game else ()
    return [number for number in numbers if number.startswith(incomplete.upper())]


class _Book(GameName):
    """The name of a game, or of the rules of real dice."""

    def __init__(self) -> None:
        super().__init__()
        self.choices = (*self.choices, REAL_DICE)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return REAL_DICE if str(value).lower().replace("_", "-") == REAL_DICE else super().convert(value, param, ctx)


@command("rules")
@click.argument("game", type=_Book())
@click.argument("number", required=False, metavar="rule", shell_complete=_complete_number)
@click.option("--plain", is_flag=True)
@lang
@as_json
def rules(game: str, number: str | None, plain: bool, as_json: bool) -> None:
    """Print the rule page of a game, or one rule."""
    language = speech().language
    book = rulebook(game, language)
    chosen = book.rules
    if number is not None:
        if number.upper() not in chosen:
            from ..rules.errors import shown, unknown_name

            sentence = f"{game} has no rule {shown(number)}; it has {', '.join(chosen)}"
            raise unknown_name(sentence, number, chosen, key="error-rule", game=game)
        chosen = {number.upper(): chosen[number.upper()]}
    if as_json:
        import msgspec

        print(msgspec.json.encode({"game": game, "language": language, "rules": chosen}).decode())
        return
    text = page_with_summary(game, language) if number is None else "\n\n".join(chosen.values())
    width = max(20, min(shutil.get_terminal_size().columns, _READABLE))
    bold = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not plain
    print(plain_page(text, width, "\x1b[1m{}\x1b[0m" if bold else "{}"))
