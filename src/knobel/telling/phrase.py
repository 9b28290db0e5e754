"""Phrases: sentences as Fluent keys with values, before they are rendered in a language."""

from __future__ import annotations

from typing import TypeAlias, Union

from msgspec import Struct

from ..rules.game import Event
from ..words import Words

Said: TypeAlias = Union[str, "Phrase"]
"""Text that is the same in every language (a name, dice), or a phrase."""

Value: TypeAlias = Union[str, int, float, "Phrase", tuple[Union[str, "Phrase"], ...]]
"""A variable of a phrase: text, a number, a phrase, or several of them, joined by commas."""


class Phrase(Struct, frozen=True, omit_defaults=True, gc=False):
    """A key of the Fluent files with the values that it asks for."""

    key: str
    values: dict[str, Value] = {}


class Choice(Struct, frozen=True):
    """A legal move with its label and its meaning: what it leads to, with exact odds."""

    move: Event
    label: Phrase
    meaning: Phrase


def phrase(key: str, **values: Value) -> Phrase:
    """A phrase, with its values as keyword arguments.

    >>> phrase("rank-schock", x=6)
    Phrase(key='rank-schock', values={'x': 6})
    """
    return Phrase(key, values)


def render(say: Words, said: Said) -> str:
    """The phrase in a language; text stays as it is.

    >>> from knobel.words import words
    >>> render(words("de"), phrase("ui-drop", row=phrase("row-pair")))
    'Aussteigen: Paar'
    """
    if isinstance(said, str):
        return said
    return say(said.key, **{name: _rendered(say, value) for name, value in said.values.items()})


def _rendered(say: Words, value: Value) -> str | int | float:
    match value:
        case int() | float():
            return value  # the words choose singular or plural by it
        case tuple():
            return ", ".join(render(say, each) for each in value)
    return render(say, value)
