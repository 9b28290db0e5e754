"""Which language a command speaks: the one it was asked for, or that of the environment."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Annotated, Final, Literal, TypeAlias

import typer

from ..words import Words, preferred_language, words

_asked: Final[ContextVar[str | None]] = ContextVar("asked", default=None)


def _remember(asked: str | None) -> str | None:
    _asked.set(asked)
    return asked


Lang: TypeAlias = Annotated[
    Literal["de", "en"] | None,
    typer.Option(
        "--lang", help="German or English.", show_default="the language of the environment", callback=_remember
    ),
]
"""The option `--lang` of a command; `speech` knows what it said."""


def speech() -> Words:
    """The words in which this command answers."""
    return words(_asked.get() or preferred_language())
