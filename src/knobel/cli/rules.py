"""`knobel rules`: the rules of a game, to read."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.markdown import Markdown

from ..rules import GAMES, find_game
from ..rules.errors import BadOptions
from ..words.rulebook import rulebook
from .completing import games
from .language import Lang, speech

_READABLE: Final = 100
"""Longer lines are hard to follow, however wide the terminal is."""


def rules(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(GAMES)}.", show_default=False, autocompletion=games)],
    number: Annotated[str | None, typer.Argument(help="Only this rule, such as N7.", show_default=False)] = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="The rules by number, as one line of JSON.")] = False,
) -> None:
    """Read the rules of a game, or one of them by its number."""
    name = find_game(game.lower()).name
    language = speech().language
    book = rulebook(name, language)
    chosen = book.rules
    if number is not None:
        if number.upper() not in chosen:
            raise BadOptions(f"{name} has no rule {number!r}; it has {', '.join(chosen)}")
        chosen = {number.upper(): chosen[number.upper()]}
    if as_json:
        print(msgspec.json.encode({"game": name, "language": language, "rules": chosen}).decode())
        return
    text = book.text if number is None else "\n\n".join(chosen.values())
    console = Console()
    console.print(Markdown(text), width=min(console.width, _READABLE))
